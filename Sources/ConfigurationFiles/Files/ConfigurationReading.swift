internal import FlickProtocol
internal import GestureCore
public import Settings

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
  /// The options that have no effect on some swipes, and why, each in one line.
  public var notes: [String] = []

  /// Whether nothing is wrong.
  public var isValid: Bool { diagnostics.isEmpty }
}

extension Settings {
  /// Reads `files` in order; a later file overrides single keys, and its `[[panel]]` rules follow
  /// the others.
  ///
  /// The files of the `library` contain only `[[panel]]`, and rules override them. The `options`
  /// override all files, on every panel.
  ///
  /// Pure: the same bytes produce the same reading. Lengths in pt use the last valid
  /// `points_per_inch`, regardless of its position. Without files the result is the defaults.
  public static func read(
    _ files: [ConfigurationFile], library: [ConfigurationFile] = [], options: [SettingOption] = []
  ) -> ConfigurationReading {
    var reader = SettingsReader()
    return reader.read(files, library: library, options: options)
  }
}
