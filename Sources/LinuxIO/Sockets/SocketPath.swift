/// Finds the path of the service's socket; server and clients search in the same order.
///
///     --socket, $FLICKD_SOCKET, [socket] path (server), /run/flickd/flickd.sock, $XDG_RUNTIME_DIR/flickd/flickd.sock
public enum SocketPath {
  /// The path of the system service's socket.
  public static let system = "/run/flickd/flickd.sock"

  /// Returns the path at which a server listens.
  ///
  /// Without a configured path, this is the system's path if its folder exists. Otherwise it is the
  /// user's path, whose folder is created.
  public static func server(named: String?, configured: String?) throws(SystemCallError) -> String {
    if let path = named ?? SystemCalls.environment("FLICKD_SOCKET") ?? configured { return path }
    guard let folder = userFolder, !exists("/run/flickd") else { return system }
    try SystemCalls.makePrivateFolder(folder)
    return "\(folder)/flickd.sock"
  }

  /// Creates the folder of `path` if it is missing and belongs to a user's own service.
  ///
  /// Any other folder is not touched.
  public static func makeOwnFolder(of path: String) throws(SystemCallError) {
    guard let folder = userFolder, path == "\(folder)/flickd.sock" else { return }
    try SystemCalls.makePrivateFolder(folder)
  }

  /// Returns the path to which a client connects: the first that exists, else the system's path.
  public static func client(named: String?) -> String {
    if let path = named ?? SystemCalls.environment("FLICKD_SOCKET") { return path }
    guard let user = userFolder.map({ "\($0)/flickd.sock" }), !exists(system), exists(user) else {
      return system
    }
    return user
  }

  /// Returns the folder part of a path.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folder of a service that a user runs; nil without `XDG_RUNTIME_DIR`.
  private static var userFolder: String? {
    SystemCalls.environment("XDG_RUNTIME_DIR").map { "\($0)/flickd" }
  }

  private static func exists(_ path: String) -> Bool {
    // A file that we may not inspect counts as absent.
    ((try? SystemCalls.target(of: path)) ?? nil) != nil
  }
}
