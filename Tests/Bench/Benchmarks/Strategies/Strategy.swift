/// A way to tell a stroke's velocity at its lift: ours, or one that is in wide use.
public enum Strategy: String, CaseIterable, Codable, Sendable {
  /// flickd's.
  case ours
  /// A straight line over the last 100 ms.
  case lsq1
  /// A parabola over the last 100 ms, Android's and Flutter's default.
  case lsq2
  /// A cubic over the last 100 ms; only to show that the vectors are read right.
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
  /// Three segments by weights, Flutter's on iOS.
  case flutterIOS = "flutter-ios"

  /// Those that ours is held against.
  public static let references: [Strategy] = allCases.filter { $0 != .ours && $0 != .lsq3 }

  /// Ours and the references: what tables show.
  public static let compared: [Strategy] = [.ours] + references

  /// The strategy that a vector calls by this word, nil for one that is not written here.
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

  /// The velocity at the stroke's lift, or where the finger is still down at its newest sample, in
  /// px/s; nil where the strategy has no answer because the stroke tells ways and not places.
  ///
  /// Only ``impulse`` reads ways.
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
