import ConfigurationFiles
import GestureCore
import PanelTuning
import Panels
import Recordings
import Settings
import TestKit
import Testing

private let oneByOne = "it sends each contact in a frame of its own"
private let fewerFaster = "its rate falls with each further finger, and frames are not those of one contact"
private let coarseStamps = "its timestamps have steps of 4 ms, so the median is 8 or 12 ms at 100 Hz"

/// The recordings in which frames do not have the rate of a contact.
///
/// `index.csv` counts frames, whatever contacts they contain.
private let otherRates: [String: String] = [
  "Wacom_ISDv4_E6_Finger.double-center-scroll.events": coarseStamps,
  "Wacom_ISDv4_E6_Finger.double-top-swipe.events": coarseStamps,
  "Wacom_ISDv4_E6_Finger.single-center-circle.events": coarseStamps,
  "atmel_03eb_211c_0@3.10.ev.gz": oneByOne,
  "data-modul_7374_1232_0@3.10.ev.gz": oneByOne,
  "egalax-capacitive_0eef_72fa_0@3.12.ev.gz": oneByOne,
  "egalax-capacitive_0eef_7337_0@3.12.ev.gz": oneByOne,
  "ideacom_1cb6_6650_0@3.12.ev.gz": oneByOne,
  "penmount_14e1_3500_0@3.10.ev.gz": oneByOne,
  "rafi_05bd_0107_0@3.6.ev.gz": oneByOne,
  "sharp_04dd_9681_0@3.10.ev.gz": oneByOne,
  "zytronic_14c8_0005_0@3.10.ev.gz": oneByOne,
  "cvtouch_1ff7_0017_0@3.6.ev.gz": fewerFaster,
  "irtouch_6615_0081_0@3.10.ev.gz": fewerFaster,
  "lumio_202e_0006_0@3.10.ev.gz": fewerFaster,
  "nexio_1870_0119_0@3.10.ev.gz": fewerFaster,
]

private func recording(_ file: String) throws -> Recording {
  try RecordingFile.read(try Material.path("recordings/\(file)"))
}

private func panel(_ recording: Recording) -> MeasuredPanel {
  MeasuredPanel(recording.description, hasAxisRanges: recording.hasAxisRanges)
}

/// The paths of every contact of a recording.
private func paths(_ recording: Recording) -> [ContactPath] {
  var reader = FrameReader(panel(recording))
  let ended = recording.events.flatMap { reader.consume($0).flatMap(\.ended) }
  let last = recording.events.last?.instant ?? Instant(microseconds: 0)
  return ended + reader.finish(at: last).flatMap(\.ended)
}

/// The instants of the frames in which each slot reported anything, in µs.
private func reports(_ recording: Recording) -> [Int64: Set<Int64>] {
  var slot: Int64 = 0
  var reporting: Set<Int64> = []
  var instants: [Int64: Set<Int64>] = [:]
  for event in recording.events {
    if event.type == EventCode.abs {
      if event.code == EventCode.mtSlot { slot = Int64(event.value) } else { reporting.insert(slot) }
    }
    guard event.endsFrame else { continue }
    // The kernel's key repeat ends with 1. The decoder takes it for a report of a single contact.
    if event.value == 1 { reporting = Set(instants.keys) }
    for slot in reporting { instants[slot, default: []].insert(event.instant.microseconds) }
    reporting = []
  }
  return instants
}

private struct Ignoring: SwipeSink {
  mutating func receive(_ fact: borrowing SwipeFact) {}
}

@Suite(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
struct `The metrics of the shared recordings` {
  @Test func `have the report rate of the index`() throws {
    var compared = 0
    for row in try Material.rows("recordings/index.csv") {
      guard let file = row["file"], let median = row["frame_interval_ms_median"].flatMap(Double.init) else {
        continue
      }
      let recording = try recording(file)
      var metrics = PanelMetrics(panel(recording))
      metrics.add(recording.events)
      guard let rate = metrics.measurements.first(.reportRate)?.value else { continue }
      compared += 1
      let isNear = (rate * median / 1000 - 1).magnitude <= 0.05
      #expect(
        isNear == (otherRates[recording.name] == nil), "\(file): \(rate) Hz, frames \(1000 / median) Hz")
    }
    #expect(compared >= 55)
  }

  @Test func `see each lift as late as an independent extraction`() throws {
    let rows = try Dictionary(grouping: Material.rows("recordings/contacts.csv")) { $0["file"] ?? "" }
    var (compared, shorter) = (0, 0)
    for (file, rows) in rows {
      let recording = try recording(file)
      let (paths, reports) = (paths(recording), reports(recording))
      for row in rows {
        func number(_ column: String) -> Int64? { row[column].flatMap { Int64($0) } }
        guard let first = number("t_first_us"), let last = number("t_last_us"),
          let lift = number("t_lift_us"),
          let path = paths.first(where: {
            $0.end == .lifted && $0.landed.microseconds == first && $0.ended.microseconds == lift
              && $0.reports.first.map { Int64($0.x) } == number("x_first")
              && $0.reports.first.map { Int64($0.y) } == number("y_first")
          })
        else { continue }
        compared += 1
        let silence = (path.ended - path.lastReported).microseconds
        // The lift's own frame can contain a last position.
        if silence == lift - last || path.liftReport != nil && lift == last { continue }
        // A report without a new position counts here, as a new pressure.
        shorter += 1
        let slot = try #require(number("slot"))
        let isReport = reports[slot]?.contains(path.lastReported.microseconds) == true
        #expect(
          silence < lift - last && isReport, "\(file), contact \(row["contact"] ?? ""): \(silence) µs")
      }
    }
    #expect(compared > 700 && shorter * 10 < compared, "\(shorter) of \(compared)")
  }

  @Test func `learn the lift delay as the recogniser does`() throws {
    var compared = 0
    for file in try Set(ContactRow.all().map(\.file)).sorted() {
      let recording = try recording(file)
      var metrics = PanelMetrics(panel(recording))
      metrics.add(recording.events)
      let measurement = try #require(metrics.measurements.first(.liftDelay))
      guard let value = measurement.value else { continue }
      compared += 1
      let geometry = panel(recording).geometry
      var decoder = SlotDecoder(description: recording.description, geometry: geometry)
      var recognizer = Recognizer(settings: RecognitionSettings(positionNoise: geometry.positionNoise))
      var numbering = SwipeNumbering()
      var sink = Ignoring()
      for event in recording.events where decoder.consume(event) {
        _ = recognizer.process(&decoder.frame, numbering: &numbering, into: &sink)
      }
      let learned = Double(recognizer.liftDelay.microseconds) / 1000
      // The recogniser learns from swipes of a single finger.
      guard learned > 0 else { continue }
      let rate = metrics.measurements.first(.reportRate)?.value ?? 100
      // The recogniser uses the newest nine lifts.
      let tolerance = measurement.samples <= 9 ? 0.001 : 1000 / rate
      #expect((value - learned).magnitude <= tolerance, "\(file): \(value) ms, \(learned) ms")
    }
    #expect(compared >= 3)
  }

  @Test func `name late panels, also from throws of several fingers`() throws {
    var late: Set<String> = []
    let settings = try Self.library()
    for row in try Material.rows("recordings/index.csv") {
      guard let file = row["file"], row["frame_interval_ms_median"].flatMap(Double.init) != nil else {
        continue
      }
      let recording = try recording(file)
      let measured = panel(recording)
      var metrics = PanelMetrics(measured)
      metrics.add(recording.events)
      guard let delay = metrics.measurements.first(.liftDelay)?.value,
        let rate = metrics.measurements.first(.reportRate)?.value
      else { continue }
      let known = settings.liftDelay(of: recording) ?? .zero
      let isKnown = abs(delay - known.seconds * 1000) <= 1000 / rate
      // The single-touch interface of this panel differs from the other one.
      #expect(known == .zero || isKnown != (recording.name == "n-trig_1b96_1000_1@3.10.ev.gz"), "\(file)")
      let findings = Finding.list(metrics.measurements, of: measured, liftDelay: known, noise: 1)
      guard let finding = findings.first(where: { $0.name == .lateLift }) else { continue }
      late.insert(recording.name)
      #expect(finding.settings.isEmpty == isKnown, "\(file): \(finding.text)")
    }
    #expect(
      late == [
        "ilitek_222a_0015_0@3.10.ev.gz", "n-trig_1b96_1000_0@3.10.ev.gz", "n-trig_1b96_1000_1@3.10.ev.gz",
        "rafi_05bd_0107_0@3.6.ev.gz",
      ])
  }

  // 0408:3008 has no recording with five lifts of moving fingers.
  @Test func `have the lift delays of the library, to the millisecond`() throws {
    let settings = try Self.library()
    var compared: Set<String> = []
    for row in try Material.rows("recordings/index.csv") {
      guard let file = row["file"], row["frame_interval_ms_median"].flatMap(Double.init) != nil else {
        continue
      }
      let recording = try recording(file)
      // The single-touch interface of this panel differs from the other one.
      guard let known = settings.liftDelay(of: recording), recording.name != "n-trig_1b96_1000_1@3.10.ev.gz"
      else { continue }
      var metrics = PanelMetrics(panel(recording))
      metrics.add(recording.events)
      guard let delay = metrics.measurements.first(.liftDelay)?.value else { continue }
      compared.insert("\(String(recording.description.vendor, radix: 16))")
      #expect(Int64(delay.rounded()) * 1000 == known.microseconds, "\(file)")
    }
    #expect(compared == ["4dd", "4f3", "596", "5bd", "1b96", "2149", "222a", "7374"])
  }

  private static func library() throws -> Settings {
    Settings.read(
      [], library: try ShippedLibrary.files().map { ConfigurationFile(name: $0.path, bytes: $0.bytes) }
    )
    .settings
  }

  @Test func `name the missing size where it is missing`() throws {
    for row in try Material.rows("recordings/index.csv") {
      guard let file = row["file"], row["frame_interval_ms_median"].flatMap(Double.init) != nil else {
        continue
      }
      let recording = try recording(file)
      var metrics = PanelMetrics(panel(recording))
      metrics.add(recording.events)
      let hasSize =
        (row["x_res_per_mm"].flatMap(Double.init) ?? 0) > 0
        && (row["y_res_per_mm"].flatMap(Double.init) ?? 0) > 0 && recording.hasAxisRanges
      for measurement in metrics.measurements where measurement.unit == .millimetres && !hasSize {
        #expect(measurement.value == nil, "\(file): \(measurement.metric)")
      }
      let why = metrics.measurements.first(.noise)?.why ?? ""
      #expect(why.contains("lengths in mm are unknown") == !hasSize, "\(file): \(why)")
    }
  }
}

extension Settings {
  /// The lift delay in the library for the panel of a recording.
  fileprivate func liftDelay(of recording: Recording) -> Interval? {
    libraryEntry(for: recording.description, path: nil, serial: nil).liftDelay
  }
}
