internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Panels
internal import Recordings

/// `proposal`: what the tries of the room Tune show, by the same report as `flickctl tune`.
struct ProposalMessage {
  /// Nil if there is no counted try.
  var report: StrokeReport?
  /// The thresholds of the panel's own rule.
  var present: RuleThresholds
  var handover: SettingsHandover
  /// Nil if there is no counted try.
  var page: Page?

  /// The report of the session.
  struct Page {
    /// The page of `flickctl report`.
    var text: String
    /// Why the report was not saved; nil if it was, or was not requested.
    var note: String?
  }

  /// The line, without a newline.
  var line: [UInt8] {
    LineWriter.message("proposal") { line in
      line.objects("thresholds", ProposedKey.allCases) { write($1, into: &$0) }
      line.objects("rates", report?.errorRates ?? []) { line, rate in
        line.field("name", rate.name)
        for (name, share) in [
          ("present", rate.present), ("proposed", rate.proposed), ("left_out", rate.leftOut),
        ] {
          line.object(name, share) { Self.write($1, into: &$0) }
        }
      }
      line.objects("changed", report?.changes ?? []) { Self.write($1, into: &$0) }
      line.strings("why", report?.limits ?? ["no try counts, so there is nothing to judge the rule by"])
      line.field("settings", handover.text)
      line.field("command", handover.command)
      line.field("note", handover.note)
      line.object("report", page) { line, page in
        line.field("page", page.text)
        line.field("note", page.note)
      }
    }
  }

  private func write(_ key: ProposedKey, into line: inout LineWriter) {
    let proposal = report?.proposal
    let interval = proposal?.intervals[key]
    line.field("key", key.rawValue)
    line.field("unit", key.unit)
    for (name, value) in [
      ("present", present[key]), ("proposed", proposal?.thresholds[key]),
      ("low", interval?.lowerBound), ("high", interval?.upperBound),
    ] { line.field(name, value) }
    line.field("stable", proposal?.isStable(key) ?? false)
  }

  private static func write(_ share: ObservedShare, into line: inout LineWriter) {
    line.field("n", Int64(share.count))
    line.field("of", Int64(share.trials))
    line.field("percent", share.share.map(StrokeReport.percent))
  }

  private static func write(_ change: StrokeReport.Change, into line: inout LineWriter) {
    line.field("person", change.stroke.person)
    line.field("label", change.stroke.label.rawValue)
    line.field("distance", change.lift.translation.length)
    line.field("speed", change.lift.velocity.length, decimals: 1)
    line.field("present", change.proposed ? "return" : "commit")
    line.field("proposed", change.proposed ? "commit" : "return")
    line.field("better", change.isBetter)
  }
}
