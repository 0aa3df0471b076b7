internal import ArgumentParser
internal import Configuration
internal import GestureCore

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
