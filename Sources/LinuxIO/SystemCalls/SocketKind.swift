internal import Glibc

extension SystemCalls {
  /// Returns whether a descriptor is a listening Unix stream socket.
  ///
  /// Returns false if the descriptor is not a socket, or not open. The corresponding socket options
  /// are SO_DOMAIN, SO_TYPE and SO_ACCEPTCONN.
  static func isListeningStream(descriptor: Int32) throws(SystemCallError) -> Bool {
    do throws(SystemCallError) {
      let domain = try option(SO_DOMAIN, of: descriptor)
      let type = try option(SO_TYPE, of: descriptor)
      let isListening = try option(SO_ACCEPTCONN, of: descriptor) != 0
      return domain == AF_UNIX && type == SocketType.stream.number && isListening
    } catch  where error.code == .notASocket || error.code == .badDescriptor {
      return false
    }
  }

  private static func option(_ name: Int32, of descriptor: Int32) throws(SystemCallError) -> Int32 {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    // Value and size live for the call, and the size is the value's.
    try check("getsockopt") { unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size) }
    return value
  }
}

extension ErrorNumber {
  /// ENOTSOCK: the descriptor is not a socket.
  fileprivate static var notASocket: ErrorNumber { ErrorNumber(rawValue: ENOTSOCK) }
  /// EBADF: the descriptor is not open.
  fileprivate static var badDescriptor: ErrorNumber { ErrorNumber(rawValue: EBADF) }
}
