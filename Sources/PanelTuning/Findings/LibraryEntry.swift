internal import GestureCore
internal import Panels

/// What the measurements of a panel say for an entry of the library.
public enum LibraryEntry {
  /// The metrics whose value a key of an entry can hold.
  private static let metrics: [MetricName] = [.liftDelay, .noise]

  /// Lists the keys of `[[panel]]` that were measured, with values in TOML.
  ///
  /// Unlike a ``Finding``, an entry does not depend on what flickd already knows of the panel. A
  /// metric has a value only if its samples are enough. Noise that changes no decision is left out.
  public static func settings(_ measurements: [Measurement], of panel: MeasuredPanel) -> [Finding.Setting] {
    let found = Finding.list(
      measurements, of: panel, liftDelay: .zero, noise: panel.geometry.positionNoise)
    return liftDelay(measurements) + found.filter { $0.name == .noise }.flatMap(\.settings)
  }

  /// Lists why metrics of an entry have no value, and what to do.
  public static func missing(_ measurements: [Measurement]) -> [String] {
    measurements.filter { metrics.contains($0.metric) }.compactMap(\.why)
  }

  /// A delay below a millisecond is that of a panel without one.
  private static func liftDelay(_ measurements: [Measurement]) -> [Finding.Setting] {
    guard let measurement = measurements.first(where: { $0.metric == .liftDelay }),
      let milliseconds = measurement.value?.rounded(), milliseconds >= 1
    else { return [] }
    return [
      Finding.Setting(key: "lift_delay", value: "\"\(Int(milliseconds))ms\"", measurement: measurement)
    ]
  }
}
