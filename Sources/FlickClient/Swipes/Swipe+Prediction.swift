internal import GestureCore

extension Swipe {
  /// The longest time for which a velocity is valid.
  private static let longestLead = Duration.milliseconds(100)
  /// The largest speed of a finger, in mm/s.
  private static let largestSpeed = 5000.0

  /// Whether the finger is down, so that its movement goes on.
  var isPredictable: Bool { phase == .begin || phase == .update }

  /// Returns where the finger is when a frame is shown, as a displacement from the start.
  ///
  /// `time` is when the frame is shown: the present and the delay of the display. The finger has
  /// moved on since the report by ``velocity``, for at most the window of the ``estimate`` and
  /// 100 ms, and at most as fast as 5 m/s. Unlike ``lookaheadTranslation``, the result takes the
  /// age of the report into account, and needs no option of the subscription. After the release it
  /// is the ``translation``.
  public func translation(at time: Duration) -> SwipeVector {
    guard isPredictable, let estimate else { return translation }
    let lead = min(max(time - self.time, .zero), estimate.window, Self.longestLead) / .seconds(1)
    var speed = 0.0
    if let millimeter {
      let (x, y) = (velocity.x / millimeter.x, velocity.y / millimeter.y)
      speed = (x * x + y * y).squareRoot()
    }
    return translation + velocity * (speed > Self.largestSpeed ? lead * Self.largestSpeed / speed : lead)
  }
}

extension SwipeSubscription.Unit {
  /// Returns the length of a millimetre in this unit along both axes.
  func millimeter(on panel: FlickService.Panel?) -> SwipeVector {
    SwipeVector(x: point(along: .horizontal, on: panel), y: point(along: .vertical, on: panel))
      * (1 / millimetersPerPoint)
  }
}
