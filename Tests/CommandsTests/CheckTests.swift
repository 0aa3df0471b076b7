import Foundation
import TestKit
import Testing

@Suite struct `flickctl check` {
  private func check(_ text: String, _ arguments: String...) async throws -> (outcome: Outcome, file: String)
  {
    let folder = try PrivateFolder()
    let file = try folder.write("flickd.toml", text)
    return (try await Command([Program.flickctl.path, "check", "--config", file] + arguments).run(), file)
  }

  @Test func `accepts a good file`() async throws {
    let (outcome, _) = try await check("[swipe]\nvelocity = \"900pt/s\"\n")
    #expect(outcome.code == 0)
    #expect(outcome.output == "the configuration is good\n")
    #expect(outcome.errors == "")
    let (json, _) = try await check("", "--json")
    #expect(json.code == 0)
    #expect(try JSON(json.output) == .object(["ok": true, "problems": .array([]), "notes": .array([])]))
  }

  @Test func `ends with 78 and each position for a bad file`() async throws {
    let text = "[swipe]\nslop = 3\n[socket]\npaht = \"/run/x\"\n"
    let (outcome, file) = try await check(text)
    #expect(outcome.code == 78)
    #expect(outcome.output == "")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("flickctl: \(file):2:8: "))
    #expect(lines[1].hasPrefix("flickctl: \(file):4:1: "))

    let (json, other) = try await check(text, "--json")
    #expect(json.code == 78)
    let report = try JSON(json.output)
    #expect(report.ok == false)
    #expect(report.problems.elements.map(\.file) == [.string(other), .string(other)])
    #expect(report.problems.elements.map(\.line) == [2, 4])
    #expect(report.problems.elements.map(\.column) == [8, 1])
    #expect(report.problems.elements.allSatisfy { $0.message.text?.isEmpty == false })
  }

  @Test func `reads the library, and names file and line of a bad entry`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("flickd.toml", "")
    // This file replaces a shipped one, the other one adds an entry.
    try folder.write("panels.d/05bd-rafi.toml", "[[panel]]\nlift_delay = \"87mm\"\n")
    try folder.write("panels.d/mine.toml", "[[panel]]\nnoise = \"0.2mm\"\n[swipe]\nslop = \"3mm\"\n")
    let outcome = try await Command(.flickctl, "check", "--config", file).run()
    #expect(outcome.code == 78)
    let lines = outcome.errors.split(separator: "\n")
    try #require(lines.count == 2, "\(outcome.errors)")
    #expect(lines[0].hasPrefix("flickctl: \(folder.file("panels.d/05bd-rafi.toml")):2:14: "))
    #expect(lines[1].hasPrefix("flickctl: \(folder.file("panels.d/mine.toml")):3:2: "))
    let daemon = try await Command(.flickd, "--check", "--config", file).run()
    #expect(daemon.code == 78)
    #expect(daemon.errors == outcome.errors.replacing("flickctl: ", with: "flickd: "))
  }

  @Test func `notes the files beside it that are not read`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("flickd.toml", "")
    for name in ["50-kiosk.conf", "50.TOML", "60.toml~", "README"] { try folder.write("conf.d/\(name)", "") }
    let link = folder.file("conf.d/10.toml")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "gone.toml")
    let outcome = try await Command(.flickctl, "check", "--config", file).run()
    #expect(outcome.code == 0, "\(outcome)")
    for name in ["50-kiosk.conf", "50.TOML"] {
      let note = "note: \(folder.file("conf.d/\(name)")) is not read: its name must end in .toml"
      #expect(outcome.lines.contains(note), "\(outcome.output)")
    }
    let note = "note: \(link) is a link to gone.toml, which does not exist"
    #expect(outcome.lines.contains(note), "\(outcome.output)")
    #expect(outcome.lines.count { $0.contains("is not read") } == 2, "\(outcome.output)")
  }

  @Test func `notes the keys that have no effect in their zone`() async throws {
    let zone = "[[zone]]\nedge = \"left\"\nexclude = true\ndistance = \"9mm\"\n"
    let (outcome, file) = try await check("\(zone)[[zone]]\nprivate = true\nexclude = true\n")
    #expect(outcome.code == 0, "\(outcome)")
    for note in [
      "note: \(file):4:1: `distance` has no effect in a zone with `exclude = true`",
      "note: \(file):7:1: `exclude` has no effect in a zone with `private = true`",
    ] { #expect(outcome.lines.contains(note), "\(outcome.output)") }
  }

  @Test func `ends with 66 if the file is missing`() async throws {
    let outcome = try await Command(.flickctl, "check", "--config", "/nonexistent/flickd.toml").run()
    #expect(outcome.code == 66)
    #expect(
      outcome.errors
        == "flickctl: /nonexistent/flickd.toml: there is no such file: the folder /nonexistent does not exist either\n"
    )
  }
}
