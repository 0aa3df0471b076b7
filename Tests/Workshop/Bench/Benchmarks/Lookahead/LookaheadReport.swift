internal import GestureCore

/// The error of the predicted position, compared with the error of content that shows the last
/// position.
public struct LookaheadReport: Encodable, Measured, Sendable {
  /// One set of strokes and one lookahead.
  public struct Row: Encodable, Sendable {
    /// The set.
    public var set: String
    /// The lookahead, in ms.
    public var milliseconds: Int64
    /// The distance that the finger moved in that time, in mm: the error of content without a
    /// prediction.
    public var lag: Quantiles
    /// The distance from the predicted position to the true one, in mm.
    public var error: Quantiles

    /// A quantile of the error divided by that of the lag; nil if there is no measurement or no
    /// movement.
    func ratio(_ quantile: (Quantiles) -> Double?) -> Double? {
      guard let error = quantile(error), let lag = quantile(lag), lag > 0 else { return nil }
      return error / lag
    }
  }

  /// By set, then by lookahead.
  public var rows: [Row]

  /// The lookaheads: one frame at 120 Hz, one and two at 60 Hz, and the latency of a slow pipeline.
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

  /// For each lookahead, the worst remaining part of the lag in any set, and the number of lines.
  public var figures: Figures {
    var figures: Figures = ["lookahead.lines": Double(rows.map(\.error.count).min() ?? 0)]
    for milliseconds in Self.times {
      let own = rows.filter { $0.milliseconds == milliseconds }
      figures["lookahead.p50_\(milliseconds)_over_lag"] = own.compactMap { $0.ratio(\.p50) }.max()
      figures["lookahead.p90_\(milliseconds)_over_lag"] = own.compactMap { $0.ratio(\.p90) }.max()
    }
    return figures
  }

  /// The human-readable table.
  public var text: String {
    var table = Table(
      ["set", "ms ahead", "lines", "lag p50", "lag p90", "error p50", "error p90", "p50 left", "p90 left"])
    for row in rows {
      let lengths = [row.lag.p50, row.lag.p90, row.error.p50, row.error.p90]
      let parts = [row.ratio(\.p50), row.ratio(\.p90)].map { $0.map { 100 * $0 } }
      table.add(
        [row.set, "\(row.milliseconds)", "\(row.error.count)"]
          + lengths.map { Table.percent($0, decimals: 2) }
          + parts.map { Table.percent($0, decimals: 0) + " %" })
    }
    return "Where the finger is later, against where it was and against where it was predicted; in mm\n"
      + table.text
  }
}
