internal import FlickProtocol
internal import Settings

/// Reads a value as flickd would, before a message proposes it.
struct ValueTrial {
  private let key: String
  private let section: Section?

  /// Whether some section has the key.
  var isKnown: Bool { section != nil }

  /// Creates the trial of a key in the section of a name, or else in the first that has the key.
  init(key: String, below name: String?) {
    let last = key.split(separator: "." as Character).last.map(String.init) ?? key
    let present = name.flatMap(Section.init(rawValue:)).map { [$0] } ?? []
    self.key = last
    section = (present + Section.allCases).first { $0.keys.contains(last) }
  }

  /// Returns why flickd would refuse a value in TOML; nil if it reads it, or if no section has the
  /// key.
  func refusal(of value: String) -> ValueError? {
    guard case .table(let entries)? = (try? TomlNode.parse(Array("\(key) = \(value)\n".utf8)))?.content,
      let node = entries.first?.value
    else { return nil }
    let decoder = ValueDecoder(key: key, node: node, density: Density(pointsPerInch: 163))
    switch section {
    case .panel? where key == PanelRuleKey.match:
      return refusal { () throws(ValueError) in _ = try decoder.match() }
    case .swipe?: return refusal(of: decoder, SwipeKey.self, SwipeSettings())
    case .panel?: return refusal(of: decoder, PanelRuleKey.self, PanelRule())
    case .zone?: return refusal(of: decoder, ZoneKey.self, ZoneSettings())
    case .socket?: return refusal(of: decoder, SocketKey.self, SocketSettings())
    case .match?: return refusal(of: decoder, MatchKey.self, PanelMatch())
    case .spring?: return refusal(of: decoder, SpringKey.self, SpringParts())
    case nil: return nil
    }
  }

  private func refusal<SomeKey: Key>(
    of decoder: ValueDecoder, _: SomeKey.Type, _ target: SomeKey.Target
  ) -> ValueError? {
    guard let key = SomeKey(name: key) else { return nil }
    return refusal { () throws(ValueError) in
      var target = target
      try key.read(decoder, into: &target)
    }
  }

  private func refusal(_ read: () throws(ValueError) -> Void) -> ValueError? {
    do throws(ValueError) {
      try read()
      return nil
    } catch {
      return error
    }
  }
}
