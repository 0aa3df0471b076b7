internal import ArgumentParser
internal import FlickProtocol
internal import LinuxIO
internal import Panels

/// The new file of a recording, to which only whole pieces are written.
///
/// A plain file receives each piece at once. A gzip file receives whole members, so that a process
/// that is killed leaves a valid file. A piece that does not fit on the disk is removed again.
struct RecordingOutput: ~Copyable {
  let path: String
  /// The number of bytes of the content, before compression.
  private(set) var content = 0
  private let file: OwnedFD
  private let isPacked: Bool
  private var pending: [UInt8] = []
  /// The length of the file, in whole pieces.
  private var length = 0

  /// The content of a gzip member, in bytes: enough to compress well.
  private static let memberSize = 1 << 18

  /// Creates the file with mode 0600; ends the command if there is something already.
  init(creating path: String) throws {
    self.path = path
    isPacked = path.hasSuffix(".gz")
    file = try Self.create(path)
  }

  private static func create(_ path: String) throws -> OwnedFD {
    do throws(SystemCallError) {
      return try SystemCalls.open(path, .creatingNewPrivate)
    } catch {
      guard error.code == .fileExists else { throw failure(.cannotCreate, error.description) }
      throw failure(.cannotCreate, "\(path) exists already: remove it, or choose another file with -o")
    }
  }

  /// Whether bytes wait for ``flush()``.
  var isWaiting: Bool { !pending.isEmpty }

  /// Whether another piece could exceed what our readers accept.
  var isFull: Bool {
    let most = isPacked ? RecordingFile.maximumUnpackedSize : RecordingFile.maximumSize
    return content > most - (1 << 20)
  }

  /// Adds a piece.
  mutating func add(_ piece: [UInt8]) throws {
    content += piece.count
    guard isPacked else { return try write(piece) }
    pending += piece
    if pending.count >= Self.memberSize { try flush() }
  }

  /// Writes what waits.
  mutating func flush() throws {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    guard let member = RecordingText.packed(pending) else {
      throw failure(.unavailable, "\(path): there is not enough memory to compress")
    }
    try write(member)
  }

  private mutating func write(_ piece: [UInt8]) throws {
    var start = 0
    do throws(SystemCallError) {
      while start < piece.count {
        guard case .bytes(let count) = try SystemCalls.write(file, piece.span.extracting(start...)) else {
          throw SystemCallError(call: "write", code: .wouldBlock)
        }
        start += count
      }
    } catch {
      // If even this fails, the file ends in half a line, and nothing is left to try.
      try? SystemCalls.cut(file, to: length)
      throw failure(
        .cannotCreate, "\(path): \(error): the recording ends here, and the file contains all frames before")
    }
    length += piece.count
  }
}
