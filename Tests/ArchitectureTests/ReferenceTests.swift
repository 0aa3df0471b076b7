import Foundation
import Testing

@Suite struct `A document` {
  /// The files that the documents refer to by whole paths are in these folders.
  private static let folders = ["Sources", "Tests", "docs", "packaging", "systemd", "udev-rules", ".ci"]

  /// The paths of all documents in the package.
  private static func documents() throws -> [String] {
    let names = try ["", "docs/"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: packageRoot.appending(path: folder).path)
        .map { folder + $0 }
    }
    return names.filter { $0.hasSuffix(".md") }.sorted()
  }

  /// The lines of a document outside its fenced code, with their numbers.
  private static func prose(of document: String) throws -> [(number: Int, text: String)] {
    let text = try String(contentsOf: packageRoot.appending(path: document), encoding: .utf8)
    var lines: [(number: Int, text: String)] = []
    var isCode = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
      } else if !isCode {
        lines.append((index + 1, String(line)))
      }
    }
    return lines
  }

  private struct Link {
    /// The document and the line, for people.
    var origin: String
    /// The path in the package.
    var path: String
    /// What follows `#`; nil for the whole file.
    var anchor: String?
  }

  /// The links of a document to files of the package.
  private static func links(in document: String) throws -> [Link] {
    try prose(of: document).flatMap { line -> [Link] in
      let text = line.text.replacing(#/`[^`]*`/#, with: "")
      return text.matches(of: #/\]\(([^)\s]+)\)/#).compactMap { match -> Link? in
        let target = String(match.output.1)
        guard !target.contains("://"), !target.hasPrefix("mailto:") else { return nil }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        var path = document.split(separator: "/").dropLast().map(String.init)
        for name in parts[0].split(separator: "/") {
          if name == ".." { _ = path.popLast() } else { path.append(String(name)) }
        }
        return Link(
          origin: "\(document):\(line.number): \(target)",
          path: parts[0].isEmpty ? document : path.joined(separator: "/"),
          anchor: parts.count > 1 ? String(parts[1]) : nil)
      }
    }
  }

  /// The anchors of a document's headings, as GitHub makes them.
  private static func anchors(of document: String) throws -> Set<String> {
    let headings = try prose(of: document).map(\.text).filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        let words = heading.drop { $0 == "#" }.dropFirst().lowercased()
        let kept = words.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
        return kept.replacing(" ", with: "-")
      })
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: packageRoot.appending(path: path).path)
  }

  @Test func `links only to files and headings that exist`() throws {
    var seen = 0
    for document in try Self.documents() {
      for link in try Self.links(in: document) {
        seen += 1
        #expect(Self.exists(link.path), "\(link.origin)")
        guard let anchor = link.anchor, Self.exists(link.path) else { continue }
        #expect(try Self.anchors(of: link.path).contains(anchor), "\(link.origin)")
      }
    }
    #expect(seen > 200)
  }

  @Test func `that is installed links only to what is installed beside it`() throws {
    let script = try String(contentsOf: packageRoot.appending(path: "packaging/install.sh"), encoding: .utf8)
    let installed = script.split(separator: "\n").compactMap { line -> String? in
      // Product, method, source and target.
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 4, words[2].hasPrefix("docs/"), words[3].hasPrefix("doc/") else { return nil }
      return words[2]
    }
    #expect(installed.count > 25)
    for document in installed where document.hasSuffix(".md") {
      for link in try Self.links(in: document) {
        let isInstalled = installed.contains { link.path == $0 || link.path.hasPrefix("\($0)/") }
        #expect(isInstalled, "\(link.origin)")
      }
    }
  }

  /// Without patterns and names that a reader replaces, such as `NAMERoom.swift`.
  @Test func `names only paths that exist`() throws {
    let sources = packageRoot.appending(path: "Sources").path
    let targets = try FileManager.default.contentsOfDirectory(atPath: sources)
    var seen = 0
    // Earlier entries of the change log name what has moved since.
    for document in try Self.documents() where document != "CHANGELOG.md" {
      // These two also name files by their target, such as `Panels/Decoding/DeviceClock.swift`.
      let isForContributors = ["ARCHITECTURE.md", "CONTRIBUTING.md"].contains(document)
      for line in try Self.prose(of: document) {
        for span in line.text.matches(of: #/`([^`]+)`/#) {
          for word in span.output.1.split(whereSeparator: { " ,:;".contains($0) }) {
            guard word.contains("/"), !word.contains(#/[*]|NAME|VENDOR|TARGET|FOLDER/#) else { continue }
            let first = String(word.prefix { $0 != "/" })
            let isInTarget = isForContributors && targets.contains(first)
            guard isInTarget || Self.folders.contains(first) else { continue }
            seen += 1
            let path = isInTarget ? "Sources/\(word)" : String(word)
            #expect(Self.exists(path), "\(document):\(line.number): \(word)")
          }
        }
      }
    }
    #expect(seen > 150)
  }
}
