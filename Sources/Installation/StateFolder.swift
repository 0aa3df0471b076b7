internal import LinuxIO

/// Finds the folder in which the service keeps what it learns; server and commands search in the
/// same order.
///
///     $STATE_DIRECTORY, /var/lib/flickd (commands, if it exists), $XDG_STATE_HOME/flickd, ~/.local/state/flickd
public enum StateFolder {
  /// The folder of the system service, which systemd creates.
  public static let system = "/var/lib/flickd"

  /// The folder of this process as a server; nil if none of these variables is set.
  public static var server: String? { given ?? user }

  /// The folder of the server that a command is about.
  public static var client: String? {
    if let given { return given }
    // A folder that we may not inspect counts as absent.
    return ((try? SystemCalls.target(of: system)) ?? nil) != nil ? system : user
  }

  /// The folder that systemd passes; the first of several.
  private static var given: String? {
    guard let folders = SystemCalls.environment("STATE_DIRECTORY"), folders.hasPrefix("/") else { return nil }
    return String(folders.prefix { $0 != ":" })
  }

  private static var user: String? { UserFolders().state.map { "\($0)/flickd" } }
}
