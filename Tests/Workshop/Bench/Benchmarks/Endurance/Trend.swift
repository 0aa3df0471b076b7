/// The growth of a value over a long run, per hour.
///
/// Memory comes in pages of 4 KiB, and 64 KiB an hour are eight pages in half an hour, so one page
/// more or less at one end must not decide the result. Therefore the readings of each minute become
/// their median, and the slope is the median of the slopes between every two minutes (Theil and
/// Sen). More than a quarter of the minutes may be wrong without an effect on the slope.
public struct Trend: Sendable {
  /// A value at one moment.
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

  /// Two minutes have only one slope, so one wrong minute would decide the result.
  private static let fewest = 5

  /// The growth in an hour; nil for a run that is too short.
  public let perHour: Double?

  /// Computes the trend of readings in any order.
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
    for (index, first) in minutes.enumerated() {
      for last in minutes[(index + 1)...] {
        slopes.append((last.value - first.value) / (last.seconds - first.seconds))
      }
    }
    perHour = Self.median(slopes) * 3600
  }

  /// The middle value, or the mean of the two middle values.
  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
