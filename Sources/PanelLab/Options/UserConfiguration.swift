internal import ConfigurationFiles
internal import Installation
internal import LinuxIO

/// The configuration of a user who installed flickd without root.
enum UserConfiguration {
  /// The user's main file if it exists and the system has no configuration; otherwise nil.
  ///
  /// The files are those of this machine, or below another `root` folder.
  static func main(
    below root: String = "", environment: (String) -> String? = SystemCalls.environment
  ) -> String? {
    let system = ConfigurationFiles.defaultMain
    guard let folder = UserFolders(environment: environment).configuration,
      !exists("\(root)\(system)"), !exists("\(root)\(ConfigurationFiles.dropInFolder(of: system))")
    else { return nil }
    let own = "\(folder)/flickd/flickd.toml"
    return exists("\(root)\(own)") ? own : nil
  }

  /// The line to type for the commands that change and reload the configuration of a folder.
  static func line(
    _ commands: String, in folder: String, isScript: Bool = false, by door: RootCommand.Door = .own
  ) -> String {
    isUserFolder(folder) ? commands : RootCommand(commands, isScript: isScript, by: door).line
  }

  /// The command with which systemd reloads the flickd that reads a folder.
  static func reload(readerOf folder: String) -> String {
    "systemctl \(isUserFolder(folder) ? "--user " : "")reload flickd"
  }

  /// Whether the user's own flickd reads a folder.
  private static func isUserFolder(_ folder: String) -> Bool {
    guard let own = UserFolders().configuration else { return false }
    return folder.hasPrefix("\(own)/flickd/")
  }

  /// Whether there is a file; one that we may not inspect counts, so that its fault is reported.
  private static func exists(_ path: String) -> Bool {
    do throws(SystemCallError) { return try SystemCalls.target(of: path) != nil } catch { return true }
  }
}
