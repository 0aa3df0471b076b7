/// Names one swipe for as long as the service runs, counted from 1.
public struct SwipeID: Equatable, Sendable {
  /// The running number.
  public var number: UInt64

  /// Creates the name of the `number`th swipe.
  public init(number: UInt64) {
    self.number = number
  }
}

/// Gives out swipe ids, one count for all panels of a service.
public struct SwipeNumbering: Sendable {
  private var last: UInt64 = 0

  /// Starts before the first swipe.
  public init() {}

  /// The next unused id.
  public mutating func next() -> SwipeID {
    last += 1
    return SwipeID(number: last)
  }
}

/// The part of a swipe's life that a fact tells.
public enum SwipePhase: Equatable, Sendable {
  /// The slop is passed: the swipe exists.
  case begin
  /// It moved, or came to rest.
  case update
  /// It lifted; now a decision holds.
  case end
  /// It ended without a decision.
  case cancel(CancelReason)
}

/// What the recogniser knows of a swipe at one moment: facts only, no rule applied.
public struct SwipeFact: Sendable {
  /// Begin, update, end or cancel.
  public var phase: SwipePhase
  /// Which swipe.
  public var swipe: SwipeID
  /// When; for a lift the moment of the lift, for a rest found by silence the moment at which it
  /// became certain.
  public var instant: Instant
  /// The number of contacts that make up the swipe.
  public var fingers: Int
  /// Where the contact landed.
  public var start: PanelPoint
  /// From there to here, slop included.
  public var translation: Translation
  /// The greatest straight distance from the start so far, in mm.
  public var excursion: Double
  /// The velocity and the evidence for it; at an end, that of the last real movement.
  public var estimate: VelocityEstimate
  /// How old the newest sample was.
  public var age: Interval
  /// The time since the contact landed.
  public var duration: Interval
  /// The time from the panel's last touch to the landing, nil if this is the first touch since the
  /// panel was opened.
  public var idle: Interval?

  /// Where the contact is.
  public var location: PanelPoint { start + translation }

  /// Where the contact will be so much later than ``instant``, from its start: T + V·t, straight on
  /// at its velocity.
  ///
  /// The regression's acceleration is left out: on straight drags it takes a tenth off the error,
  /// and on all other strokes of people it adds to it.
  public func translation(after lookahead: Interval) -> Translation {
    translation + estimate.velocity * lookahead.seconds
  }
}

/// Takes in what a recogniser has to tell.
public protocol SwipeSink: ~Copyable {
  /// Receives one fact, in the order of the facts' moments.
  mutating func receive(_ fact: borrowing SwipeFact)
}
