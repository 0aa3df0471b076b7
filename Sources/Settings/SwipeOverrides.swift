public import Panels

/// The values of `[swipe]` that a rule sets for its panels.
public struct SwipeOverrides: Equatable, Sendable {
  /// The values; those whose key is not set are the defaults.
  private var values = SwipeSettings()
  /// The keys that are set.
  private var keys: Set<SwipeKey> = []

  /// Sets a key to the value that `source` has.
  package mutating func set(_ key: SwipeKey, from source: SwipeSettings) {
    key.copy(from: source, into: &values)
    keys.insert(key)
  }

  /// Sets what `later` sets.
  mutating func merge(_ later: SwipeOverrides) {
    values = later.applied(to: values)
    keys.formUnion(later.keys)
  }

  /// Resets keys to "not set".
  package mutating func reset(_ unset: [SwipeKey]) {
    let usual = SwipeSettings()
    for key in unset { key.copy(from: usual, into: &values) }
    keys.subtract(unset)
  }

  /// Returns `settings` with the values that are set here.
  package func applied(to settings: SwipeSettings) -> SwipeSettings {
    var result = settings
    // In the order of the documentation: two keys set τ.
    for key in SwipeKey.allCases where keys.contains(key) { key.copy(from: values, into: &result) }
    return result
  }
}

extension Settings {
  /// The values of `[swipe]` for one panel, with what the library and the rules override.
  ///
  /// If rules that do not know of each other set a `distance` that is not more than `slop`, every
  /// swipe would commit: then both are those of `[swipe]`.
  public func swipe(for panel: PanelDescription, path: String?, serial: String?) -> SwipeSettings {
    let entry = libraryEntry(for: panel, path: path, serial: serial)
    var result = entry.swipe.applied(to: swipe)
    result = rule(for: panel, path: path, serial: serial).swipe.applied(to: result)
    if result.isDistanceWithinSlop { (result.distance, result.slop) = (swipe.distance, swipe.slop) }
    return result
  }
}

extension SwipeSettings {
  /// Whether D is not more than the slop, so that every swipe would commit.
  package var isDistanceWithinSlop: Bool {
    if case .millimeters(let length) = distance { length <= slop } else { false }
  }
}
