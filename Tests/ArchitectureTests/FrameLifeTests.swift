import Foundation
import Testing

@Suite struct `One frame's life in the architecture` {
  /// A line of the list: the type, its method, and what the method does.
  private let step = #/- `(\w+)\.(\w+)` — /#

  private func sources() throws -> [String] {
    let all = try #require(
      FileManager.default.enumerator(
        at: packageRoot.appending(path: "Sources"), includingPropertiesForKeys: nil))
    return try all.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
      try String(contentsOf: $0, encoding: .utf8)
    }
  }

  /// The bodies of a type and of its extensions; each ends at a brace in the first column.
  private func bodies(of type: String, in sources: [String]) throws -> [Substring] {
    let head = try Regex("(?m)^[a-z ]*\\b(?:struct|class|enum|extension) \(type)\\b")
    return sources.flatMap { source in
      source.ranges(of: head).map { found in
        let rest = source[found.lowerBound...]
        return rest[..<(rest.firstRange(of: "\n}")?.lowerBound ?? rest.endIndex)]
      }
    }
  }

  @Test func `names only methods that exist`() throws {
    let text = try String(contentsOf: packageRoot.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    let sources = try sources()
    let steps = text.matches(of: step).map { (type: String($0.1), method: String($0.2)) }
    #expect(steps.count >= 20)
    #expect(steps.first?.method == "wait" && steps.last?.method == "send")
    for (type, method) in steps {
      let declaration = try Regex("\\bfunc \(method)\\b")
      let isDeclared = try bodies(of: type, in: sources).contains { $0.contains(declaration) }
      #expect(isDeclared, "\(type).\(method) is not declared in Sources")
    }
  }
}
