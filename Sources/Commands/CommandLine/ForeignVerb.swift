internal import FlickProtocol
internal import PanelLab
internal import Recordings

/// A first word that is not a verb of flickctl, but whose meaning is known.
enum ForeignVerb {
  /// Words of other tools and of files, and the command that does what they mean.
  private static let commands: [(words: String, command: String)] = [
    ("version ver", "flickctl --version"), ("validate verify lint config configuration", "flickctl check"),
    ("demo simulate", "flickd --demo"), ("log logs journal", "journalctl -u flickd"),
    ("watch tail follow events", "flickctl listen"), ("info ping", "flickctl status"),
    ("calibrate rotate", "flickctl orient"), ("run", "flickctl replay"),
    ("ls panels touchscreens", "flickctl devices"),
    ("serve web", "flickctl bridge --origin http://localhost:8080"),
  ]

  private static func isOneWord(_ word: String, of words: String) -> Bool {
    words.split(separator: " ").contains { $0 == word }
  }

  /// Returns the command for a word; nil if its meaning is not known.
  static func command(for word: String) -> String? {
    let small = word.lowercased()
    if isOneWord(small, of: "start stop restart reload enable disable") {
      return "systemctl \(small) flickd"
    }
    if let known = commands.first(where: { isOneWord(small, of: $0.words) }) { return known.command }
    let shown = word.terminalText
    if word.hasSuffix(".toml") { return "flickctl check --config \(shown)" }
    if word.hasSuffix(".sock") { return "flickctl status --socket \(shown)" }
    return RecordingFile.suffixes.contains { word.hasSuffix($0) } ? "flickctl replay \(shown)" : nil
  }
}
