import Foundation
import TestKit

/// What a connection says and hears, as a text that people read and tests play.
///
///     # What it is about.
///     recording: afterTap
///     < the lines that come before it asks: hello, state
///     > a request
///     < the lines from there to its reply; behind the last request, to the end of the connection
///
/// A minor release may add fields. So a line is as it was if every field of it is there with its
/// value and in its order, and others may stand between; `"*"` stands for what is another one each
/// time.
struct Transcript {
  /// One line of the text.
  enum Step: Equatable {
    /// A remark, or the recording's name.
    case heading(String)
    /// What the connection says.
    case said(String)
    /// What it hears.
    case heard(String)

    fileprivate var isHeard: Bool { if case .heard = self { true } else { false } }

    fileprivate func isLine(of type: String) -> Bool {
      if case .heard(let line) = self { line.hasPrefix("{\"type\":\"\(type)\"") } else { false }
    }
  }

  /// Where the transcripts lie.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden")

  /// The fields whose values are others each time: the product's version, what this run alone is
  /// like, and how far the recording had come when somebody asked.
  private static let masked = [
    "version", "epoch", "features", "uptime_us", "turns", "turn_us", "latency_us", "contacts",
    "contacts_down",
    "frames",
  ]

  /// Every step in order.
  private(set) var steps: [Step]

  /// Reads the text of a transcript.
  init(_ text: String) {
    steps = text.split(separator: "\n").map { line in
      if line.hasPrefix("> ") { return .said(String(line.dropFirst(2))) }
      if line.hasPrefix("< ") { return .heard(String(line.dropFirst(2))) }
      return .heading(String(line))
    }
  }

  /// The names of all transcripts.
  static var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }
        .sorted()
    }
  }

  /// What the connection says, in order.
  var requests: [String] {
    steps.compactMap { step in if case .said(let line) = step { line } else { nil } }
  }

  /// The name of the recording that is played.
  var recording: String? {
    let word = "recording: "
    return steps.lazy.compactMap { step in
      if case .heading(let line) = step, line.hasPrefix(word) {
        String(line.dropFirst(word.count))
      } else {
        nil
      }
    }.first
  }

  /// The same transcript with what was heard this time: two lines before any request, then behind
  /// each what comes up to its reply, and behind the last one everything.
  func hearing(_ heard: [String]) throws -> Transcript {
    var rest = try heard.map { Step.heard(try Self.masked($0)) }[...]
    var told: [Step] = []
    func take(through isLast: (Step) -> Bool) {
      let end = rest.firstIndex(where: isLast).map { $0 + 1 } ?? rest.endIndex
      told += rest[..<end]
      rest = rest[end...]
    }
    for step in steps {
      switch step {
      case .heading: told.append(step)
      case .heard: break
      case .said:
        if !told.contains(where: \.isHeard) { take { $0.isLine(of: "state") } }
        told.append(step)
        take { $0.isLine(of: "reply") }
      }
    }
    var transcript = self
    transcript.steps = told + rest
    return transcript
  }

  /// The text.
  var text: String {
    steps.map { step in
      switch step {
      case .heading(let line): line + "\n"
      case .said(let line): "> \(line)\n"
      case .heard(let line): "< \(line)\n"
      }
    }.joined()
  }

  /// The first step that is not as it was, nil if all are.
  func firstDifference(from other: Transcript) throws -> String? {
    for (was, now) in zip(steps, other.steps) {
      switch (was, now) {
      case (.heard(let old), .heard(let new)):
        if try !Self.holds(OrderedJSON(old), in: OrderedJSON(new)) { return "was: \(old)\nis:  \(new)" }
      default:
        if was != now { return "was: \(was)\nis:  \(now)" }
      }
    }
    return steps.count == other.steps.count ? nil : "were \(steps.count) lines, are \(other.steps.count)"
  }

  /// Whether a value is as it was.
  static func holds(_ old: OrderedJSON, in new: OrderedJSON) -> Bool {
    switch (old, new) {
    case (.string("*"), _): return true
    case (.array(let old), .array(let new)):
      return old.count == new.count && zip(old, new).allSatisfy { holds($0, in: $1) }
    case (.object(let old), .object(let new)):
      var rest = new[...]
      for field in old {
        guard let place = rest.firstIndex(where: { $0.name == field.name }),
          holds(field.value, in: rest[place].value)
        else { return false }
        rest = rest[(place + 1)...]
      }
      return true
    default: return old == new
    }
  }

  /// The line with `"*"` for what is another one each time; none of these values has an object in
  /// it.
  private static func masked(_ line: String) throws -> String {
    let value = #""[^"]*"|\[[^\]]*\]|\{[^}]*\}|[0-9]+"#
    let field = try Regex(#""(\#(masked.joined(separator: "|")))":(\#(value))"#)
    return line.replacing(field) { match in "\"\(match.output[1].substring ?? "")\":\"*\"" }
  }
}
