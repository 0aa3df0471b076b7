internal import ArgumentParser
internal import GestureCore

/// How far ahead each begin and update says where the finger will be, as a person writes it: ms, 1
/// to 100.
struct LookaheadTime: ExpressibleByArgument {
  var interval: Interval

  init?(argument: String) {
    guard let milliseconds = Double(argument), (1...100).contains(milliseconds) else { return nil }
    interval = Interval(microseconds: Int64((milliseconds * 1000).rounded()))
  }

  /// What the protocol calls it.
  var milliseconds: Double { Double(interval.microseconds) / 1000 }
}
