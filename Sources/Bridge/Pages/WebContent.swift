internal import LinuxIO

/// What the bridge sends of a file: one version of its content, packed or not.
struct WebContent: Sendable {
  /// The size of a chunk, in bytes; a connection holds at most one.
  static let chunkBytes = 32 * 1024

  /// Why a content cannot be sent, or not to its end.
  enum Fault: Error, Equatable {
    /// The file is gone, or cannot be read.
    case unreadable(SystemCallError)
    /// The file is larger than ``WebFile/maxBytes``.
    case tooLarge
    /// The file changed while it was read.
    case changed
  }

  /// Where the bytes come from.
  enum Source: Sendable {
    case file(HeldFile)
    /// Bytes that all connections share.
    case bytes([UInt8])
  }

  private let source: Source
  /// Whether the bytes are gzip.
  let isPacked: Bool
  /// The tag of the content.
  let tag: EntityTag

  /// Creates a content from its source.
  init(_ source: Source, isPacked: Bool = false, tag: EntityTag) {
    self.source = source
    self.isPacked = isPacked
    self.tag = tag
  }

  /// The number of bytes to send.
  var count: Int {
    switch source {
    case .file(let file): file.version.size
    case .bytes(let bytes): bytes.count
    }
  }

  /// Returns the bytes from `offset` on, at most a chunk; empty at the end.
  ///
  /// Cost: two system calls for a file, which may wait for a disk.
  func chunk(at offset: Int) throws(Fault) -> [UInt8] {
    switch source {
    case .file(let file): try file.chunk(at: offset)
    case .bytes(let bytes): Array(bytes[offset..<min(offset + Self.chunkBytes, bytes.count)])
    }
  }
}

/// A folder whose files are opened beneath its descriptor, whatever happens to its path.
final class HeldFolder: Sendable {
  private let folder: OwnedFD

  /// Opens the folder at `path`, which may be a symbolic link.
  init(at path: String) throws(SystemCallError) {
    folder = try SystemCalls.openFolder(path)
  }

  /// Opens the file at `path` beneath the folder, without following any link.
  func open(_ path: String) throws(WebContent.Fault) -> HeldFile {
    let now = SystemCalls.realtimeNanoseconds()
    do throws(SystemCallError) {
      let file = try SystemCalls.open(path, beneath: folder)
      guard let version = try SystemCalls.version(of: file) else {
        throw SystemCallError(call: "open", code: .noSuchFile, subject: path)
      }
      return HeldFile(file, version: version, isSettled: version.isSettled(now: now))
    } catch {
      throw .unreadable(error)
    }
  }
}

/// An open file of a served folder, and the version of its content that is sent.
final class HeldFile: Sendable {
  private let file: OwnedFD
  /// The version at the time of opening.
  let version: FileVersion
  /// Whether each later change gets another version.
  let isSettled: Bool

  /// Takes over an open file.
  init(_ file: consuming OwnedFD, version: FileVersion, isSettled: Bool) {
    self.file = file
    self.version = version
    self.isSettled = isSettled
  }

  /// Returns the bytes from `offset` on, at most a chunk; empty at the end of the version.
  ///
  /// ``WebContent/Fault/changed`` if the file no longer has the version: a client must never
  /// receive parts of two versions as one content.
  func chunk(at offset: Int) throws(WebContent.Fault) -> [UInt8] {
    guard version.size <= WebFile.maxBytes else { throw .tooLarge }
    let count = min(WebContent.chunkBytes, version.size - offset)
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    do throws(SystemCallError) {
      var span = bytes.mutableSpan
      let outcome = try SystemCalls.read(file, at: offset, into: &span)
      // After the read: a write sets the time before it copies bytes.
      let present = try SystemCalls.version(of: file)
      if outcome == .bytes(count), present?.hasSameContent(as: version) == true { return bytes }
    } catch {
      throw .unreadable(error)
    }
    throw .changed
  }

  /// Calls `body` with each chunk from the start to the end.
  func forEachChunk(_ body: ([UInt8]) -> Void) throws(WebContent.Fault) {
    var offset = 0
    repeat {
      let chunk = try chunk(at: offset)
      offset += chunk.count
      body(chunk)
    } while offset < version.size
  }

  func contents() throws(WebContent.Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachChunk { bytes += $0 }
    return bytes
  }
}
