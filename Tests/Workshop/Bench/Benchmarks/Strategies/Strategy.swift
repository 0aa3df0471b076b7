/// A method to estimate a stroke's velocity at its lift: ours, or one in wide use.
public enum Strategy: String, CaseIterable, Codable, Sendable {
  /// flickd's.
  case ours
  /// A straight line over the last 100 ms.
  case lsq1
  /// A parabola over the last 100 ms, Android's and Flutter's default.
  case lsq2
  /// A cubic over the last 100 ms; only to check that the vectors are read correctly.
  case lsq3
  /// Android's work on a mass.
  case impulse
  /// The newest segment.
  case lastSegment = "last-segment"
  /// The mean of the last three segments, Qt's.
  case meanOfThree = "mean-of-three"
  /// The mean over the last 150 ms, libadwaita's.
  case mean150 = "mean-150-ms"
  /// The mean from landing to lift.
  case wholeStroke = "whole-stroke"
  /// Three weighted segments, Flutter's on iOS.
  case flutterIOS = "flutter-ios"

  /// The strategies that ours is compared with.
  public static let references: [Strategy] = allCases.filter { $0 != .ours && $0 != .lsq3 }

  /// Ours and the references, as in the tables.
  public static let compared: [Strategy] = [.ours] + references

  /// The strategy with this name in a vector; nil for a strategy that is not implemented.
  public init?(vectorName: String) {
    switch vectorName {
    case "lsq1": self = .lsq1
    case "lsq2": self = .lsq2
    case "lsq3": self = .lsq3
    case "impulse": self = .impulse
    case "ios_scrollview": self = .flutterIOS
    default: return nil
    }
  }

  /// The velocity at the stroke's lift, or at the newest sample of a finger that is down, in px/s.
  ///
  /// Nil if the strategy cannot read the stroke: only ``impulse`` reads differential strokes.
  public func velocity(of stroke: Stroke) -> PixelVelocity? {
    guard !stroke.isDifferential || self == .impulse else { return nil }
    return switch self {
    case .ours: OurStrategy.velocity(of: stroke)
    case .lsq1: PolynomialStrategy(degree: 1).velocity(of: stroke)
    case .lsq2: PolynomialStrategy(degree: 2).velocity(of: stroke)
    case .lsq3: PolynomialStrategy(degree: 3).velocity(of: stroke)
    case .impulse: ImpulseStrategy.velocity(of: stroke)
    case .lastSegment: SegmentStrategies.lastSegment(of: stroke)
    case .meanOfThree: SegmentStrategies.meanOfThree(of: stroke)
    case .mean150: SegmentStrategies.meanOf150Milliseconds(of: stroke)
    case .wholeStroke: SegmentStrategies.wholeStroke(of: stroke)
    case .flutterIOS: SegmentStrategies.flutterIOS(of: stroke)
    }
  }
}
