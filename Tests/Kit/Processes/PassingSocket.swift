/// The arguments before a program's command line that run the program as a service manager does,
/// with a listening socket as descriptor 3.
public enum PassingSocket {
  /// The arguments for a socket at `path`.
  ///
  /// The process that listens executes the program, so that the process id stays the same.
  public static func prefix(at path: String, backlog: Int = 128) -> [String] {
    let manager = """
      import os, socket, sys
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1])
      listener.listen(int(sys.argv[2]))
      os.dup2(listener.fileno(), 3)
      os.set_inheritable(3, True)
      os.environ["LISTEN_PID"] = str(os.getpid())
      os.environ["LISTEN_FDS"] = "1"
      os.execv(sys.argv[3], sys.argv[3:])
      """
    return ["python3", "-c", manager, path, "\(backlog)"]
  }
}
