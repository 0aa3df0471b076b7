internal import ArgumentParser
internal import Configuration

/// Settings on the command line, for a what-if.
struct SettingOverrides: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this setting instead of the configured one: distance=5mm, panel.bridge_gaps=50ms, zone.NAME.slop=3mm. "
        + "May be repeated.",
      valueName: "key=value"),
    transform: Self.read)
  var set: [SettingOption] = []

  private static func read(_ text: String) throws -> SettingOption {
    do throws(SettingOption.Fault) {
      return try SettingOption(text)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
