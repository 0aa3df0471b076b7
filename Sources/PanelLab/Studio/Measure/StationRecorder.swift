internal import GestureCore
internal import PanelTuning
internal import Panels
internal import Recordings

/// Records one station after the other, and measures what it records.
///
/// A recording begins when its station is asked for and contains every value that it needs, so a
/// program that reads it later finds the same frames. Contacts that were down before are left out.
/// `flickctl measure` therefore measures the same numbers from the saved file.
struct StationRecorder: ~Copyable {
  private let panel: MeasuredPanel
  private let filter: RecordingFilter
  private var reader: FrameReader
  /// When the present recording begins; nil between two recordings.
  private var begin: Instant?
  private var isRecording = false
  private var isPaused = false
  private var contactsDown = 0
  /// The number of events before the last touch.
  private var beforeTouch = 0
  /// The events of the present recording.
  private(set) var events: [InputEvent] = []

  /// The most events of a station: a minute of four fingers at 240 Hz, and 4 MB.
  static let maxEvents = 250_000

  /// Creates the recorder of a panel; `geometry` maps its device units to the picture.
  init(_ panel: MeasuredPanel, geometry: PanelGeometry) {
    self.panel = panel
    filter = RecordingFilter(panel.description, geometry: geometry, registers: [], down: [])
    reader = FrameReader(panel)
  }

  /// Whether the recording has as many events as a station may have.
  var isFull: Bool { events.count >= Self.maxEvents }

  /// Whether frames arrived since the begin of the present recording.
  var hasFrames: Bool { isRecording }

  /// Begins the recording of a station; forgets the one before.
  mutating func start(at now: Instant) {
    (begin, isRecording, contactsDown, beforeTouch) = (now, false, 0, 0)
    events = []
  }

  /// Adds a frame, and returns the frames to measure; none between two recordings.
  mutating func add(_ frame: RecordedFrame) -> [MeasuredFrame] {
    guard let instant = frame.events.last?.instant else { return [] }
    // Frames from before the station may arrive after its begin.
    var frames = begin.map { $0 <= instant } == true ? startRecording() : []
    let kept = kept(frame)
    guard isRecording, !isFull else { return frames }
    for frame in kept { frames += record(frame.events) }
    return frames
  }

  /// The parts of a frame that a recording contains.
  private func kept(_ frame: RecordedFrame) -> [RecordedFrame] {
    guard let instant = frame.events.last?.instant else { return [] }
    let isLost = frame.events.contains { $0.type == EventCode.syn && $0.code == EventCode.synDropped }
    return isLost ? [filter.lose(at: instant)] : frame.events.compactMap { filter.consume($0) }
  }

  /// Leaves out all frames until ``resume()``, and forgets a touch in progress.
  mutating func pause() {
    if contactsDown > 0 { withdrawTouch() }
    isPaused = true
  }

  /// Continues after a pause; leaves out the contacts that are down.
  mutating func resume() {
    guard isPaused else { return }
    isPaused = false
    filter.restart()
    reader = FrameReader(panel)
  }

  /// Follows a frame that is not part of the recording.
  func skip(_ frame: RecordedFrame) { _ = kept(frame) }

  /// Forgets the last touch, which pressed a button of the page.
  mutating func withdrawTouch() {
    guard isRecording else { return }
    events.removeSubrange(beforeTouch...)
    reader = FrameReader(panel)
    contactsDown = 0
  }

  /// Ends the recording, and returns the last frames to measure; ``events`` remain.
  mutating func finish(at now: Instant) -> [MeasuredFrame] {
    guard begin != nil else { return [] }
    var frames = startRecording()
    // Of a station without touches, the file has only its begin and its end.
    if contactsDown == 0 { frames += record([Self.silence(at: max(now, events.last?.instant ?? now))]) }
    frames += reader.finish(at: events.last?.instant ?? now)
    (begin, isRecording) = (nil, false)
    return frames
  }

  private mutating func startRecording() -> [MeasuredFrame] {
    guard let begin, !isRecording else { return [] }
    isRecording = true
    filter.restart()
    reader = FrameReader(panel)
    return record([Self.silence(at: begin)])
  }

  private mutating func record(_ frame: [InputEvent]) -> [MeasuredFrame] {
    let count = events.count
    events += frame
    var frames: [MeasuredFrame] = []
    for event in frame { frames += reader.consume(event) }
    for frame in frames {
      if contactsDown == 0, !frame.contacts.isEmpty { beforeTouch = count }
      contactsDown = frame.contactsDown
    }
    return frames
  }

  private static func silence(at instant: Instant) -> InputEvent {
    InputEvent(instant: instant, type: EventCode.syn, code: EventCode.synReport, value: 0)
  }
}
