internal import FlickProtocol
internal import GestureCore
internal import PanelTuning

extension PanelReport {
  /// The version of the form of the output.
  private static let format: Int64 = 1

  /// The reports as one JSON object; `docs/measure.schema.json` describes it.
  ///
  /// `written` are the paths of the drop-ins by the numbers of the reports; nil if there is no
  /// `--write`.
  static func json(_ reports: [PanelReport], written: [Int: String]?) -> [UInt8] {
    LineWriter.line { line in
      line.field("format", format)
      line.objects("results", reports.enumerated()) { line, report in
        report.element.write(into: &line)
        if let written { line.field("written", written[report.offset]) }
      }
    }
  }

  private func write(into line: inout LineWriter) {
    line.object("panel") { panel.writeFields(into: &$0) }
    line.strings("files", segments.filter(\.isFile).map(\.name))
    line.field("duration_us", segments.reduce(0) { $0 + $1.duration.microseconds })
    line.objects("metrics", measurements) { write($1, into: &$0) }
    line.objects("findings", findings) { line, finding in
      line.field("finding", finding.name.rawValue)
      line.field("text", finding.text)
      line.field("settings", settings(for: finding))
    }
  }

  private func write(_ measurement: Measurement, into line: inout LineWriter) {
    line.field("metric", measurement.metric.rawValue)
    line.field("unit", measurement.unit.rawValue)
    line.field("axis", measurement.axis.rawValue)
    line.field("value", measurement.value)
    line.field("why", measurement.why)
    line.field("samples", Int64(measurement.samples))
    line.object("spread", measurement.spread) { line, spread in
      line.field("p5", spread.p5)
      line.field("p50", spread.p50)
      line.field("p95", spread.p95)
    }
    line.objects("segments", measurement.evidence) { line, evidence in
      let segment = segments[evidence.segment]
      line.field("file", segment.name)
      line.field("start_us", (evidence.start - segment.begin).microseconds)
      line.field("end_us", (evidence.end - segment.begin).microseconds)
    }
    line.object("grades") { line in
      for (row, grade) in limits.grades(of: measurement) { Self.write(row, grade, into: &line) }
    }
  }

  private static func write(_ row: LimitRow, _ grade: Grade, into line: inout LineWriter) {
    line.object(row.source.rawValue) { line in
      line.field("grade", grade.word)
      line.field("value", grade.value)
      line.object("limit") { row.bound.write(into: &$0) }
      if let marginal = row.marginal { line.object("marginal") { marginal.write(into: &$0) } }
      line.field("why", grade.why)
    }
  }
}

extension LimitBound {
  /// Writes the fields `min` and `max`; a limit of zero has `max` 0.
  fileprivate func write(into line: inout LineWriter) {
    switch self {
    case .minimum(let bound): line.field("min", bound)
    case .maximum(let bound): line.field("max", bound)
    case .range(let bounds):
      line.field("min", bounds.lowerBound)
      line.field("max", bounds.upperBound)
    case .exactly(let bound):
      line.field("min", bound)
      line.field("max", bound)
    case .zero: line.field("max", 0.0)
    }
  }
}
