internal import GestureCore
internal import FlickProtocol

/// The settings in a set of configuration files, and what is wrong with them.
///
/// A bad value affects only its own key: `settings` has all valid values, and defaults for the
/// rest. So a service still works after a boot with a bad file. A reload may check ``isValid``
/// first and keep the previous settings.
public struct ConfigurationReading: Equatable, Sendable {
  /// The valid settings, with defaults for the rest.
  public var settings: Settings
  /// Everything that is wrong, in reading order.
  public var diagnostics: [Diagnostic]

  /// Whether nothing is wrong.
  public var isValid: Bool { diagnostics.isEmpty }
}

extension Settings {
  /// Reads `files` in order; a later file overrides single keys, and its `[[panel]]` rules follow
  /// the others.
  ///
  /// Pure: the same bytes produce the same reading. Lengths in pt use the last valid
  /// `points_per_inch`, regardless of its position. Without files the result is the defaults.
  public static func read(_ files: [ConfigurationFile]) -> ConfigurationReading {
    var reader = SettingsReader()
    return reader.read(files)
  }
}

/// Reads files into settings and collects what is wrong.
struct SettingsReader {
  /// More than any configuration needs; toml++ takes stack in proportion to the longest dotted key.
  static let largestFile = 65_536

  private var settings = Settings()
  private var density = Density(pointsPerInch: 163)
  private var findings: [Finding] = []
  /// Where each key of `[swipe]` got its present value.
  private var swipePlaces: [String: (file: Source, place: TextPlace)] = [:]

  /// Where each of the settings' zones is in its file.
  private var zonePlaces: [ZonePlace] = []

  private struct ZonePlace {
    var source: Source
    var place: TextPlace
    /// The keys that are set.
    var entries: [TomlEntry]
  }

  /// A file's name, and its position in the reading order.
  private struct Source {
    var order: Int
    var name: String
  }

  private struct Finding {
    var source: Source
    var place: TextPlace
    var message: String
  }

  mutating func read(_ files: [ConfigurationFile]) -> ConfigurationReading {
    var roots: [(source: Source, sections: [TomlEntry])] = []
    for (order, file) in files.enumerated() {
      let source = Source(order: order, name: file.name)
      guard let sections = sections(of: file, source) else { continue }
      roots.append((source, sections))
    }

    readDensity(roots.flatMap(\.sections))
    settings.swipe = SwipeSettings(pointsPerInch: density.pointsPerInch)
    for root in roots {
      for section in root.sections.sorted(by: { $0.place < $1.place }) { read(section, root.source) }
    }
    compareDistanceAndSlop()
    compareZones()

    let ordered = findings.sorted { ($0.source.order, $0.place) < ($1.source.order, $1.place) }
    return ConfigurationReading(
      settings: settings,
      diagnostics: ordered.map { Diagnostic(file: $0.source.name, place: $0.place, message: $0.message) })
  }

  private mutating func sections(of file: ConfigurationFile, _ source: Source) -> [TomlEntry]? {
    let start = TextPlace(line: 1, column: 1)
    guard file.bytes.count <= Self.largestFile else {
      report("the file has \(file.bytes.count) bytes; at most \(Self.largestFile) are read", source, start)
      return nil
    }
    do {
      guard case .table(let sections) = try TomlNode.parse(file.bytes).content else { return [] }
      return sections
    } catch {
      report("this is not TOML: \(error.message)", source, error.place)
      return nil
    }
  }

  /// Reads the last valid density; an invalid one is reported when its section is read.
  private mutating func readDensity(_ sections: [TomlEntry]) {
    for section in sections where section.key == Section.swipe.rawValue {
      guard case .table(let entries) = section.value.content else { continue }
      for entry in entries where entry.key == SwipeKeys.density.name {
        let reading = ValueDecoder(key: entry.key, node: entry.value, density: density)
        var swipe = settings.swipe
        guard (try? SwipeKeys.density.read(&swipe, reading)) != nil else { continue }
        density.pointsPerInch = swipe.pointsPerInch
      }
    }
  }

  private mutating func read(_ section: TomlEntry, _ source: Source) {
    let known = Section.top.first { $0.rawValue == section.key }
    switch (known, section.value.content) {
    case (.swipe?, .table(let entries)): readSwipe(entries, source)
    case (.socket?, .table(let entries)):
      var socket = settings.socket
      _ = apply(entries, to: &socket, SocketKeys.all, in: .socket, source)
      settings.socket = socket
    case (.panel?, .array(let rules)): for rule in rules { readPanel(rule, source) }
    case (.zone?, .array(let zones)): for zone in zones { readZone(zone, source) }
    case (let known?, _):
      report("`\(section.key)` must be a section; write \(known.title)", source, section.place)
    case (nil, .table), (nil, .array):
      report("`\(section.key)`: no such section; \(Advice.section(for: section.key))", source, section.place)
    case (nil, _):
      let what = "`\(section.key) = \(section.value.seen)`"
      report("\(what): stands outside a section; \(Advice.home(of: section.key))", source, section.place)
    }
  }

  private mutating func readSwipe(_ entries: [TomlEntry], _ source: Source) {
    var swipe = settings.swipe
    for entry in apply(withoutConflicts(entries, source), to: &swipe, SwipeKeys.all, in: .swipe, source) {
      swipePlaces[entry.key] = (source, entry.value.place)
    }
    swipe.pointsPerInch = density.pointsPerInch
    settings.swipe = swipe
  }

  /// Reports the keys that contradict another key, and returns the entries without them.
  private mutating func withoutConflicts(_ entries: [TomlEntry], _ source: Source) -> [TomlEntry] {
    var usable = entries.sorted { $0.place < $1.place }
    while let conflict = ZoneConflict.first(among: usable.map(\.key)),
      let entry = usable.first(where: { $0.key == conflict.key })
    {
      report("`\(entry.key) = \(entry.value.seen)`: \(conflict.message)", source, entry.place)
      usable.removeAll { $0.key == conflict.key }
    }
    return usable
  }

  /// Reads a rule, and drops the whole rule if its match is wrong.
  ///
  /// Without its match the rule would apply to unintended panels.
  private mutating func readPanel(_ node: TomlNode, _ source: Source) {
    guard case .table(let entries) = node.content else {
      return report("`\(node.seen)`: a rule must be a section; write [[panel]]", source, node.place)
    }
    var rule = PanelRule()
    _ = apply(entries.filter { $0.key != PanelKeys.match }, to: &rule, PanelKeys.all, in: .panel, source)
    compareSizeLimits(of: &rule, entries, source)
    guard let match = entries.first(where: { $0.key == PanelKeys.match }) else {
      return settings.panels.append(rule)
    }
    guard case .table(let conditions) = match.value.content, !conditions.isEmpty else {
      let advice = "write for example { vendor = \"0eef\" }, or leave it out to mean every panel"
      return report("`match = \(match.value.seen)`: \(advice)", source, match.value.place)
    }
    let valid = apply(conditions, to: &rule.match, MatchKeys.all, in: .match, source)
    if valid.count == conditions.count { settings.panels.append(rule) }
  }

  /// Reads a zone, and drops it if its name, panel, position, axis or exclusion is wrong.
  ///
  /// A private zone is kept, and then covers more.
  private mutating func readZone(_ node: TomlNode, _ source: Source) {
    guard case .table(let entries) = node.content else {
      return report("`\(node.seen)`: a zone must be a section; write [[zone]]", source, node.place)
    }
    var zone = ZoneSettings()
    let usable = withoutConflicts(entries, source)
    let valid = apply(usable, to: &zone, ZoneKeys.all, in: .zone, source)
    let position = ["name", "panel", "rectangle", "edge", "depth", "axis", "exclude"]
    let wrong = entries.map(\.key).filter { key in
      position.contains(key) && !valid.contains { $0.key == key }
    }
    if !zone.spec.isPrivate {
      guard wrong.isEmpty else { return }
      if zone.spec.name.isEmpty, !zone.spec.isExclusion {
        return report("[[zone]]: a zone needs a `name`", source, node.place)
      }
      if settings.zones.count == ZoneSettings.most {
        return report("[[zone]]: there are more than \(ZoneSettings.most)", source, node.place)
      }
    } else if wrong.contains(where: { ["rectangle", "edge", "depth"].contains($0) }) {
      (zone.spec.rectangle, zone.spec.edge) = (nil, nil)
    }
    settings.zones.append(zone)
    zonePlaces.append(ZonePlace(source: source, place: node.place, entries: valid))
  }

  /// Checks the zones against each other and against the other sections, and drops what is wrong.
  ///
  /// A private zone is kept, and then covers the whole panel. Pixels have no meaning without the
  /// size of a surface.
  private mutating func compareZones() {
    let hasSurface = settings.panels.contains { $0.surface != nil }
    var kept: [ZoneSettings] = []
    for (zone, at) in zip(settings.zones, zonePlaces) {
      var zone = zone
      var isUsable = true
      if zone.needsSurface, !hasSurface {
        report("[[zone]]: lengths in px need a `surface` in [[panel]]", at.source, at.place)
        isUsable = false
      }
      for conflict in zone.spec.conflicts(slop: settings.swipe.slop) {
        let entry = at.entries.first { $0.key == conflict.key }
        report(conflict.message, at.source, entry?.value.place ?? at.place)
        if conflict.key == "rectangle" { isUsable = false }
        zone.spec.reset(conflict.key)
      }
      if !zone.spec.name.isEmpty,
        kept.contains(where: { $0.spec.name == zone.spec.name && $0.panel == zone.panel })
      {
        report(
          "[[zone]]: there is another zone `\(zone.spec.name)`; choose another name", at.source, at.place)
        isUsable = false
      }
      if isUsable || zone.spec.isPrivate { kept.append(zone) }
    }
    settings.zones = kept
  }

  /// Resets both size limits to off if the landing limit is above the other and thus without
  /// effect.
  private mutating func compareSizeLimits(of rule: inout PanelRule, _ entries: [TomlEntry], _ source: Source)
  {
    guard let limit = rule.sizeLimit, let landing = rule.sizeLimitLanding, landing > limit else { return }
    let names = ["size_limit", "size_limit_landing"]
    let last = entries.filter { names.contains($0.key) }.max { $0.place < $1.place }
    guard let last else { return }
    let lengths = "\(rounded(landing)) mm is more than `size_limit`, \(rounded(limit)) mm"
    report("`size_limit_landing`, \(lengths): it would never be reached", source, last.value.place)
    rule.sizeLimit = nil
    rule.sizeLimitLanding = nil
  }

  /// Applies the entries to `target`, reports those that fail, and returns the others.
  private mutating func apply<Target>(
    _ entries: [TomlEntry], to target: inout Target, _ keys: [Key<Target>], in section: Section,
    _ source: Source
  ) -> [TomlEntry] {
    entries.filter { entry in
      guard let key = keys.first(where: { $0.name == entry.key }) else {
        let what = "`\(entry.key) = \(entry.value.seen)`"
        report(
          "\(what): no such key in \(section.title); \(Advice.key(for: entry.key, in: section))", source,
          entry.place)
        return false
      }
      do throws(ValueError) {
        try key.read(&target, ValueDecoder(key: entry.key, node: entry.value, density: density))
        return true
      } catch {
        report(error.message, source, error.place)
        return false
      }
    }
  }

  /// Resets D and slop to their defaults if D ≤ slop, because every swipe would commit.
  private mutating func compareDistanceAndSlop() {
    guard case .millimeters(let distance) = settings.swipe.distance, distance <= settings.swipe.slop else {
      return
    }
    let set = ["distance", "slop"].compactMap { swipePlaces[$0] }
    let last = set.max { ($0.file.order, $0.place) < ($1.file.order, $1.place) }
    guard let last else { return }
    let lengths = "\(rounded(distance)) mm is not more than `slop`, \(rounded(settings.swipe.slop)) mm"
    report("`distance`, \(lengths): every swipe would commit", last.file, last.place)
    let defaults = SwipeSettings(pointsPerInch: density.pointsPerInch)
    settings.swipe.distance = defaults.distance
    settings.swipe.slop = defaults.slop
  }

  private func rounded(_ length: Double) -> Double { (length * 100).rounded() / 100 }

  private mutating func report(_ message: String, _ source: Source, _ place: TextPlace) {
    // The message quotes the file, and the file may contain control characters.
    findings.append(Finding(source: source, place: place, message: message.terminalText))
  }
}
