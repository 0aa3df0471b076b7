internal import GestureCore
internal import PanelTuning
internal import Terminal

/// One thing that is wrong with a panel: the answer of a page, and the label in its picture.
struct PanelFault {
  /// The kind of a fault, in the order of the page: what loses swipes first.
  enum Kind: String, CaseIterable {
    case ghosts
    case deadStrip = "dead_strip"
    case deadEdge = "dead_edge"
    case lateLift = "late_lift"
    case lostReports = "lost_reports"
    case lowRate = "low_rate"
    case noise = "noisy_positions"
    case firstJump = "first_jump"
    case other

    /// The words of the answer and of the label.
    var title: String {
      switch self {
      case .ghosts: "Contacts without a finger"
      case .deadStrip: "Dead strip"
      case .deadEdge: "Dead edge"
      case .lateLift: "Late lift"
      case .lostReports: "Lost reports"
      case .lowRate: "Low report rate"
      case .noise: "Noise"
      case .firstJump: "Jump of the first movement"
      case .other: "Beyond a limit"
      }
    }

    /// The metric whose measurement is the number of the fault.
    fileprivate var metrics: [MetricName] {
      switch self {
      case .ghosts: [.ghosts]
      case .deadStrip: [.deadStrip]
      case .deadEdge: [.edgeReach]
      case .lateLift: [.liftDelay]
      case .lostReports: [.reportGap]
      case .lowRate: [.reportRate]
      case .noise: [.restingJitter, .noise]
      case .firstJump: [.firstMoveJump]
      case .other: []
      }
    }
  }

  var kind: Kind
  var title: String
  var metric: MetricName
  /// The judged number with its unit.
  var number: String
  /// What it means, or the limit that it exceeds.
  var text: String
  /// The finding of the engine, if there is one.
  var finding: Finding?
  /// The exceeded limit, if there is one.
  var limit: LimitRow?

  /// Whether only a second, weaker limit is satisfied.
  var isMarginal = false

  /// The label in a picture.
  var label: String { "\(title): \(number)" }
}

extension PanelFault {
  /// The faults of a panel in the order of ``Kind``.
  static func list(_ report: PanelReport) -> [PanelFault] {
    let named = Kind.allCases.compactMap { fault($0, report) }
    let shown = Set(Kind.allCases.flatMap(\.metrics))
    var others: [PanelFault] = []
    for measurement in report.measurements
    where !shown.contains(measurement.metric) && !others.contains(where: { $0.metric == measurement.metric })
    {
      guard let failure = Failure(measurement, report) else { continue }
      let name = measurement.metric.rawValue.replacing("_", with: " ")
      others.append(
        PanelFault(
          kind: .other, title: name.prefix(1).uppercased() + name.dropFirst(), metric: measurement.metric,
          number: failure.number, text: failure.text, limit: failure.row, isMarginal: failure.isMarginal)
      )
    }
    let all = named + others
    return all.filter { !$0.isMarginal } + all.filter(\.isMarginal)
  }

  private static func fault(_ kind: Kind, _ report: PanelReport) -> PanelFault? {
    let judge = Judge(kind: kind, report: report)
    switch kind {
    case .ghosts, .deadEdge, .lostReports, .firstJump: return judge.failed(kind.metrics[0])
    case .deadStrip:
      guard let strip = judge.measured(.deadStrip), let width = strip.value, width > 0 else { return nil }
      let text = "Fingers crossed this strip \(strip.samples) times without a report in it."
      return PanelFault(
        kind: kind, title: kind.title, metric: .deadStrip, number: strip.shown(width), text: text)
    case .lateLift: return judge.found(.lateLift, .liftDelay)
    case .lowRate: return judge.isSlow ? judge.failed(.reportRate) : nil
    case .noise:
      return judge.found(.noise, .noise) ?? (judge.isStill ? nil : judge.failed(.restingJitter))
    case .other:
      let isNoise = report.findings.contains { $0.name == .noise }
      guard judge.isStill, !isNoise, var jitter = judge.failed(.restingJitter) else { return nil }
      jitter.title = "Resting jitter"
      return jitter
    }
  }

  /// What the engine says of one kind of fault.
  private struct Judge {
    let kind: Kind
    let report: PanelReport

    func measured(_ metric: MetricName) -> Measurement? {
      report.measurements.filter { $0.metric == metric }.max { $0.value ?? -1 < $1.value ?? -1 }
    }

    private func failure(_ metric: MetricName) -> Failure? {
      measured(metric).flatMap { Failure($0, report) }
    }

    /// The fault that a metric exceeds a limit.
    func failed(_ metric: MetricName) -> PanelFault? {
      failure(metric).map {
        PanelFault(
          kind: kind, title: kind.title, metric: metric, number: $0.number, text: $0.text, limit: $0.row,
          isMarginal: $0.isMarginal)
      }
    }

    /// The fault that is a finding, with the number of its metric.
    func found(_ name: Finding.Name, _ metric: MetricName) -> PanelFault? {
      guard let finding = report.findings.first(where: { $0.name == name }),
        let measurement = measured(metric), let value = measurement.value
      else { return nil }
      return PanelFault(
        kind: kind, title: kind.title, metric: metric, number: measurement.shown(value),
        text: finding.sentence, finding: finding)
    }

    /// Whether the usual interval is too long, or the mean while no gap fails: lost reports also
    /// lower a mean.
    var isSlow: Bool {
      guard let rate = measured(.reportRate)?.value, let failed = failure(.reportRate) else { return false }
      return !failed.row.bound.allows(rate, resolution: 0) || failure(.reportGap)?.isMarginal != false
    }

    /// Whether a resting finger moves only more than Windows 8 allows: nothing, which a hand
    /// exceeds.
    var isStill: Bool { failure(.restingJitter).map { $0.row.source == .windows8 } ?? true }
  }

  /// The limit that a measurement exceeds most clearly: a failure before a marginal number, and a
  /// limit with a tolerance before one of 0.
  private struct Failure {
    var row: LimitRow
    var number: String
    var text: String
    var isMarginal: Bool

    init?(_ measurement: Measurement, _ report: PanelReport) {
      let grades = report.limits.grades(of: measurement)
      let order: [LimitSource] = [.windows10, .chromeOS, .windows8]
      let bad = ["fail", "marginal"].flatMap { word in
        order.compactMap { source in grades.first { $0.row.source == source && $0.grade.word == word } }
      }
      guard let (row, grade) = bad.first, let value = grade.value else { return nil }
      self.row = row
      number = measurement.shown(value)
      isMarginal = grade.word == "marginal"
      text = "\(row.source.name)\(isMarginal ? ", marginal" : ""): \(row.requirement)."
    }
  }
}

extension Finding {
  /// The text as a sentence.
  var sentence: String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}

extension Measurement {
  /// Returns a number of this measurement with its unit.
  func shown(_ value: Double) -> String { unit.shown(value) }
}

extension MetricUnit {
  /// Returns a number with this unit.
  func shown(_ value: Double) -> String { labelled(ShownNumber.measured(value)) }

  /// Returns a text of a number with this unit.
  func labelled(_ number: String) -> String {
    switch self {
    case .ratio: "\(number) ×"
    case .count: number
    case .degrees: "\(number)°"
    default: "\(number) \(rawValue)"
    }
  }
}

extension ShownNumber {
  /// Returns a number of a limit, without zeros at its end.
  static func short(_ value: Double) -> String {
    var text = fixed(value, decimals: 3)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
