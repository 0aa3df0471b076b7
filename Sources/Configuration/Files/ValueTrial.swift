internal import FlickProtocol

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
    case .panel? where key == PanelKeys.match:
      return refusal { () throws(ValueError) in
        var match = PanelMatch()
        try decoder.table(MatchKeys.all, in: .match, into: &match)
      }
    case .swipe?: return refusal(of: decoder, SwipeKeys.all, SwipeSettings())
    case .panel?: return refusal(of: decoder, PanelKeys.all, PanelRule())
    case .zone?: return refusal(of: decoder, ZoneKeys.all, ZoneSettings())
    case .socket?: return refusal(of: decoder, SocketKeys.all, SocketSettings())
    case .match?: return refusal(of: decoder, MatchKeys.all, PanelMatch())
    case .spring?: return refusal(of: decoder, SpringKeys.all, SpringParts())
    case nil: return nil
    }
  }

  private func refusal<Target>(
    of decoder: ValueDecoder, _ keys: [Key<Target>], _ target: Target
  ) -> ValueError? {
    guard let key = keys.first(where: { $0.name == key }) else { return nil }
    return refusal { () throws(ValueError) in
      var target = target
      try key.read(&target, decoder)
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
