import Foundation
import Testing

@Suite struct `The glossary` {
  /// The targets that declare each type that is not nested, by the type's name.
  private func declarations() throws -> [String: Set<String>] {
    let sources = packageRoot.appending(path: "Sources")
    let all = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: [String: Set<String>] = [:]
    let head =
      #/^(?:(?:public|package|final|indirect|nonisolated)\s+)*(?:struct|class|enum|protocol|actor)\s+(\w+)/#
    for case let file as URL in all where file.pathExtension == "swift" && !file.path.contains(".docc/") {
      let target = file.path.dropFirst(sources.path.count + 1).prefix { $0 != "/" }
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard let name = line.firstMatch(of: head)?.output.1 else { continue }
        found[String(name), default: []].insert(String(target))
      }
    }
    return found
  }

  private func text() throws -> String {
    try String(contentsOf: packageRoot.appending(path: "docs/glossary.md"), encoding: .utf8)
  }

  @Test func `names only types that exist`() throws {
    let declared = try declarations()
    var checked = 0
    for span in try text().matches(of: #/`([A-Z]\w+)(?:\.\w+)?`/#) where span.output.1 != "SYN_REPORT" {
      let name = String(span.output.1)
      guard name.contains(where: \.isLowercase) else { continue }
      checked += 1
      #expect(declared[name] != nil, "\(name) is in the glossary and not in Sources")
    }
    #expect(checked > 80)
  }

  /// FlickClient is a public library: an app that imports it needs no other module.
  @Test func `has one type per name, except FlickClient's own`() throws {
    for (name, targets) in try declarations() {
      let others = targets.subtracting(["FlickClient"])
      #expect(others.count < 2, "\(name) is declared in \(others.sorted())")
    }
  }

  @Test func `has each word once`() throws {
    let words = try text().split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| word") }
      .compactMap { $0.dropFirst(2).split(separator: " |").first }
    #expect(words.count > 80)
    #expect(Set(words).count == words.count)
  }
}
