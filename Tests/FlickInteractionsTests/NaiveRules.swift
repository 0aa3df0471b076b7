import FlickInteractions

/// Rules of apps that look at one number and therefore misread the finger.
///
/// Tests apply these rules and ours to the same swipes, to compare the outcomes.
enum NaiveRules {
  /// One card further beyond half of a card's width, by displacement alone.
  static func card(after swipe: Swipe, at index: Int = 0, of count: Int = 5, width: Double = 280) -> Int {
    if swipe.translation.x < -width / 2 { return min(index + 1, count - 1) }
    if swipe.translation.x > width / 2 { return max(index - 1, 0) }
    return index
  }

  /// The detent nearest to the position of the release.
  static func detent(after swipe: Swipe, at index: Int, of offsets: [Double] = [0, -300, -600]) -> Int {
    let end = offsets[index] + swipe.translation.y
    return offsets.indices.min { abs(offsets[$0] - end) < abs(offsets[$1] - end) } ?? index
  }

  /// Whether a card leaves by displacement alone.
  static func goesByDisplacement(_ swipe: Swipe, distance: Double = 200) -> Bool {
    swipe.translation.y > distance
  }

  /// Whether a card leaves by speed alone.
  static func goesBySpeed(_ swipe: Swipe, speed: Double = 800) -> Bool { swipe.velocity.y > speed }

  /// The position of a card `seconds` after its release, eased in and out over 0.3 s.
  ///
  /// The finger's velocity has no effect. This is the seed's smooth curve, as the cubic that starts
  /// and ends at rest.
  static func eased(from start: Double, to target: Double, after seconds: Double) -> Double {
    let part = min(seconds / 0.3, 1)
    return start + (target - start) * part * part * (3 - 2 * part)
  }
}
