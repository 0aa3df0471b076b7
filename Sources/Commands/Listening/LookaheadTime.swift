internal import ArgumentParser
internal import FlickProtocol
internal import GestureCore
internal import PanelLab

/// The time of the lookahead as a person writes it: 1 to 100, in ms.
struct LookaheadTime {
  var interval: Interval

  /// Reads the time; the error names what is wrong.
  static func read(_ text: String) throws -> LookaheadTime {
    guard let milliseconds = Double(text) else {
      let number =
        Double(text.replacing(",", with: ".")) ?? TimeSpan.seconds(of: text).map { $0 * 1000 } ?? 16
      let whole = Int(exactly: number).map { "\($0)" } ?? "\(number)"
      let example = (1...100).contains(number) ? whole : "16"
      throw ValidationError("write the number of ms without a unit: \(example)")
    }
    guard (1...100).contains(milliseconds) else { throw ValidationError("it must be 1 to 100, in ms") }
    return LookaheadTime(interval: Interval(microseconds: Int64((milliseconds * 1000).rounded())))
  }

  /// Throws if no message of the phases, by default ends and cancels, has a lookahead.
  static func check(_ phases: Phases?) throws(ValidationError) {
    guard phases.map({ $0.contains(.begin) || $0.contains(.update) }) != true else { return }
    throw ValidationError("--lookahead needs begin or update: add --phases begin,update,end,cancel")
  }

  /// The time in the protocol's unit, ms.
  var milliseconds: Double { Double(interval.microseconds) / 1000 }
}
