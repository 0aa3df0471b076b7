/// One moment of a swipe, with the names of SwiftUI's `DragGesture.Value`.
///
/// Unit: that of the subscription, per second for velocities.
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

  /// What was meant, as far as is known by now; at the end it holds.
  public struct Decision: Equatable, Sendable {
    /// Whether it was fast.
    public enum Kind: String, Sendable {
      /// Faster than the threshold.
      case flick
      /// Not faster.
      case drag
    }

    /// Flick or drag.
    public var kind: Kind
    /// Whether it was meant.
    public var commit: Bool
    /// Where it went: `left`, `right`, `up`, `down`, or one of the diagonals; nil if nowhere.
    public var direction: String?

    /// Creates a decision.
    public init(kind: Kind, commit: Bool, direction: String? = nil) {
      self.kind = kind
      self.commit = commit
      self.direction = direction
    }
  }

  /// The reason of a cancel that the connection's loss has made: how the swipe went on is not known.
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
  /// From there to here.
  public var translation: Vector
  /// The velocity; at the end that of the last real movement.
  public var velocity: Vector
  /// From the start to where it would come to rest.
  public var predictedEndTranslation: Vector
  /// What was meant; nil of a cancel.
  public var decision: Decision?

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
  }
}
