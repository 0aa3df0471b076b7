public import Glibc
public import LinuxIO

/// A Unix socket of a type, bound to `path`.
///
/// Not bound by `UnixListener`, which changes the file creation mask of the process for a moment:
/// other users could not read the files that other tests write at that time.
public func boundSocket(at path: String, _ type: __socket_type) throws -> OwnedFD {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let file = OwnedFD(taking: Glibc.socket(AF_UNIX, Int32(type.rawValue), 0))
  // The path of a test's folder is shorter than the 108 bytes; the tuple is accessible only as raw
  // memory.
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
    for (index, byte) in path.utf8.prefix(107).enumerated() { unsafe room[index] = byte }
  }
  let result = unsafe withUnsafePointer(to: &address) { pointer in
    // Every address starts with sockaddr's family, by POSIX.
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe bind(file.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  guard result == 0 else { throw TimedOut(description: "\(path) cannot be bound to") }
  return file
}

/// A stream socket that listens at `path`.
public func listeningSocket(at path: String) throws -> OwnedFD {
  let file = try boundSocket(at: path, SOCK_STREAM)
  guard listen(file.number, 8) == 0 else { throw TimedOut(description: "cannot listen at \(path)") }
  return file
}
