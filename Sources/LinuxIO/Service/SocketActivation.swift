/// Socket activation: a listening socket that the service manager has bound and passed.
public enum SocketActivation {
  /// What is wrong with the passed descriptors; exit code 69.
  public enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// `LISTEN_FDS` is not a number.
    case notANumber(String)
    /// The service manager passed several descriptors, but the service uses only one socket.
    case several(Int)
    /// Descriptor 3 is not a listening Unix stream socket.
    case notListening
    /// The kernel refused to report what kind of file descriptor 3 is.
    case system(SystemCallError)

    /// What happened, and what to do next.
    public var description: String {
      switch self {
      case .notANumber(let text): "LISTEN_FDS is '\(text)', not a number of descriptors"
      case .several(let count):
        "the service manager passed \(count) descriptors: give the socket unit one ListenStream= and nothing else"
      case .notListening:
        "the service manager passed a descriptor that is not a listening Unix stream socket: use ListenStream= with a "
          + "path, and Accept=no"
      case .system(let error): error.description
      }
    }
  }

  /// Returns descriptor 3 if the service manager passed it to this process, else nil.
  ///
  /// Call this function once, at the start. It ignores the name in `LISTEN_FDNAMES`. The variables
  /// stay in the environment, because this process starts no other process. The corresponding C
  /// function is `sd_listen_fds`.
  public static func take() throws(Failure) -> OwnedFD? {
    guard SystemCalls.environment("LISTEN_PID") == "\(SystemCalls.processNumber())",
      let text = SystemCalls.environment("LISTEN_FDS")
    else { return nil }
    guard let count = Int(text), count >= 0 else { throw .notANumber(text) }
    guard count > 0 else { return nil }
    guard count == 1 else { throw .several(count) }
    // SD_LISTEN_FDS_START.
    let descriptor: Int32 = 3
    let isListening: Bool
    do throws(SystemCallError) {
      isListening = try SystemCalls.isListeningStream(descriptor: descriptor)
    } catch {
      throw .system(error)
    }
    guard isListening else { throw .notListening }
    return OwnedFD(taking: descriptor)
  }
}
