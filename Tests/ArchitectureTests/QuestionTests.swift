import Foundation
import Testing

/// A member whose name reads as a question: `isOver`, `hasLift(near:)`.
private struct Question {
  let name: String
  let place: String
  let declaration: String
  /// The lines of the body, or the single line that contains it.
  let body: [String]

  /// Every question of a file; a body ends at the brace below its declaration.
  static func questions(in lines: [String], of file: String) -> [Question] {
    let head =
      #/^\s*(?:@\S+\s+)*(?:[a-z]+(?:\([a-z]+\))?\s+)*(?:func|var)\s+((?:is|has|can|may|needs|should)[A-Z]\w*)/#
    var found: [Question] = []
    for (index, line) in lines.enumerated() {
      guard let name = line.firstMatch(of: head)?.output.1 else { continue }
      let indent = line.prefix { $0 == " " }
      let end = lines[(index + 1)...].firstIndex { $0 == indent + "}" } ?? index
      // A property without a brace is stored; a function's brace may be some lines below.
      let isStored = line.contains("var ") && !line.hasSuffix("{")
      let isWhole = isStored || line.contains("}")
      found.append(
        Question(
          name: String(name), place: "\(file):\(index + 1)", declaration: line,
          body: isWhole ? [line] : Array(lines[(index + 1)..<max(end, index + 1)])))
    }
    return found
  }

  /// Whether the question is marked `mutating`.
  var isMutating: Bool {
    declaration.contains("mutating ") || body.contains { $0.contains("mutating get") }
  }

  /// The assignments in the body to variables that the body does not declare.
  var assignments: [String] {
    let target = #/^\s*(?:self\.)?([a-z]\w*)[\w.\[\]?!]*\s(?:=|\+=|-=|\|=|&\+=)\s/#
    let locals = Set(body.compactMap { $0.firstMatch(of: #/(?:let|var|for)\s+(\w+)/#)?.output.1 })
    return body.filter { line in
      guard let name = line.firstMatch(of: target)?.output.1 else { return false }
      return !locals.contains(name) && name != "let" && name != "var"
    }
  }
}

@Suite struct `A name that reads as a question` {
  /// Questions that are marked `mutating`, each with its reason. None of them writes.
  private let exceptions = [
    "isPinch": "reads the fingers in place; a copy of 64 tracks costs 4 µs",
    "isNearOthers": "reads the histories in place, as `isPinch` does",
    "isFinger": "reads the fingers in place, as `isPinch` does",
    "isBesideSwipe": "reads the fingers in place, as `isPinch` does",
    "canBridge": "reads the tracks in place, as `isPinch` does",
    "canJoin": "reads the tracks in place, as `isPinch` does",
  ]

  private func questions() throws -> [Question] {
    let sources = packageRoot.appending(path: "Sources")
    let all = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: [Question] = []
    for case let file as URL in all where file.pathExtension == "swift" {
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      found += Question.questions(in: lines, of: file.lastPathComponent)
    }
    return found
  }

  @Test func `changes nothing`() throws {
    let all = try questions()
    #expect(all.count > 200, "questions were found")
    for question in all {
      if question.isMutating {
        #expect(exceptions[question.name] != nil, "\(question.place): \(question.name) is mutating")
      }
      #expect(question.assignments.isEmpty, "\(question.place): \(question.assignments)")
    }
    let marked = Set(all.filter(\.isMutating).map(\.name))
    #expect(Set(exceptions.keys) == marked, "an exception is for a question that there is")
  }

  @Test func `is found if it changes something`() {
    let writes = """
      func isDue(now: Int64) -> Bool {
        guard now >= due else { return false }
        due = now + pause
        return true
      }
      """
    let found = Question.questions(in: writes.components(separatedBy: "\n"), of: "a")
    #expect(found.map(\.assignments.count) == [1])
    let marked = Question.questions(in: ["  mutating func hasRoom() -> Bool { count < 8 }"], of: "b")
    #expect(marked.map(\.isMutating) == [true])
    let innocent = """
      var isOver: Bool {
        let last = steps.count
        return position == last
      }
      """
    #expect(
      Question.questions(in: innocent.components(separatedBy: "\n"), of: "c").allSatisfy {
        $0.assignments.isEmpty
      })
  }
}
