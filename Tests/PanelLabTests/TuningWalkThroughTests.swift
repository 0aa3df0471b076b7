import Foundation
import TestKit
import Testing

/// The walk-through in `docs/tuning.md`, whose commands run here.
@Suite(
  .enabled(if: Tools.areWanted("python3"), Comment(rawValue: Command.terminalComment)),
  .enabled(if: Material.isWanted(Material.strokes), Comment(rawValue: Material.comment)))
struct `The walk-through of tuning` {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let begin = "<!-- begin walk-through: a test runs these commands -->\n"
  private static let end = "<!-- end walk-through -->"

  /// A block of the document, with the language after its fence.
  private struct Block {
    var language: String
    var text: String
  }

  private static func blocks() throws -> [Block] {
    let text = try String(contentsOf: package.appending(path: "docs/tuning.md"), encoding: .utf8)
    let start = try #require(text.range(of: begin))
    let stop = try #require(text.range(of: end))
    let parts = text[start.upperBound..<stop.lowerBound].components(separatedBy: "```")
    return parts.indices.filter { $0 % 2 == 1 }.map { index in
      let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Block(language: String(lines[0]), text: lines.count > 1 ? String(lines[1]) : "")
    }
  }

  /// The recordings that the walk-through names: of people, and of made ones.
  private static func prepare(_ folder: PrivateFolder) async throws {
    let script = package.appending(path: "Tests/Recordings/people.py").path
    let made = try await Command(["python3", "-B", script, folder.file("people"), Material.folder.path]).run()
    #expect(made.code == 0, "\(made.errors)")
    for number in 0..<6 {
      let bytes = LabelledPeople.recording(
        of: "p\(number)", slower: 1 + 0.05 * Double(number), vendor: 0x0eef)
      try folder.write("made/p\(number).evemu", bytes)
    }
  }

  @Test func `shows the commands with their output`() async throws {
    let folder = try PrivateFolder()
    try await Self.prepare(folder)
    let programs = URL(filePath: Program.flickctl.path).deletingLastPathComponent().path
    let blocks = try Self.blocks()
    #expect(blocks.filter { $0.language == "sh" }.count >= 4)
    var written = 0
    for (block, next) in zip(blocks, blocks.dropFirst() + [Block(language: "", text: "")]) {
      switch block.language {
      case "toml" where written == 0:
        try folder.write("kiosk/flickd.toml", block.text)
        written += 1
      case "sh":
        let script = "exec 2>&1; set -e; cd '\(folder.path)'; PATH='\(programs)':\"$PATH\"; \(block.text)"
        let outcome = try await Command(["sh", "-c", script]).run()
        // Which command reloads flickd depends on the user who runs the test.
        let output = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
          .filter { !$0.hasPrefix("flickctl: found no flickd") }.joined(separator: "\n")
        #expect(outcome.code == 0, "\(block.text)\n\(output)")
        if next.language == "text" { #expect(output == next.text, "\(block.text)\n\(output)") }
      default: break
      }
    }
    #expect(written == 1)
  }
}
