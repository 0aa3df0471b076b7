internal import ArgumentParser
internal import FlickProtocol
internal import LinuxIO
internal import Recordings
internal import Terminal

/// The new file of a recording, to which only whole pieces are written.
///
/// A plain file receives each piece immediately. A gzip file receives whole members, so that a
/// process that is killed leaves a valid file. A piece that does not fit on the disk is removed
/// again.
struct RecordingOutput: ~Copyable {
  let path: String
  /// The number of bytes of the content, before compression.
  private(set) var content = 0
  private let file: AppendedFile
  private let isPacked: Bool
  /// What a message adds to the error that ends the recording.
  private let loss: String
  private var pending: [UInt8] = []

  /// The content of a gzip member, in bytes: enough to compress well.
  private static let memberSize = 1 << 18

  /// Creates the file with mode 0600; ends the command if there is content already.
  init(
    creating output: OutputFile, isOfFolder: Bool = false,
    loss: String = "the recording ends here, and the file contains all frames before"
  ) throws {
    (path, self.loss) = (output.path, loss)
    isPacked = path.hasSuffix(".gz")
    file = try output.append(isPrivate: true, isOfFolder: isOfFolder)
  }

  /// Whether the pieces go to standard output.
  var isStandardOutput: Bool { file.target.isStandardOutput }

  /// Whether bytes wait for ``flush()``.
  var isWaiting: Bool { !pending.isEmpty }

  /// Whether another piece could exceed what our readers accept.
  var isFull: Bool {
    let limit = isPacked ? RecordingFile.maximumUnpackedSize : RecordingFile.maximumSize
    return content > limit - (1 << 20)
  }

  mutating func add(_ piece: [UInt8]) throws {
    content += piece.count
    guard isPacked else { return try write(piece) }
    pending += piece
    if pending.count >= Self.memberSize { try flush() }
  }

  mutating func flush() throws {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    guard let member = RecordingText.packed(pending) else {
      throw failure(.unavailable, "\(path): there is not enough memory to compress")
    }
    try write(member)
  }

  /// Writes what waits, also to the disk.
  mutating func synchronize() throws {
    try flush()
    do throws(SystemCallError) { try file.synchronize() } catch { throw ended(error) }
  }

  private func write(_ piece: [UInt8]) throws {
    do throws(SystemCallError) { try file.append(piece) } catch { throw ended(error) }
  }

  private func ended(_ error: SystemCallError) -> ArgumentParser.ExitCode {
    // As with `writeOutput(_:)`: the reader has read enough.
    if error.code == .brokenPipe, isStandardOutput { return .success }
    return failure(.cannotCreate, "\(path.terminalText): \(error): \(loss)")
  }
}
