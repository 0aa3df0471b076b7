internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Panels
internal import Pipeline
internal import Recordings
internal import Settings
internal import Terminal

/// One file or one live station of a measurement.
struct MeasuredSegment {
  /// The path of the file, or the word of the station.
  var name: String
  /// Whether the segment is a file.
  var isFile: Bool
  /// The first moment, on the clock of the segment's events.
  var begin: Instant
  /// The time from the first event to the last.
  var duration: Interval
  /// The release of the kernel that reported the events; nil for a file.
  var kernel: String?
}

extension MeasuredSegment {
  /// The segment of a visit of a station; `kernel` is the release of the running kernel.
  init(_ visit: StationWalk.Visit, kernel: String?) {
    self.init(
      name: visit.station.word, isFile: false, begin: visit.begin, duration: visit.end - visit.begin,
      kernel: kernel)
  }
}

/// What somebody measured of the surroundings of a panel.
struct MeasuredSurroundings {
  /// The display's refresh rate in Hz.
  var refreshRate = 60.0
  /// The visible area of the display.
  var visibleArea: Extent?
  /// The width of the fingertips, in mm.
  var fingerWidth: Double?
}

/// The measurements of one panel, their grades, and the findings.
struct PanelReport {
  /// What clients of flickd receive about the panel.
  let panel: PanelMessage
  /// The files or stations of the panel.
  let segments: [MeasuredSegment]
  /// The measurements, in the order of their names.
  let measurements: [Measurement]
  /// The published limits, for this panel.
  let limits: LimitTable
  let findings: [Finding]
  /// How far positions of a resting finger may vary for flickd, in mm.
  let assumedNoise: Double
  /// The panel, for rules of the configuration.
  let subject: RuleSubject
  /// The panel as it was measured.
  let measured: MeasuredPanel

  /// How the reported picture lies on the displayed one; nil unless targets were tapped.
  let fit: TargetFit?

  /// Creates the report of a panel with these measurements.
  private init(
    _ measurements: [Measurement], of measured: MeasuredPanel, fit: TargetFit?, setup: PanelSetup,
    subject: RuleSubject, segments: [MeasuredSegment], surroundings: MeasuredSurroundings
  ) {
    self.measurements = measurements
    self.measured = measured
    self.fit = fit
    self.segments = segments
    self.subject = subject
    panel = setup.message
    assumedNoise = setup.recognition.positionNoise
    limits = LimitTable(refreshRate: surroundings.refreshRate, slots: measured.slots)
    let known = Interval(microseconds: setup.message.liftDelayMicroseconds)
    findings = Finding.list(measurements, of: measured, liftDelay: known, noise: assumedNoise)
  }

  /// Creates the report of a walk through stations; `kernel` is the release of the running kernel.
  init(
    _ walk: StationWalk, setup: PanelSetup, subject: RuleSubject, surroundings: MeasuredSurroundings,
    kernel: String?
  ) {
    self.init(
      walk.measurements, of: walk.metrics.panel, fit: walk.targets.accuracy.fit, setup: setup,
      subject: subject, segments: walk.visits.map { MeasuredSegment($0, kernel: kernel) },
      surroundings: surroundings)
  }

  /// The grades of every measurement by one source.
  func grades(by source: LimitSource) -> [(row: LimitRow, grade: Grade)] {
    measurements.flatMap { limits.grades(of: $0) }.filter { $0.row.source == source }
  }

  /// The lines of a configuration that answer a finding; nil if only the user knows the value.
  func settings(for finding: Finding) -> String? {
    finding.settings.isEmpty ? nil : subject.rule(finding.settings.map { ($0.key, $0.value) })
  }

  /// The settings of all findings.
  var written: WrittenSettings {
    let lines = findings.flatMap(\.settings).map {
      WrittenSettings.Line(key: $0.key, value: $0.value, origin: $0.origin)
    }
    return WrittenSettings(name: panel.name, subject: subject, lines: lines)
  }
}

extension Finding.Setting {
  /// The measurement, in one line for a comment.
  fileprivate var origin: String {
    let value = measurement.value.map(ShownNumber.measured) ?? ""
    let samples = "\(measurement.samples) sample\(measurement.samples == 1 ? "" : "s")"
    return "\(measurement.metric.rawValue) \(value) \(measurement.unit.rawValue), \(samples)"
  }
}

// MARK: - From recordings

/// One recording, and what the finger did in it.
struct RecordedSegment {
  var file: MeasuredFile
  var recording: Recording

  /// The segment for the report.
  var measured: MeasuredSegment {
    let first = recording.events.first?.instant ?? Instant(microseconds: 0)
    let last = recording.events.last?.instant ?? first
    return MeasuredSegment(name: file.path, isFile: true, begin: first, duration: last - first)
  }
}

extension MeasuredPanel {
  /// Creates a live panel in its surroundings.
  init(_ setup: PanelSetup, in surroundings: MeasuredSurroundings) {
    self.init(
      setup.description, size: setup.recorded().panelSize, visibleArea: surroundings.visibleArea,
      fingerWidth: surroundings.fingerWidth)
  }
}

extension PanelReport {
  /// Measures the panels of recordings.
  ///
  /// A panel that the configuration disables is left out.
  static func list(
    of segments: [RecordedSegment], settings: Settings, surroundings: MeasuredSurroundings
  ) -> [PanelReport] {
    groups(of: segments).compactMap { PanelReport($0, settings: settings, surroundings: surroundings) }
  }

  /// Groups recordings by panel: recordings with equal descriptions are of one panel.
  static func groups(of segments: [RecordedSegment]) -> [[RecordedSegment]] {
    var groups: [[RecordedSegment]] = []
    for segment in segments {
      let index = groups.firstIndex { $0[0].recording.isOfSamePanel(as: segment.recording) }
      if let index { groups[index].append(segment) } else { groups.append([segment]) }
    }
    return groups
  }

  /// Measures the panel of these recordings; nil if the configuration disables the panel.
  init?(_ group: [RecordedSegment], settings: Settings, surroundings: MeasuredSurroundings) {
    guard let first = group.first?.recording,
      let recorded = RecordedPanel.panels(for: [first], settings: settings).first
    else { return nil }
    let panel = MeasuredPanel(
      recorded.setup.description, size: settings.size(of: first),
      hasAxisRanges: group.allSatisfy(\.recording.hasAxisRanges), visibleArea: surroundings.visibleArea,
      fingerWidth: surroundings.fingerWidth)
    var metrics = PanelMetrics(panel)
    for (number, segment) in group.enumerated() {
      metrics.add(segment.recording.events, segment: number, station: segment.file.station)
    }
    self.init(
      metrics.measurements, of: panel, fit: nil, setup: recorded.setup, subject: RuleSubject(first),
      segments: group.map(\.measured), surroundings: surroundings)
  }
}

extension Recording {
  fileprivate func isOfSamePanel(as other: Recording) -> Bool {
    hasAxisRanges == other.hasAxisRanges && setup.panelID == other.setup.panelID
      && (hasAxisRanges ? description == other.description : description.name == other.description.name)
  }
}

extension Settings {
  /// Returns the size of the configuration, else the one that flickd used during the recording,
  /// else that of the library, else the kernel's.
  fileprivate func size(of recording: Recording) -> PanelSize {
    let (description, recorded) = (recording.description, recording.setup)
    let own = rule(for: description, path: recorded.path, serial: recorded.serial).size
    if own == nil, let size = recorded.panelSize { return size }
    let entry = libraryEntry(for: description, path: recorded.path, serial: recorded.serial)
    return PanelSize(config: own, library: entry.size, description: description)
  }
}
