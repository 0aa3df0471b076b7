internal import ArgumentParser
internal import ConfigurationFiles
internal import FlickProtocol
internal import GestureCore

/// A time as a person writes it on a command line: `40ms`, `1.2s`.
package struct TimeSpan: CustomStringConvertible {
  var interval: Interval

  init(_ interval: Interval) {
    self.interval = interval
  }

  /// Reads a time; the error names what is wrong, and the nearest right form.
  static func read(_ text: String) throws -> TimeSpan {
    if let interval = Interval(text: text) { return TimeSpan(interval) }
    let pointed = text.replacing(",", with: ".")
    if let sum = Self.sum(pointed) {
      guard Interval(text: Self.text(sum)) != nil else {
        throw ValidationError("the longest time is 86400s, a day")
      }
      throw ValidationError("write \(Self.text(sum))")
    }
    let digits = pointed.prefix { "0123456789.".contains($0) }
    let unit = pointed.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    guard let number = Double(digits) else {
      throw ValidationError("write a number and a unit, such as 15s or 40ms")
    }
    if unit.isEmpty { throw ValidationError("a unit is missing: write \(digits)s or \(digits)ms") }
    guard let seconds = seconds[unit] else {
      throw ValidationError("'\(unit)' is not a unit of time: the units are us, ms and s, such as \(digits)s")
    }
    let form = seconds == 1e-3 ? "\(digits)ms" : seconds == 1e-6 ? "\(digits)us" : Self.text(number * seconds)
    guard Interval(text: form) != nil else { throw ValidationError("the longest time is 86400s, a day") }
    throw ValidationError("write \(form)")
  }

  /// The seconds of units, also of those that only people use.
  private static let seconds: [String: Double] = [
    "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "msec": 1e-3, "s": 1, "sec": 1, "secs": 1, "second": 1,
    "seconds": 1, "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "h": 3600, "hour": 3600,
    "hours": 3600,
  ]

  /// Returns the seconds of a time with one unit or more, as people write it; nil for another text.
  package static func seconds(of text: String) -> Double? {
    let pointed = text.replacing(",", with: ".")
    let digits = pointed.prefix { "0123456789.".contains($0) }
    let unit = pointed.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    return sum(pointed) ?? seconds[unit].flatMap { factor in Double(digits).map { $0 * factor } }
  }

  /// Returns the seconds of `1m30s` or `00:30`; nil for a text of another form.
  private static func sum(_ text: String) -> Double? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    if (2...3).contains(fields.count) {
      let numbers = fields.compactMap { Double($0) }.filter { $0 >= 0 && $0 < 1e6 }
      return numbers.count == fields.count ? numbers.reduce(0) { $0 * 60 + $1 } : nil
    }
    var rest = Substring(text.lowercased().filter { !$0.isWhitespace })
    var parts: [Double] = []
    while !rest.isEmpty {
      let digits = rest.prefix { "0123456789.".contains($0) }
      let unit = rest.dropFirst(digits.count).prefix(while: \.isLetter)
      guard let number = Double(digits), let factor = seconds[String(unit)] else { return nil }
      parts.append(number * factor)
      rest = rest.dropFirst(digits.count + unit.count)
    }
    return parts.count > 1 ? parts.reduce(0, +) : nil
  }

  private static func text(_ seconds: Double) -> String {
    (Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)") + "s"
  }

  package var description: String {
    let milliseconds = interval.microseconds / 1000
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
