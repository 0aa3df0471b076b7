import FlickProtocol
import Foundation
import Installation
import TestKit
import Testing

@Suite struct `The documents` {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
  }

  private func swiftFiles(in folder: URL) throws -> [URL] {
    let all = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return all.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  /// The fenced code blocks of a language in a document.
  private func blocks(_ language: String, in path: String) throws -> [String] {
    var blocks: [String] = []
    var open: [Substring]?
    for line in try text(path).split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = open {
        if line == "```" {
          blocks.append(lines.joined(separator: "\n"))
          open = nil
        } else {
          open?.append(line)
        }
      } else if line == "```\(language)" {
        open = []
      }
    }
    return blocks
  }

  @Test(arguments: ["README.md", "docs/protocol.md"]) func `show only JSON that parses`(path: String) throws {
    let lines = try blocks("json", in: path).flatMap { $0.split(separator: "\n") }
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(throws: Never.self, "\(line)") { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test(arguments: ["README.md", "docs/protocol.md"])
  func `show only lines that the schema allows, except refused requests`(path: String) throws {
    let schema = try ProtocolSchema.read()
    for block in try blocks("json", in: path) {
      let lines = block.split(separator: "\n").map(String.init)
      for (index, line) in lines.enumerated() {
        let isRequest = try JSON(line).type == .null
        let isRefused = index + 1 < lines.count && lines[index + 1].contains("\"ok\":false")
        if isRequest, isRefused { continue }
        let faults = schema.faults(of: try OrderedJSON(line), by: isRequest ? "request" : "message")
        #expect(faults.isEmpty, "\(path): \(line)")
      }
    }
  }

  /// Whether the Makefile has the verb of a command, such as `make prove ONLY=fuzz`, and
  /// `Tests/Stages` the stages that it names.
  private func isCommandOfMake(_ words: ArraySlice<Substring>) throws -> Bool {
    let stages = try text("Tests/Stages/stages.py")
    let makefile = try text("Makefile")
    guard let verb = words.dropFirst().first, makefile.contains("\n\(verb):") else { return false }
    let names = words.joined(separator: " ").split(separator: "ONLY=").dropFirst().first ?? ""
    let only = names.hasPrefix("\"") ? names.split(separator: "\"").first ?? "" : names.prefix { $0 != " " }
    return only.split(separator: " ").allSatisfy { stages.contains("\"\($0)\"") || verb == "figures" }
  }

  @Test func `show only verbs and stages of make that exist`() throws {
    var seen = 0
    for path in ["README.md", "CONTRIBUTING.md", "docs/performance.md"] {
      for block in try blocks("sh", in: path) {
        for line in block.split(separator: "\n") {
          let words = line.split(separator: " ")
          guard let index = words.firstIndex(of: "make"), index + 1 < words.count else { continue }
          seen += 1
          #expect(try isCommandOfMake(words[index...]), "\(path): \(line)")
        }
      }
    }
    #expect(seen >= 4)
  }

  @Test func `show only existing verbs and paths`() throws {
    let sources = try ["Commands", "PanelLab"].flatMap {
      try swiftFiles(in: packageRoot.appending(path: "Sources/\($0)"))
    }
    let commands = try sources.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    var seen = 0
    for block in try blocks("sh", in: "README.md") {
      for line in block.split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.first == "flickctl" {
          seen += 1
          #expect(commands.contains("commandName: \"\(words[1])\""), "\(line)")
        }
        if words.first == "socat" {
          seen += 1
          // As `make run` sets it, or the service's own.
          let path = words[2].wholeMatch(of: /"UNIX-CONNECT:\$\{FLICKD_SOCKET:-([a-z\/.]+)\}"/)?.output.1
          #expect(path.map(String.init) == SocketPath.system, "\(line)")
        }
        for unit in words where unit.hasPrefix("flickd.") {
          #expect(FileManager.default.fileExists(atPath: packageRoot.appending(path: "systemd/\(unit)").path))
        }
      }
    }
    #expect(seen >= 5)
  }

  /// A program's flags by its sources, and the manual page that must name each.
  static let manuals: [(sources: String, pattern: String, page: String)] = [
    (
      "Sources/FlickDaemon/Service/DaemonOptions.swift", #"name: "([a-z]+(?:-[a-z]+)*)""#, "docs/man/flickd.8"
    ),
    ("Sources/Commands", #"@(?:Flag|Option)\((?s:.*?)\bvar `?([a-zA-Z]+)"#, "docs/man/flickctl.1"),
    ("Sources/PanelLab", #"@(?:Flag|Option)\((?s:.*?)\bvar `?([a-zA-Z]+)"#, "docs/man/flickctl.1"),
  ]

  @Test(arguments: manuals) func `name every flag in the manual`(
    sources: String, pattern: String, page: String
  ) throws {
    let source = packageRoot.appending(path: sources)
    let files = try source.pathExtension == "swift" ? [source] : swiftFiles(in: source)
    let regex = try Regex(pattern, as: (Substring, Substring).self)
    var flags: Set<String> = []
    for file in files {
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: regex) {
        // The argument parser makes `unplug-at` of `unplugAt`.
        flags.insert(match.1.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" })
      }
    }
    #expect(flags.count >= 6)
    let manual = try text(page)
    for flag in flags { #expect(manual.contains("Fl -\(flag)"), "\(page) does not document --\(flag)") }
  }

  /// SECURITY.md names the test, verb or directive that checks each protection.
  ///
  /// Each of these names must exist.
  @Test func `name only existing tests, verbs and directives`() throws {
    let tests = try swiftFiles(in: packageRoot.appending(path: "Tests")).map {
      try String(contentsOf: $0, encoding: .utf8)
    }.joined()
    let units = try ["service", "socket"].map { try text("systemd/flickd.\($0)") }.joined()
    let rows = try text("SECURITY.md").split(separator: "\n").filter { $0.hasPrefix("|") }
    let spans = rows.filter { $0.split(separator: "|").count == 4 }.flatMap { row in
      row.split(separator: "|")[3].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
    }
    #expect(spans.count > 40)
    for span in spans {
      if span.hasPrefix("make ") {
        #expect(try isCommandOfMake(span.split(separator: " ")[...]), "\(span)")
      } else if span.hasSuffix("=") {
        #expect(units.contains("\n\(span)"), "\(span)")
      } else {
        #expect(tests.contains("func `\(span)`"), "\(span)")
      }
    }
  }

  @Test(arguments: ["docs/protocol.md", "docs/clients.md", "docs/protocol.schema.json"])
  func `promise the same compatibility`(path: String) throws {
    #expect(try text(path).contains("can add messages, fields and words, but never rename them"))
  }

  @Test func `name each reason that rejects a contact`() throws {
    let row = try text("docs/protocol.md").split(separator: "\n").first { $0.hasPrefix("| `rejected` |") }
    let panels = try text("docs/panels.md")
    #expect(RejectedCounts.reasons.count >= 3)
    for word in RejectedCounts.reasons.map(\.word) {
      #expect(row?.contains("`\(word)`") == true, "docs/protocol.md: \(word)")
      #expect(panels.contains("\n| `\(word)` |"), "docs/panels.md: \(word)")
    }
  }

  @Test func `quote log lines literally`() throws {
    let manual = try text("docs/man/flickd.8").components(separatedBy: "\n.S")
    let section = try #require(manual.first { $0.hasPrefix("s Log\n") })
    let phrases = section.split(separator: "\n").compactMap { line in
      [".It Li ", ".Li "].first { line.hasPrefix($0) }.map { line.dropFirst($0.count) }
    }
    #expect(phrases.count >= 12)
    let sources = try ["FlickDaemon", "Evdev"].flatMap {
      try swiftFiles(in: packageRoot.appending(path: "Sources/\($0)"))
    }
    let strings = try sources.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.contains("\"") }
    }
    for phrase in phrases {
      let words = phrase.hasSuffix(" .") ? phrase.dropLast(2) : phrase
      #expect(strings.contains { $0.contains(words) }, "\(words)")
    }
  }

  @Test func `contain no path of a developer's machine`() throws {
    for path in [
      "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile",
    ] {
      #expect(try !text(path).contains(packageRoot.deletingLastPathComponent().path + "/"), "\(path)")
    }
  }
}
