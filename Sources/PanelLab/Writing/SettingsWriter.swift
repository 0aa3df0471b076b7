internal import ArgumentParser
internal import ConfigurationFiles
internal import FlickProtocol
internal import LinuxIO
internal import Settings
internal import Terminal

/// Writes the settings of a command into drop-ins, one for each panel.
///
///     show the change ──▶ check the whole configuration ──▶ replace each file ──▶ reload flickd
///
/// Nothing is written before every check has passed.
struct SettingsWriter {
  private let options: SettingsOptions
  private let command: WritingCommand
  /// Whether a file that the command did not write is replaced.
  private let isForced: Bool
  /// The paths of the files that were written, by the positions of the settings.
  private(set) var written: [Int: String] = [:]

  /// Creates a writer for the configuration of a command.
  init(_ options: SettingsOptions, of command: WritingCommand, isForced: Bool) {
    (self.options, self.command, self.isForced) = (options, command, isForced)
  }

  private var folder: String { options.dropInFolder }

  /// A drop-in and its panel.
  private struct Change {
    var number: Int
    var subject: RuleSubject
    var dropIn: SettingsDropIn
  }

  /// Ends the command if this user cannot create a drop-in.
  func checkPermission() throws {
    try writing { () throws(SystemCallError) in try FileReplacement.checkPermission(in: folder) }
  }

  /// Shows, checks and writes the settings of panels; ends the command if this fails.
  mutating func write(_ panels: [WrittenSettings]) throws {
    let changes = try changes(panels)
    guard !changes.isEmpty else { return note(command.nothing) }
    for change in changes { note("\(change.dropIn.path):\n\(change.dropIn.listing)") }
    try check(changes)
    // flickd must also read what was written before an error.
    defer { if !written.isEmpty { RunningFlickd.reload(readersOf: folder) } }
    for change in changes { try put(change) }
  }

  private func changes(_ panels: [WrittenSettings]) throws -> [Change] {
    var changes: [Change] = []
    for (number, settings) in panels.enumerated() where !settings.lines.isEmpty {
      let name = settings.name.terminalText
      guard let ids = settings.subject.ids else {
        throw failure(
          .badData,
          "\(name) has no vendor id, so a rule could match other panels: copy the lines; nothing is written")
      }
      let path = "\(folder)/\(command.fileName(ids: ids))"
      guard !changes.contains(where: { $0.dropIn.path == path }) else {
        throw failure(
          .badData,
          "one rule would match two of these panels, \(ids): \(command.verb) one at a time; nothing is written"
        )
      }
      let former = try options.files().first { $0.name == path }
      let dropIn = SettingsDropIn(
        at: path, former: former.map { String(decoding: $0.bytes, as: UTF8.self) }, settings: settings,
        of: command, isForced: isForced)
      guard let dropIn else {
        throw failure(
          .cannotCreate,
          "\(path): flickctl did not write this file: rename it, or replace it with --force; nothing is written"
        )
      }
      changes.append(Change(number: number, subject: settings.subject, dropIn: dropIn))
    }
    return changes
  }

  // MARK: Checks

  /// Ends the command if the configuration would be bad, or would not use the settings.
  private func check(_ changes: [Change]) throws {
    let files = try options.files(with: changes.map(\.dropIn.file))
    let reading = Settings.read(files, library: options.library())
    guard reading.isValid else {
      let problems = reading.diagnostics.map(\.description) + ["nothing is written"]
      throw failure(.badConfiguration, problems.joined(separator: "\nflickctl: "))
    }
    for change in changes {
      guard let file = overridingFile(change, in: files) else { continue }
      throw failure(
        .badConfiguration,
        "\(file): a rule in this file overrides the \(command.rawValue) settings: remove its keys; nothing is written"
      )
    }
  }

  /// Returns the first file after which the panel has other settings; nil if there is none.
  private func overridingFile(_ change: Change, in files: [ConfigurationFile]) -> String? {
    let rule = ConfigurationFile(name: "", bytes: Array(change.dropIn.rule.utf8))
    let own = files.firstIndex { $0.name == change.dropIn.path }
    func settings(after files: [ConfigurationFile]) -> PanelRule {
      Settings.read(files).settings.rule(for: change.subject)
    }
    return files.indices[(own ?? 0)...].first { index in
      let read = Array(files[...index])
      return settings(after: read) != settings(after: read + [rule])
    }.map { files[$0].name }
  }

  // MARK: Files

  private mutating func put(_ change: Change) throws {
    let file = change.dropIn.file
    guard !change.dropIn.isUnchanged else { return note("\(file.name) is unchanged") }
    let target = try writing { () throws(SystemCallError) in try OutputTarget(file.name) }
    // A link to /dev/null masks a drop-in.
    guard !target.isStream else {
      throw failure(
        .cannotCreate,
        "\(file.name) is \(target.path), where settings would be lost: remove it; this file is not written")
    }
    try writing { () throws(SystemCallError) in try target.write(file.bytes) }
    written[change.number] = file.name
    note("wrote \(file.name)")
  }

  private func writing<Value>(_ body: () throws(SystemCallError) -> Value) throws -> Value {
    try Result { () throws(SystemCallError) in try body() }.mapError { refused($0) }.get()
  }

  /// Returns the exit code for a file that cannot be created, after printing what helps.
  private func refused(_ error: SystemCallError) -> ArgumentParser.ExitCode {
    guard error.code == .permissionDenied || error.code == .notPermitted else {
      return failure(.cannotCreate, "\(error): this file is not written")
    }
    var line = CommandLine.arguments.map(RootCommand.quoted).joined(separator: " ")
    // `su -` changes to the folder of root, where relative paths mean other files.
    if RootCommand.Door.own == .su, let folder = SystemCalls.workingFolder() {
      line = "cd \(RootCommand.quoted(folder)) && \(line)"
    }
    return failure(.noPermission, "\(error): this file is not written: run `\(RootCommand(line).line)`")
  }
}
