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

  /// Where each of the settings' zones begins.
  private var zonePlaces: [(source: Source, place: TextPlace)] = []

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
        guard (try? SwipeKeys.density.apply(&swipe, reading)) != nil else { continue }
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
    for entry in apply(withOneProjection(entries, source), to: &swipe, SwipeKeys.all, in: .swipe, source) {
      swipePlaces[entry.key] = (source, entry.value.place)
    }
    swipe.pointsPerInch = density.pointsPerInch
    settings.swipe = swipe
  }

  /// Returns the entries without the second one that sets τ.
  private mutating func withOneProjection(_ entries: [TomlEntry], _ source: Source) -> [TomlEntry] {
    let rate = entries.first { $0.key == "deceleration_rate" }
    let both = entries.first { $0.key == "projection" }.flatMap { time in rate.map { [time, $0] } }
    let second = both?.max { $0.place < $1.place }
    if let second {
      report(
        "`\(second.key) = \(second.value.seen)`: `projection` and `deceleration_rate` say the same; keep one",
        source, second.place)
    }
    return entries.filter { $0.place != second?.place }
  }

  /// Returns whether the entries set the position of a zone at most once, and reports a conflict.
  private mutating func statesOnePlace(_ entries: [TomlEntry], _ source: Source) -> Bool {
    func entry(_ key: String) -> TomlEntry? { entries.first { $0.key == key } }
    if let edge = entry("edge"), let rectangle = entry("rectangle") {
      let second = edge.place < rectangle.place ? rectangle : edge
      report(
        "`\(second.key) = \(second.value.seen)`: `rectangle` and `edge` both say where the zone lies; keep one",
        source,
        second.place)
      return false
    }
    if let depth = entry("depth"), entry("edge") == nil {
      report(
        "`depth = \(depth.value.seen)`: it counts from an `edge`; say which, for example \"left\"", source,
        depth.place)
      return false
    }
    return true
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
    let usable = withOneProjection(entries, source)
    let valid = apply(usable, to: &zone, ZoneKeys.all, in: .zone, source)
    let places = ["name", "panel", "rectangle", "edge", "depth", "axis", "exclude"]
    let misplaced = usable.filter { entry in
      places.contains(entry.key) && !valid.contains { $0.place == entry.place }
    }
    let isPlaced = misplaced.isEmpty
    let isOnePlace = statesOnePlace(entries, source)
    // A private zone with one of these errors covers the whole panel.
    if !isOnePlace || misplaced.contains(where: { $0.key == "depth" }) {
      (zone.spec.rectangle, zone.spec.edge) = (nil, nil)
    }
    let isComplete =
      zone.spec.isPrivate || isPlaced && isOnePlace && repair(&zone, entries, node.place, source)
    guard isComplete else { return }
    if settings.zones.count == ZoneSettings.most, !zone.spec.isPrivate {
      return report("[[zone]]: there are more than \(ZoneSettings.most)", source, node.place)
    }
    settings.zones.append(zone)
    zonePlaces.append((source, node.place))
  }

  /// Reports contradictions within a zone, and returns whether the zone has a name if it needs one.
  ///
  /// Drops `directions` that could never commit.
  private mutating func repair(
    _ zone: inout ZoneSettings, _ entries: [TomlEntry], _ place: TextPlace, _ source: Source
  ) -> Bool {
    if zone.spec.name.isEmpty, !zone.spec.isExclusion {
      report("[[zone]]: a zone needs a `name`", source, place)
      return false
    }
    if let axis = zone.spec.axis, let directions = zone.spec.directions,
      !directions.hasDirection(along: axis),
      let entry = entries.first(where: { $0.key == "directions" })
    {
      report(
        "`directions`: none lies along the axis \(axis.word); nothing would commit", source,
        entry.value.place)
      zone.spec.directions = nil
    }
    return true
  }

  /// Checks the zones for pixels without a surface, and for a distance of at most the slop.
  ///
  /// Pixels have no meaning without the size of a surface. With D ≤ slop every swipe would commit.
  private mutating func compareZones() {
    let hasSurface = settings.panels.contains { $0.surface != nil }
    for (index, at) in zonePlaces.enumerated() {
      if settings.zones[index].needsSurface, !hasSurface {
        report("[[zone]]: lengths in px need a `surface` in [[panel]]", at.source, at.place)
      }
      if case .millimeters(let distance) = settings.zones[index].spec.distance,
        distance <= settings.swipe.slop
      {
        let lengths = "\(rounded(distance)) mm is not more than `slop`, \(rounded(settings.swipe.slop)) mm"
        report("[[zone]]: `distance`, \(lengths): every swipe would commit", at.source, at.place)
        settings.zones[index].spec.distance = nil
      }
    }
    if !hasSurface { settings.zones.removeAll { $0.needsSurface && !$0.spec.isPrivate } }
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
        try key.apply(&target, ValueDecoder(key: entry.key, node: entry.value, density: density))
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
