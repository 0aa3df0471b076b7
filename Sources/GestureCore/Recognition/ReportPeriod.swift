/// The usual time between two reports of a contact, learned from the reports.
///
/// A running mean: each new interval has a weight of 1/8, rounded towards zero. The same stream
/// gives the same period.
struct ReportPeriod {
  /// The period; 10 ms, a typical value, until the contact's reports correct it.
  private(set) var value = Interval.milliseconds(10)

  /// Shorter intervals separate frames of one scan: some panels send one report per contact, 2 ms
  /// apart.
  private static let shortest = Interval.milliseconds(3)
  /// Longer intervals are rests: the slowest panels report every 30 ms.
  private static let longest = Interval.milliseconds(50)

  /// Adds the time between two reports of one contact.
  mutating func learn(_ interval: Interval) {
    guard interval >= Self.shortest, interval <= Self.longest else { return }
    value = Interval(
      microseconds: value.microseconds + (interval.microseconds - value.microseconds) / 8)
  }
}
