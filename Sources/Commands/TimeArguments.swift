internal import ArgumentParser
internal import Configuration
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

/// A time as a person writes it on a command line: `40ms`, `1.2s`.
struct TimeSpan: ExpressibleByArgument {
  var interval: Interval

  init(_ interval: Interval) {
    self.interval = interval
  }

  init?(argument: String) {
    guard let interval = Interval(text: argument) else { return nil }
    self.interval = interval
  }

  var defaultValueDescription: String {
    let milliseconds = interval.microseconds / 1000
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
