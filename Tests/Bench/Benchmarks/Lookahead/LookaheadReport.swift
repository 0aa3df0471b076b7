internal import GestureCore

/// How near the predicted place comes to where the finger is that much later, beside a picture that
/// simply lags.
public struct LookaheadReport: Encodable, Measured, Sendable {
  /// One set of strokes and one time ahead.
  public struct Row: Encodable, Sendable {
    /// The set.
    public var set: String
    /// How far ahead, in ms.
    public var milliseconds: Int64
    /// How far the finger went in that time, in mm: the error of whoever shows where it was.
    public var lag: Quantiles
    /// How far from the predicted place it was, in mm.
    public var error: Quantiles

    /// The error as a part of the lag, of the one and of the other quantile; nil if nothing was
    /// measured or nothing moved.
    func ratio(_ quantile: (Quantiles) -> Double?) -> Double? {
      guard let error = quantile(error), let lag = quantile(lag), lag > 0 else { return nil }
      return error / lag
    }
  }

  /// By set, and by the time ahead.
  public var rows: [Row]

  /// The times ahead: a frame of 120 Hz, one of 60 and two, and what a slow pipeline takes.
  static let times: [Int64] = [8, 16, 33, 50]

  /// Measures sets of strokes.
  public init(_ sets: [LookaheadSet]) {
    rows = sets.flatMap { set in
      Self.times.map { Self.row(set, milliseconds: $0) }
    }
  }

  private static func row(_ set: LookaheadSet, milliseconds: Int64) -> Row {
    let time = Interval.milliseconds(milliseconds)
    var lags: [Double] = []
    var errors: [Double] = []
    for swipe in set.swipes {
      for line in swipe.lines {
        guard let truth = swipe.translation(at: line.instant + time) else { continue }
        lags.append(distance(truth, line.translation))
        errors.append(distance(truth, line.translation(after: time)))
      }
    }
    return Row(set: set.name, milliseconds: milliseconds, lag: Quantiles(lags), error: Quantiles(errors))
  }

  private static func distance(_ one: Translation, _ other: Translation) -> Double {
    Translation(x: one.x - other.x, y: one.y - other.y).length
  }

  /// Of each time ahead the worst part of the lag that remains in any set, and over how many lines.
  public var figures: Figures {
    var figures: Figures = ["lookahead.lines": Double(rows.map(\.error.count).min() ?? 0)]
    for milliseconds in Self.times {
      let own = rows.filter { $0.milliseconds == milliseconds }
      figures["lookahead.p50_\(milliseconds)_over_lag"] = own.compactMap { $0.ratio(\.p50) }.max()
      figures["lookahead.p90_\(milliseconds)_over_lag"] = own.compactMap { $0.ratio(\.p90) }.max()
    }
    return figures
  }

  /// The table for people.
  public var text: String {
    var table = Table(
      ["set", "ms ahead", "lines", "lag p50", "lag p90", "error p50", "error p90", "p50 left", "p90 left"])
    for row in rows {
      let lengths = [row.lag.p50, row.lag.p90, row.error.p50, row.error.p90]
      let parts = [row.ratio(\.p50), row.ratio(\.p90)].map { $0.map { 100 * $0 } }
      table.add(
        [row.set, "\(row.milliseconds)", "\(row.error.count)"] + lengths.map { Table.percent($0, places: 2) }
          + parts.map { Table.percent($0, places: 0) + " %" })
    }
    return "Where the finger is later, against where it was and against where it was predicted; in mm\n"
      + table.text
  }
}
