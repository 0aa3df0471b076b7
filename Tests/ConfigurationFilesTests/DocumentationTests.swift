import ConfigurationFiles
import Foundation
import Settings
import Testing

private let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

@Suite struct `The configuration's documentation` {
  static let page = package.appending(path: "docs/configuration.md")
  static let installed = package.appending(path: "packaging/flickd.toml")

  /// The TOML blocks of the page, and whether each is marked as one that must fail.
  static func snippets() throws -> [(text: String, isBad: Bool)] {
    let fences = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
    return stride(from: 1, to: fences.count, by: 2).compactMap { index in
      let lines = fences[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard lines[0].hasPrefix("toml") else { return nil }
      return (String(lines[1]), lines[0].hasSuffix("must-fail"))
    }
  }

  @Test func `shows only valid files, or files marked to fail`() throws {
    let snippets = try Self.snippets()
    #expect(snippets.count >= 4)
    #expect(snippets.contains { $0.isBad })
    for snippet in snippets {
      let reading = reading(of: snippet.text)
      #expect(reading.isValid == !snippet.isBad, "\(snippet.text)\(reading.diagnostics)")
    }
  }

  @Test func `of the README is valid`() throws {
    let text = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```toml\n").dropFirst()
    #expect(!blocks.isEmpty)
    for block in blocks {
      let snippet = try #require(block.components(separatedBy: "```").first)
      #expect(reading(of: snippet).diagnostics == [], "\(snippet)")
    }
  }

  @Test func `shows the actual diagnostics`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let bad = try #require(try Self.snippets().first { $0.isBad })
    for diagnostic in reading(of: bad.text).diagnostics { #expect(text.contains("\n\(diagnostic)\n")) }
  }

  @Test func `ships a file that changes nothing, with the defaults as comments`() throws {
    let file = try String(contentsOf: Self.installed, encoding: .utf8)
    let reading = reading(of: file)
    #expect(reading.isValid)
    #expect(reading.settings == Settings())

    // From [[panel]] on, the lines are examples, not defaults. The rate would contradict the
    // projection time.
    let lines = file.split(separator: "\n").filter {
      !$0.hasPrefix("#deceleration_rate")
    }
    let swipe = lines.prefix { !$0.contains("[[panel]]") }.map { $0.hasPrefix("#") ? $0.dropFirst() : $0 }
    let uncommented = swipe.filter { $0.hasPrefix("[") || $0.contains(" = ") }.joined(separator: "\n")
    let used = Settings.read([ConfigurationFile(name: "f", bytes: Array(uncommented.utf8))])
    #expect(used.diagnostics == [])
    #expect(used.settings.swipe == Settings().swipe)
    #expect(uncommented.split(separator: "\n").count >= 11)
  }
}
