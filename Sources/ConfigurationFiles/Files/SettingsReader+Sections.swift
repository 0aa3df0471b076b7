internal import FlickProtocol
internal import Requests
internal import Settings

extension SettingsReader {
  mutating func readSwipe(_ entries: [TomlEntry], _ source: Source) {
    var swipe = settings.swipe
    for entry in apply(withoutConflicts(entries, source), to: &swipe, SwipeKey.self, source) {
      swipeEntries[entry.key] = (source, entry)
    }
    swipe.pointsPerInch = density.pointsPerInch
    settings.swipe = swipe
  }

  /// Reports the keys that contradict another key, and returns the entries without them.
  mutating func withoutConflicts(_ entries: [TomlEntry], _ source: Source) -> [TomlEntry] {
    var usable = entries.sorted { $0.position < $1.position }
    while let conflict = ZoneConflict.first(among: usable.map(\.key)),
      let entry = usable.first(where: { $0.key == conflict.key })
    {
      report("`\(entry.key) = \(entry.value.seen)`: \(conflict.message)", source, entry.position)
      usable.removeAll { $0.key == conflict.key }
    }
    return usable
  }

  /// Reads a rule, and drops the whole rule if its match is wrong.
  ///
  /// Without its match the rule would apply to unintended panels.
  mutating func readPanel(_ node: TomlNode, _ source: Source) {
    guard case .table(let entries) = node.content else {
      return report("`\(node.seen)`: a rule must be a section; write [[panel]]", source, node.position)
    }
    var rule = PanelRule()
    let usable = withoutConflicts(entries.filter { $0.key != PanelRuleKey.match }, source)
    let set = apply(usable, to: &rule, PanelRuleKey.self, source)
    compareSizeLimits(of: &rule, entries, source)
    let position = SectionPosition(source: source, position: node.position, entries: set)
    guard let match = entries.first(where: { $0.key == PanelRuleKey.match }) else {
      return add(rule, at: position)
    }
    guard case .table(let conditions) = match.value.content, !conditions.isEmpty else {
      let advice = "write for example { vendor = \"0eef\" }, or leave it out to mean every panel"
      return report("`match = \(match.value.seen)`: \(advice)", source, match.value.position)
    }
    let valid = apply(conditions, to: &rule.match, MatchKey.self, source)
    if valid.count == conditions.count { add(rule, at: position) }
  }

  private mutating func add(_ rule: PanelRule, at position: SectionPosition) {
    settings.panels.append(rule)
    panelSections.append(position)
  }

  /// Reads a zone, and drops it if its name, panel, position, axis or exclusion is wrong.
  ///
  /// A private zone is kept, and then covers more.
  mutating func readZone(_ node: TomlNode, _ source: Source) {
    guard case .table(let entries) = node.content else {
      return report("`\(node.seen)`: a zone must be a section; write [[zone]]", source, node.position)
    }
    var zone = ZoneSettings()
    let usable = withoutConflicts(entries, source)
    let valid = apply(usable, to: &zone, ZoneKey.self, source)
    let position = ["name", "panel", "rectangle", "edge", "depth", "axis", "exclude"]
    let wrong = entries.map(\.key).filter { key in
      position.contains(key) && !valid.contains { $0.key == key }
    }
    if !zone.spec.isPrivate {
      guard wrong.isEmpty else { return }
      if zone.spec.name.isEmpty, !zone.spec.isExclusion {
        return report("[[zone]]: a zone needs a `name`", source, node.position)
      }
      if settings.zones.count == ZoneSettings.maxCount {
        return report("[[zone]]: there are more than \(ZoneSettings.maxCount)", source, node.position)
      }
    } else if wrong.contains(where: { ["rectangle", "edge", "depth"].contains($0) }) {
      (zone.spec.rectangle, zone.spec.edge) = (nil, nil)
    }
    settings.zones.append(zone)
    zoneSections.append(SectionPosition(source: source, position: node.position, entries: valid))
  }
}
