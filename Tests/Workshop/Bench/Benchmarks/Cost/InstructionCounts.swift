internal import Foundation

/// The instructions that callgrind counted in a run of a program, by function.
///
/// The time of a call of a few nanoseconds is unreliable: the same machine code takes a quarter
/// longer at another address.
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
      throw FileError(fault: .bad, path: path, what: "contains no call that callgrind counted")
    }
    return counts
  }

  /// Reads the inclusive cost of every call from callgrind's text.
  ///
  /// The format is in Valgrind's manual: `cfn=(7) name` names a called function, with its full name
  /// once and by number afterwards; `calls=3 …` is the number of calls; the next line ends with the
  /// instructions of all these calls together.
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

  /// The average instructions of one call of the functions whose symbols contain `part`; nil
  /// without calls.
  func perCall(of part: String) -> Double? {
    var sum = Calls()
    for (name, calls) in calls where name.contains(part) {
      sum.count += calls.count
      sum.instructions += calls.instructions
    }
    return sum.count > 0 ? sum.instructions / sum.count : nil
  }

  /// The name after `(7) name`, which is stored, or the stored name for `(7)`.
  private mutating func name(_ entry: Substring) -> Substring {
    let parts = entry.split(separator: " ", maxSplits: 1)
    guard let number = parts.first else { return entry }
    if parts.count == 2 { names[number] = parts[1] }
    return names[number] ?? number
  }
}
