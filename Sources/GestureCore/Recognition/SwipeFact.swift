/// The identifier of one swipe while the service runs, counted from 1.
public struct SwipeID: Equatable, Sendable {
  /// The running number.
  public var number: UInt64

  /// Creates the identifier of the `number`th swipe.
  public init(number: UInt64) {
    self.number = number
  }
}

/// The source of swipe identifiers: one counter for all panels of a service.
public struct SwipeNumbering: Sendable {
  private var last: UInt64 = 0

  /// Creates a counter before its first swipe.
  public init() {}

  /// Returns the next unused identifier.
  public mutating func next() -> SwipeID {
    last += 1
    return SwipeID(number: last)
  }
}

/// The phase of a swipe that a fact reports.
public enum SwipePhase: Equatable, Sendable {
  /// The contact passed the slop, so the swipe begins.
  case begin
  /// The swipe moved or came to rest.
  case update
  /// The contact lifted, so the decision is final.
  case end
  /// The swipe ended without a decision.
  case cancel(CancelReason)

  /// Whether this phase is the last of a swipe.
  public var isLast: Bool {
    switch self {
    case .begin, .update: false
    case .end, .cancel: true
    }
  }
}

/// What the recogniser knows of a swipe at one time: facts only, without a rule.
public struct SwipeFact: Sendable {
  /// Begin, update, end or cancel.
  public var phase: SwipePhase
  /// The identifier of the swipe.
  public var swipe: SwipeID
  /// The time of the fact.
  ///
  /// For a lift, the time of the lift. For a rest that silence showed, the time when the rest
  /// became certain.
  public var instant: Instant
  /// The number of contacts of the swipe.
  public var fingers: Int
  /// The position where the contact landed.
  public var start: PanelPoint
  /// The displacement from the start, slop included, in mm.
  public var translation: Translation
  /// The largest straight distance from the start until now, in mm.
  public var excursion: Double
  /// The displacement minus the detour, or half of the excursion if that is longer, in mm.
  ///
  /// What was reached before the fingers changed counts only if the path goes on in its direction.
  /// The detour is the length by which the bounding box of the path exceeds the displacement.
  public var travel: Double
  /// How far the contact went back against the displacement.
  public var retreat = Retreat.unknown
  /// The velocity with its evidence; at an end, of the last real movement.
  public var estimate: VelocityEstimate
  /// The time since the newest sample.
  public var age: Interval
  /// The time since the contact landed.
  public var duration: Interval
  /// The time from the last touch of the panel to the landing; nil for the first touch since the
  /// panel was opened.
  public var idle: Interval?

  /// The position of the contact.
  public var location: PanelPoint { start + translation }

  /// The predicted displacement from the start, `lookahead` later than ``instant``: T + V·t.
  ///
  /// The prediction ignores the acceleration of the regression. On straight drags, the acceleration
  /// would reduce the error by a tenth; on all other recorded strokes it would increase the error.
  public func translation(after lookahead: Interval) -> Translation {
    translation + estimate.velocity * lookahead.seconds
  }
}

/// A receiver of the facts of a recogniser.
public protocol SwipeSink: ~Copyable {
  /// Receives one fact of a swipe, in order of time.
  mutating func receive(_ fact: borrowing SwipeFact)
  /// Receives one fact of a contact, in the same order; does nothing by default.
  mutating func receive(_ fact: borrowing ContactFact)
}

extension SwipeSink where Self: ~Copyable {
  /// Ignores the fact.
  public mutating func receive(_: borrowing ContactFact) {}
}
