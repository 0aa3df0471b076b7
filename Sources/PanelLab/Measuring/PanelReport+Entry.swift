internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Panels
internal import Terminal

extension PanelReport {
  /// A key of an entry, with its evidence for a comment.
  private struct EntryValue {
    var key: String
    var value: String
    var evidence: String
  }

  /// An entry of the library with the measured values, each with its evidence; nil if no value was
  /// measured, or if the panel has nothing to match.
  ///
  /// The same recordings give the same bytes, so the entry contains no date.
  var entry: String? {
    let values = entryValues
    guard !values.isEmpty, isMatchable else { return nil }
    let comments =
      [panel.name] + values.map { "\($0.key): \($0.evidence)" } + ["Source: \(source)"]
    let rule = ["[[panel]]", "match = { \(subject.match().toml) }"]
    let lines = comments.map { "# \($0.terminalText)" } + rule + values.map { "\($0.key) = \($0.value)" }
    return lines.joined(separator: "\n")
  }

  /// Why there is no entry, and what to do.
  var reasonForNoEntry: String {
    guard isMatchable else { return "the recording has neither ids nor a name that an entry could match" }
    let reasons = LibraryEntry.missing(measurements)
    return reasons.isEmpty ? "flickd needs no other values for this panel" : reasons.joined(separator: "; ")
  }

  private var isMatchable: Bool { subject.match().pairs.contains { !$0.value.isEmpty } }

  private var entryValues: [EntryValue] {
    let measured = LibraryEntry.settings(measurements, of: measured).map { setting in
      EntryValue(key: setting.key, value: setting.value, evidence: Self.evidence(setting.measurement))
    }
    return [size].compactMap(\.self) + measured
  }

  private static func evidence(_ measurement: Measurement) -> String {
    func shown(_ value: Double) -> String { ShownNumber.measured(value) }
    let (unit, count) = (measurement.unit.rawValue, measurement.samples)
    let value = "\(shown(measurement.value ?? 0)) \(unit)"
    let what =
      measurement.metric == .liftDelay
      ? "the lower quartile of \(count) lifts of moving fingers, \(value)"
      : "\(value) beyond the grid, from \(count) samples of resting fingers"
    guard let spread = measurement.spread else { return what }
    return "\(what); 5 % to 95 % are \(shown(spread.p5)) to \(shown(spread.p95)) \(unit)"
  }

  /// The size that somebody measured, if the panel reports none.
  private var size: EntryValue? {
    guard PanelSize(description: measured.description).scale == .assumed else { return nil }
    let geometry = measured.geometry
    let isKnown = [.config, .library, .udev].contains(geometry.scale)
    guard let size = measured.visibleArea ?? (isKnown ? geometry.size : nil) else { return nil }
    let sides = [size.width, size.height].map { "\(ShownNumber.millimetres($0))mm" }.joined(separator: " x ")
    let origin =
      measured.visibleArea == nil
      ? "from `\(geometry.scale.rawValue)`" : "the visible area of the display, as measured by hand"
    return EntryValue(
      key: "size", value: "\"\(sides)\"", evidence: "\(sides), \(origin); the panel reports no size")
  }

  /// The files or stations that the values come from, and the kernels that recorded them.
  private var source: String {
    let used = Set(
      LibraryEntry.settings(measurements, of: measured).flatMap(\.measurement.evidence).map(\.segment))
    let parts = segments.indices.filter { used.isEmpty || used.contains($0) }.map { segments[$0] }
    let names = parts.map { part in
      part.isFile
        ? part.name.split(separator: "/").last.map(String.init) ?? part.name : "station \(part.name)"
    }
    var kernels: [String] = []
    for kernel in parts.compactMap(\.kernel) where !kernels.contains(kernel) { kernels.append(kernel) }
    let recorder = kernels.isEmpty ? "" : "; kernel \(kernels.joined(separator: ", "))"
    return names.joined(separator: ", ") + recorder
  }
}

extension ShownNumber {
  /// Returns a length in mm, with one decimal place unless it is whole.
  fileprivate static func millimetres(_ length: Double) -> String {
    fixed(length, decimals: (length * 10).rounded() == length.rounded() * 10 ? 0 : 1)
  }
}
