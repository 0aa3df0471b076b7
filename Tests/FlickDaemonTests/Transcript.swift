import Foundation
import TestKit

/// What a client sends and receives on one connection, as text that people read and tests play.
///
///     # What the transcript shows.
///     recording: afterTap
///     < the lines before the first request: hello, state
///     > a request
///     < the lines up to its reply; after the last request, all lines to the end of the connection
///
/// A minor release may add fields. So a line is unchanged if each of its fields is present with its
/// value and in order; other fields may come between. `"*"` stands for a value that differs in each
/// run.
struct Transcript {
  /// One line of the text.
  enum Step: Equatable {
    /// A remark, or the name of the recording.
    case heading(String)
    /// A line that the client sends.
    case said(String)
    /// A line that the client receives.
    case heard(String)

    fileprivate var isHeard: Bool { if case .heard = self { true } else { false } }

    fileprivate func isLine(of type: String) -> Bool {
      if case .heard(let line) = self { line.hasPrefix("{\"type\":\"\(type)\"") } else { false }
    }
  }

  /// The folder of the transcripts.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden")

  /// The fields whose values differ in each run.
  ///
  /// These are the version, what is specific to one run, and how far the recording has played at
  /// the time of a request.
  private static let masked = [
    "version", "epoch", "features", "uptime_us", "turns", "turn_us", "latency_us", "contacts",
    "contacts_down", "frames",
  ]

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

  /// The lines that the client sends, in order.
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

  /// The same transcript with the lines that were received this time.
  ///
  /// Two lines come before the first request. After each request come the lines up to its reply,
  /// and after the last request all remaining lines.
  func hearing(_ heard: [String]) throws -> Transcript {
    var rest = try heard.map { Step.heard(try Self.masked($0)) }[...]
    var reported: [Step] = []
    func take(through isLast: (Step) -> Bool) {
      let end = rest.firstIndex(where: isLast).map { $0 + 1 } ?? rest.endIndex
      reported += rest[..<end]
      rest = rest[end...]
    }
    for step in steps {
      switch step {
      case .heading: reported.append(step)
      case .heard: break
      case .said:
        if !reported.contains(where: \.isHeard) { take { $0.isLine(of: "state") } }
        reported.append(step)
        take { $0.isLine(of: "reply") }
      }
    }
    var transcript = self
    transcript.steps = reported + rest
    return transcript
  }

  /// The text of the transcript.
  var text: String {
    steps.map { step in
      switch step {
      case .heading(let line): line + "\n"
      case .said(let line): "> \(line)\n"
      case .heard(let line): "< \(line)\n"
      }
    }.joined()
  }

  /// The first step that changed, nil if none did.
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

  /// Whether a value is unchanged, apart from added fields.
  static func holds(_ old: OrderedJSON, in new: OrderedJSON) -> Bool {
    switch (old, new) {
    case (.string("*"), _): return true
    case (.array(let old), .array(let new)):
      return old.count == new.count && zip(old, new).allSatisfy { holds($0, in: $1) }
    case (.object(let old), .object(let new)):
      var rest = new[...]
      for field in old {
        guard let index = rest.firstIndex(where: { $0.name == field.name }),
          holds(field.value, in: rest[index].value)
        else { return false }
        rest = rest[(index + 1)...]
      }
      return true
    default: return old == new
    }
  }

  /// The line with `"*"` for each value that differs in each run.
  ///
  /// None of these values contains a nested object.
  private static func masked(_ line: String) throws -> String {
    let value = #""[^"]*"|\[[^\]]*\]|\{[^}]*\}|[0-9]+"#
    let field = try Regex(#""(\#(masked.joined(separator: "|")))":(\#(value))"#)
    return line.replacing(field) { match in "\"\(match.output[1].substring ?? "")\":\"*\"" }
  }
}
