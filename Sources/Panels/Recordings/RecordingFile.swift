internal import Glibc

/// Reads whole files with `read(2)`; only this type in the target accesses the file system.
public enum RecordingFile {
  /// The maximum size of a file, in bytes.
  public static var maximumSize: Int { 256 << 20 }
  /// The maximum size of the content of a gzip file, in bytes.
  ///
  /// It is smaller, because a small file must not use much memory unexpectedly.
  public static var maximumUnpackedSize: Int { 64 << 20 }

  /// Returns the bytes of a file; ``RecordingError/Kind/unreadable(_:)`` contains errno.
  public static func bytes(of path: String) throws(RecordingError) -> [UInt8] {
    do throws(RecordingError.Kind) {
      let file = try OpenFile(path)
      return try file.readToEnd(limit: maximumSize)
    } catch {
      throw RecordingError(file: path, kind: error)
    }
  }

  /// Reads the recording in a file, with the description file beside it if there is one.
  public static func read(_ path: String) throws(RecordingError) -> Recording {
    try Recording.read(bytes: try bytes(of: path), sibling: { try? bytes(of: $0) }, fileName: path)
  }
}

/// A file descriptor that is closed at the end of its lifetime.
private struct OpenFile: ~Copyable {
  private let descriptor: Int32

  init(_ path: String) throws(RecordingError.Kind) {
    // `withCString` keeps the C string valid during the call.
    let opened = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard opened >= 0 else { throw .unreadable(errno) }
    descriptor = opened
  }

  deinit {
    _ = close(descriptor)
  }

  func readToEnd(limit: Int) throws(RecordingError.Kind) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      // The kernel writes at most the passed count.
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(errno)
      }
      guard bytes.count + count <= limit else { throw .tooLarge }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}
