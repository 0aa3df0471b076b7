/// The usual time between two reports of a contact, learned from them.
///
/// A mean in which each new interval counts for an eighth, rounded towards zero; the same stream
/// gives the same period.
struct ReportPeriod {
  /// The period: 10 ms, a usual panel's, until the contact's reports have said better.
  private(set) var value = Interval.milliseconds(10)

  /// Intervals below are the split frames of one scan: some panels send one report a contact, 2 ms
  /// apart.
  private static let shortest = Interval.milliseconds(3)
  /// Intervals above are pauses: the slowest panels report every 30 ms.
  private static let longest = Interval.milliseconds(50)

  /// Takes in the time between two reports of one contact.
  mutating func learn(_ interval: Interval) {
    guard interval >= Self.shortest, interval <= Self.longest else { return }
    value = Interval(
      microseconds: value.microseconds + (interval.microseconds - value.microseconds) / 8)
  }
}
