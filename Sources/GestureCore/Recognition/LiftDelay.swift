/// How late a panel reports a lift, learned from its lifts; the same stream gives the same value.
///
/// Only a lift after a throw (``ThrowDetector``) is evidence. The finger did not rest, so the panel
/// caused the silence between the last report and the lift. The value is a short silence and not
/// the mean. A late panel is always late, so none of its lifts comes early; but a finger that stops
/// dead can lengthen any silence. A value that is too small loses no flick, because 80 ms are
/// added. A value that is too large makes a rest look like a flick.
struct LiftDelay {
  /// The delay: the remembered one until ``enough`` lifts are known, else 0.
  private(set) var value: Interval
  private var silences = InlineArray<9, Interval>(repeating: .zero)
  private var count = 0
  private var next = 0

  /// The number of lifts that are enough evidence.
  static var enough: Int { 5 }
  /// The number of newest lifts that count; a wrong value disappears with the lifts that caused it.
  private static var memory: Int { 9 }
  /// A longer silence comes from the finger, not from the panel.
  ///
  /// The latest panel on record, an Atmel maXTouch, needs 124 ms plus one report period. A rest of
  /// 150 ms must never count as a delay.
  static var longest: Interval { .milliseconds(145) }

  /// Begins with the delay that was learned at an earlier time; the panel's own lifts replace it.
  init(remembered: Interval? = nil) { value = remembered ?? .zero }

  /// Whether the value comes from the panel's own lifts.
  var isLearned: Bool { count >= Self.enough }

  /// Adds the silence before the lift of a single contact that was thrown.
  mutating func learn(_ silence: Interval) {
    guard silence >= .zero, silence <= Self.longest else { return }
    silences[next] = silence
    next = next + 1 == Self.memory ? 0 : next + 1
    count = min(count + 1, Self.memory)
    if isLearned { value = lowerQuartile() }
  }

  /// The second shortest of five to eight silences, the third shortest of nine.
  ///
  /// One early lift therefore does not decide.
  private func lowerQuartile() -> Interval {
    let rank = (count - 1) / 4
    var quartile = value
    for index in 0..<count {
      var shorter = 0
      var equal = 0
      for other in 0..<count {
        if silences[other] < silences[index] { shorter += 1 }
        if silences[other] == silences[index] { equal += 1 }
      }
      if shorter <= rank, rank < shorter + equal { quartile = silences[index] }
    }
    return quartile
  }
}

/// The usual time between two reports of a contact, learned from the reports.
///
/// A running mean: each new interval has a weight of 1/8, rounded towards zero. The same stream
/// gives the same period.
struct ReportPeriod {
  /// The period; 10 ms, a typical value, until the contact's reports correct it.
  private(set) var value = Interval.milliseconds(10)

  /// Shorter intervals separate frames of one scan: some panels send one report per contact, 2 ms
  /// apart.
  private static let shortest = Interval.milliseconds(3)
  /// Longer intervals are rests: the slowest panels report every 30 ms.
  private static let longest = Interval.milliseconds(50)

  /// Adds the time between two reports of one contact.
  mutating func learn(_ interval: Interval) {
    guard interval >= Self.shortest, interval <= Self.longest else { return }
    value = Interval(microseconds: value.microseconds + (interval.microseconds - value.microseconds) / 8)
  }
}
