internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Recordings

extension StrokeReport {
  /// The version of the form of the output.
  private static let format: Int64 = 1

  /// The report as one JSON object; `docs/evaluate.schema.json` describes it.
  ///
  /// `pictures` and `written` are the paths of written pictures and drop-ins; nil leaves the field
  /// out.
  func json(pictures: [String]? = nil, written: [String]? = nil) -> [UInt8] {
    LineWriter.line { line in
      line.field("format", Self.format)
      line.field("strokes", Int64(strokes.count))
      line.field("people", Int64(people.count))
      line.object("labels") { line in
        for label in RecordingLabel.allCases { line.field(label.rawValue, Int64(count(of: label))) }
      }
      line.objects("criteria", criteria) { line, rates in
        line.field("name", rates.criterion.rawValue)
        Self.write(rates, into: &line)
      }
      line.object("present") { Self.write(present, into: &$0) }
      writeProposal(into: &line)
      line.objects("replayed", RecordingLabel.allCases) { line, label in
        line.field("label", label.rawValue)
        line.field("present", Int64(commits(of: label, with: .present).count))
        line.field("proposed", Int64(commits(of: label, with: proposal.thresholds).count))
      }
      line.objects("people_left_out", leftOut) { line, one in
        line.field("person", one.person)
        Self.write(one.rates, into: &line)
      }
      writePlane(into: &line)
      if let pictures { line.strings("pictures", pictures) }
      if let written { line.strings("written", written) }
    }
  }

  private func writeProposal(into line: inout LineWriter) {
    line.object("proposal") { line in
      Self.write(proposal.thresholds, into: &line)
      line.field("unit", "mm")
      Self.write(proposed, into: &line)
      line.field("stable", proposal.isStable)
      line.field("cost", cost)
      line.field("seed", Int64(clamping: proposal.seed))
      line.object("uncertainty") { line in
        for key in ProposedKey.allCases {
          line.object(key.rawValue, proposal.intervals[key]) { line, interval in
            line.field("low", interval.lowerBound)
            line.field("high", interval.upperBound)
          }
        }
      }
      line.objects("not_proposed", proposal.gaps) { line, gap in
        line.field("threshold", gap.key.rawValue)
        line.field("why", gap.why)
      }
    }
  }

  private func writePlane(into line: inout LineWriter) {
    line.objects(
      "plane",
      zip(plane.speeds, plane.rates).flatMap { speed, row in
        zip(plane.distances, row).map { (distance: $0, speed: speed, rates: $1) }
      }
    ) { line, point in
      line.field("distance", point.distance)
      line.field("velocity", point.speed)
      Self.write(point.rates, into: &line)
    }
  }

  private static func write(_ thresholds: RuleThresholds, into line: inout LineWriter) {
    for key in ProposedKey.allCases { line.field(key.rawValue, thresholds[key]) }
  }

  private static func write(_ rates: CriterionRates, into line: inout LineWriter) {
    for (name, share) in [("caught", rates.caught), ("false", rates.mistaken)] {
      line.object(name) { line in
        line.field("n", Int64(share.count))
        line.field("of", Int64(share.trials))
        line.field("low", share.low, decimals: 6)
        line.field("high", share.high, decimals: 6)
      }
    }
  }
}
