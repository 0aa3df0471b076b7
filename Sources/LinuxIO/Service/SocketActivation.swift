/// A listening socket that the service manager has bound and passed on.
public enum SocketActivation {
  /// What is wrong with what was passed on; exit code 69.
  public enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// `LISTEN_FDS` is no number.
    case notANumber(String)
    /// There are several descriptors, and only one socket is served.
    case several(Int)
    /// Descriptor 3 is no Unix stream socket that listens.
    case notListening
    /// The system refused to say what it is.
    case system(SystemCallError)

    /// What happened and what to do about it.
    public var description: String {
      switch self {
      case .notANumber(let text): "LISTEN_FDS is '\(text)', which is no number of descriptors"
      case .several(let count):
        "the service manager passed \(count) descriptors: give the socket unit one ListenStream= and nothing else"
      case .notListening:
        "the service manager passed a descriptor that is no listening Unix stream socket: use ListenStream= with a "
          + "path, and Accept=no"
      case .system(let error): error.description
      }
    }
  }

  /// Takes descriptor 3 if it was meant for this process, nil if nothing was; call it once, at the
  /// start.
  ///
  /// Its name in `LISTEN_FDNAMES` is not looked at. The variables stay in the environment: this
  /// process starts no other. The corresponding C function is `sd_listen_fds`.
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
