internal import FlickProtocol
internal import GestureCore
internal import Requests
internal import Settings

extension SettingsReader {
  /// Checks the zones against each other and against the other sections, and drops what is wrong.
  ///
  /// A private zone is kept, and then covers the whole panel. Pixels have no meaning without the
  /// size of a surface.
  mutating func compareZones() {
    let hasSurface = settings.panels.contains { $0.surface != nil }
    var kept: [ZoneSettings] = []
    for (zone, at) in zip(settings.zones, zoneSections) {
      var zone = zone
      var isUsable = true
      if zone.needsSurface, !hasSurface {
        report("[[zone]]: lengths in px need a `surface` in [[panel]]", at.source, at.position)
        isUsable = false
      }
      for conflict in zone.spec.conflicts(slop: settings.swipe(covering: zone.panel).slop) {
        if let option = at.options.first(where: { $0.key == conflict.key }) {
          report(conflict.message, overrideSource, option.value.position)
        } else {
          let entry = at.entries.first { $0.key == conflict.key }
          report(conflict.message, at.source, entry?.value.position ?? at.position)
        }
        if conflict.key == "rectangle" { isUsable = false }
        zone.spec.reset(conflict.key)
      }
      if !zone.spec.name.isEmpty,
        kept.contains(where: { $0.spec.name == zone.spec.name && $0.panel == zone.panel })
      {
        report(
          "[[zone]]: there is another zone `\(zone.spec.name)`; choose another name", at.source, at.position)
        isUsable = false
      }
      if isUsable || zone.spec.isPrivate { kept.append(zone) }
    }
    settings.zones = kept
  }

  /// Returns the keys that have no effect in their zone, because it is private or excluded.
  ///
  /// The zones must be those before ``compareZones()``.
  func notesOnIdleKeys(_ options: [SettingOption]) -> [String] {
    zip(settings.zones, zoneSections).flatMap { zone, at -> [String] in
      guard zone.spec.isPrivate || zone.spec.isExclusion else { return [] }
      let cause = zone.spec.isPrivate ? "private" : "exclude"
      func isIdle(_ entry: TomlEntry) -> Bool {
        entry.key == "exclude" && zone.spec.isExclusion
          ? zone.spec.isPrivate : !Self.keysOfPosition.contains(entry.key)
      }
      let lines = at.entries.filter(isIdle).map { entry in
        (key: entry.key, position: "\(at.source.name):\(entry.position.line):\(entry.position.column)")
      }
      let arguments = at.options.filter(isIdle).map { entry in
        (key: entry.key, position: "--set \(options[entry.position.line - 1].text)")
      }
      return (lines + arguments).map { found in
        "\(found.position): `\(found.key)` has no effect in a zone with `\(cause) = true`".terminalText
      }
    }
  }

  /// The keys that say where a zone is, and of which kind.
  private static let keysOfPosition = [
    "name", "panel", "rectangle", "edge", "depth", "exclude", "private",
  ]

  /// Resets both size limits to off if the landing limit is above the other and thus without
  /// effect.
  mutating func compareSizeLimits(of rule: inout PanelRule, _ entries: [TomlEntry], _ source: Source) {
    guard let limit = rule.sizeLimit, let landing = rule.sizeLimitLanding, landing > limit else { return }
    let names = ["size_limit", "size_limit_landing"]
    let last = entries.filter { names.contains($0.key) }.max { $0.position < $1.position }
    guard let last else { return }
    let lengths = "\(rounded(landing)) mm is more than `size_limit`, \(rounded(limit)) mm"
    report("`size_limit_landing`, \(lengths): it would never be reached", source, last.value.position)
    rule.sizeLimit = nil
    rule.sizeLimitLanding = nil
  }

  /// Resets D and slop to their defaults if D ≤ slop, because every swipe would commit.
  mutating func compareDistanceAndSlop() {
    guard settings.swipe.isDistanceWithinSlop else { return }
    let set = Self.lengths.compactMap { swipeEntries[$0] }
    let last = set.max {
      ($0.file.order, $0.entry.value.position) < ($1.file.order, $1.entry.value.position)
    }
    guard let last else { return }
    report(contradiction(in: settings.swipe), last.file, last.entry.value.position)
    let defaults = SwipeSettings(pointsPerInch: density.pointsPerInch)
    settings.swipe.distance = defaults.distance
    settings.swipe.slop = defaults.slop
  }

  /// Removes D and slop from a rule with which every swipe would commit.
  ///
  /// A rule is compared together with `[swipe]` and the earlier rules that apply to all its panels.
  mutating func compareOverrides() {
    for (index, at) in panelSections.enumerated() {
      let last = at.entries.filter { Self.lengths.contains($0.key) }.max { $0.position < $1.position }
      guard let last else { continue }
      let rule = settings.panels[index]
      let swipe = settings.swipe(covering: rule.match, through: index)
      guard swipe.isDistanceWithinSlop else { continue }
      report(contradiction(in: swipe), at.source, last.value.position)
      settings.panels[index].swipe.reset(Self.lengths.compactMap(SwipeKey.init(name:)))
      panelSections[index].entries.removeAll { Self.lengths.contains($0.key) }
    }
  }

  /// Reports an option with which every swipe would commit on the panels of a rule.
  ///
  /// Without this report, such a panel would use `[swipe]`, and the option would have no effect.
  mutating func compareOptions(_ overrides: OptionSections) {
    let option = overrides.panel.last { Self.lengths.contains($0.key) }
    guard let option, panelSections.last?.entries.contains(where: { $0.key == option.key }) == true else {
      return
    }
    for rule in settings.panels.dropLast() {
      let swipe = settings.swipe(covering: rule.match)
      guard swipe.isDistanceWithinSlop else { continue }
      let text = "\(contradiction(in: swipe)), on the panels of match = \(rule.match)"
      return report(text, overrides.source, option.value.position)
    }
  }

  /// The keys that contradict each other if D is not more than slop.
  private static var lengths: [String] { [SwipeKey.distance, .slop].map(\.name) }

  private func contradiction(in swipe: SwipeSettings) -> String {
    guard case .millimeters(let distance) = swipe.distance else { return "" }
    let lengths = "\(rounded(distance)) mm is not more than `slop`, \(rounded(swipe.slop)) mm"
    return "`distance`, \(lengths): every swipe would commit"
  }

  private func rounded(_ length: Double) -> Double { (length * 100).rounded() / 100 }
}

extension Settings {
  /// `[swipe]` with the first rules, through an index, that apply to all panels of a match.
  fileprivate func swipe(covering match: PanelMatch, through index: Int? = nil) -> SwipeSettings {
    let rules = index.map { Array(panels[...$0]) } ?? panels
    return rules.merged { $0.covers(match) }.swipe.applied(to: swipe)
  }
}
