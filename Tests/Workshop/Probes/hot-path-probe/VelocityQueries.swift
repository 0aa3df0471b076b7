import CCallCount
import GestureCore
import Glibc

/// Adds samples to one contact's tracker, and queries its velocity after each, with the finger down
/// and lifted.
enum VelocityQueries {
  static let samples = 2000

  /// Counts the cost of the queries, and returns the counts.
  static func count(with plant: Plant) -> ccallcount_counts {
    var tracker = VelocityTracker()
    let model = VelocityModel(positionNoise: 0.1)
    var sum = 0.0
    ccallcount_start()
    for number in 0..<samples {
      // 1000 Hz, so that the last 100 ms contain the largest number of samples.
      let position = PanelPoint(x: Double(number % 700) * 0.3, y: Double(number % 11) * 0.01)
      tracker.append(position, at: Instant(microseconds: Int64(number) * 1000))
      sum += tracker.estimate(by: model, hasLifted: false).velocity.x
      sum += tracker.estimate(by: model, hasLifted: true).velocity.x
      plant.act()
    }
    let counts = ccallcount_stop()
    guard sum > 0 else { exit(70) }
    print(
      "hot-path: \(samples) samples, \(2 * samples) velocities: \(counts.allocations) allocations, "
        + "\(counts.large_copies) copies of 1 kB or more")
    return counts
  }
}
