internal import Settings

/// A key of `[[panel]]` except `match`: one that only panels have, or one of `[swipe]`.
enum PanelRuleKey: Key {
  case own(OwnPanelKey)
  case swipe(SwipeKey)

  /// The one key that is itself a table.
  static let match = "match"
  static var section: Section { .panel }
  /// Made once, because the library has many panels.
  static let all = OwnPanelKey.all.map(Self.own) + SwipeKey.all.filter(\.isPerPanel).map(Self.swipe)

  init?(name: String) {
    if let key = OwnPanelKey(name: name) {
      self = .own(key)
    } else if let key = SwipeKey(name: name), key.isPerPanel {
      self = .swipe(key)
    } else {
      return nil
    }
  }

  var name: String {
    switch self {
    case .own(let key): key.name
    case .swipe(let key): key.name
    }
  }

  var example: String {
    switch self {
    case .own(let key): key.example
    case .swipe(let key): key.example
    }
  }

  var hasDefault: Bool { if case .own(let key) = self { key.hasDefault } else { false } }

  func read(_ value: ValueDecoder, into rule: inout PanelRule) throws(ValueError) {
    switch self {
    case .own(let key): try key.read(value, into: &rule)
    case .swipe(let key):
      var values = SwipeSettings()
      try key.read(value, into: &values)
      rule.swipe.set(key, from: values)
    }
  }
}
