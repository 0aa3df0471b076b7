public import GestureCore

/// One stroke of a finger that aims: the minimum-jerk movement, let go at its end or in mid-course.
///
/// A synthetic model, no measurement: x(τ) = x₀ + (x₁ − x₀)(10τ³ − 15τ⁴ + 6τ⁵) with τ = t/T, T.
/// Flash and N. Hogan, "The coordination of arm movements", J. Neurosci. 5(7):1688–1703, 1985. A
/// flick is the same movement lifted at 45 to 75 % of its duration, while the finger is still fast;
/// a drag runs to its end, where the speed is 0.
public struct FingerStroke: Equatable, Sendable {
  /// Where the finger lands.
  public var start: PanelPoint
  /// Where the whole movement would end.
  public var target: PanelPoint
  /// How long the whole movement would take.
  public var duration: Interval
  /// The share of the duration after which the finger lifts, 1 for a movement that is finished.
  public var liftShare: Double

  /// Creates a stroke.
  public init(start: PanelPoint, target: PanelPoint, duration: Interval, liftShare: Double = 1) {
    self.start = start
    self.target = target
    self.duration = duration
    self.liftShare = liftShare
  }

  /// How long the finger is on the glass.
  public var contactDuration: Interval {
    Interval(microseconds: Int64((Double(duration.microseconds) * min(1, max(0, liftShare))).rounded()))
  }

  /// Where the finger is at `elapsed` after it landed; before that at the start, after the movement
  /// at the target.
  public func location(at elapsed: Interval) -> PanelPoint {
    let tau = progress(elapsed)
    return start + (target - start) * (tau * tau * tau * (10 - 15 * tau + 6 * tau * tau))
  }

  /// How fast the finger is at `elapsed` after it landed: the derivative, (x₁ − x₀)/T · 30τ²(1 −
  /// τ)².
  public func velocity(at elapsed: Interval) -> Velocity {
    guard duration > .zero else { return .zero }
    let tau = progress(elapsed)
    let way = (target - start) * (30 * tau * tau * (1 - tau) * (1 - tau) / duration.seconds)
    return Velocity(x: way.x, y: way.y)
  }

  private func progress(_ elapsed: Interval) -> Double {
    guard duration > .zero else { return 1 }
    return min(1, max(0, elapsed.seconds / duration.seconds))
  }
}
