internal import FlickClient

/// How content follows the finger that holds it.
struct Grip: Equatable {
  var displacement = 0.0
  var velocity = 0.0
  /// Whether the swipe has ended.
  var isOver = false
  /// The offset of the content without bounds, at the displacement `origin`.
  private var base = 0.0
  private var origin = 0.0
  private var walls = OffsetBounds.none

  /// Takes content at an offset, with a finger whose displacement is `origin`.
  ///
  /// Content that is caught beyond its bounds stays there: up to half of the band's extent the band
  /// is under tension, and beyond that the bound itself moves.
  mutating func grasp(_ offset: Double, from origin: Double, within limits: OffsetBounds, _ band: RubberBand?)
  {
    self.origin = origin
    displacement = origin
    base = offset
    walls = limits
    let beyond = offset - limits.clamp(offset)
    guard beyond != 0 else { return }
    let longest = (band?.extent ?? 0) / 2
    let reach = min(max(beyond, -longest), longest)
    if beyond > 0 { walls.upper = offset - reach } else { walls.lower = offset - reach }
    base = offset - reach + (reach == 0 ? 0 : band?.pull(forDisplacement: reach) ?? 0)
  }

  /// Returns the offset of the content.
  func offset(_ band: RubberBand?) -> Double {
    let raw = raw
    let wall = walls.clamp(raw)
    return raw == wall ? raw : wall + (band?.displacement(ofPull: raw - wall) ?? 0)
  }

  /// Returns the velocity of the content as a part of the finger's.
  func slope(_ band: RubberBand?) -> Double {
    let pull = raw - walls.clamp(raw)
    let isLeaving = (raw >= walls.upper && velocity > 0) || (raw <= walls.lower && velocity < 0)
    return pull == 0 && !isLeaving ? 1 : band?.slope(atPull: pull) ?? 0
  }

  /// The offset of the content without bounds.
  private var raw: Double { base + displacement - origin }
}

/// The lower and the upper bound of an offset, which may be infinite or equal.
struct OffsetBounds: Equatable {
  var lower: Double
  var upper: Double

  static var none: OffsetBounds { OffsetBounds(nil) }

  init(_ range: ClosedRange<Double>?) {
    lower = range?.lowerBound ?? -.infinity
    upper = range?.upperBound ?? .infinity
  }

  /// The limits as a range.
  var range: ClosedRange<Double> { lower...upper }

  /// Returns the nearest offset within the limits.
  func clamp(_ offset: Double) -> Double { min(max(offset, lower), upper) }

  /// Returns the limits, moved so that they include an offset.
  func including(_ offset: Double) -> OffsetBounds {
    var limits = self
    limits.lower = min(lower, offset)
    limits.upper = max(upper, offset)
    return limits
  }
}
