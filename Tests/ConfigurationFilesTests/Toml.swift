import ConfigurationFiles
import Settings

/// The reading of one file with this text.
func reading(of text: String, name: String = "flickd.toml") -> ConfigurationReading {
  Settings.read([ConfigurationFile(name: name, bytes: Array(text.utf8))])
}

/// The reading of several files, named in this order.
func reading(ofFiles files: [(name: String, text: String)]) -> ConfigurationReading {
  Settings.read(files.map { ConfigurationFile(name: $0.name, bytes: Array($0.text.utf8)) })
}
