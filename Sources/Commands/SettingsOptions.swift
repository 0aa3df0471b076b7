internal import ArgumentParser
internal import Configuration
internal import FlickProtocol
internal import LinuxIO

/// The configuration that a command uses.
struct SettingsOptions: ParsableArguments {
  @Option(help: "Read this configuration file instead of \(ConfigurationFiles.defaultMain).")
  var config: String?

  /// Reads the files; a named file must exist, the default file need not.
  func read() throws -> ConfigurationReading {
    let files: [ConfigurationFile]?
    do throws(SystemCallError) {
      files = try ConfigurationFiles.locate(
        named: config, list: SystemCalls.namesIfAny, read: SystemCalls.contentsIfAny)
    } catch {
      let isForbidden = error.code == .permissionDenied || error.code == .notPermitted
      throw failure(isForbidden ? .noPermission : .badConfiguration, error.description)
    }
    guard let files else { throw failure(.noInput, "\(config ?? ""): there is no such file") }
    return Settings.read(files)
  }

  /// Reads the files, and ends the command if they contain an error.
  func settings() throws -> Settings {
    let reading = try read()
    guard reading.isValid else {
      throw failure(
        .badConfiguration, reading.diagnostics.map(\.description).joined(separator: "\nflickctl: "))
    }
    return reading.settings
  }
}
