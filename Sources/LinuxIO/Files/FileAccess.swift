internal import Glibc

extension SystemCalls {
  /// Returns the names in a folder; empty if the folder does not exist.
  public static func namesIfAny(in folder: String) throws(SystemCallError) -> [String] {
    do throws(SystemCallError) {
      return try names(in: folder)
    } catch {
      guard error.code == .noSuchFile || error.code == .notAFolder else { throw error }
      // A path that leads through a file has no folder at its end either.
      if error.code == .notAFolder, try target(of: folder) != nil { throw error }
      return []
    }
  }

  /// Returns the bytes of a settings file, or nil if it does not exist; EFBIG beyond 1 MiB, ESPIPE
  /// for a pipe.
  public static func contentsIfAny(of path: String) throws(SystemCallError) -> [UInt8]? {
    try contentsIfAny(of: path, access: .reading)
  }

  /// Returns the bytes of a file of the service's state, or nil if it does not exist; EFBIG beyond
  /// 1 MiB.
  ///
  /// The service's user owns the folder, and root reads the file too, so a symbolic link is not
  /// followed (ELOOP).
  public static func stateIfAny(of path: String) throws(SystemCallError) -> [UInt8]? {
    try contentsIfAny(of: path, access: .readingUnlinked)
  }

  private static func contentsIfAny(
    of path: String, access: Access
  ) throws(SystemCallError) -> [UInt8]? {
    do throws(SystemCallError) {
      return try contents(of: path, upTo: 1 << 20, access: access, refusesPipe: true)
    } catch {
      guard error.code == .noSuchFile else { throw error }
      return nil
    }
  }

  /// Creates a folder with mode 0700; does nothing if it already exists.
  ///
  /// The corresponding C function is `mkdir`.
  public static func makePrivateFolder(_ path: String) throws(SystemCallError) {
    do throws(SystemCallError) {
      // The C string lives for the call.
      try check("mkdir", path) { unsafe mkdir(path, 0o700) }
    } catch {
      guard error.code == .fileExists else { throw error }
    }
  }
}

extension SystemCalls {
  /// A stream that the process was started with.
  public enum StandardStream: Int32, Sendable {
    /// Standard output.
    case output = 1
    /// Standard error.
    case error = 2
  }

  /// Writes all of `bytes`; EPIPE if the reader has closed.
  ///
  /// Blocks if the stream is blocking. If another process made the stream non-blocking, the write
  /// is repeated immediately.
  public static func writeAll(to stream: StandardStream, _ bytes: Span<UInt8>) throws(SystemCallError) {
    var start = 0
    try writeAll(descriptor: stream.rawValue, bytes, from: &start)
  }

  /// Writes `bytes` from the position `start` on, and moves `start` with each byte that is written.
  static func writeAll(
    descriptor: Int32, _ bytes: Span<UInt8>, from start: inout Int
  ) throws(SystemCallError) {
    while start < bytes.count {
      switch try write(descriptor: descriptor, bytes.extracting(start..<bytes.count)) {
      case .bytes(let count): start += count
      case .wouldBlock: continue
      case .ended: throw SystemCallError(call: "write", code: .brokenPipe)
      }
    }
  }
}
