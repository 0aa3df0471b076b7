internal import GestureCore

/// One step of a scenario, and its line number.
struct ScenarioStep: Equatable, Sendable {
  /// The action of a step.
  enum Deed: Equatable, Sendable {
    /// `width` is in mm; nil for that of a fingertip.
    case down(finger: Int, Position, width: Double?)
    /// Fingers that move at the same time.
    case to([Move], Interval)
    case up(finger: Int)
    case wait(Interval)
    case width(finger: Int, Double)
    case palm(finger: Int)
    /// The finger lifts, and its slot stays.
    case lose(finger: Int)
    case cue(ScenarioCue.Action)
    case drop
    case unplug
    case plug
  }

  /// The position to which a finger moves.
  struct Move: Equatable, Sendable {
    var finger: Int
    var position: Position
  }

  /// A position on a panel whose size is not known yet.
  struct Position: Equatable, Sendable {
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
  /// The width of the widest contact, in mm: a forearm.
  static let widest = 200.0

  /// The line that the client sends; nil for another step.
  var request: String? {
    if case .cue(.request(let line)) = deed { line } else { nil }
  }

  /// Whether only a panel with slots, with their widths and tools, can play the step.
  var needsSlots: Bool {
    switch deed {
    case .width, .palm, .lose: true
    case .down(_, _, let width): width != nil
    case .to, .up, .wait, .drop, .unplug, .plug, .cue: false
    }
  }

  /// The contacts that are down and whether the panel is plugged in; both decide which step is
  /// possible.
  struct State {
    private var down: Set<Int> = []
    /// The line of each finger's last lift.
    private var lifts: [Int: Int] = [:]
    private var isPlugged = true

    /// Applies the next step, and returns the reason if the step is not possible.
    mutating func take(_ deed: Deed, in line: Int) -> String? {
      switch deed {
      case .wait, .cue: return nil
      case .plug:
        guard !isPlugged else { return "the panel is already plugged in: remove this line" }
        isPlugged = true
        return nil
      case _ where !isPlugged: return "the panel is unplugged: only `plug` and a time can follow"
      case .down(let finger, _, _):
        return down.insert(finger).inserted
          ? nil : "finger \(finger) is already down: add `up \(finger)` before this line"
      case .to(let moves, _):
        return moves.first { !down.contains($0.finger) }.map { Self.absence(of: $0.finger) }
      case .width(let finger, _), .palm(let finger):
        return down.contains(finger) ? nil : Self.absence(of: finger)
      case .up(let finger), .lose(let finger):
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
  static func isBegun(by word: Substring) -> Bool { verbs.contains(word) || time(word) != nil }

  static let verbs: [Substring] = [
    "down", "to", "up", "drop", "unplug", "plug", "width", "palm", "lose", "reload",
  ]

  /// Returns the deed of a line; that of `reload` lacks the configuration below it.
  static func deed(_ words: [Substring]) -> Deed? {
    switch (words[0], words.count) {
    case ("down", 4), ("down", 6): return down(words)
    case ("to", 6...): return move(words)
    case ("up", 2): return finger(words[1]).map { .up(finger: $0) }
    case ("width", 3):
      guard let finger = finger(words[1]), let width = width(words[2]) else { return nil }
      return .width(finger: finger, width)
    case ("palm", 2): return finger(words[1]).map { .palm(finger: $0) }
    case ("lose", 2): return finger(words[1]).map { .lose(finger: $0) }
    case ("reload", 1): return .cue(.reload(ScenarioConfiguration(file: "")))
    case ("drop", 1): return .drop
    case ("unplug", 1): return .unplug
    case ("plug", 1): return .plug
    case (let word, 1): return time(word).map { .wait($0) }
    default: return nil
    }
  }

  /// `down 1 80% 50%`, or `down 1 80% 50% 30mm wide`.
  private static func down(_ words: [Substring]) -> Deed? {
    guard let finger = finger(words[1]), let position = position(words[2], words[3]) else { return nil }
    guard words.count == 6 else { return .down(finger: finger, position, width: nil) }
    guard let width = width(words[4]), words[5] == "wide" else { return nil }
    return .down(finger: finger, position, width: width)
  }

  /// `to 1 60% 50% in 80ms`, or `to 1 60% 50% and 2 70% 50% in 80ms`.
  private static func move(_ words: [Substring]) -> Deed? {
    let end = words.count - 2
    guard words[end] == "in", let time = time(words[end + 1]), time > .zero else { return nil }
    var moves: [Move] = []
    for group in words[1..<end].split(separator: "and", omittingEmptySubsequences: false) {
      let group = Array(group)
      guard group.count == 3, let finger = finger(group[0]), let position = position(group[1], group[2]),
        !moves.contains(where: { $0.finger == finger })
      else { return nil }
      moves.append(Move(finger: finger, position: position))
    }
    return .to(moves, time)
  }

  static func finger(_ word: Substring) -> Int? {
    number(word).flatMap { Int(exactly: $0) }.flatMap { fingers.contains($0) ? $0 : nil }
  }

  private static func position(_ x: Substring, _ y: Substring) -> Position? {
    guard let x = distance(x), let y = distance(y) else { return nil }
    return Position(x: x, y: y)
  }

  static func distance(_ word: Substring) -> Distance? {
    if word.hasSuffix("%") {
      guard let share = number(word.dropLast()), share <= 100 else { return nil }
      return .share(share / 100)
    }
    guard word.hasSuffix("mm"), let length = number(word.dropLast(2)) else { return nil }
    return .millimetres(length)
  }

  /// The width of a contact, in mm.
  static func width(_ word: Substring) -> Double? {
    guard case .millimetres(let width) = distance(word), width > 0, width <= widest else { return nil }
    return width
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
