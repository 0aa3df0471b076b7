/// One stroke from a published test, an issue report or a recording, with what its source says of
/// its velocity.
public struct VelocityVector: Sendable {
  /// What a strategy must give along one axis, or what the finger truly did.
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

  /// What the source states under one name, each axis for itself; an axis may be left out.
  public struct Expectation: Equatable, Sendable {
    /// Along x.
    public var x: Statement?
    /// Along y.
    public var y: Statement?

    /// The speed over the stated axes, in px/s.
    public var length: Double { velocity.length }

    /// The stated axes, 0 for one that is left out.
    public var velocity: PixelVelocity { PixelVelocity(x: x?.value ?? 0, y: y?.value ?? 0) }

    /// Only those axes of an answer about which something is stated.
    func statedPart(of answer: PixelVelocity) -> PixelVelocity {
      PixelVelocity(x: x == nil ? 0 : answer.x, y: y == nil ? 0 : answer.y)
    }
  }

  /// How far from its number the source lets an answer be.
  public struct Tolerance: Equatable, Sendable {
    /// A part of the number.
    public var relative: Double
    /// In px/s.
    public var absolute: Double

    /// Whether an answer is close enough to a statement; that there is no velocity is met by 0
    /// alone.
    public func accepts(_ answer: Double, for statement: Statement) -> Bool {
      switch statement {
      case .nothing: answer == 0
      case .speed(let speed): abs(answer - speed) <= max(abs(speed) * relative, absolute)
      }
    }
  }

  /// Which one it is.
  public var name: String
  /// `recorded`, `synthetic`, `derived`, or a word that came later.
  public var kind: String
  /// The samples and the lift.
  public var stroke: Stroke
  /// What is stated, by the name of a strategy or of a kind of truth; names that are not known here
  /// stay.
  public var expected: [String: Expectation]
  /// How near is near enough.
  public var tolerance: Tolerance
  /// Whether the gesture was cancelled: every answer is 0.
  public var isCancelled: Bool
  /// The speed at which each axis of an answer is cut off, in px/s.
  public var maxVelocity: Double?

  /// The names under which no velocity stands: only its sign, or that it is a number at all.
  public static let unmeasuredNames: Set<String> = ["sign", "finite"]

  /// What a strategy answers; nil where it does not read this kind of stroke.
  public func answer(of strategy: Strategy) -> PixelVelocity? {
    guard !isCancelled else { return .zero }
    guard let answer = strategy.velocity(of: stroke) else { return nil }
    // An answer that is no number would come out of the comparisons below as one.
    guard let maxVelocity, answer.isFinite else { return answer }
    return PixelVelocity(
      x: max(-maxVelocity, min(maxVelocity, answer.x)), y: max(-maxVelocity, min(maxVelocity, answer.y)))
  }
}
