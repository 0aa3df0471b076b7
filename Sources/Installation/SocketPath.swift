public import LinuxIO

/// Finds the path of the service's socket; server and clients search in the same order.
///
///     --socket, $FLICKD_SOCKET, [socket] path (server), /run/flickd/flickd.sock, $XDG_RUNTIME_DIR/flickd/flickd.sock
public enum SocketPath {
  /// The path of the system service's socket.
  public static let system = "\(UnixListenerError.rootFolder)/flickd.sock"

  /// Returns the path at which a server listens.
  ///
  /// Without a configured path, this is the system's path if its folder exists. Otherwise it is the
  /// user's path, whose folder is created.
  public static func server(named: String?, configured: String?) throws(SystemCallError) -> String {
    if let path = named ?? SystemCalls.environment("FLICKD_SOCKET") ?? configured { return path }
    guard let user = Self.user(), !SystemCalls.exists(UnixListenerError.rootFolder) else { return system }
    try SystemCalls.makePrivateFolder(PathParts.folder(of: user))
    return user
  }

  /// Creates the folder of `path` if it is missing and belongs to a user's own service.
  ///
  /// Any other folder is not touched.
  public static func makeOwnFolder(of path: String) throws(SystemCallError) {
    guard path == user() else { return }
    try SystemCalls.makePrivateFolder(PathParts.folder(of: path))
  }

  /// Returns the path to which a client connects: the first that exists, else the system's path.
  public static func client(named: String?) -> String {
    if let path = named ?? SystemCalls.environment("FLICKD_SOCKET") { return path }
    guard let user = Self.user(), !SystemCalls.exists(system), SystemCalls.exists(user) else { return system }
    return user
  }

  /// Returns what is wrong with an address that is not a path, and what to write; nil for a path.
  public static func fault(ofAddress text: String) -> String? {
    let begin = "the socket must be a plain path"
    if text.hasPrefix("@") { return "\(begin), not an abstract name: write for example /tmp/flickd.sock" }
    if text.first == "~" || text.first == "$" {
      return "\(begin): the shell replaces ~ and variables only without quotes: write the whole path"
    }
    if let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote {
      return "\(begin), and these quotes are a part of it: write \(text.dropFirst().dropLast())"
    }
    let last = text.split(separator: ":").last ?? ""
    if !text.isEmpty, !text.contains(where: { $0 == "/" }),
      last.allSatisfy({ $0.isNumber || $0 == "." || $0.isWhitespace })
    {
      return "\(begin), without unix: or a port: pages reach flickd by `flickctl bridge`"
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon].lowercased() {
    case "unix", "unix-connect", "unix-listen", "file":
      let path = rest.hasPrefix("//") ? "/\(rest.drop { $0 == "/" })" : String(rest)
      return "\(begin), without unix: or a port: write \(path)"
    case _ where rest.hasPrefix("//"):
      return "\(begin), without unix: or a port: pages reach flickd by `flickctl bridge`"
    default: return nil
    }
  }

  /// The path of the socket of a service that a user runs; nil if `XDG_RUNTIME_DIR` is not set.
  public static func user(_ folders: UserFolders = UserFolders()) -> String? {
    folders.runtime.map { "\($0)/flickd/flickd.sock" }
  }
}
