internal import GestureCore
internal import Panels
internal import Recordings

/// The time of an exercise, which stands still while no page shows the exercise.
///
///     CLOCK_MONOTONIC   0 1 2 3 4 5 6 7 8
///     the exercise      0 1 2 3 . . . 4 5     a pause from 3 to 6
///
/// A recording therefore has no gap, and a program that reads it later counts no time without a
/// page.
struct PausedClock {
  /// When the time stopped; nil while it passes.
  private var stopped: Instant?
  /// When the last pause ended; nil before the first one.
  private var resumed: Instant?
  /// The length of all pauses that have ended.
  private var lost = Interval.zero

  /// Whether the time stands still.
  var isPaused: Bool { stopped != nil }

  /// The time of the exercise at `now`.
  func time(at now: Instant) -> Instant { back(stopped ?? now) }

  /// When a time of the exercise will be, if there is no further pause.
  func instant(of time: Instant) -> Instant { time + lost }

  /// The frame at the times of the exercise; nil for a frame of a pause.
  func frame(_ frame: RecordedFrame) -> RecordedFrame? {
    guard !isPaused else { return nil }
    // Without a pause, every frame counts.
    guard let resumed else { return frame }
    // Frames of the pause may arrive after its end.
    guard let end = frame.events.last?.instant, end >= resumed else { return nil }
    var frame = frame
    for index in frame.events.indices { frame.events[index].instant = back(frame.events[index].instant) }
    return frame
  }

  /// Stops the time; changes nothing if it stands still already.
  mutating func pause(at now: Instant) {
    stopped = stopped ?? now
  }

  /// Lets the time pass again; changes nothing if it passes already.
  mutating func resume(at now: Instant) {
    guard let stopped else { return }
    lost = lost + (now - stopped)
    (self.stopped, resumed) = (nil, now)
  }

  private func back(_ instant: Instant) -> Instant {
    Instant(microseconds: instant.microseconds - lost.microseconds)
  }
}
