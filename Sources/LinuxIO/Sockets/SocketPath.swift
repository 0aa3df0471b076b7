/// Where the service's socket is: server and clients look in one order.
///
///     --socket, $FLICKD_SOCKET, [socket] path (server), /run/flickd/flickd.sock, $XDG_RUNTIME_DIR/flickd/flickd.sock
public enum SocketPath {
  /// The path of the system's service.
  public static let system = "/run/flickd/flickd.sock"

  /// The path at which a server listens; the system's, if its folder is there, else the user's,
  /// whose folder is made.
  public static func server(named: String?, configured: String?) throws(SystemCallError) -> String {
    if let path = named ?? SystemCalls.environment("FLICKD_SOCKET") ?? configured { return path }
    guard let folder = userFolder, !exists("/run/flickd") else { return system }
    try SystemCalls.makePrivateFolder(folder)
    return "\(folder)/flickd.sock"
  }

  /// Makes the folder of `path` where it is missing and is the folder of a user's own service; any
  /// other is left alone.
  public static func makeOwnFolder(of path: String) throws(SystemCallError) {
    guard let folder = userFolder, path == "\(folder)/flickd.sock" else { return }
    try SystemCalls.makePrivateFolder(folder)
  }

  /// The path at which a client connects; the first that is there, else the system's.
  public static func client(named: String?) -> String {
    if let path = named ?? SystemCalls.environment("FLICKD_SOCKET") { return path }
    guard let user = userFolder.map({ "\($0)/flickd.sock" }), !exists(system), exists(user) else {
      return system
    }
    return user
  }

  /// The folder part of a path.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folder of a service that a user runs.
  private static var userFolder: String? {
    SystemCalls.environment("XDG_RUNTIME_DIR").map { "\($0)/flickd" }
  }

  private static func exists(_ path: String) -> Bool {
    // What may not be looked at is not there for us.
    ((try? SystemCalls.target(of: path)) ?? nil) != nil
  }
}
