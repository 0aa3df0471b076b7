internal import Configuration
internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Panels
internal import Pipeline

/// One recording, and what the finger did in it.
struct MeasuredSegment {
  var file: MeasuredFile
  var recording: Recording

  /// The time from the first event to the last.
  var duration: Interval {
    guard let first = recording.events.first, let last = recording.events.last else { return .zero }
    return last.instant - first.instant
  }
}

/// The measurements of one panel, their grades, and the findings.
struct PanelReport {
  /// What clients of flickd receive about the panel.
  let panel: PanelMessage
  /// The recordings of the panel.
  let segments: [MeasuredSegment]
  /// The measurements, in the order of their names.
  let measurements: [Measurement]
  /// The published limits, for this panel.
  let limits: LimitTable
  /// The findings.
  let findings: [Finding]
  /// The panel, for rules of the configuration.
  let subject: RuleSubject

  /// Measures the panels of recordings; recordings with equal descriptions are of one panel.
  ///
  /// A panel that the configuration disables is left out.
  static func list(
    of segments: [MeasuredSegment], settings: Settings, refreshRate: Double, visibleArea: Extent?,
    fingerWidth: Double?
  ) -> [PanelReport] {
    var groups: [[MeasuredSegment]] = []
    for segment in segments {
      let place = groups.firstIndex { $0[0].recording.isOfSamePanel(as: segment.recording) }
      if let place { groups[place].append(segment) } else { groups.append([segment]) }
    }
    return groups.compactMap { group in
      let recorded = RecordedPanel.panels(for: [group[0].recording], settings: settings).first
      return recorded.map { recorded in
        PanelReport(
          group, setup: recorded.setup, refreshRate: refreshRate, visibleArea: visibleArea,
          fingerWidth: fingerWidth, size: settings.size(of: group[0].recording))
      }
    }
  }

  private init(
    _ segments: [MeasuredSegment], setup: PanelSetup, refreshRate: Double, visibleArea: Extent?,
    fingerWidth: Double?, size: PanelSize
  ) {
    let description = setup.description
    let measured = MeasuredPanel(
      description, size: size,
      hasAxisRanges: segments.allSatisfy(\.recording.hasAxisRanges), visibleArea: visibleArea,
      fingerWidth: fingerWidth)
    var metrics = PanelMetrics(measured)
    for (number, segment) in segments.enumerated() {
      metrics.add(segment.recording.events, segment: number, station: segment.file.station)
    }
    self.segments = segments
    panel = setup.message
    measurements = metrics.measurements
    limits = LimitTable(refreshRate: refreshRate, slots: measured.slots)
    let known = Interval(microseconds: setup.message.liftDelayMicroseconds)
    findings = Finding.list(measurements, of: measured, liftDelay: known)
    let recorded = segments[0].recording.setup
    subject = RuleSubject(description: description, path: recorded.path, serial: recorded.serial)
  }

  /// The grades of every measurement by one source.
  func grades(by source: LimitSource) -> [(row: LimitRow, grade: Grade)] {
    measurements.flatMap { limits.grades(of: $0) }.filter { $0.row.source == source }
  }

  /// The lines of a configuration that answer a finding; nil if only the user knows the value.
  func settings(for finding: Finding) -> String? {
    guard !finding.settings.isEmpty else { return nil }
    let lines = finding.settings.map { "\($0.key) = \($0.value)\n" }
    return "[[panel]]\nmatch = { \(subject.match().toml) }\n" + lines.joined()
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
  /// else the kernel's.
  fileprivate func size(of recording: Recording) -> PanelSize {
    let (description, recorded) = (recording.description, recording.setup)
    let own = rule(for: description, path: recorded.path, serial: recorded.serial).size
    if own == nil, let size = recorded.panelSize { return size }
    return PanelSize(config: own, description: description)
  }
}
