internal import FlickProtocol
internal import Settings

/// The settings of the command line, by their section.
struct OptionSections {
  /// The last source: it overrides all others, and its line N is option N.
  let source: SettingsReader.Source
  /// Keys that only `[swipe]` has, and keys that it does not have.
  private(set) var swipe: [TomlEntry] = []
  /// Keys of `[[panel]]`, which also override those of `[swipe]`.
  private(set) var panel: [TomlEntry] = []
  /// The keys of zones, by the name of the zone.
  private(set) var zones: [TomlEntry] = []

  /// Sorts the options, and reports those of no section.
  ///
  /// `order` is the number of the other sources.
  init(_ options: [SettingOption], following order: Int, reader: inout SettingsReader) {
    let file = SettingOption.file(options)
    source = SettingsReader.Source(order: order, name: file.name, isOfLibrary: false)
    reader.overrideSource = source
    for entry in reader.sections(of: file, source)?.sorted(by: { $0.position < $1.position }) ?? [] {
      add(entry, to: &reader)
    }
    (swipe, panel) = (Self.last(of: swipe), Self.last(of: panel))
  }

  private mutating func add(_ entry: TomlEntry, to reader: inout SettingsReader) {
    switch (Section.top.first { $0.rawValue == entry.key }, entry.value.content) {
    // [[panel]] has the keys of [swipe] too, and only there they override the rules for panels.
    case (.swipe?, .table(let entries)):
      for entry in entries {
        if SwipeKey(name: entry.key)?.isPerPanel == true {
          panel.append(entry)
        } else {
          swipe.append(entry)
        }
      }
    case (.panel?, .table(let entries)):
      for entry in entries {
        guard entry.key == PanelRuleKey.match else {
          panel.append(entry)
          continue
        }
        reportMatch(entry, to: &reader)
      }
    case (.zone?, .table(let named)): zones += named
    case (.socket?, _):
      reader.report("[socket] changes no decision: leave the option out", source, entry.position)
    case (let section?, _):
      let name = section == .zone ? "zone.NAME" : section.rawValue
      reader.report("`\(entry.key)` is a section: write \(name).KEY=VALUE", source, entry.position)
    case (nil, _) where entry.key == PanelRuleKey.match: reportMatch(entry, to: &reader)
    case (nil, .table) where !Advice.isKey(entry.key):
      reader.report(Self.unknownSection(entry), source, entry.position)
    case (nil, _) where entry.key == SwipeKey.pointsPerInch.name: swipe.append(entry)
    case (nil, _) where PanelRuleKey(name: entry.key) != nil: panel.append(entry)
    case (nil, _): reader.report(Self.unknownKey(entry), source, entry.position)
    }
  }

  private func reportMatch(_ entry: TomlEntry, to reader: inout SettingsReader) {
    reader.report("`match` sets nothing: an option applies to every panel", source, entry.position)
  }

  private static func unknownSection(_ entry: TomlEntry) -> String {
    if entry.isDottedKey {
      return "`\(entry.dotted)`: no such key; did you mean `\(entry.joined)`?"
    }
    let names = [Section.swipe, .panel, .zone].map(\.rawValue)
    let near = nearest(to: entry.key, in: names).map { "did you mean `\($0)`?" }
    return "`\(entry.key)`: no such section; \(near ?? "the sections are \(names.joined(separator: ", "))")"
  }

  private static func unknownKey(_ entry: TomlEntry) -> String {
    let advice: String
    if Section.zone.keys.contains(entry.key) {
      advice = "only zones have it: write zone.NAME.\(entry.key)=VALUE"
    } else if Section.socket.keys.contains(entry.key) {
      advice = "it belongs in [socket], which changes no decision"
    } else {
      let known = Section.panel.keys.filter { $0 != PanelRuleKey.match } + [SwipeKey.pointsPerInch.name]
      let near = nearest(to: entry.key, in: known).map { "did you mean `\($0)`?" }
      advice = near ?? "the keys are \(known.joined(separator: ", "))"
    }
    return "`\(entry.key) = \(entry.value.seen)`: no such key in [swipe] or [[panel]]; \(advice)"
  }

  /// Returns the entries without those that a later one repeats, with a section or without.
  private static func last(of entries: [TomlEntry]) -> [TomlEntry] {
    let sorted = entries.sorted { $0.position < $1.position }
    return sorted.enumerated().filter { index, entry in
      !sorted[(index + 1)...].contains { $0.key == entry.key }
    }.map(\.element)
  }
}

extension SettingOption {
  /// Returns what is wrong with this option.
  func diagnostic(_ message: String) -> Diagnostic {
    Diagnostic(
      file: "--set \(text.terminalText)", position: TextPosition(line: 1, column: 1), message: message,
      isOption: true)
  }
}

extension SettingsReader {
  /// Applies the options after all files.
  mutating func read(_ overrides: OptionSections) {
    if !overrides.swipe.isEmpty { readSwipe(overrides.swipe, overrides.source) }
    if let first = overrides.panel.first {
      readPanel(TomlNode(content: .table(overrides.panel), position: first.position), overrides.source)
    }
    for zone in overrides.zones { readZoneOptions(zone, overrides.source) }
  }

  private mutating func readZoneOptions(_ named: TomlEntry, _ source: Source) {
    let name = named.key
    guard case .table(let entries) = named.value.content else {
      let key = Section.zone.keys.contains(name) ? name : "KEY"
      return report("the name of the zone is missing: write zone.NAME.\(key)=VALUE", source, named.position)
    }
    let indices = settings.zones.indices.filter { settings.zones[$0].spec.name == name }
    guard let first = indices.first else {
      let advice = quotedKey(of: named).map { "write '\($0)'" } ?? zoneAdvice(for: name)
      return report("`zone.\(name)`: no such zone; \(advice)", source, named.position)
    }
    var zone = settings.zones[first]
    let set = apply(withoutConflicts(entries, source), to: &zone, ZoneKey.self, source)
    for index in indices {
      for entry in set {
        let decoder = ValueDecoder(key: entry.key, node: entry.value, density: density)
        // `apply` has read these entries once.
        try? ZoneKey(name: entry.key)?.read(decoder, into: &settings.zones[index])
      }
      zoneSections[index].options = set
    }
  }

  /// Returns the setting of a zone whose name contains dots, which need quotes; nil if there
  /// is none.
  private func quotedKey(of named: TomlEntry) -> String? {
    var (name, entry) = (named.key, named)
    while case .table(let entries) = entry.value.content, let next = entries.first {
      if settings.zones.contains(where: { $0.spec.name == name }) {
        return "zone.\(Self.shown(name)).\(next.key)=\(next.value.seen.filter { $0 != Character("\"") })"
      }
      (name, entry) = ("\(name).\(next.key)", next)
    }
    return nil
  }

  /// The name of a zone as a key has it.
  private static func shown(_ name: String) -> String {
    let isBare = name.utf8.allSatisfy { byte in
      let letter = byte | 0x20
      return (0x61...0x7a).contains(letter) || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x5f
    }
    return isBare ? name : "\"\(name.terminalText)\""
  }

  private func zoneAdvice(for name: String) -> String {
    let names = settings.zones.map(\.spec.name).filter { !$0.isEmpty }
    if let near = nearest(to: name, in: names) { return "did you mean `zone.\(Self.shown(near))`?" }
    let begin = name.allSatisfy(\.isNumber) ? "zones have names, not numbers: " : ""
    return names.isEmpty
      ? "the configuration has no zones; --config reads another one"
      : "\(begin)the zones are \(names.joined(separator: ", "))"
  }

  /// Returns the zones whose own value an option for all swipes does not replace.
  func notes(on overrides: OptionSections, _ options: [SettingOption]) -> [String] {
    overrides.panel.flatMap { option in
      zip(settings.zones, zoneSections).compactMap { zone, at in
        guard at.entries.contains(where: { $0.key == option.key }),
          !at.options.contains(where: { $0.key == option.key })
        else { return nil }
        let argument = options[option.position.line - 1].text.terminalText
        let name = zone.spec.name
        return "--set \(argument): zone `\(name.terminalText)` has its own `\(option.key)`; "
          + "for this zone, set zone.\(Self.shown(name)).\(option.key)"
      }
    }
  }
}
