import Foundation
import TestKit
import Testing

/// A row of `docs/messages.md`.
struct ListedMessage: CustomStringConvertible {
  /// The message, in which `…` stands for any text.
  let description: String
  /// The exit code; nil for a reply on the socket.
  let code: Int32?

  /// Whether a line is this message.
  func matches(_ line: Substring) -> Bool {
    let parts = description.split(separator: "…", omittingEmptySubsequences: false)
    var rest = line
    for (index, part) in parts.enumerated() where !part.isEmpty {
      let found = index == 0 ? (rest.hasPrefix(part) ? rest.range(of: part) : nil) : rest.range(of: part)
      guard let found else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.isEmpty || parts.last?.isEmpty == true
  }

  /// The rows of the page.
  static func all() throws -> [ListedMessage] {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: package.appending(path: "docs/messages.md"), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { row in
      let cells = row.components(separatedBy: " | ")
      guard cells.count == 4, cells[0] != "| message" else { return nil }
      return ListedMessage(
        description: String(cells[0].dropFirst(2)), code: Int32(cells[3].prefix { $0.isNumber }))
    }
  }
}

@Suite struct `The page of messages` {
  /// The rows for one of the lines of a program that ended with a code.
  private static func rows(of lines: [Substring], code: Int32?, in messages: [ListedMessage]) -> [Int] {
    messages.indices.filter { index in
      messages[index].code == code && lines.contains { messages[index].matches($0) }
    }
  }

  @Test func `lists the answer to each wrong input, and nothing that no input causes`() async throws {
    let messages = try ListedMessage.all()
    #expect(messages.count > 100)
    var driven: Set<Int> = []
    for input in WrongInput.all {
      let outcome = try await Answers.shared.answer(to: input)
      // Each line, because flickd may log more than one.
      let lines = outcome.errors.split(separator: "\n").map { line in
        line.drop { $0 != " " }.dropFirst()
      }
      let found = Self.rows(of: lines, code: outcome.code, in: messages)
      #expect(!found.isEmpty, "docs/messages.md lacks a row for: \(input.testDescription): \(outcome.errors)")
      driven.formUnion(found)
    }
    for request in WrongRequest.all {
      let answer = try #require(request.answer)
      let found = messages.indices.filter { messages[$0].code == nil && messages[$0].matches(answer[...]) }
      #expect(!found.isEmpty, "docs/messages.md lacks a row for: \(answer)")
      driven.formUnion(found)
    }
    for state in try MachineState.all() {
      let lines = state.message.split(separator: "\n")
      let found = Self.rows(of: lines, code: state.code, in: messages)
      #expect(!found.isEmpty, "docs/messages.md lacks a row for: \(state.message)")
      driven.formUnion(found)
    }
    for index in messages.indices where !driven.contains(index) {
      Issue.record("no wrong input causes `\(messages[index])`")
    }
  }
}
