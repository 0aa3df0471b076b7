internal import GestureCore

/// One step of a scenario, and its line number.
struct ScenarioStep: Equatable, Sendable {
  /// The action of a step.
  enum Deed: Equatable, Sendable {
    case down(finger: Int, Place)
    case to(finger: Int, Place, Interval)
    case up(finger: Int)
    case wait(Interval)
    case drop
    case unplug
    case plug
  }

  /// A position on a panel whose size is not known yet.
  struct Place: Equatable, Sendable {
    var x: Distance
    var y: Distance
  }

  /// The distance of a position from the left or the upper edge.
  enum Distance: Equatable, Sendable {
    /// A share of the panel, 0 … 1.
    case share(Double)
    /// A length in mm, not negative.
    case millimetres(Double)
  }

  var line: Int
  var deed: Deed

  // No panel reports more contacts, and no test lasts longer. Both limits bound the resources that
  // a file can request.
  static let fingers = 1...64
  static let longest: Int64 = 3_600_000

  /// Reads the steps, line by line.
  static func read(_ lines: ArraySlice<Substring>, of file: String) throws(ScenarioError) -> [ScenarioStep] {
    var steps: [ScenarioStep] = []
    var state = State()
    for (index, line) in zip(lines.indices, lines) {
      let number = index + 1
      let text = line.prefix { $0 != "#" }
      let words = text.split { $0 == " " || $0 == "\t" }
      if words.isEmpty { continue }
      guard let deed = deed(words) else {
        throw ScenarioError(file: file, line: number, message: complaint(about: words))
      }
      if let complaint = state.take(deed, in: number) {
        throw ScenarioError(file: file, line: number, message: complaint)
      }
      steps.append(ScenarioStep(line: number, deed: deed))
    }
    return steps
  }

  /// The contacts that are down and whether the panel is plugged in; both decide which step is
  /// possible.
  private struct State {
    private var down: Set<Int> = []
    /// The line of each finger's last lift.
    private var lifts: [Int: Int] = [:]
    private var isPlugged = true

    /// Applies the next step, and returns the reason if the step is not possible.
    mutating func take(_ deed: Deed, in line: Int) -> String? {
      switch deed {
      case .wait: return nil
      case .plug:
        guard !isPlugged else { return "the panel is already plugged in: remove this line" }
        isPlugged = true
        return nil
      case _ where !isPlugged: return "the panel is unplugged: only `plug` and a time can follow"
      case .down(let finger, _):
        return down.insert(finger).inserted
          ? nil : "finger \(finger) is already down: add `up \(finger)` before this line"
      case .to(let finger, _, _): return down.contains(finger) ? nil : Self.absence(of: finger)
      case .up(let finger):
        guard down.remove(finger) != nil else {
          let lift = lifts[finger].map {
            "finger \(finger) is not down: it lifted in line \($0): remove this line"
          }
          return lift ?? Self.absence(of: finger)
        }
        lifts[finger] = line
        return nil
      case .drop: return nil
      case .unplug:
        isPlugged = false
        down = []
        return nil
      }
    }

    private static func absence(of finger: Int) -> String {
      "finger \(finger) is not down: add a line such as `down \(finger) 80% 50%` before this one"
    }
  }
}

// MARK: - Words

extension ScenarioStep {
  /// Returns whether a line is a step, maybe with a comment.
  static func isStep(_ line: Substring) -> Bool {
    let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
    return !words.isEmpty && deed(words) != nil
  }

  /// Returns whether a step can begin with a word.
  static func isBegun(by word: Substring) -> Bool {
    ["down", "to", "up", "drop", "unplug", "plug"].contains(word) || time(word) != nil
  }

  static func deed(_ words: [Substring]) -> Deed? {
    switch (words[0], words.count) {
    case ("down", 4):
      guard let finger = finger(words[1]), let place = place(words[2], words[3]) else { return nil }
      return .down(finger: finger, place)
    case ("to", 6):
      guard let finger = finger(words[1]), let place = place(words[2], words[3]), words[4] == "in",
        let time = time(words[5]), time > .zero
      else { return nil }
      return .to(finger: finger, place, time)
    case ("up", 2): return finger(words[1]).map { .up(finger: $0) }
    case ("drop", 1): return .drop
    case ("unplug", 1): return .unplug
    case ("plug", 1): return .plug
    case (let word, 1): return time(word).map { .wait($0) }
    default: return nil
    }
  }

  static func finger(_ word: Substring) -> Int? {
    number(word).flatMap { Int(exactly: $0) }.flatMap { fingers.contains($0) ? $0 : nil }
  }

  private static func place(_ x: Substring, _ y: Substring) -> Place? {
    guard let x = distance(x), let y = distance(y) else { return nil }
    return Place(x: x, y: y)
  }

  static func distance(_ word: Substring) -> Distance? {
    if word.hasSuffix("%") {
      guard let share = number(word.dropLast()), share <= 100 else { return nil }
      return .share(share / 100)
    }
    guard word.hasSuffix("mm"), let length = number(word.dropLast(2)) else { return nil }
    return .millimetres(length)
  }

  static func time(_ word: Substring) -> Interval? {
    guard word.hasSuffix("ms"), let count = number(word.dropLast(2)).flatMap({ Int64(exactly: $0) }),
      count <= longest
    else { return nil }
    return .milliseconds(count)
  }

  /// Returns a plain decimal number; Double(_:) alone also accepts signs, exponents and infinities.
  static func number(_ word: Substring) -> Double? {
    guard word.count <= 12, word.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(word)
  }
}
