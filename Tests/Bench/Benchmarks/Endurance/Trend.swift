/// How fast something grows over a long run, in so much an hour.
///
/// Memory is had in pages of 4 KiB, and 64 KiB an hour are eight of them in half an hour: a page
/// more or less at one end must not decide. So the readings of each minute become their median, and
/// the slope is the median of the slopes between every two minutes (Theil and Sen): more than a
/// quarter of the minutes may be off without any effect on it.
public struct Trend: Sendable {
  /// What was read at a moment.
  public struct Reading: Sendable {
    /// Since the run began.
    public var seconds: Double
    /// In any unit.
    public var value: Double

    /// Creates a reading.
    public init(seconds: Double, value: Double) {
      self.seconds = seconds
      self.value = value
    }
  }

  /// Two minutes give one slope, which one odd minute would decide.
  private static let fewest = 5

  /// The growth in an hour; nil for a run too short to tell.
  public let perHour: Double?

  /// Finds the trend of readings in any order.
  public init(of readings: [Reading]) {
    let minutes = Dictionary(grouping: readings) { Int(($0.seconds / 60).rounded(.down)) }
      .map { minute, readings in
        Reading(seconds: Double(minute) * 60, value: Self.median(readings.map(\.value)))
      }
      .sorted { $0.seconds < $1.seconds }
    guard minutes.count >= Self.fewest else {
      perHour = nil
      return
    }
    var slopes: [Double] = []
    for (place, first) in minutes.enumerated() {
      for last in minutes[(place + 1)...] {
        slopes.append((last.value - first.value) / (last.seconds - first.seconds))
      }
    }
    perHour = Self.median(slopes) * 3600
  }

  /// The one in the middle, or half way between the two that are.
  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
