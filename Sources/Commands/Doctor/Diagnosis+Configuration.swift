internal import ConfigurationFiles
internal import Evdev
internal import FlickProtocol
internal import LinuxIO
internal import PanelLab
internal import Panels
internal import Settings

extension Diagnosis {
  /// Adds the files of the configuration, and the parts of them that have no effect.
  mutating func addConfiguration(_ facts: MachineFacts) {
    let reading = Settings.read(facts.files, library: facts.library)
    let files = facts.files.map(\.name).joined(separator: ", ")
    add(
      .configuration, Self.files(facts, reading),
      seen: facts.filesFailure ?? (files.isEmpty ? "there is no file: the defaults apply" : files),
      isChecked: facts.filesFailure == nil)
    // A table with an error is missing from the settings, so other tables have wrong numbers.
    let isReadable = facts.filesFailure == nil && reading.diagnostics.isEmpty
    let hasPanel = facts.touches.contains(where: facts.isOfSeat)
    add(
      .rules, isReadable ? Self.rules(facts, reading.settings) : [],
      seen: !isReadable
        ? "the files contain errors"
        : hasPanel ? "each has an effect on this machine" : "there is no touchscreen to compare with",
      isChecked: isReadable && hasPanel)
  }

  private static func files(_ facts: MachineFacts, _ reading: ConfigurationReading) -> [DoctorFinding] {
    var found = facts.unreadableFiles.map { file in
      DoctorFinding(
        .unreadableFile, "\(file) may not be read by the user flickd", "the service ignores the file",
        facts.reloading("chmod a+r \(RootCommand.quoted(file))"))
    }
    if let file = facts.missingFile {
      found.append(
        DoctorFinding(
          .missingFile, "\(file), which --config names, does not exist",
          "a flickd with this --config does not start; correct the name",
          "ls \(RootCommand.quoted(PathParts.folder(of: file)))"))
    }
    var edited: Set<String> = []
    for diagnostic in reading.diagnostics where edited.insert(diagnostic.file).inserted {
      let edit = FileEdit(mending: diagnostic.file, in: facts.files, facts.library, reading)
      found.append(
        DoctorFinding(
          .badConfiguration, diagnostic.description,
          "flickd applies no later change of any file, and defaults at the next start; \(edit.effect)",
          facts.reloading(edit.command)))
    }
    for file in facts.otherFiles {
      let name = String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)]) + ".toml"
      found.append(
        DoctorFinding(
          .ignoredFile, "\(file) is ignored, because its name does not end in .toml",
          "its settings have no effect",
          facts.reloading("mv -n \(RootCommand.quoted(file)) \(RootCommand.quoted(name))")))
    }
    guard found.isEmpty, let report = facts.answer?.configuration, report.state.value != .good else {
      return found
    }
    return [
      DoctorFinding(
        .notReloaded, "the files are good, and flickd has not read them since they were corrected",
        "flickd runs with \(report.state.value == .degraded ? "defaults" : "former settings")",
        facts.rereading.map { facts.root($0) } ?? facts.listener.map(facts.showing) ?? "flickctl check")
    ]
  }

  private static func rules(_ facts: MachineFacts, _ settings: Settings) -> [DoctorFinding] {
    let panels = facts.touches.filter(facts.isOfSeat).map(\.node)
    func hasPanel(_ match: PanelMatch) -> Bool { panels.contains { match.holds(for: $0.subject) } }
    func unmatched(_ table: TableLines.Table, _ matches: [PanelMatch]) -> [DoctorFinding] {
      guard !panels.isEmpty else { return [] }
      return matches.indices.filter { !hasPanel(matches[$0]) }.compactMap { index in
        let found = TableLines(of: table, number: index, among: matches.count, in: facts.files)
        return found.map { self.unmatched($0, table, matches[index], facts) }
      }
    }
    var found: [DoctorFinding] = []
    found += unmatched(.panel, settings.panels.map(\.match))
    found += unmatched(.zone, settings.zones.map(\.panel))
    return found + unknownAccounts(facts, settings)
  }

  private static func unmatched(
    _ position: TableLines, _ table: TableLines.Table, _ match: PanelMatch, _ facts: MachineFacts
  ) -> DoctorFinding {
    let edit = FileEdit(removing: position)
    return DoctorFinding(
      .unmatched,
      "\(edit.position): no touchscreen here matches this [[\(table.rawValue)]], \(match)",
      "it has no effect on this machine; leave it if it is for another machine, else correct its match "
        + "(`flickctl devices` lists what a match can name); \(edit.effect)",
      facts.reloading(edit.command))
  }

  private static func unknownAccounts(_ facts: MachineFacts, _ settings: Settings) -> [DoctorFinding] {
    var found: [DoctorFinding] = []
    let unknown = settings.unknownAccounts(
      hasUser: { !facts.missingUsers.contains($0) }, hasGroup: { !facts.missingGroups.contains($0) })
    for note in unknown {
      guard let name = note.split(separator: "`").dropFirst().first.map(String.init) else { continue }
      let isUser = note.hasPrefix("[socket] owner")
      let adding = isUser ? "useradd --system" : "groupadd --system"
      found.append(
        DoctorFinding(
          .unknownAccount, note.terminalText,
          "the key has no effect; correct the name in the file, or create the \(isUser ? "user" : "group")",
          facts.reloading("\(adding) \(RootCommand.quoted(name))")))
    }
    return found
  }
}

/// A change of one configuration file that only turns lines into comments, or puts the file aside.
struct FileEdit {
  let command: String
  /// What the command does.
  let effect: String
  /// The file and the first line that it changes.
  let position: String

  /// Finds the smallest change after which the reading has no error in this file.
  ///
  /// Reads the changed files again in memory, so a command that does not mend is never proposed.
  init(
    mending file: String, in files: [ConfigurationFile], _ library: [ConfigurationFile],
    _ reading: ConfigurationReading
  ) {
    let lines = Set(reading.diagnostics.filter { $0.file == file }.map(\.position.line)).sorted()
    func changed(_ files: [ConfigurationFile]) -> [ConfigurationFile] {
      Self.commented(lines.map { $0...$0 }, of: file, in: files)
    }
    let mended = Settings.read(changed(files), library: changed(library))
    position = "\(file):\(lines.first ?? 1)"
    if !mended.diagnostics.contains(where: { $0.file == file }) {
      command = Self.sed(lines.map { $0...$0 }, file)
      effect = "the command turns \(lines.count == 1 ? "the line" : "\(lines.count) lines") into a comment"
    } else {
      command = "mv \(RootCommand.quoted(file)) \(RootCommand.quoted("\(file).off"))"
      effect = "the command sets the file aside"
    }
  }

  /// Turns a table into comments.
  init(removing table: TableLines) {
    command = Self.sed([table.lines], table.file)
    effect = "the command turns the table into comments"
    position = table.position
  }

  private static func sed(_ ranges: [ClosedRange<Int>], _ file: String) -> String {
    let edits = ranges.map { range in
      (range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound),\(range.upperBound)") + "s/^/# /"
    }
    return "sed -i \(RootCommand.quoted(edits.joined(separator: ";"))) \(RootCommand.quoted(file))"
  }

  private static func commented(
    _ ranges: [ClosedRange<Int>], of name: String, in files: [ConfigurationFile]
  ) -> [ConfigurationFile] {
    files.map { file in
      guard file.name == name else { return file }
      let lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let changed = lines.enumerated().map { index, line in
        (ranges.contains { $0.contains(index + 1) } ? Array("# ".utf8) : []) + line
      }
      var copy = file
      copy.bytes = Array(changed.joined(separator: [UInt8(ascii: "\n")]))
      return copy
    }
  }
}
