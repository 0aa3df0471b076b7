import Foundation
import Testing

@Suite struct `The documents` {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
  }

  private func swiftFiles(in folder: URL) throws -> [URL] {
    let all = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return all.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  /// The fenced blocks of a language in a document.
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

  @Test func `show only make verbs that the Makefile has`() throws {
    let makefile = try text("Makefile")
    var seen = 0
    for path in ["README.md", "CONTRIBUTING.md"] {
      for block in try blocks("sh", in: path) {
        for line in block.split(separator: "\n") {
          let words = line.split(separator: " ")
          guard let place = words.firstIndex(of: "make"), place + 1 < words.count else { continue }
          seen += 1
          #expect(makefile.contains("\n\(words[place + 1]):"), "\(path): \(line)")
        }
      }
    }
    #expect(seen >= 2)
  }

  @Test func `show only verbs and paths that there are`() throws {
    let sources = try swiftFiles(in: packageRoot.appending(path: "Sources/Commands"))
    let commands = try sources.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let paths = try text("Sources/LinuxIO/Sockets/SocketPath.swift")
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
          #expect(words[2].hasPrefix("UNIX-CONNECT:"))
          #expect(paths.contains("\"\(words[2].dropFirst("UNIX-CONNECT:".count))\""), "\(line)")
        }
        for unit in words where unit.hasPrefix("flickd.") {
          #expect(FileManager.default.fileExists(atPath: packageRoot.appending(path: "systemd/\(unit)").path))
        }
      }
    }
    #expect(seen >= 5)
  }

  /// The flags that a program's sources declare, and the manual page that must name each.
  static let manuals: [(sources: String, pattern: String, page: String)] = [
    ("Sources/FlickDaemon/Service/DaemonOptions.swift", #"name: "([a-z]+)""#, "docs/man/flickd.8"),
    ("Sources/Commands", #"@(?:Flag|Option)\((?s:.*?)\bvar `?([a-zA-Z]+)"#, "docs/man/flickctl.1"),
  ]

  @Test(arguments: manuals) func `name every flag in the manual`(
    sources: String, pattern: String, page: String
  ) throws {
    let place = packageRoot.appending(path: sources)
    let files = try place.pathExtension == "swift" ? [place] : swiftFiles(in: place)
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
    for flag in flags { #expect(manual.contains("Fl -\(flag)"), "\(page) says nothing of --\(flag)") }
  }

  @Test func `name no path of a developer's machine`() throws {
    for path in [
      "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile",
    ] {
      #expect(try !text(path).contains(packageRoot.deletingLastPathComponent().path), "\(path)")
    }
  }
}
