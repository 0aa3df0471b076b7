internal import ArgumentParser
internal import Configuration
internal import Evdev
internal import FlickProtocol
internal import Installation
internal import LinuxIO

/// `flickctl check`: reports what is wrong with the configuration, and where.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the configuration.",
    discussion: """
      Exit codes: 0 it is good, 78 it is bad. Notes list what has no effect on this machine: rules and zones that match \
      none of its touchscreens, users and groups that do not exist, files of conf.d that are not read, and keys \
      that have no effect in their zone.
      """)

  @OptionGroup var options: SettingsOptions
  @OptionGroup var surplus: SurplusWords
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    try surplus.refuse { "flickctl check --config \($0)" }
  }

  func run() throws {
    let reading = try options.read()
    let notes =
      reading.notes + options.unreadFiles() + options.libraryNotes(reading.settings)
      + Self.notes(on: reading.settings)
    if json { try say(json: Self.report(reading.diagnostics, notes)) }
    guard !reading.isValid else {
      if !json {
        let lines = ["the configuration is good"] + notes.map { "note: \($0.terminalText)" }
        try say(lines.joined(separator: "\n"))
      }
      return
    }
    if json { throw ArgumentParser.ExitCode(FlickProtocol.ExitCode.badConfiguration.rawValue) }
    throw failure(.badConfiguration, reading.diagnostics.map(\.description).joined(separator: "\nflickctl: "))
  }

  /// Returns the parts of the configuration that have no effect on this machine.
  ///
  /// Without touchscreens or without udev, the result contains no rules and zones.
  private static func notes(on settings: Settings) -> [String] {
    let nodes = (try? PanelScan.nodes()) ?? []
    let seat = Seat.chosen(nil)
    let panels = nodes.filter { $0.deviceClass(seat: seat).isTouchscreen }
    let hasPanel: (PanelMatch) -> Bool = { match in panels.contains { match.holds(for: $0.subject) } }
    return settings.unmatched(panels.isEmpty ? nil : hasPanel)
      + settings.unknownAccounts(
        hasUser: { AccountName($0).user != nil }, hasGroup: { AccountName($0).group != nil })
  }

  private static func report(_ diagnostics: [Diagnostic], _ notes: [String]) -> [UInt8] {
    LineWriter.line { line in
      line.field("ok", diagnostics.isEmpty)
      line.objects("problems", diagnostics) { line, diagnostic in
        line.field("file", diagnostic.file)
        line.field("line", Int64(diagnostic.place.line))
        line.field("column", Int64(diagnostic.place.column))
        line.field("message", diagnostic.message)
      }
      line.strings("notes", notes)
    }
  }
}

/// The configuration that a command uses.
struct SettingsOptions: ParsableArguments {
  @Option(
    help: """
      Read this configuration file instead of \(ConfigurationFiles.defaultMain), or of \
      ~/.config/flickd/flickd.toml if the system has none.
      """)
  var config: String?

  /// The main file that must exist: that of `--config`, or the user's own; nil for the system's.
  var requiredMain: String? { config ?? UserConfiguration.main() }

  private var main: String { requiredMain ?? ConfigurationFiles.defaultMain }

  /// The folder of the drop-ins.
  var dropInFolder: String { ConfigurationFiles.dropInFolder(of: main) }

  /// Reads the settings of the files and of the library.
  func read() throws -> ConfigurationReading { Settings.read(try files(), library: library()) }

  /// The folder of the administrator's library entries.
  var libraryFolder: String { LibraryFiles.ownFolder(of: main) }

  /// Reads the files of the library, as flickd does.
  func library() -> [ConfigurationFile] {
    LibraryFiles.locate(
      shipped: ShareFolders.panelLibrary, beside: main, list: SystemCalls.namesIfAny,
      read: SystemCalls.contentsIfAny)
  }

  /// Reads the files; a named file must exist, the default file need not.
  ///
  /// `dropIns` replace those of the same name, and extend the others.
  func files(with dropIns: [ConfigurationFile] = []) throws -> [ConfigurationFile] {
    let main = requiredMain
    let newNames = dropIns.map { String($0.name.dropFirst(dropInFolder.count + 1)) }
    let files: [ConfigurationFile]?
    do throws(SystemCallError) {
      files = try ConfigurationFiles.locate(named: main) { folder throws(SystemCallError) in
        Array(Set(try SystemCalls.namesIfAny(in: folder) + newNames))
      } read: { path throws(SystemCallError) in
        if let dropIn = dropIns.first(where: { $0.name == path }) { return dropIn.bytes }
        return try SystemCalls.contentsIfAny(of: path)
      }
    } catch {
      let isForbidden = error.code == .permissionDenied || error.code == .notPermitted
      throw failure(isForbidden ? .noPermission : .badConfiguration, error.explained)
    }
    guard let files else {
      throw failure(.noInput, MissingPath.message(main ?? "", isReadAgain: true) { nearest(to: $0, in: $1) })
    }
    return files
  }

  /// The paths of the files that the settings come from.
  func inputs() throws -> [String] { (try files() + library()).map(\.name) }

  /// Reads the files as a service does: a file that does not exist is skipped.
  func readFiles() throws(SystemCallError) -> [ConfigurationFile] {
    try ConfigurationFiles.locate(main: main) { folder throws(SystemCallError) in
      try SystemCalls.namesIfAny(in: folder)
    } read: { path throws(SystemCallError) in
      try SystemCalls.contentsIfAny(of: path)
    }
  }

  /// Returns a line for each file that was probably meant as a part of the configuration, and is
  /// not read.
  func unreadFiles() -> [String] {
    let found = [dropInFolder, libraryFolder].flatMap { folder in
      ((try? SystemCalls.namesIfAny(in: folder)) ?? []).map { (name: $0, path: "\(folder)/\($0)") }
    }
    let endings = found.filter { MachineFacts.looksLikeSettings($0.name) }.map { file in
      "\(file.path) is not read: its name must end in .toml"
    }
    let visible = found.filter { $0.name.hasSuffix(".toml") && !$0.name.hasPrefix(".") }.map(\.path)
    let links = ([config ?? ConfigurationFiles.defaultMain] + visible).compactMap { path -> String? in
      guard let target = (try? SystemCalls.linkTarget(of: path)) ?? nil,
        ((try? SystemCalls.target(of: path)) ?? nil) == nil
      else { return nil }
      return "\(path) is a link to \(target), which does not exist"
    }
    return endings + links
  }

  /// Returns a line if there is no library, and so no value for known panels.
  func libraryNotes(_ settings: Settings) -> [String] {
    guard settings.library.isEmpty else { return [] }
    let folders = (ShareFolders.panelLibrary + [libraryFolder]).joined(separator: ", ")
    return ["there is no library of panels in \(folders): install flickd, which contains it"]
  }

  /// Reads the files, and ends the command if they contain an error.
  ///
  /// The settings of `overrides` replace those of the files.
  func settings(with overrides: SettingOverrides? = nil) throws -> Settings {
    let reading = Settings.read(try files(), library: library(), options: overrides?.set ?? [])
    guard reading.isValid else {
      throw failure(
        reading.diagnostics.allSatisfy(\.isOption) ? .usage : .badConfiguration,
        reading.diagnostics.map(\.description).joined(separator: "\nflickctl: "))
    }
    for words in reading.notes { note(words) }
    return reading.settings
  }
}
