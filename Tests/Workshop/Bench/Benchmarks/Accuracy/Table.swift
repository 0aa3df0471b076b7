internal import FlickProtocol
internal import Foundation

/// Human-readable rows, with aligned cells.
struct Table {
  private var rows: [[String]]
  /// The number of columns with words; the other columns are aligned at their ends.
  private let words: Int

  /// Starts with a head whose first `words` columns hold words.
  init(_ head: [String], words: Int = 1) {
    rows = [head]
    self.words = words
  }

  /// Adds a row as long as the head.
  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  var text: String { TextTable.text(rows, numbers: words..<max(words, rows[0].count)) }

  /// A percentage, or a dash without a value; seven digits or more appear as a power of ten.
  static func percent(_ value: Double?, decimals: Int = 1) -> String {
    value.map { String(format: abs($0) < 1e6 ? "%.\(decimals)f" : "%.1e", $0) } ?? "–"
  }
}

extension Quantiles {
  /// p50, p90 and p99 as cells.
  var cells: [String] { [p50, p90, p99].map { Table.percent($0) } }
}

extension SyntheticScore.Summary {
  static let head = ["p50 %", "p90 %", "p99 %", "wrong %", "missed %", "flip %", "phantom %", "non-finite"]

  var cells: [String] {
    error.cells + [wrong, missed, flip, phantom].map { Table.percent($0, decimals: 2) } + ["\(nonFinite)"]
  }
}
