internal import FlickProtocol
internal import Settings

/// Reads files into settings and collects what is wrong.
struct SettingsReader {
  /// More than any configuration needs; toml++ takes stack in proportion to the longest dotted key.
  static let largestFile = 65_536

  var settings = Settings()
  var density = Density(pointsPerInch: 163)
  var findings: [Finding] = []
  /// Where each key of `[swipe]` got its present value.
  var swipeEntries: [String: (file: Source, entry: TomlEntry)] = [:]

  /// Where each of the settings' rules is in its file.
  var panelSections: [SectionPosition] = []
  /// Where each of the settings' zones is in its file.
  var zoneSections: [SectionPosition] = []
  /// The source of the options.
  var overrideSource = Source(order: 0, name: "", isOfLibrary: false)

  /// Where a repeated section is in its file.
  struct SectionPosition {
    var source: Source
    var position: TextPosition
    /// The keys that are set.
    var entries: [TomlEntry]
    /// The keys that options set instead of these.
    var options: [TomlEntry] = []
  }

  /// A file's name, and its position in the reading order.
  struct Source {
    var order: Int
    var name: String
    /// Whether the file is one of the library.
    var isOfLibrary: Bool
  }

  struct Finding {
    var source: Source
    var position: TextPosition
    var message: String
  }

  mutating func read(
    _ files: [ConfigurationFile], library: [ConfigurationFile], options: [SettingOption] = []
  ) -> ConfigurationReading {
    var roots: [(source: Source, sections: [TomlEntry])] = []
    for (order, file) in (library + files).enumerated() {
      let source = Source(order: order, name: file.name, isOfLibrary: order < library.count)
      guard let sections = sections(of: file, source) else { continue }
      roots.append((source, sections))
    }

    let overrides = OptionSections(options, following: library.count + files.count, reader: &self)

    for root in roots where !root.source.isOfLibrary { readDensity(root.sections) }
    readDensity(ofSwipe: overrides.swipe)
    settings.swipe = SwipeSettings(pointsPerInch: density.pointsPerInch)
    for root in roots {
      for section in root.sections.sorted(by: { $0.position < $1.position }) { read(section, root.source) }
    }
    read(overrides)
    compareDistanceAndSlop()
    compareOverrides()
    compareOptions(overrides)
    let idle = notesOnIdleKeys(options)
    compareZones()
    // The checks compare the entries of the library as the first rules.
    let entries = panelSections.count { $0.source.isOfLibrary }
    settings.library = Array(settings.panels.prefix(entries))
    settings.panels.removeFirst(entries)

    let ordered = findings.sorted { ($0.source.order, $0.position) < ($1.source.order, $1.position) }
    let diagnostics = ordered.map { finding in
      finding.source.order == overrides.source.order
        ? options[finding.position.line - 1].diagnostic(finding.message)
        : Diagnostic(file: finding.source.name, position: finding.position, message: finding.message)
    }
    return ConfigurationReading(
      settings: settings, diagnostics: diagnostics,
      notes: idle + SettingOption.notesOnRepetitions(in: options) + notes(on: overrides, options))
  }

  mutating func sections(of file: ConfigurationFile, _ source: Source) -> [TomlEntry]? {
    let start = TextPosition(line: 1, column: 1)
    if let failure = file.failure {
      report("this cannot be read: \(failure)", source, start)
      return nil
    }
    guard file.bytes.count <= Self.largestFile else {
      report("the file has \(file.bytes.count) bytes; at most \(Self.largestFile) are read", source, start)
      return nil
    }
    do {
      guard case .table(let sections) = try TomlNode.parse(file.bytes).content else { return [] }
      return sections
    } catch {
      let advice = TomlAdvice(file.bytes, at: error.position)
      report(advice.message, source, advice.position)
      return nil
    }
  }

  /// Reads the last valid density; an invalid one is reported when its section is read.
  mutating func readDensity(_ sections: [TomlEntry]) {
    for section in sections where section.key == Section.swipe.rawValue {
      guard case .table(let entries) = section.value.content else { continue }
      readDensity(ofSwipe: entries)
    }
  }

  private mutating func readDensity(ofSwipe entries: [TomlEntry]) {
    for entry in entries where entry.key == SwipeKey.pointsPerInch.name {
      let reading = ValueDecoder(key: entry.key, node: entry.value, density: density)
      var swipe = settings.swipe
      guard (try? SwipeKey.pointsPerInch.read(reading, into: &swipe)) != nil else { continue }
      density.pointsPerInch = swipe.pointsPerInch
    }
  }

  mutating func read(_ section: TomlEntry, _ source: Source) {
    let known = Section.top.first { $0.rawValue == section.key }
    guard known == .panel || !source.isOfLibrary else {
      let advice = "move it to a file of the configuration"
      return report("`\(section.key)`: a library entry is a [[panel]]; \(advice)", source, section.position)
    }
    switch (known, section.value.content) {
    case (.swipe?, .table(let entries)): readSwipe(entries, source)
    case (.socket?, .table(let entries)):
      var socket = settings.socket
      _ = apply(entries, to: &socket, SocketKey.self, source)
      settings.socket = socket
    case (.panel?, .array(let rules)): for rule in rules { readPanel(rule, source) }
    case (.zone?, .array(let zones)): for zone in zones { readZone(zone, source) }
    case (let known?, _):
      let advice = Advice.form(of: known, below: section.namesBelow)
      report("`\(section.key)` must be a section; \(advice)", source, section.position)
    case (nil, .table) where section.isDottedKey:
      let advice = "did you mean `\(section.joined)`? \(Advice.home(of: section.joined))"
      report("`\(section.dotted)`: stands outside a section; \(advice)", source, section.position)
    case (nil, .table), (nil, .array):
      let advice = Advice.foreign(section.key) ?? Advice.section(for: section.key)
      report("`\(section.key)`: no such section; \(advice)", source, section.position)
    case (nil, _):
      let what = "`\(section.key) = \(section.value.seen)`"
      report("\(what): stands outside a section; \(Advice.home(of: section.key))", source, section.position)
    }
  }

  /// Applies the entries to `target`, reports those that fail, and returns the others.
  mutating func apply<SomeKey: Key>(
    _ entries: [TomlEntry], to target: inout SomeKey.Target, _: SomeKey.Type, _ source: Source
  ) -> [TomlEntry] {
    let section = SomeKey.section
    return entries.filter { entry in
      guard let key = SomeKey(name: entry.key) else {
        let isDotted = entry.isDottedKey
        let what = isDotted ? entry.dotted : "\(entry.key) = \(entry.value.seen)"
        let advice = Advice.key(for: isDotted ? entry.joined : entry.key, in: section)
        report("`\(what)`: no such key in \(section.title); \(advice)", source, entry.position)
        return false
      }
      do throws(ValueError) {
        try key.read(ValueDecoder(key: entry.key, node: entry.value, density: density), into: &target)
        return true
      } catch {
        report(error.message, source, error.position)
        return false
      }
    }
  }

  mutating func report(_ message: String, _ source: Source, _ position: TextPosition) {
    // The message quotes the file, and the file may contain control characters.
    findings.append(Finding(source: source, position: position, message: message.terminalText))
  }
}
