package import ArgumentParser
package import ConfigurationFiles
internal import FlickProtocol
internal import Installation
package import LinuxIO
package import Settings
internal import Terminal

/// The configuration that a command uses.
package struct SettingsOptions: ParsableArguments {
  @Option(
    help: """
      Read this configuration file instead of \(ConfigurationFiles.defaultMain), or of \
      ~/.config/flickd/flickd.toml if the system has none.
      """)
  package var config: String?

  /// Creates the options without a file.
  package init() {}

  /// The main file that must exist: that of `--config`, or the user's own; nil for the system's.
  package var requiredMain: String? { config ?? UserConfiguration.main() }

  private var main: String { requiredMain ?? ConfigurationFiles.defaultMain }

  /// The folder of the drop-ins.
  package var dropInFolder: String { ConfigurationFiles.dropInFolder(of: main) }

  /// Reads the settings of the files and of the library.
  package func read() throws -> ConfigurationReading { Settings.read(try files(), library: library()) }

  /// The folder of the administrator's library entries.
  package var libraryFolder: String { LibraryFiles.ownFolder(of: main) }

  /// Reads the files of the library, as flickd does.
  package func library() -> [ConfigurationFile] {
    LibraryFiles.locate(
      shipped: ShareFolders.panelLibrary, beside: main, list: SystemCalls.namesIfAny,
      read: SystemCalls.contentsIfAny)
  }

  /// Reads the files; a named file must exist, the default file need not.
  ///
  /// `dropIns` replace those of the same name, and extend the others.
  package func files(with dropIns: [ConfigurationFile] = []) throws -> [ConfigurationFile] {
    let main = requiredMain
    let newNames = dropIns.map { String($0.name.dropFirst(dropInFolder.count + 1)) }
    let files: [ConfigurationFile]?
    do throws(SystemCallError) {
      files = try ConfigurationFiles.locate(named: main) { folder throws(SystemCallError) in
        Array(Set(try SystemCalls.namesIfAny(in: folder) + newNames))
      } read: { path throws(SystemCallError) in
        if let dropIn = dropIns.first(where: { $0.name == path }) { return dropIn.bytes }
        return try SystemCalls.contentsIfAny(of: path)
      }
    } catch {
      let isForbidden = error.code == .permissionDenied || error.code == .notPermitted
      throw failure(isForbidden ? .noPermission : .badConfiguration, error.explained)
    }
    guard let files else {
      throw failure(.noInput, MissingPath.message(main ?? "", isReadAgain: true) { nearest(to: $0, in: $1) })
    }
    return files
  }

  /// The paths of the files that the settings come from.
  func inputs() throws -> [String] { (try files() + library()).map(\.name) }

  /// Reads the files as a service does: a file that does not exist is skipped.
  package func readFiles() throws(SystemCallError) -> [ConfigurationFile] {
    try ConfigurationFiles.locate(main: main) { folder throws(SystemCallError) in
      try SystemCalls.namesIfAny(in: folder)
    } read: { path throws(SystemCallError) in
      try SystemCalls.contentsIfAny(of: path)
    }
  }

  /// Reads the files, and ends the command if they contain an error.
  ///
  /// The settings of `overrides` replace those of the files.
  package func settings(with overrides: SettingOverrides? = nil) throws -> Settings {
    try settings(in: try files(), with: overrides)
  }

  /// Reads the settings of these files, and ends the command if they contain an error.
  package func settings(
    in files: [ConfigurationFile], with overrides: SettingOverrides?
  ) throws -> Settings {
    let reading = Settings.read(files, library: library(), options: overrides?.set ?? [])
    guard reading.isValid else {
      throw failure(
        reading.diagnostics.allSatisfy(\.isOption) ? .usage : .badConfiguration,
        reading.diagnostics.map(\.description).joined(separator: "\nflickctl: "))
    }
    for text in reading.notes { note(text) }
    return reading.settings
  }
}
