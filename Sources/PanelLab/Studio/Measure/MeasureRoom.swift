internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Pipeline
internal import Recordings
internal import Terminal

/// The room Measure of the studio: the stations of `flickctl measure`, and targets on the display.
///
///     ready ── begin ──▶ asked ── the last station, or end ──▶ over
///                         ▲                                     │
///                         └────────── begin, again ─────────────┘
///
/// ``StationWalk`` decides when a station is over, and ``StationRecorder`` converts the frames as
/// for a recording, so every number is that of `flickctl measure` on the same frames. Frames count
/// only while a station is asked for and a page is connected: a person who loads the page again may
/// touch the panel. The metrics are asked four times a second at most; a frame costs what its
/// contacts cost.
///
/// With a folder, the recording of the present station is saved after each touch, at most once a
/// second: a process that is killed loses no more.
final class MeasureRoom: StudioRoom {
  let word = "measure"
  private let ending: MeasureEnding
  private let limits: LimitTable
  private var walk: StationWalk
  private var recorder: StationRecorder
  /// The recordings of the visits of ``walk`` that have ended.
  private var recordings: [KeptStation] = []
  private var coverage: PictureCoverage
  /// The coverage before each visit of ``walk``.
  private var coverages: [PictureCoverage] = []
  private var results: [MeasureResult] = []
  /// The repetitions of the present station; nil if the station counts none.
  private var count: Station.Count?
  private var report: MeasureReport?
  /// The time of the exercises: every `Instant` here is one of this clock.
  private var clock = PausedClock()
  /// When the results were last updated.
  private var now = Instant(microseconds: 0)
  private var hasChanged = true
  private var isReportSent = false
  /// Whether the metrics have received frames since they were asked.
  private var hasFrames = false
  /// The number of the present measurement among those of the folder.
  private var number = 1
  /// The events of the present station that are saved, and when.
  private var saved = (events: 0, time: Instant(microseconds: 0))
  /// Why a recording of the present measurement is not saved.
  private var fault: String?

  /// How long the room waits at each station, as `flickctl measure` does.
  private static let patience = Interval.seconds(60)
  /// How long a finished touch waits before it is saved.
  private static let saving = Interval.seconds(1)

  /// Creates the room of a touchscreen.
  init(_ ending: MeasureEnding) {
    self.ending = ending
    let (setup, panel) = (ending.setup, ending.panel)
    limits = LimitTable(refreshRate: ending.surroundings.refreshRate, slots: panel.slots)
    walk = StationWalk(
      panel, geometry: setup.geometry, stations: Station.onDisplay, patience: Self.patience)
    recorder = StationRecorder(panel, geometry: setup.geometry)
    coverage = PictureCoverage(panel, geometry: setup.geometry)
  }

  var due: Int64? { clock.isPaused ? nil : walk.due.map { clock.instant(of: $0).microseconds } }

  // MARK: Frames and time

  func add(_ frame: RecordedFrame) {
    guard let frame = clock.frame(frame) else { return recorder.skip(frame) }
    let before = (walk.contactsDown, walk.targets.next)
    for frame in recorder.add(frame) { add(frame) }
    if before != (walk.contactsDown, walk.targets.next) { hasChanged = true }
  }

  private func add(_ frame: MeasuredFrame) {
    walk.add(frame)
    var frame = frame
    frame.segment = walk.visits.count - 1
    coverage.add(frame)
    hasFrames = true
  }

  func advance(to now: Int64) {
    let now = clock.time(at: Instant(microseconds: now))
    guard !clock.isPaused, let due = walk.due, due <= now else { return }
    savePresent(at: now)
    let isOver = walk.advance(to: now) || recorder.isFull
    if isOver { leave(isSkipped: false, at: now) }
    update(at: now)
  }

  /// Asks the metrics, and notes what the page does not have yet.
  private func update(at now: Instant) {
    self.now = now
    hasChanged = true
    guard hasFrames else { return }
    hasFrames = false
    coverage.findDead()
    results = resultsNow
    count = walk.count
  }

  /// The metrics with a value, and those of stations that have ended.
  private var resultsNow: [MeasureResult] {
    let ended = zip(walk.stations, walk.states).filter { $0.1 == .done || $0.1 == .skipped }.map(\.0)
    let metrics = Set(ended.flatMap(\.metrics))
    let accuracy = walk.targets.accuracy
    return walk.measurements.flatMap { measurement -> [MeasureResult] in
      guard measurement.value != nil || metrics.contains(measurement.metric) else { return [] }
      let result = MeasureResult(measurement, limits: limits)
      let isOfTargets = measurement.metric == .accuracy && !accuracy.touches.isEmpty
      return [result] + (isOfTargets ? MeasureResult.list(accuracy) : [])
    }
  }

  // MARK: Requests

  func receive(_ request: LineFields, now: Int64) {
    guard let request = MeasureRequest(request) else { return }
    let now = clock.time(at: Instant(microseconds: now))
    switch request {
    case .begin: begin(at: now)
    case .step(let step, let station):
      // A request for another station is late: the person has pressed the button twice.
      guard let present = walk.present, station == present + 1 else { return }
      take(step, at: now)
    case .targets(let targets):
      guard walk.ask(for: targets.map { ($0.x, $0.y) }) else { return }
    }
    update(at: now)
  }

  private func take(_ step: MeasureRequest.Step, at now: Instant) {
    switch step {
    case .skip:
      withdrawTap(at: now)
      leave(isSkipped: true, at: now)
    case .again: again(at: now)
    case .end:
      withdrawTap(at: now)
      end(at: now)
    }
  }

  private func begin(at now: Instant) {
    (recordings, report, isReportSent) = ([], nil, false)
    (number, fault) = (ending.nextNumber, nil)
    coverage.clear()
    coverages = [coverage]
    walk.start(at: now)
    record(at: now)
    hasFrames = true
  }

  private func again(at now: Instant) {
    guard !walk.visits.isEmpty else { return }
    walk.again(at: now)
    let count = walk.visits.count
    recordings = Array(recordings.prefix(count - 1))
    coverages = Array(coverages.prefix(count))
    coverage = coverages[count - 1]
    coverage.resend()
    (report, isReportSent) = (nil, false)
    record(at: now)
    hasFrames = true
  }

  /// The finger that pressed a button of the page is not part of the station.
  private func withdrawTap(at now: Instant) {
    if walk.withdrawTap(at: now) { recorder.withdrawTouch() }
  }

  // MARK: Stations

  private func leave(isSkipped: Bool, at now: Instant) {
    keepRecording(at: now)
    guard walk.leave(isSkipped: isSkipped, at: now) != nil else { return }
    guard !walk.isOver else { return report = ending.report(of: walk, recordings, fault: fault) }
    coverages.append(coverage)
    record(at: now)
  }

  private func end(at now: Instant) {
    keepRecording(at: now)
    guard walk.end(at: now) != nil else { return }
    report = ending.report(of: walk, recordings, fault: fault)
  }

  private func keepRecording(at now: Instant) {
    guard let station = walk.present.map({ walk.stations[$0] }) else { return }
    for frame in recorder.finish(at: now) { add(frame) }
    recordings.append(kept(station))
    if let last = recordings.last { save(last) }
    hasFrames = true
  }

  private func kept(_ station: Station) -> KeptStation {
    KeptStation(station: station, events: recorder.events, number: number)
  }

  private func record(at now: Instant) {
    recorder.start(at: now)
    saved = (0, now)
  }

  /// Saves the present station between two touches.
  private func savePresent(at now: Instant) {
    guard ending.folder != nil, walk.contactsDown == 0, recorder.hasFrames, now - saved.time >= Self.saving,
      recorder.events.count > max(saved.events, 1), let present = walk.present
    else { return }
    saved = (recorder.events.count, now)
    save(kept(walk.stations[present]))
  }

  private func save(_ kept: KeptStation) {
    guard let why = ending.save(kept) else { return }
    // A disk stays full for some time: people read it once.
    if fault == nil { note(why) }
    fault = why
  }

  // MARK: The page and the panel

  func open(now: Int64) {
    clock.resume(at: Instant(microseconds: now))
    recorder.resume()
    coverage.resend()
    (hasChanged, isReportSent) = (true, false)
  }

  func close(now: Int64) {
    clock.pause(at: Instant(microseconds: now))
    walk.dropTouch()
    recorder.pause()
  }

  func losePanel(now: Int64) {
    // A report without a measurement would replace the saved report of an earlier one.
    guard !recordings.isEmpty || recorder.hasFrames else { return }
    let now = clock.time(at: Instant(microseconds: now))
    end(at: now)
    update(at: now)
  }

  // MARK: Lines

  func takeLines() -> [[UInt8]] {
    var lines: [[UInt8]] = []
    if hasChanged {
      hasChanged = false
      lines.append(message.line)
    }
    if let line = coverage.takeLine() { lines.append(line) }
    if let report, !isReportSent {
      isReportSent = true
      lines.append(report.line)
    }
    return lines
  }

  private var message: MeasureMessage {
    MeasureMessage(
      state: walk.isOver ? "over" : walk.present == nil ? "ready" : "asked",
      stations: Array(zip(walk.stations, walk.states)), present: present, results: results)
  }

  private var present: MeasureMessage.Present? {
    guard let number = walk.present, let begin = walk.visits.last?.begin else { return nil }
    let station = walk.stations[number]
    return MeasureMessage.Present(
      station: station, number: number + 1, elapsed: now - begin, patience: walk.patience,
      contacts: walk.contactsDown, target: station == .targets ? walk.targets.next : nil, count: count)
  }
}
