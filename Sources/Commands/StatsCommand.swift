internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import Installation
internal import LinuxIO
internal import Terminal

/// `flickctl stats`: shows the daemon's counts, for each panel and for the service.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show the counts of each panel and of the service.",
    discussion: "Counts that reveal taps need the level `positions`.")

  @Option(help: ArgumentHelp("The service's socket.", valueName: "path")) var socket: String?
  @Option(help: ArgumentHelp("Send the request again after this number of seconds.", valueName: "seconds"))
  var watch: Double?
  @Flag(help: "Print the service's own reply.") var json = false

  func validate() throws {
    if let watch, !(0.1...86400).contains(watch) { throw ValidationError("--watch must be 0.1 to 86400") }
  }

  func run() throws {
    let path = SocketPath.client(named: socket)
    var due = SystemCalls.monotonicMicroseconds()
    while true {
      // Open a new connection each time: a permanent connection would receive swipes and would have
      // to read them.
      var stream = try ServerStream.open(path)
      let (bytes, reply) = try stream.stats()
      if json {
        try writeOutput(json: bytes + [UInt8(ascii: "\n")])
      } else {
        try writeOutput(styled: page(reply).withoutLastNewline)
      }
      guard let watch else { return }
      due = max(due + Int64(watch * 1e6), SystemCalls.monotonicMicroseconds())
      SystemCalls.sleep(until: due)
    }
  }

  /// Returns a human-readable table; on a watched terminal it replaces the previous one.
  private func page(_ reply: StatsMessage) -> String {
    guard watch != nil else { return Self.text(for: reply) }
    let isTerminal = SystemCalls.isTerminal(descriptor: 1)
    return (isTerminal ? "\u{1B}[H\u{1B}[J" : "") + Self.text(for: reply) + (isTerminal ? "" : "\n")
  }

  /// Returns a human-readable table.
  static func text(for reply: StatsMessage) -> String {
    [table(of: reply.panels), reply.service.text, reply.service.durationTable].compactMap { $0 }.joined(
      separator: "\n")
  }

  private static func table(of panels: [StatsMessage.Panel]) -> String {
    guard !panels.isEmpty else { return "\(PanelAbsence.noPanels)\n" }
    let head = [
      "PANEL", "CONTACTS", "FRAMES", "SWIPES", "FLICKS", "DRAGS", "COMMITS", "DROPPED", "REJECTED", "CANCELS",
    ]
    let rows = panels.map { panel in
      [
        panel.panelID, panel.contacts.map { "\($0)" } ?? "-", panel.frames.map { "\($0)" } ?? "-",
        "\(panel.swipes)", "\(panel.flicks)", "\(panel.drags)", "\(panel.commits)", "\(panel.dropped)",
        panel.rejected.map { text(for: $0) } ?? "-", text(for: panel.cancels),
      ]
    }
    // CONTACTS to DROPPED are numbers.
    return TextTable.text([head] + rows, numbers: 1..<8)
  }

  /// Returns a total of cancelled swipes or rejected contacts, and the count of each reason.
  private static func text(for counts: [String: Int64]) -> String {
    let total = ShownNumber.sum(counts.values)
    let reasons = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return reasons.isEmpty ? "\(total)" : "\(total) (\(reasons.joined(separator: ", ")))"
  }
}

extension ServiceCounts {
  /// The service's counts in one human-readable line, without those that are not available.
  var text: String {
    let counts = [
      ("clients", clients), ("refused", refused), ("slow consumers", slowConsumers),
      ("updates merged", merged), ("updates skipped", skipped), ("turns", turns),
    ]
    return counts.compactMap { name, count in count.map { "\(name) \($0)" } }.joined(separator: ", ") + "\n"
  }

  /// The durations in a human-readable table, in µs; nil if they are not available or nothing was
  /// measured yet.
  var durationTable: String? {
    let rows = [("turn", turn), ("latency", latency)].compactMap { name, durations -> [String]? in
      guard let durations, durations.count > 0 else { return nil }
      let quantiles = [durations.p50, durations.p99, durations.p999, durations.max]
      return [name, "\(durations.count)"] + quantiles.map { "\($0.wholeMicroseconds)" }
    }
    guard !rows.isEmpty else { return nil }
    return TextTable.text([["µs", "COUNT", "P50", "P99", "P999", "MAX"]] + rows, numbers: 1..<6)
  }
}

extension ShownNumber {
  /// Returns the sum of counts, clamped to the range of `Int64`.
  fileprivate static func sum(_ counts: some Sequence<Int64>) -> Int64 {
    counts.reduce(0) { sum, count in
      let (next, overflows) = sum.addingReportingOverflow(count)
      return overflows ? (count < 0 ? .min : .max) : next
    }
  }
}
