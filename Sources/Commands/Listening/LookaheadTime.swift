internal import ArgumentParser
internal import GestureCore

/// The time of the lookahead as a person writes it: 1 to 100, in ms.
struct LookaheadTime: ExpressibleByArgument {
  var interval: Interval

  init?(argument: String) {
    guard let milliseconds = Double(argument), (1...100).contains(milliseconds) else { return nil }
    interval = Interval(microseconds: Int64((milliseconds * 1000).rounded()))
  }

  /// The time in the protocol's unit, ms.
  var milliseconds: Double { Double(interval.microseconds) / 1000 }
}
