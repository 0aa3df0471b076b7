internal import FlickProtocol
public import Settings

extension Settings {
  /// Returns the rules and zones that match none of a machine's panels, each in one line.
  ///
  /// `hasPanel` returns whether a panel matches. It is nil if the machine has no panel; then
  /// nothing is reported.
  public func unmatched(_ hasPanel: ((PanelMatch) -> Bool)?) -> [String] {
    guard let hasPanel else { return [] }
    var notes: [String] = []
    for (index, rule) in panels.enumerated() where !hasPanel(rule.match) {
      notes.append("[[panel]] number \(index + 1), match = \(rule.match): no touchscreen here matches")
    }
    for (index, zone) in zones.enumerated() where !hasPanel(zone.panel) {
      let name = zone.spec.name.isEmpty ? "number \(index + 1)" : "`\(zone.spec.name)`"
      notes.append("[[zone]] \(name), panel = \(zone.panel): no touchscreen here matches")
    }
    return notes
  }

  /// Returns the users and groups of the configuration that do not exist, each in one line.
  public func unknownAccounts(hasUser: (String) -> Bool, hasGroup: (String) -> Bool) -> [String] {
    var notes: [String] = []
    if let owner = socket.owner, !hasUser(owner) {
      notes.append("[socket] owner: there is no user `\(owner)`: the socket keeps flickd's own")
    }
    if let group = socket.group, !hasGroup(group) {
      notes.append("[socket] group: there is no group `\(group)`: the socket keeps flickd's own")
    }
    for (key, names) in [
      ("positions", socket.positions), ("motion", socket.motion), ("decisions", socket.decisions),
    ] {
      for name in names where !hasGroup(name) {
        notes.append("[socket] \(key): there is no group `\(name)`: it admits no client")
      }
    }
    return notes
  }
}

extension PanelMatch: CustomStringConvertible {
  /// The match as the configuration writes it.
  public var description: String {
    func hexadecimal(_ number: UInt16) -> String { quoted(number.hexadecimal(digits: 4)) }
    let conditions = [
      ("vendor", vendor.map(hexadecimal)), ("product", product.map(hexadecimal)), ("name", name.map(quoted)),
      ("path", path.map(quoted)), ("serial", serial.map(quoted)),
    ]
    let pairs = conditions.compactMap { key, value in value.map { "\(key) = \($0)" } }
    return pairs.isEmpty ? "{}" : "{ \(pairs.joined(separator: ", ")) }"
  }
}
