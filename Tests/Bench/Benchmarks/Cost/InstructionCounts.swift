internal import Foundation

/// The instructions that callgrind counted in a run of a program, function by function.
///
/// A call of few nanoseconds cannot be judged by its time: the same machine code takes a quarter
/// longer in another place.
public struct InstructionCounts: Sendable {
  /// All calls of one function.
  private struct Calls {
    var count = 0.0
    var instructions = 0.0
  }

  private var calls: [Substring: Calls] = [:]
  private var names: [Substring: Substring] = [:]

  /// Reads a file that `valgrind --tool=callgrind` wrote.
  public static func read(_ path: String) throws(FileError) -> InstructionCounts {
    let counts = InstructionCounts(String(decoding: try FileError.bytes(of: path), as: UTF8.self))
    if counts.calls.isEmpty {
      throw FileError(fault: .bad, path: path, what: "holds no call that callgrind counted")
    }
    return counts
  }

  /// Takes from callgrind's text what every call cost, with all that it called in turn.
  ///
  /// The format is in Valgrind's manual: `cfn=(7) name` names a function that is called, once in
  /// full and then by number; `calls=3 …` says how often; the next line ends with the instructions
  /// of those calls together.
  init(_ text: String) {
    var called: Substring = ""
    var times = 0.0
    for line in text.split(separator: "\n") {
      if times > 0 {
        let cost = line.split(separator: " ").last.flatMap { Double($0) } ?? 0
        calls[called, default: Calls()].count += times
        calls[called, default: Calls()].instructions += cost
        times = 0
      } else if line.hasPrefix("cfn=") {
        called = name(line.dropFirst(4))
      } else if line.hasPrefix("fn=") {
        _ = name(line.dropFirst(3))
      } else if line.hasPrefix("calls=") {
        times = Double(line.dropFirst(6).prefix { $0 != " " }) ?? 0
      }
    }
  }

  /// What one call cost, on average, of the functions whose symbols contain `part`; nil if there
  /// was no call.
  func perCall(of part: String) -> Double? {
    var sum = Calls()
    for (name, calls) in calls where name.contains(part) {
      sum.count += calls.count
      sum.instructions += calls.instructions
    }
    return sum.count > 0 ? sum.instructions / sum.count : nil
  }

  /// The name behind `(7) name`, which is kept, or behind `(7)`.
  private mutating func name(_ entry: Substring) -> Substring {
    let parts = entry.split(separator: " ", maxSplits: 1)
    guard let number = parts.first else { return entry }
    if parts.count == 2 { names[number] = parts[1] }
    return names[number] ?? number
  }
}
