internal import ArgumentParser
internal import ConfigurationFiles
internal import Evdev
internal import FlickProtocol
internal import Installation
internal import LinuxIO
internal import PanelLab
internal import Settings
internal import Terminal

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
  @OptionGroup var surplus: SurplusArguments
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    try surplus.refuse { "flickctl check --config \($0)" }
  }

  func run() throws {
    let reading = try options.read()
    let notes =
      reading.notes + options.unreadFiles() + options.libraryNotes(reading.settings)
      + Self.notes(on: reading.settings)
    if json { try writeOutput(json: Self.report(reading.diagnostics, notes)) }
    if reading.isValid {
      if !json {
        let lines = ["the configuration is good"] + notes.map { "note: \($0.terminalText)" }
        try writeOutput(lines.joined(separator: "\n"))
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
        line.field("line", Int64(diagnostic.position.line))
        line.field("column", Int64(diagnostic.position.column))
        line.field("message", diagnostic.message)
      }
      line.strings("notes", notes)
    }
  }
}

extension SettingsOptions {
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
}
