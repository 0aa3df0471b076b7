import ConfigurationFiles
import Foundation
import Testing

/// Checks the page without a machine.
///
/// `make test ONLY=kiosks` follows the steps of the page in an emulated machine.
@Suite struct `The guides for kiosks` {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/kiosks.md")

  /// The code blocks of the page, each with its language and the line before the fence.
  private static func blocks() throws -> [(language: String, mark: String, text: String)] {
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n```")
    return stride(from: 1, to: parts.count, by: 2).compactMap { index in
      let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let mark = parts[index - 1].split(separator: "\n").last ?? ""
      guard lines.count == 2 else { return nil }
      return (String(lines[0]), String(mark), String(lines[1]))
    }
  }

  @Test func `show only configurations that are valid`() throws {
    let files = try Self.blocks().filter { $0.language == "toml" }
    #expect(files.count >= 2)
    for file in files {
      #expect(reading(of: file.text).diagnostics == [], "\(file.text)")
    }
  }

  @Test func `mark every file with its path for the trial`() throws {
    let files = try Self.blocks().filter { ["ini", "toml", "xml"].contains($0.language) }
    #expect(files.count >= 6)
    for file in files { #expect(file.mark.hasPrefix("<!-- file: /"), "\(file.text)") }
  }

  @Test func `link only to existing headings`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { heading in
      heading.dropFirst(3).lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0 == "-" }
    }
    let links = text.matches(of: /\]\(#([a-z-]+)\)/).map { String($0.1) }
    #expect(links.count >= 6)
    for link in links { #expect(headings.contains(link), "\(link)") }
  }
}
