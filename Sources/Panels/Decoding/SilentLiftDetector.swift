internal import GestureCore

/// Learns whether a panel of protocol A says a lift by silence alone.
///
/// The protocol asks for every contact in every frame, and the kernel filters nothing of a device
/// without slots; but some panels say no lift at all and others nothing while a finger rests.
/// Silence is a lift only where the panel
///
/// - was seen to repeat a contact that did not change, ``enough`` times in a row and for
///   ``length``, so that a finger that rests is no silence, and
/// - was never seen to say a lift itself, by BTN_TOUCH or by an empty list.
struct SilentLiftDetector: Sendable {
  /// The silence that is a lift: four frames of the slowest panel that can show that it repeats,
  /// and longer than any pause of the recorded panels between the frames of a finger that moves.
  static let length = Interval.milliseconds(200)
  /// A longer pause between two frames shows no repetition: the slowest panels report every 30 ms.
  private static let pause = Interval.milliseconds(50)
  /// So many equal frames in a row are no accident.
  private static let enough = 8

  /// Whether silence is the panel's way to say that the last finger lifted.
  var isLift: Bool { isRepeating && !saysLifts }

  private var isRepeating = false
  private var saysLifts = false
  private var first = Instant(microseconds: 0)
  private var last = Instant(microseconds: 0)
  private var equal = 0

  /// Takes in that a frame listed contacts, all as the frame before did or not.
  mutating func list(isUnchanged: Bool, at instant: Instant) {
    if isUnchanged, instant - last <= Self.pause {
      equal += 1
    } else {
      equal = 0
      first = instant
    }
    last = instant
    if equal >= Self.enough, instant - first >= Self.length { isRepeating = true }
  }

  /// Takes in that the panel has words of its own for touch and lift.
  mutating func sayLift() {
    saysLifts = true
  }

  /// Whether a contact may have left and another come since the last list, so long was the pause.
  func isPause(before instant: Instant) -> Bool {
    instant - last >= Self.length
  }
}
