internal import GestureCore

/// Learns whether a panel of protocol A reports a lift only by silence.
///
/// The protocol requires every contact in every frame, and the kernel does not filter the events of
/// a device without slots. But some panels report no lift, and others report nothing while a finger
/// rests. Silence is a lift only under two conditions:
///
/// - The panel has repeated an unchanged contact, ``enough`` times in a row and for ``length``. So
///   a resting finger is not silent.
/// - The panel has never reported a lift itself, by BTN_TOUCH or by an empty list.
struct SilentLiftDetector: Sendable {
  /// The silence that means a lift.
  ///
  /// Four frames of the slowest panel that can show a repetition. Longer than any pause between the
  /// frames of a moving finger on the recorded panels.
  static let length = Interval.milliseconds(200)
  /// After a longer pause between two frames, nothing counts as a repetition: the slowest panels
  /// report every 30 ms.
  private static let pause = Interval.milliseconds(50)
  /// The number of equal frames in a row that are not accidental.
  private static let enough = 8

  /// Whether silence means that the last finger lifted.
  var isLift: Bool { isRepeating && !saysLifts }

  private var isRepeating = false
  private var saysLifts = false
  private var first = Instant(microseconds: 0)
  private var last = Instant(microseconds: 0)
  private var equal = 0

  /// Adds a frame with a non-empty list; `isUnchanged` means that the list equals the one before.
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

  /// Adds a frame whose list contains hidden contacts only: it teaches nothing.
  mutating func listHidden(at instant: Instant) {
    last = instant
  }

  /// Records that the panel reports touch and lift itself.
  mutating func sayLift() {
    saysLifts = true
  }

  /// Whether the pause since the last list was so long that another contact may have replaced the
  /// old one.
  func isPause(before instant: Instant) -> Bool { silence(before: instant) >= Self.length }

  /// The time since the last list.
  func silence(before instant: Instant) -> Interval { instant - last }
}
