public import GestureCore
internal import Panels

/// A property of a panel that a setting can answer, or that the user must know.
public struct Finding: Equatable, Sendable {
  /// The name of a finding in reports.
  public enum Name: String, Sendable, CaseIterable {
    /// The panel reports lifts late.
    case lateLift = "late_lift"
    /// The positions of a resting finger vary more than flickd assumes.
    case noise
    /// The size of the panel is unknown.
    case unknownSize = "unknown_size"
  }

  /// The finding.
  public var name: Name
  /// What was found, and what follows from it, in one sentence.
  public var text: String
  /// The keys of `[[panel]]` that answer it, with values in TOML; empty if only the user can know
  /// the value.
  public var settings: [Setting]

  /// One key and its value in TOML.
  public struct Setting: Equatable, Sendable {
    /// The key.
    public var key: String
    /// The value, with its quotes.
    public var value: String
    /// The measurement from which the value follows.
    public var measurement: Measurement
  }

  /// Lists the findings about a panel.
  ///
  /// `liftDelay` and `noise`, in mm, are the values that flickd already uses for the panel.
  public static func list(
    _ measurements: [Measurement], of panel: MeasuredPanel, liftDelay: Interval, noise: Double
  ) -> [Finding] {
    [
      lateLift(measurements, known: liftDelay), self.noise(measurements, of: panel, known: noise),
      unknownSize(of: panel),
    ].compactMap(\.self)
  }

  /// A lift is late if it follows the last movement by more than two reports and this time, in ms.
  ///
  /// A punctual panel reports the lift one report after the last movement. One report may be lost.
  private static let patience = 10.0

  /// The silence before a lift in ms from which on the lift is late, at a report rate in Hz.
  public static func minLateLift(reportRate: Double) -> Double { 2 * 1000 / reportRate + patience }

  /// The silence in ms that flickd takes for a rest on a panel whose lift delay it does not know.
  private static func rest(_ period: Double) -> Double {
    max(RecognitionSettings().restDelay.seconds * 1000, 3 * period)
  }

  private static func lateLift(_ measurements: [Measurement], known: Interval) -> Finding? {
    guard let measurement = measurements.first(where: { $0.metric == .liftDelay }),
      let delay = measurement.value,
      let rate = measurements.first(where: { $0.metric == .reportRate })?.value, rate > 0
    else { return nil }
    let period = 1000 / rate
    let milliseconds = Int(delay.rounded())
    guard delay > minLateLift(reportRate: rate) else { return nil }
    let isKnown = abs(delay - known.seconds * 1000) <= period
    let result =
      isKnown
      ? "flickd corrects the speed of flicks for this"
      : delay > rest(period)
        ? "until flickd has learned this from five flicks, flicks end at 0 mm/s"
        : "flickd learns this from five flicks, and loses none of them"
    return Finding(
      name: .lateLift,
      text: "the panel reports a lift \(milliseconds) ms after the last movement; \(result)",
      settings: isKnown
        ? [] : [Setting(key: "lift_delay", value: "\"\(milliseconds)ms\"", measurement: measurement)])
  }

  /// A setting for less than this part more would change no decision.
  private static let minExcess = 1.5

  /// Positions that alternate between neighbouring steps of the grid are not a tremble.
  private static func noise(
    _ measurements: [Measurement], of panel: MeasuredPanel, known: Double
  ) -> Finding? {
    guard let measurement = measurements.first(where: { $0.metric == .noise }),
      let beyondGrid = measurement.value, beyondGrid > measurement.resolution
    else { return nil }
    // The measurement excludes what the grid contributes, the setting includes it.
    let noise = Translation(x: beyondGrid, y: 0.29 * panel.geometry.longestStep).length
    guard noise > known * minExcess else { return nil }
    let hundredths = Int((noise * 100).rounded())
    let digits = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    return Finding(
      name: .noise,
      text:
        "the positions of a resting finger vary by \(digits) mm, more than flickd assumes; a trembling finger can "
        + "look like a moving one",
      settings: [Setting(key: "noise", value: "\"\(digits)mm\"", measurement: measurement)])
  }

  private static func unknownSize(of panel: MeasuredPanel) -> Finding? {
    guard panel.geometry.scale == .assumed else { return nil }
    return Finding(
      name: .unknownSize,
      text:
        "the panel does not report its size, so flickd assumes 10.1 inch: measure the glass with a ruler and "
        + "set size in [[panel]], for example size = \"217mm x 136mm\"",
      settings: [])
  }
}
