internal import ConfigurationFiles
internal import LinuxIO
internal import Settings

/// The drop-in of a panel as text, and the command with which an administrator writes it.
///
/// The studio uses it: a page writes no file.
struct SettingsHandover: Equatable {
  /// The lines of the settings; nil if there is no setting.
  var text: String?
  /// The administrator's command; nil if the settings must not be written so.
  var command: String?
  /// Why there are no lines or no command; nil if there are both.
  var note: String?

  /// Prepares the settings for a drop-in in this folder.
  ///
  /// `read` returns the former content of a file, nil if there is no such file.
  init(
    _ settings: WrittenSettings, of command: WritingCommand, in folder: String,
    by door: RootCommand.Door = .own,
    read: (String) throws -> [UInt8]?
  ) {
    guard !settings.lines.isEmpty else {
      note = command.nothing
      return
    }
    text = settings.rule
    guard let ids = settings.subject.ids else {
      note = "the panel has no vendor id, so this rule could match other panels: copy the lines"
      return
    }
    let path = "\(folder)/\(command.fileName(ids: ids))"
    let former: [UInt8]?
    do { former = try read(path) } catch {
      note = "\(error): add the lines to this file"
      return
    }
    let dropIn = SettingsDropIn(
      at: path, former: former.map { String(decoding: $0, as: UTF8.self) }, settings: settings, of: command)
    guard let dropIn else {
      note = "\(path): flickctl did not write this file: rename it, or add the lines to it"
      return
    }
    let content = String(decoding: dropIn.file.bytes, as: UTF8.self)
    text = content
    self.command = UserConfiguration.line(
      Self.script(content, path, in: folder), in: folder, isScript: true, by: door)
  }

  /// The commands of root's shell, or of the user's: they write the file and reload flickd, which
  /// checks it first.
  private static func script(_ content: String, _ path: String, in folder: String) -> String {
    var end = "END"
    while content.contains(end) { end += "_" }
    // flickd must be able to read the file, whatever the umask of root is.
    return """
      umask 022 && mkdir -p \(RootCommand.quoted(folder)) &&
      cat > \(RootCommand.quoted(path)) << "\(end)" &&
      \(content)\(end)
      \(UserConfiguration.reload(readerOf: folder))
      """
  }
}
