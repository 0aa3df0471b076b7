/// One stroke from a published test, an issue report or a recording, with the velocity that its
/// source states.
public struct VelocityVector: Sendable {
  /// The expected answer of a strategy along one axis, or the true movement of the finger.
  public enum Statement: Equatable, Sendable {
    /// This many px/s.
    case speed(Double)
    /// No velocity; an estimator that answers 0 passes.
    case nothing

    /// In px/s, 0 for none.
    public var value: Double {
      switch self {
      case .speed(let speed): speed
      case .nothing: 0
      }
    }
  }

  /// The values that the source states under one name, separately for each axis; an axis may be
  /// absent.
  public struct Expectation: Equatable, Sendable {
    /// Along x.
    public var x: Statement?
    /// Along y.
    public var y: Statement?

    /// The speed over the stated axes, in px/s.
    public var length: Double { velocity.length }

    /// The stated axes; 0 for an absent axis.
    public var velocity: PixelVelocity { PixelVelocity(x: x?.value ?? 0, y: y?.value ?? 0) }

    /// An answer reduced to the stated axes.
    func statedPart(of answer: PixelVelocity) -> PixelVelocity {
      PixelVelocity(x: x == nil ? 0 : answer.x, y: y == nil ? 0 : answer.y)
    }
  }

  /// The allowed difference from the stated number.
  public struct Tolerance: Equatable, Sendable {
    /// A part of the number.
    public var relative: Double
    /// In px/s.
    public var absolute: Double

    /// Whether an answer is close enough to a statement; only 0 matches a statement of no velocity.
    public func accepts(_ answer: Double, for statement: Statement) -> Bool {
      switch statement {
      case .nothing: answer == 0
      case .speed(let speed): abs(answer - speed) <= max(abs(speed) * relative, absolute)
      }
    }
  }

  /// The name of the vector.
  public var name: String
  /// `recorded`, `synthetic`, `derived`, or a later kind.
  public var kind: String
  /// The samples and the lift.
  public var stroke: Stroke
  /// The stated values, by the name of a strategy or of a kind of truth; unknown names are kept.
  public var expected: [String: Expectation]
  /// The allowed difference.
  public var tolerance: Tolerance
  /// Whether the gesture was cancelled: every answer is 0.
  public var isCancelled: Bool
  /// The speed at which each axis of an answer is clamped, in px/s.
  public var maxVelocity: Double?

  /// The names without a velocity: only its sign, or only that it is finite.
  public static let unmeasuredNames: Set<String> = ["sign", "finite"]

  /// The answer of a strategy; nil if the strategy does not read this kind of stroke.
  public func answer(of strategy: Strategy) -> PixelVelocity? {
    guard !isCancelled else { return .zero }
    guard let answer = strategy.velocity(of: stroke) else { return nil }
    // min and max below would turn NaN or infinity into a valid number.
    guard let maxVelocity, answer.isFinite else { return answer }
    return PixelVelocity(
      x: max(-maxVelocity, min(maxVelocity, answer.x)), y: max(-maxVelocity, min(maxVelocity, answer.y)))
  }
}
