import ConfigurationFiles
import GestureCore
import Panels
import Settings
import TestKit
import Testing

@Suite struct `The library` {
  private struct Refused: Error, CustomStringConvertible {
    var description: String { "open: Permission denied" }
  }

  /// Locates the files of a machine with these files.
  private func locate(_ files: [String: String], shipped: [String] = ["/a/panels.d", "/b/panels.d"])
    -> [ConfigurationFile]
  {
    LibraryFiles.locate(shipped: shipped, beside: "/etc/flickd/flickd.toml") { folder in
      files.keys.filter { $0.hasPrefix("\(folder)/") }.map { String($0.dropFirst(folder.count + 1)) }
    } read: { path in
      files[path].map { Array($0.utf8) }
    }
  }

  private static let rafi = "[[panel]]\nmatch = { vendor = \"05bd\", product = \"0107\" }\n"

  private func panel(_ vendor: UInt16, _ product: UInt16) -> PanelDescription {
    var panel = PanelDescription()
    (panel.vendor, panel.product) = (vendor, product)
    return panel
  }

  // MARK: Files

  @Test
  func `is read from the first folder with files, and a file of the administrator replaces its namesake`() {
    let files = locate([
      "/b/panels.d/20-b.toml": "b", "/b/panels.d/10-a.toml": "a", "/b/panels.d/README": "no entry",
      "/etc/flickd/panels.d/20-b.toml": "mine", "/etc/flickd/panels.d/15-new.toml": "new",
    ])
    #expect(
      files.map(\.name) == [
        "/b/panels.d/10-a.toml", "/etc/flickd/panels.d/15-new.toml", "/etc/flickd/panels.d/20-b.toml",
      ])
    #expect(files.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a", "new", "mine"])
    #expect(
      locate(["/a/panels.d/1.toml": "", "/b/panels.d/2.toml": ""]).map(\.name) == ["/a/panels.d/1.toml"])
    #expect(locate([:]).isEmpty)
  }

  @Test func `without a configuration is the shipped files alone`() {
    let files = LibraryFiles.locate(shipped: ["/a"], beside: nil) { folder in
      folder == "/a" ? ["x.toml"] : ["y.toml"]
    } read: { _ in
      []
    }
    #expect(files.map(\.name) == ["/a/x.toml"])
  }

  @Test func `names a file and a folder that cannot be read, and uses the others`() {
    let files = LibraryFiles.locate(shipped: ["/a"], beside: "/etc/flickd/flickd.toml") {
      folder throws(Refused) in
      guard folder == "/a" else { throw Refused() }
      return ["bad.toml", "good.toml"]
    } read: { path throws(Refused) in
      if path == "/a/bad.toml" { throw Refused() }
      return Array((Self.rafi + "lift_delay = \"87ms\"").utf8)
    }
    let reading = Settings.read([], library: files)
    #expect(
      Set(reading.diagnostics.map(\.description)) == [
        "/a/bad.toml:1:1: this cannot be read: open: Permission denied",
        "/etc/flickd/panels.d:1:1: this cannot be read: open: Permission denied",
      ])
    #expect(reading.settings.library.count == 1)
  }

  // MARK: Entries

  /// Reads a file of the library, and a file of the configuration.
  private func reading(_ library: String, _ configuration: String = "") -> ConfigurationReading {
    Settings.read(
      [ConfigurationFile(name: "flickd.toml", bytes: Array(configuration.utf8))],
      library: [ConfigurationFile(name: "entry.toml", bytes: Array(library.utf8))])
  }

  static let badEntries: [(text: String, position: String, words: String)] = [
    (rafi + "lift_delay = \"87mm\"\n", "entry.toml:3:14", "lift_delay"),
    (rafi + "lift_dely = \"87ms\"\n", "entry.toml:3:1", "did you mean `lift_delay`?"),
    ("[[panel]]\nmatch = { vendor = \"x\" }\n", "entry.toml:2:20", "vendor"),
    ("[swipe]\nslop = \"3mm\"\n", "entry.toml:1:2", "`swipe`: a library entry is a [[panel]]"),
    ("[[zone]]\nname = \"a\"\n", "entry.toml:1:3", "`zone`: a library entry is a [[panel]]"),
    (rafi + "distance = \"1mm\"\nslop = \"2mm\"\n", "entry.toml:4:8", "every swipe would commit"),
    ("lift_delay\n", "entry.toml:1", "`lift_delay`: the value is missing"),
  ]

  @Test(arguments: badEntries)
  func `reports file and line of a bad entry, and keeps the configuration`(
    text: String, position: String, words: String
  ) {
    let reading = reading(text, "[swipe]\nslop = \"2.5mm\"\n[[panel]]\nlift_delay = \"9ms\"\n")
    #expect(reading.diagnostics.count == 1)
    let line = reading.diagnostics.first?.description ?? ""
    #expect(line.hasPrefix(position) && line.contains(words), "\(line)")
    #expect(reading.settings.swipe.slop == 2.5)
    #expect(reading.settings.panels.map(\.liftDelay) == [.milliseconds(9)])
  }

  @Test func `has no rules of the configuration, and the configuration none of its entries`() {
    let reading = reading(Self.rafi + "lift_delay = \"87ms\"\n", "[[panel]]\nnoise = \"0.2mm\"\n")
    #expect(reading.isValid)
    #expect(reading.settings.library.map(\.liftDelay) == [.milliseconds(87)])
    #expect(reading.settings.library.map(\.noise) == [nil])
    #expect(reading.settings.panels.map(\.liftDelay) == [nil])
    #expect(reading.settings.panels.map(\.noise) == [0.2])
    // An entry without a panel is normal, a rule without a panel is not.
    #expect(reading.settings.unmatched { _ in false }.count == 1)
  }

  @Test func `is between [swipe] and the rules`() {
    let entry = Self.rafi + "distance = \"30mm\"\nvelocity = \"200mm/s\"\n"
    let settings = reading(
      entry, "[swipe]\ndistance = \"20mm\"\nslop = \"3mm\"\n[[panel]]\nvelocity = \"300mm/s\"\n"
    ).settings
    let rafi = settings.swipe(for: panel(0x05bd, 0x0107), path: nil, serial: nil)
    #expect(rafi.distance == .millimeters(30) && rafi.slop == 3)
    let other = settings.swipe(for: panel(1, 1), path: nil, serial: nil)
    #expect(other.distance == .millimeters(20) && other.slop == 3)
    #expect(rafi.velocity == other.velocity)
  }

  // MARK: The shipped entries

  private static func shipped() throws -> [ConfigurationFile] {
    try ShippedLibrary.files().map { ConfigurationFile(name: $0.path, bytes: $0.bytes) }
  }

  @Test func `as shipped loads without an error, one entry for the ids in each file's name`() throws {
    let files = try Self.shipped()
    #expect(files.count >= 9)
    for file in files {
      let reading = Settings.read([], library: [file])
      #expect(reading.diagnostics == [])
      let entry = try #require(reading.settings.library.first)
      #expect(reading.settings.library.count == 1, "\(file.name)")
      let vendor = try #require(entry.match.vendor), name = file.name.split(separator: "/").last ?? ""
      #expect(name.hasPrefix(String(vendor, radix: 16).leftPadded), "\(name)")
      #expect(entry.match.product != nil, "a vendor makes many panels: \(name)")
      #expect(entry != PanelRule(), "\(name) sets nothing")
    }
    let all = Settings.read([], library: files)
    #expect(all.isValid && all.settings.library.count == files.count)
    let matches = all.settings.library.map(\.match.description)
    #expect(Set(matches).count == matches.count, "two files have an entry for one panel")
  }

  @Test func `as shipped states the evidence for each value in a comment`() throws {
    for file in try Self.shipped() {
      let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
      let comments = lines.filter { $0.hasPrefix("# ") }
      let values = lines.filter { !$0.hasPrefix("#") && $0 != "[[panel]]" && !$0.hasPrefix("match = ") }
      #expect(!values.isEmpty, "\(file.name)")
      for value in values {
        let key = value.prefix { $0 != " " }
        let hasNumber = comments.contains { $0.hasPrefix("# \(key): ") && $0.contains { $0.isNumber } }
        #expect(hasNumber, "\(file.name): no evidence for \(key)")
      }
      #expect(comments.contains { $0.hasPrefix("# Source: ") }, "\(file.name)")
    }
  }

  static let liftDelays: [(vendor: UInt16, product: UInt16, milliseconds: Int64)] = [
    (0x0408, 0x3008, 40), (0x04dd, 0x9681, 8), (0x04f3, 0x010c, 7), (0x0596, 0x051c, 4), (0x05bd, 0x0107, 87),
    (0x1b96, 0x1000, 41), (0x2149, 0x230a, 19), (0x222a, 0x0015, 38), (0x7374, 0x1232, 36),
  ]

  @Test(arguments: liftDelays)
  func `as shipped has the lift delays that flickd contained before`(
    vendor: UInt16, product: UInt16, milliseconds: Int64
  ) throws {
    let settings = Settings.read([], library: try Self.shipped()).settings
    let entry = settings.libraryEntry(for: panel(vendor, product), path: nil, serial: nil)
    #expect(entry.liftDelay == .milliseconds(milliseconds))
    var rest = entry
    rest.liftDelay = nil
    #expect(rest == PanelRule(), "no other value")
    let other = settings.libraryEntry(for: panel(vendor, product ^ 0x8000), path: nil, serial: nil)
    #expect(other == PanelRule())
  }
}

extension String {
  /// The text with zeros before it, up to four digits.
  fileprivate var leftPadded: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}
