internal import FlickProtocol
public import Panels
public import Settings

/// Which line of which file sets each value of a configuration.
///
/// flickd needs only the values, so ``Settings/read(_:library:)`` does not return these lines.
public struct SettingOrigins: Sendable {
  /// One key, its value, and the line that sets it.
  public struct Setting: Equatable, Sendable {
    /// The name of the key.
    public var key: String
    /// The value as the file or the default has it, a text without its quotes; nil for "not set".
    public var value: String?
    /// The file; nil if no file sets the key.
    public var file: String?
    /// The line of the key in the file, counted from 1.
    public var line: Int?
    /// Whether the file is one of the library.
    public var isOfLibrary = false
  }

  /// The panel that the settings are for.
  public struct Subject: Sendable {
    let description: PanelDescription
    let path: String?
    let serial: String?

    /// Creates a subject.
    public init(_ description: PanelDescription, path: String?, serial: String?) {
      (self.description, self.path, self.serial) = (description, path, serial)
    }
  }

  /// The settings of the files.
  public let settings: Settings
  /// The keys of `[swipe]` in reading order.
  private let swipe: [Setting]
  /// The keys of each `[[panel]]`, those of the library first.
  private let panels: [[Setting]]
  /// The keys of each `[[zone]]`.
  private let zones: [[Setting]]

  /// Reads files in order, as ``Settings/read(_:library:)``; nil if they contain an error.
  public init?(_ files: [ConfigurationFile], library: [ConfigurationFile] = []) {
    var reader = SettingsReader()
    let reading = reader.read(files, library: library)
    guard reading.isValid else { return nil }
    settings = reading.settings
    let swipe = reader.swipeEntries.values.sorted {
      ($0.file.order, $0.entry.position) < ($1.file.order, $1.entry.position)
    }
    self.swipe = swipe.map { Setting($0.entry, of: $0.file) }
    panels = reader.panelSections.map { at in at.entries.map { Setting($0, of: at.source) } }
    zones = reader.zoneSections.map { at in at.entries.map { Setting($0, of: at.source) } }
  }

  /// Returns every key of `[swipe]` with the value that a panel has.
  public func swipe(of panel: Subject) -> [Setting] {
    // Rules that do not know of each other may contradict each other: then neither length applies.
    let entry = settings.libraryEntry(for: panel.description, path: panel.path, serial: panel.serial)
    let merged = settings.rule(for: panel.description, path: panel.path, serial: panel.serial).swipe
      .applied(to: entry.swipe.applied(to: settings.swipe))
    let dropped = merged.isDistanceWithinSlop ? ["distance", "slop"] : []
    let rules = rules(of: panel).filter { !dropped.contains($0.key) }
    return Self.last(of: swipe + rules, SwipeKey.self, isWhole: true)
  }

  /// Returns every key that only `[[panel]]` has, with the value that the rules or the library set
  /// for a panel.
  public func panel(_ panel: Subject) -> [Setting] {
    Self.last(of: rules(of: panel), OwnPanelKey.self, isWhole: true)
  }

  /// Returns the zones of a panel: the name of each, the keys that it sets, and the values that it
  /// has from `[swipe]`.
  public func zones(of panel: Subject) -> [(name: String, settings: [Setting])] {
    let swipe = swipe(of: panel).filter { ZoneKey(name: $0.key)?.isInherited == true }
    return zip(settings.zones, zones).filter { zone, _ in
      zone.panel.holds(for: panel.description, path: panel.path, serial: panel.serial)
    }
    .map { zone, own in
      let hasRule = !zone.spec.isPrivate && !zone.spec.isExclusion
      return (zone.spec.name, Self.last(of: (hasRule ? swipe : []) + own, ZoneKey.self, isWhole: false))
    }
  }

  /// The keys of the entries and rules for a panel; a later one overrides an earlier one.
  private func rules(of panel: Subject) -> [Setting] {
    zip(settings.library + settings.panels, panels).flatMap { rule, keys in
      rule.match.holds(for: panel.description, path: panel.path, serial: panel.serial) ? keys : []
    }
  }

  /// Returns the last setting of each key, in the order of the documentation.
  ///
  /// With `isWhole`, also the default of each key that has one.
  private static func last<SomeKey: Key>(
    of settings: [Setting], _: SomeKey.Type, isWhole: Bool
  ) -> [Setting] {
    SomeKey.all.compactMap { key in
      // Two keys may set one property.
      let last = settings.last { SomeKey(name: $0.key)?.property == key.property }
      if let last { return last.key == key.name ? last : nil }
      guard isWhole, key.hasDefault else { return nil }
      return Setting(key: key.name, value: key.example.unquoted)
    }
  }
}

extension SettingOrigins.Setting {
  fileprivate init(_ entry: TomlEntry, of source: SettingsReader.Source) {
    self.init(
      key: entry.key, value: entry.value.text, file: source.name, line: entry.position.line,
      isOfLibrary: source.isOfLibrary)
  }
}

extension TomlNode {
  /// The value in TOML syntax, a text without its quotes.
  fileprivate var text: String {
    if case .string = content { return toml.unquoted }
    return toml
  }

  private var toml: String {
    switch content {
    case .table(let entries):
      "{ "
        + entries.sorted { $0.position < $1.position }.map { "\($0.key) = \($0.value.toml)" }
        .joined(separator: ", ") + " }"
    case .array(let items): "[" + items.map(\.toml).joined(separator: ", ") + "]"
    default: seen
    }
  }
}

extension String {
  /// The text without the quotes around it.
  fileprivate var unquoted: String {
    count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}
