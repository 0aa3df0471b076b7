internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Terminal

extension PanelReport {
  /// The human-readable report: findings, grades, failed limits, a table, what was not measured.
  var text: String {
    [head, foundText, summary, failures, table, unmeasured].compactMap(\.self).joined(separator: "\n")
  }

  private var head: String {
    let seconds = segments.reduce(0) { $0 + $1.duration.seconds }
    let plural = segments.count == 1 ? "" : "s"
    let files =
      segments.contains(where: \.isFile)
      ? "\(segments.count) recording\(plural)" : "\(segments.count) station\(plural)"
    let size = ShownNumber.size(panel.width, panel.height)
    return "\(panel.name.terminalText), \(size) (\(panel.scale)), \(files), "
      + "\(ShownNumber.fixed(seconds, decimals: 1)) s\n"
  }

  /// A row for each measured metric; a source without a limit has an empty cell.
  private var table: String {
    let head = ["METRIC", "AXIS", "VALUE", "UNIT", "SAMPLES"] + LimitSource.allCases.map { $0.title }
    let rows = measurements.compactMap { measurement in
      measurement.value.map { value in
        [
          measurement.metric.rawValue, measurement.axis == .both ? "" : measurement.axis.rawValue,
          ShownNumber.measured(value), measurement.unit.rawValue,
          measurement.samples == 0 ? "" : "\(measurement.samples)",
        ] + LimitSource.allCases.map { cell(measurement, by: $0) }
      }
    }
    return rows.isEmpty ? "nothing could be measured\n" : TextTable.text([head] + rows, numbers: 2..<3)
  }

  private func cell(_ measurement: Measurement, by source: LimitSource) -> String {
    limits.grades(of: measurement).first { $0.row.source == source }
      .map { $0.grade.word.replacingUnderscore } ?? ""
  }

  /// How many limits of each source the panel passes and fails.
  private var summary: String {
    let rows = LimitSource.allCases.map { source in
      let words = grades(by: source).map(\.grade.word)
      let counts = ["fail", "marginal", "pass", "not_measured"].compactMap { word -> String? in
        let count = words.count { $0 == word }
        return count == 0 ? nil : "\(count) \(word.replacingUnderscore)"
      }
      return [source.title, counts.joined(separator: ", ")]
    }
    return TextTable.text(rows)
  }

  /// The failed and marginal limits, with the judged number and the requirement.
  private var failures: String? {
    let rows = measurements.flatMap { measurement in
      limits.grades(of: measurement).compactMap { row, grade -> [String]? in
        switch grade {
        case .fail(let value), .marginal(let value):
          [
            "\(grade.word):", row.metric.rawValue,
            "\(ShownNumber.measured(value)) \(measurement.unit.rawValue)", row.source.title,
            row.requirement,
          ]
        case .pass, .notMeasured: nil
        }
      }
    }
    return rows.isEmpty ? nil : TextTable.text(rows)
  }

  /// The metrics without a value or without a grade, grouped by the reason.
  private var unmeasured: String? {
    var reasons: [(why: String, names: [String])] = []
    for measurement in measurements {
      for why in missing(of: measurement) {
        let axis = measurement.axis == .both ? "" : " \(measurement.axis.rawValue)"
        let name = measurement.metric.rawValue + axis
        if let index = reasons.firstIndex(where: { $0.why == why }) {
          if !reasons[index].names.contains(name) { reasons[index].names.append(name) }
        } else {
          reasons.append((why, [name]))
        }
      }
    }
    guard !reasons.isEmpty else { return nil }
    return "not measured:\n"
      + reasons.map { "  \($0.names.joined(separator: ", "))\n    \($0.why.terminalText)\n" }.joined()
  }

  /// Why a measurement has no value, or why some sources cannot judge its value.
  private func missing(of measurement: Measurement) -> [String] {
    if let why = measurement.why { return [why] }
    return limits.grades(of: measurement).compactMap(\.grade.why)
  }

  private var foundText: String? {
    guard !findings.isEmpty else { return nil }
    return findings.map { finding in
      let lines = settings(for: finding)?.split(separator: "\n").map { "    \($0)\n" }.joined()
      return "found: \(finding.text)\n" + (lines ?? "")
    }.joined()
  }
}

extension Grade {
  /// Why there is no grade; nil if there is one.
  var why: String? { if case .notMeasured(let why) = self { why } else { nil } }
}

extension LimitSource {
  /// The name of the source in a sentence.
  var name: String {
    switch self {
    case .windows8: "Windows 8"
    case .windows10: "Windows 10"
    case .chromeOS: "ChromeOS"
    }
  }

  /// The name of the source in a table.
  var title: String { name.uppercased() }
}

extension ShownNumber {
  /// Returns a measured number: three significant digits at least, at most two decimal places.
  static func measured(_ value: Double) -> String {
    let isWhole = value == value.rounded() && value.magnitude < 1000
    return fixed(value, decimals: isWhole || value.magnitude >= 100 ? (isWhole ? 0 : 1) : 2)
  }
}

extension String {
  fileprivate var replacingUnderscore: String { String(map { $0 == "_" ? " " : $0 }) }
}
