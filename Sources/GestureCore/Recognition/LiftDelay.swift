/// How late a panel reports a lift, learned from its lifts; the same stream gives the same value.
///
/// A lift tells something only if the finger was thrown off the glass (``ThrowDetector``): then it
/// did not rest, and the silence between its last report and the lift is the panel's. Of such
/// silences a short one counts and not the mean: a late panel is steadily late, so that none of its
/// lifts comes early, while a finger that stops dead can lengthen any silence. A value that is too
/// small still loses no flick, for 80 ms come to it; one too large takes rests for flicks.
struct LiftDelay {
  /// The delay: 0 until ``enough`` lifts have told.
  private(set) var value = Interval.zero
  private var silences = InlineArray<9, Interval>(repeating: .zero)
  private var count = 0
  private var next = 0

  /// So many lifts are evidence.
  static var enough: Int { 5 }
  /// So many of the newest lifts are remembered; a wrong value is outlived with them.
  private static var memory: Int { 9 }
  /// A longer silence is the finger's.
  ///
  /// The latest panel on record, an Atmel maXTouch, takes 124 ms, to which a report's period comes;
  /// and a rest of 150 ms must never pass for a delay.
  private static var longest: Interval { .milliseconds(145) }

  /// Takes in the silence before the lift of a contact that was alone on the glass and was thrown
  /// off it.
  mutating func learn(_ silence: Interval) {
    guard silence >= .zero, silence <= Self.longest else { return }
    silences[next] = silence
    next = next + 1 == Self.memory ? 0 : next + 1
    count = min(count + 1, Self.memory)
    if count >= Self.enough { value = lowerQuartile() }
  }

  /// The second shortest of five to eight, the third shortest of nine: a lift that came early does
  /// not decide alone.
  private func lowerQuartile() -> Interval {
    let rank = (count - 1) / 4
    var quartile = value
    for place in 0..<count {
      var shorter = 0
      var equal = 0
      for other in 0..<count {
        if silences[other] < silences[place] { shorter += 1 }
        if silences[other] == silences[place] { equal += 1 }
      }
      if shorter <= rank, rank < shorter + equal { quartile = silences[place] }
    }
    return quartile
  }
}
