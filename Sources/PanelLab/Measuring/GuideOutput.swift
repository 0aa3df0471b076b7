internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Terminal

/// What a person at the panel reads during a guided measurement, on standard error.
struct GuideOutput {
  private let limits: LimitTable
  private let isTerminal = SystemCalls.isTerminal(descriptor: 2)
  private var hasProgress = false

  /// Creates the output for a panel with these limits.
  init(limits: LimitTable) {
    self.limits = limits
  }

  /// Prints which panel is measured, and how to go on.
  func begin(_ panel: PanelMessage) {
    let size = ShownNumber.size(panel.width, panel.height)
    TerminalOutput.show(
      "\(panel.name.terminalText), \(size): Enter skips a station, Ctrl-C ends with the report\n")
  }

  /// Prints what to do at a station.
  mutating func ask(_ station: Station, number: Int, of count: Int) {
    removeProgress()
    TerminalOutput.show("\n\(number)/\(count) \(station.word): \(station.request)\n")
  }

  // MARK: Progress

  /// Replaces the line with the progress of a station; prints nothing without a terminal.
  mutating func showProgress(since begin: Int64, now: Int64, of patience: Interval, contactsDown: Int) {
    guard isTerminal else { return }
    hasProgress = true
    let time = Interval(microseconds: now - begin)
    let fingers = contactsDown == 1 ? "1 finger" : "\(contactsDown) fingers"
    let limit = ShownNumber.fixed(patience.seconds, decimals: 0)
    TerminalOutput.show(
      "\r  \(ShownNumber.fixed(time.seconds, decimals: 1)) of \(limit) s, \(fingers) down\u{1b}[K")
  }

  /// Removes the line with the progress.
  mutating func removeProgress() {
    if hasProgress { TerminalOutput.show("\r\u{1b}[K") }
    hasProgress = false
  }

  // MARK: Results

  /// Prints the results of a station that has just ended.
  mutating func show(_ outcome: StationWalk.Outcome) {
    removeProgress()
    let own = outcome.measurements.filter { outcome.station.metrics.contains($0.metric) }
    if outcome.isSkipped, own.allSatisfy({ $0.value == nil }) { return TerminalOutput.show("  skipped\n") }
    for measurement in own {
      let axis = measurement.axis == .both ? "" : " \(measurement.axis.rawValue)"
      TerminalOutput.show("  \(measurement.metric.rawValue)\(axis): \(result(of: measurement))\n")
    }
  }

  /// Separates the results from the report.
  func end() {
    TerminalOutput.show("\n")
  }

  private func result(of measurement: Measurement) -> String {
    guard let value = measurement.value else { return "not measured: \(measurement.why ?? "")" }
    let unit =
      switch measurement.unit {
      case .ratio, .count: ""
      default: " \(measurement.unit.rawValue)"
      }
    return ([ShownNumber.measured(value) + unit] + gradeWords(of: measurement)).joined(separator: ", ")
  }

  /// Which sources a measurement fails, and which it passes.
  private func gradeWords(of measurement: Measurement) -> [String] {
    let grades = limits.grades(of: measurement)
    return [("fail", "fails"), ("marginal", "is marginal for"), ("pass", "passes")].compactMap { word, verb in
      let names = grades.filter { $0.grade.word == word }.map(\.row.source.name)
      return names.isEmpty ? nil : "\(verb) \(names.joined(separator: ", "))"
    }
  }
}
