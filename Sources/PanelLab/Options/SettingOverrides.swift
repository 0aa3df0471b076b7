package import ArgumentParser
package import ConfigurationFiles
internal import FlickProtocol
internal import LinuxIO
internal import Settings

/// Settings on the command line, for a what-if.
package struct SettingOverrides: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this setting instead of the configured one: distance=5mm, panel.bridge_gaps=50ms, zone.NAME.distance=5mm. "
        + "May be repeated.",
      valueName: "key=value"),
    transform: Self.read)
  package var set: [SettingOption] = []

  /// Creates the options without a setting.
  package init() {}

  /// Throws if a word that should be a file is a setting, which lacks its own option.
  package static func check(_ arguments: [String]) throws(ValidationError) {
    for word in arguments {
      guard let sign = word.firstIndex(of: "="), SettingOption.hasKey(String(word[..<sign])) else { continue }
      // A file may have this name, and a person that of a key.
      let paths = [word, String(word[word.index(after: sign)...])]
      if paths.contains(where: { (try? SystemCalls.target(of: $0)) != nil }) { continue }
      throw ValidationError("'\(word.terminalText)' is a setting: repeat --set: --set \(word.terminalText)")
    }
  }

  private static func read(_ text: String) throws -> SettingOption {
    do throws(SettingOption.Fault) {
      return try SettingOption(text)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
