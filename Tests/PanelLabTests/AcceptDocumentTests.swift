import Foundation
import PanelTuning
import TestKit
import Testing

/// `docs/accept.md`, whose commands run here on made recordings.
@Suite struct `The document on accepting panels` {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// The shell blocks of a text.
  private static func blocks(in text: String) -> [String] {
    let parts = text.components(separatedBy: "```")
    return parts.indices.filter { $0 % 2 == 1 && parts[$0].hasPrefix("sh\n") }.map {
      String(parts[$0].dropFirst(3))
    }
  }

  private static func tested() throws -> [String] {
    let text = try text("docs/accept.md")
    let start = try #require(text.range(of: "<!-- begin accept: a test runs these commands -->\n"))
    let stop = try #require(text.range(of: "<!-- end accept -->"))
    return blocks(in: String(text[start.upperBound..<stop.lowerBound]))
  }

  private static func run(_ script: String, in folder: PrivateFolder) async throws -> Outcome {
    let programs = URL(filePath: Program.flickctl.path).deletingLastPathComponent().path
    let none = "--config '\(try folder.write("none.toml", ""))'"
    let line = script.replacing("flickctl measure", with: "flickctl measure \(none)")
      .replacing("flickctl report", with: "flickctl report \(none)")
    return try await Command(["sh", "-c", "cd '\(folder.path)'; PATH='\(programs)':\"$PATH\"; \(line)"]).run()
  }

  private static func prepare(_ recordings: [String: [UInt8]]) throws -> PrivateFolder {
    let folder = try PrivateFolder()
    for (station, bytes) in recordings { try folder.write("\(station).evemu", bytes) }
    return folder
  }

  @Test func `accepts a good panel with its commands`() async throws {
    let folder = try Self.prepare(AcceptedPanel.recordings())
    let blocks = try Self.tested()
    #expect(blocks.count == 3)
    for block in blocks {
      let outcome = try await Self.run(block, in: folder)
      #expect(outcome.code == 0, "\(block)\n\(outcome.errors)")
    }
    #expect(folder.names.contains("panel.json") && folder.names.contains("report.html"))
    let page = try String(contentsOfFile: folder.file("report.html"), encoding: .utf8)
    #expect(page.contains("Nothing is wrong in what was measured"))
  }

  @Test func `lists the exit status of a bad and of an incomplete panel`() async throws {
    let judge = try #require(Self.tested().first)
    var bad = try AcceptedPanel.recordings()
    for (station, bytes) in try FaultyPanel.recordings(.lowRate) { bad[station] = bytes }
    let failed = try await Self.run(judge, in: Self.prepare(bad))
    #expect(failed.code == 1 && failed.errors.contains("report_rate"), "\(failed.errors)")
    let good = try Self.prepare(AcceptedPanel.recordings())
    let incomplete = try await Self.run(judge.replacing("edges=edges.evemu", with: ""), in: good)
    #expect(incomplete.code == 2 && incomplete.errors.contains("edge_reach"), "\(incomplete.errors)")
    let absent = try await Self.run(judge.replacing("edges.evemu", with: "edge.evemu"), in: good)
    #expect(absent.code == 66)
    let text = try Self.text("docs/accept.md")
    for code in [0, 1, 2, 65, 66] { #expect(text.contains("\n| \(code) |")) }
  }

  @Test func `records every station with options that exist`() async throws {
    let record = try #require(Self.blocks(in: Self.text("docs/accept.md")).first)
    let help = try await Command([Program.flickctl.path, "record", "--help"]).run().output
    #expect(help.contains("-o") && help.contains("--for"))
    let words = record.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(words.allSatisfy { $0.count == 6 && $0[1] == "record" && $0[2] == "-o" && $0[4] == "--for" })
    #expect(words.map { $0[3].dropLast(".evemu".count) } == Station.all.map { Substring($0.word) })
  }

  @Test func `on tuning shows pictures that exist and are small`() throws {
    let names = try Self.text("docs/tuning.md").matches(of: /\(figures\/(report-[a-z-]+\.svg)\)/).map { $0.1 }
    #expect(names.count == 6)
    for name in names {
      let svg = try Self.text("docs/figures/\(name)")
      #expect(svg.utf8.count <= 60_000 && svg.hasPrefix("<svg "), "\(name)")
    }
  }
}
