internal import GestureCore

/// How much a panel is doubted, from 0; above a limit the panel closes, and every contact is a
/// ghost.
///
///     event                                                level
///     impossible step or turns                             + 3      + ½ where the next position refutes it
///     one turn at speed, down for less than 300 ms         + 1½
///     moved for less than 80 ms where one just left        + 1
///     down for less than 25 ms                             + 1      + ¼ where another contact is or just was
///     down for less than 40 ms                             + ¼      + ⅒ there
///     down for 40 ms or more                               − ⅒
///     a second passes                                      − 1
///
///               level above 8 / every contact is cancelled
///         open ─────────────────────────────────────────────▶ closed: new contacts are suppressed
///           ▲                                                   │ ▲──┘ new evidence: stays closed
///           └───────────────────────────────────────────────────┘
///                 2 s without evidence / level 4
///
/// Fingers reach 3.4 on the worst recorded panel, an infrared frame that flickers. Ten fingers
/// reach 1.2 on a good panel.
struct DoubtLevel: Sendable {
  private(set) var isClosed = false
  private var level = 0.0
  private var lastEvidence = Instant(microseconds: 0)
  private var now = Instant(microseconds: 0)

  /// Whether a movement must last longer to count as a finger's.
  var isDoubtful: Bool { level >= GhostLimits.doubtful }
  /// Whether no wrong position is forgiven.
  var isStrict: Bool { level >= GhostLimits.strict }

  /// Lowers the level by the elapsed time, and opens a closed panel that has been calm.
  mutating func advance(to instant: Instant) {
    // A timestamp that goes back is not elapsed time.
    if instant > now { lower(by: (instant - now).seconds * GhostLimits.reliefPerSecond) }
    now = instant
    guard isClosed, now - lastEvidence >= GhostLimits.calm || now < lastEvidence else { return }
    isClosed = false
    level = GhostLimits.reopening
  }

  /// Adds evidence of a ghost.
  mutating func raise(by evidence: Double) {
    level = min(level + evidence, GhostLimits.ceiling)
    lastEvidence = now
  }

  /// Changes the level by the duration of a contact that landed near another one or alone.
  mutating func weigh(_ life: Interval, isNear: Bool) {
    if life < GhostLimits.flash {
      raise(by: isNear ? GhostLimits.flashEvidence.near : GhostLimits.flashEvidence.alone)
    } else if life < GhostLimits.tap {
      raise(by: isNear ? GhostLimits.tapEvidence.near : GhostLimits.tapEvidence.alone)
    } else {
      lower(by: GhostLimits.lifeRelief)
    }
  }

  /// Closes the panel if the level is too high; returns whether it closed just now.
  mutating func close() -> Bool {
    guard !isClosed, level > GhostLimits.closing else { return false }
    isClosed = true
    return true
  }

  private mutating func lower(by relief: Double) {
    level = max(0, level - relief)
  }
}
