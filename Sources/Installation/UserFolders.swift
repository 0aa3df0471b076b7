public import LinuxIO

/// The folders of a user, by the XDG base directory specification; nil where no variable says so.
public struct UserFolders: Equatable, Sendable {
  /// `$XDG_CONFIG_HOME`, or `~/.config`.
  public let configuration: String?
  /// `$XDG_DATA_HOME`, or `~/.local/share`.
  public let data: String?
  /// `$XDG_STATE_HOME`, or `~/.local/state`.
  public let state: String?
  /// `$XDG_RUNTIME_DIR`.
  public let runtime: String?

  /// Finds the folders of the user of this process, or of another `environment`.
  public init(environment: (String) -> String? = SystemCalls.environment) {
    // The specification ignores relative paths.
    func absolute(_ name: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = absolute("HOME")
    configuration = absolute("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
    data = absolute("XDG_DATA_HOME") ?? home.map { "\($0)/.local/share" }
    state = absolute("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" }
    runtime = absolute("XDG_RUNTIME_DIR")
  }
}
