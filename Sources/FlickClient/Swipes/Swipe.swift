internal import FlickProtocol
internal import GestureCore

/// One moment of a swipe, with the names of SwiftUI's `DragGesture.Value`.
///
/// Lengths are in the subscription's unit; velocities are per second. Fields that the connection's
/// level excludes are nil or 0: see each field.
public struct Swipe: Equatable, Sendable, Identifiable {
  /// The ``cancelReason`` of a swipe whose end was lost with the connection.
  public static let lost = "lost"

  /// The swipe's id, unique within one run of flickd; 0 if ``isPress``.
  public var id: Int64
  /// The phase of the swipe.
  public var phase: Phase
  /// Why the swipe was cancelled: a word of the protocol, or ``Swipe/lost``; nil before a cancel.
  public var cancelReason: String?
  /// The identity of the panel.
  public var panelID: String
  /// The time on CLOCK_MONOTONIC, as ``SwipeClient/now``.
  ///
  /// If flickd plays a recording, this is the time at which the recording is played.
  public var time: Duration
  /// The number of fingers.
  public var fingers: Int
  /// The centroid of the positions where the fingers landed; nil below the level `positions`.
  public var startLocation: SwipeVector?
  /// The displacement from the start, including the slop; 0 at the level `decisions`.
  public var translation: SwipeVector
  /// The velocity; in an end the velocity of the last real movement, in a cancel 0.
  public var velocity: SwipeVector
  /// The displacement from the start to the predicted end; in a cancel the ``translation``.
  public var predictedEndTranslation: SwipeVector
  /// The projection of ``predictedEndTranslation``, which is that of the zone; nil in a cancel.
  public var projection: Projection?
  /// How flickd estimated the velocity; nil in a cancel.
  public var estimate: Estimate?
  /// The displacement from the start to where the finger will be shortly.
  ///
  /// nil if the subscription has no lookahead, and in an end or a cancel.
  public var lookaheadTranslation: SwipeVector?
  /// The displacement at which the contact became a swipe, along its direction.
  ///
  /// Present only in a begin. ``translation`` includes the slop; subtract the slop to move content
  /// from rest without a jump.
  public var slop: Double?
  /// The time since the finger landed.
  public var duration = Duration.zero
  /// How long the panel was idle before the finger landed; nil if the finger was the first one.
  public var idle: Duration?
  /// The panel edge at which the swipe began; nil elsewhere and at the level `decisions`.
  public var edge: Edge?
  /// The decision: provisional until the end, nil in a cancel.
  public var decision: Decision?
  /// The progress: 1 at the distance that commits, or at the neighbouring snap point.
  ///
  /// nil in an end or a cancel.
  public var progress: Double?
  /// The name of the swipe's zone; nil for a swipe outside of all zones.
  public var zone: String?
  /// The snap point that the swipe selects; nil in a zone without snap points.
  public var snap: Snap?
  /// How the content comes to rest.
  ///
  /// nil before the release, and in a zone with neither snap points nor a spring.
  public var handOff: HandOff?
  /// The number of updates that this update replaces, because the client did not read in time.
  public var merged = 0

  /// The number of the press on its connection; nil in a swipe without a press.
  ///
  /// Present in a press, in its release or cancel, and in the begin of a swipe that continues it.
  /// Each press has exactly one of these ends.
  public var press: Int64?
  /// The length of a millimetre in the unit of the swipe; nil except in a begin or an update of
  /// flickd.
  var millimeter: SwipeVector?

  /// Whether this is a finger on content in flight, and no swipe: a press, its release or its
  /// cancel.
  ///
  /// Its ``time``, ``panelID``, ``zone`` and ``press`` are known; other fields have their default
  /// values.
  public var isPress: Bool { id == 0 && press != nil }

  /// Whether a further finger joined, so that the next swipe begins where the content is.
  package var isHandedOn: Bool { cancelReason == CancelReason.fingers.word }

  /// The position of the swipe; nil below the level `positions`.
  public var location: SwipeVector? { startLocation.map { $0 + translation } }
  /// The predicted end as a position, computed here and not read from the line; nil below the level
  /// `positions`.
  public var predictedEndLocation: SwipeVector? { startLocation.map { $0 + predictedEndTranslation } }

  /// Creates one moment of a swipe.
  public init(
    id: Int64, phase: Phase, panelID: String = "", time: Duration = .zero, fingers: Int = 1,
    startLocation: SwipeVector? = nil,
    translation: SwipeVector = .zero, velocity: SwipeVector = .zero,
    predictedEndTranslation: SwipeVector? = nil,
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
  }
}

extension Swipe {
  /// The velocity without what the decision ignored: 0 if the swipe travelled too little for it to
  /// count, and 0 for each component in `decision.recoil`.
  ///
  /// An ignored component that changed neither the axis nor the speed remains.
  public var decisiveVelocity: SwipeVector { decisive(velocity, or: .zero) }
  /// The displacement from the start to the predicted end, with ``decisiveVelocity``.
  public var decisiveEndTranslation: SwipeVector { decisive(predictedEndTranslation, or: translation) }

  /// `vector`, with the components of `rest` where the velocity does not count.
  private func decisive(_ vector: SwipeVector, or rest: SwipeVector) -> SwipeVector {
    if isShort { return rest }
    guard let recoil = decision?.recoil else { return vector }
    return SwipeVector(x: recoil.x == nil ? vector.x : rest.x, y: recoil.y == nil ? vector.y : rest.y)
  }

  /// The rounded travel may equal the threshold; then the speed shows what flickd compared.
  private var isShort: Bool {
    guard let decision, decision.travelThreshold > 0 else { return false }
    return decision.speed == 0 && decision.travel <= decision.travelThreshold
  }

  /// Returns the flight of the zone's content from `offset` to the target of the swipe.
  ///
  /// The target is the selected snap point, or the hand-off's target in a zone with only a spring.
  /// The flight starts with the content's velocity, on the zone's spring. nil before the release,
  /// and in a zone with neither snap points nor a spring.
  public func flight(from offset: Double) -> Flight? {
    guard let handOff, let target else { return nil }
    return Flight(from: offset, to: target, velocity: handOff.velocity, spring: handOff.spring)
  }

  /// The offset at which the zone's content comes to rest; nil if it is not known.
  package var target: Double? { snap?.offset ?? handOff?.target }
}

/// A displacement, position or velocity on the panel, in the subscription's unit.
///
/// x points to the right, y points down.
public struct SwipeVector: Equatable, Sendable, Decodable {
  /// The horizontal component; positive to the right.
  public var x: Double
  /// The vertical component; positive downwards.
  public var y: Double

  /// Creates a vector.
  public init(x: Double = 0, y: Double = 0) {
    self.x = x
    self.y = y
  }

  /// The zero vector.
  public static var zero: SwipeVector { SwipeVector() }

  /// Returns the sum of two vectors.
  public static func + (left: SwipeVector, right: SwipeVector) -> SwipeVector {
    SwipeVector(x: left.x + right.x, y: left.y + right.y)
  }

  /// Returns the difference of two vectors.
  public static func - (left: SwipeVector, right: SwipeVector) -> SwipeVector {
    SwipeVector(x: left.x - right.x, y: left.y - right.y)
  }

  /// Returns the vector scaled by a factor.
  public static func * (vector: SwipeVector, factor: Double) -> SwipeVector {
    SwipeVector(x: vector.x * factor, y: vector.y * factor)
  }
}
