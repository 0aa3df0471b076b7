import TestKit

/// The swipes of two plays of the same reports.
///
/// Two swipes of one contact are a pair, whichever of two fingers passed the slop first.
struct SwipePairs {
  /// Two swipes of one contact with different decisions.
  struct Difference: Hashable {
    /// Where the swipe began and its displacement, in mm.
    var movement: String
    /// The first decision, in the words of a scenario.
    var decision: String
    /// The second decision, in the words of a scenario.
    var other: String
  }

  let count: Int
  /// The pairs whose kind, direction or commit differ.
  let differences: Set<Difference>
  /// The number of swipes that only the first play has.
  let surplus: Int
  /// The number of swipes that only the second play has.
  let lacking: Int

  /// Pairs the lines of two plays; of several swipes with equal displacement, the nth ones are a
  /// pair.
  init(_ lines: [String], with others: [String]) throws {
    let (left, right) = (try Self.table(lines), try Self.table(others))
    var differences: Set<Difference> = []
    var count = 0
    for (movement, decisions) in left {
      for (decision, other) in zip(decisions, right[movement] ?? []) {
        count += 1
        if decision != other {
          differences.insert(Difference(movement: movement, decision: decision, other: other))
        }
      }
    }
    self.count = count
    self.differences = differences
    surplus = lines.count - count
    lacking = others.count - count
  }

  private static func table(_ lines: [String]) throws -> [String: [String]] {
    var table: [String: [String]] = [:]
    for line in try lines.map({ try JSON($0) }) {
      let (start, displacement) = (line.start, line.translation)
      let numbers = [start.x, start.y, displacement.x, displacement.y].map { $0.value.map { "\($0)" } ?? "?" }
      let movement = "\(numbers[0]),\(numbers[1]) by \(numbers[2]),\(numbers[3])"
      table[movement, default: []].append(line.outcome)
    }
    return table
  }
}

extension JSON {
  /// Kind, direction and commit of an `end`, or the reason of a `cancel`.
  fileprivate var outcome: String {
    scenarioWords.flatMap { $0.split(separator: " by ", maxSplits: 1).first.map(String.init) } ?? "?"
  }
}
