import ConfigurationFiles
import FlickProtocol
import Panels
import Pipeline
import Recordings
import Settings

/// Checks every configuration: equal files have equal results, each complaint is one line that
/// names a position in a file, and the remaining settings work on a panel.
///
/// The input is the main file and up to three drop-ins, separated by zero bytes.
enum ConfigurationJudge {
  /// Further zero bytes belong to the last file.
  private static let maxFiles = 4

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let parts = input.split(separator: 0, maxSplits: maxFiles - 1, omittingEmptySubsequences: false)
    let files = parts.enumerated().map { order, bytes in
      ConfigurationFile(name: "\(order).toml", bytes: Array(bytes))
    }
    let reading = Settings.read(files)
    // NaN is not equal to itself, so this finds NaN too.
    try BrokenPromise.unless(Settings.read(files) == reading, "the same files have the same settings")
    for diagnostic in reading.diagnostics { try check(diagnostic, in: files) }
    try BrokenPromise.unless(
      reading.isValid == reading.diagnostics.isEmpty,
      "a configuration is valid exactly if it has no diagnostics")

    let identity = PanelIdentity(panelID: "fuzz", path: "pci-0000:00:14.0-usb-0:3:1.0", source: .replay)
    guard let setup = PanelSetup(DemoPanel.description, identity: identity, settings: reading.settings) else {
      return
    }
    try FlickAcross.check(setup)
  }

  private static func check(_ diagnostic: Diagnostic, in files: [ConfigurationFile]) throws(BrokenPromise) {
    guard let file = files.first(where: { $0.name == diagnostic.file }) else {
      throw BrokenPromise(description: "\(diagnostic.file) is one of the files")
    }
    let lines = file.bytes.count { $0 == UInt8(ascii: "\n") } + 1
    try BrokenPromise.unless(
      (1...lines).contains(diagnostic.position.line) && diagnostic.position.column >= 1,
      "\(diagnostic.position) is in a file of \(lines) lines")
    try BrokenPromise.unless(
      !diagnostic.message.isEmpty && !diagnostic.message.unicodeScalars.contains(where: \.isUnsafeOnTerminal),
      "a complaint is one line of text, got '\(diagnostic.message)'")
  }
}
