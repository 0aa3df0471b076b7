internal import GestureCore
internal import PanelTuning

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
    func measured(_ metric: MetricName) -> Measurement? {
      report.measurements.filter { $0.metric == metric }.max { $0.value ?? -1 < $1.value ?? -1 }
    }
    func made(_ metric: MetricName, _ number: String, _ text: String, _ finding: Finding? = nil) -> PanelFault
    {
      PanelFault(kind: kind, title: kind.title, metric: metric, number: number, text: text, finding: finding)
    }
    func made(_ metric: MetricName, _ failure: Failure) -> PanelFault {
      PanelFault(
        kind: kind, title: kind.title, metric: metric, number: failure.number, text: failure.text,
        limit: failure.row, isMarginal: failure.isMarginal)
    }
    func failure(_ metric: MetricName) -> Failure? { measured(metric).flatMap { Failure($0, report) } }
    switch kind {
    case .other: return nil
    case .ghosts, .deadEdge, .lostReports, .firstJump:
      return failure(kind.metrics[0]).map { made(kind.metrics[0], $0) }
    case .deadStrip:
      guard let strip = measured(.deadStrip), let width = strip.value, width > 0 else { return nil }
      let words = "Fingers crossed this strip \(strip.samples) times without a report in it."
      return made(.deadStrip, strip.shown(width), words)
    case .lateLift:
      guard let finding = report.findings.first(where: { $0.name == .lateLift }),
        let delay = measured(.liftDelay), let value = delay.value
      else { return nil }
      return made(.liftDelay, delay.shown(value), finding.sentence, finding)
    case .lowRate:
      guard let rate = measured(.reportRate), let failed = failure(.reportRate) else { return nil }
      // Lost reports also lower a mean: the usual interval decides what is wrong.
      let isUsual = rate.value.map { !failed.row.bound.allows($0, resolution: 0) } ?? false
      guard isUsual || failure(.reportGap) == nil else { return nil }
      return made(.reportRate, failed)
    case .noise:
      let finding = report.findings.first { $0.name == .noise }
      // Windows 8 allows no jitter at all, which the hand's own movement exceeds.
      let jitter = failure(.restingJitter).flatMap { $0.row.source == .windows8 && finding == nil ? nil : $0 }
      if let finding, let noise = measured(.noise), let value = noise.value {
        return made(.noise, noise.shown(value), finding.sentence, finding)
      }
      return jitter.map { made(.restingJitter, $0) }
    }
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
  func shown(_ value: Double) -> String {
    let number = ShownNumber.measured(value)
    return switch unit {
    case .ratio: "\(number) ×"
    case .count: number
    case .degrees: "\(number)°"
    default: "\(number) \(unit.rawValue)"
    }
  }
}

extension ShownNumber {
  /// Returns a number of a limit, without zeros at its end.
  static func short(_ value: Double) -> String {
    var text = fixed(value, places: 3)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
