/// One moment of a swipe, with the names of SwiftUI's `DragGesture.Value`.
///
/// Unit: that of the subscription, per second for velocities. What a connection's level keeps back
/// is nil or 0: see each.
public struct Swipe: Equatable, Sendable, Identifiable {
  /// The part of its life.
  public enum Phase: Equatable, Sendable {
    /// It passed the slop, and exists.
    case begin
    /// It moved, or came to rest.
    case update
    /// It lifted; its ``Swipe/decision`` holds.
    case end
    /// It ended without a decision, for this reason: a word of the protocol, or ``Swipe/lost``.
    case cancel(String)
  }

  /// The reason of a cancel that the connection's loss has made: how the swipe went on is not
  /// known.
  public static let lost = "lost"

  /// Names it among the swipes of one run of flickd.
  public var id: Int64
  /// The part of its life.
  public var phase: Phase
  /// Whose glass it is on.
  public var panelID: String
  /// When, in µs of CLOCK_MONOTONIC, or of the recording that is played.
  public var time: Int64
  /// The number of fingers.
  public var fingers: Int
  /// Where they landed, their middle; nil below the level `positions`.
  public var startLocation: Vector?
  /// From there to here, slop included; 0 at the level `decisions`.
  public var translation: Vector
  /// The velocity; at the end that of the last real movement, of a cancel 0.
  public var velocity: Vector
  /// From the start to where it would come to rest; of a cancel the ``translation``.
  public var predictedEndTranslation: Vector
  /// From the start to where the finger will be a little later; nil unless the subscription looks
  /// ahead, and of an end or a cancel.
  public var lookaheadTranslation: Vector?
  /// The displacement that made it a swipe, along its direction; nil but of a begin.
  ///
  /// ``translation`` contains it, and who would have the content start from rest takes it off.
  public var slop: Double?
  /// How long it has lasted, in µs since the finger landed.
  public var duration: Int64
  /// The edge of the panel at which it began, nil elsewhere and at the level `decisions`.
  public var edge: Edge?
  /// What is meant: provisional until the end, nil of a cancel.
  public var decision: Decision?
  /// How much of the way to the decision is done: 1 at the distance that commits, or at the
  /// neighbouring snap point; nil of an end or a cancel.
  public var progress: Double?
  /// The name of the zone that it belongs to; nil if to none.
  public var zone: String?
  /// Where it takes the zone's content; nil in a zone without snap points.
  public var snap: Snap?
  /// What brings the content there; nil before it is let go, and in a zone with neither snap points
  /// nor a spring.
  public var handOff: HandOff?
  /// How many updates this one stands for, because they were not read in time.
  public var merged: Int

  /// Where it is; nil below the level `positions`.
  public var location: Vector? { startLocation.map { $0 + translation } }
  /// Where it would come to rest; nil below the level `positions`.
  public var predictedEndLocation: Vector? { startLocation.map { $0 + predictedEndTranslation } }

  /// Creates a moment of a swipe.
  public init(
    id: Int64, phase: Phase, panelID: String = "", time: Int64 = 0, fingers: Int = 1,
    startLocation: Vector? = nil,
    translation: Vector = .zero, velocity: Vector = .zero, predictedEndTranslation: Vector? = nil,
    decision: Decision? = nil
  ) {
    self.id = id
    self.phase = phase
    self.panelID = panelID
    self.time = time
    self.fingers = fingers
    self.startLocation = startLocation
    self.translation = translation
    self.velocity = velocity
    self.predictedEndTranslation = predictedEndTranslation ?? translation
    self.decision = decision
    duration = 0
    merged = 0
  }
}

extension Swipe {
  /// The flight of the zone's content, which lies at `offset`, to the snap point that was meant, or
  /// in a zone with a spring alone to the hand-off's target: the hand-off of the finger's velocity
  /// to the zone's spring.
  ///
  /// Nil before the content is let go, and in a zone with neither snap points nor a spring.
  public func flight(from offset: Double) -> Flight? {
    guard let handOff, let target else { return nil }
    return Flight(from: offset, to: target, velocity: handOff.velocity, spring: handOff.spring)
  }

  /// Where the zone's content comes to rest; nil where that is not known.
  var target: Double? { snap?.offset ?? handOff?.target }
}
