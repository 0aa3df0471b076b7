internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Pipeline
internal import Recordings

/// The touches of a tuning session and what became of them, without I/O and clock.
///
///     frame ─▶ WatchedPanel ─▶ StrokeCollector ── the last lift ──▶ TuningSession
///
/// `flickctl tune` and the room Tune of the studio share it. The pipeline is flickd's own, so a
/// saved session gives the same strokes again. Every `now` is in µs of one clock.
struct TriedTouches: ~Copyable {
  /// What became of a try.
  struct Judged {
    var step: TuningSession.Step
    var outcome: TuningSession.Outcome
  }

  /// How long a session waits for a try before the next exercise, unless the user sets a time.
  static let patience = Interval.seconds(60)
  /// How many tries of each kind a person makes, unless the user sets a number.
  static let tries = 10

  private(set) var session: TuningSession
  /// What a recording contains next; empty if frames are not kept.
  private var unsaved: [TriedItem] = []
  private var watched: WatchedPanel<TouchSink>
  private let patience: Interval
  private let keepsFrames: Bool
  /// When the last try ended, or a key was last pressed.
  private var active: Int64
  /// The present touch; nil while no frame has arrived since the last one.
  private var present: RecordedTouch?
  private var isTouched = false
  /// What the session asked for when the present touch began.
  private var asked: TuningSession.Step?

  /// Prepares a session on an idle panel; `keepsFrames` keeps every touch until
  /// ``takeUnsaved()``.
  init(
    _ setup: PanelSetup, session: TuningSession, patience: Interval = TriedTouches.patience,
    keepsFrames: Bool, now: Int64
  ) {
    (self.session, self.patience, self.keepsFrames) = (session, patience, keepsFrames)
    watched = WatchedPanel(setup, into: TouchSink(setup))
    active = now
  }

  /// Where a touch must land to be a try.
  var field: TryField {
    get { watched.sink.field }
    set { watched.sink.field = newValue }
  }

  /// When the next exercise follows without a try; nil if the session asks for nothing.
  var due: Int64? { session.step == nil ? nil : active + patience.microseconds }

  /// Begins another session; contacts that are down stay known.
  mutating func begin(_ session: TuningSession, now: Int64) {
    self.session = session
    (unsaved, active) = ([], now)
  }

  /// Restarts the wait, because a key was pressed.
  mutating func stay(now: Int64) { active = now }

  /// Begins with the next person, or goes on with the next exercise.
  mutating func proceed(now: Int64) {
    active = now
    session.proceed()
  }

  /// Takes the last counted try back; returns its step, nil if there is no try.
  mutating func undo(now: Int64) -> TuningSession.Step? {
    active = now
    guard let step = session.undo() else { return nil }
    if keepsFrames { unsaved.append(.undone(session.exercises[step.exercise].label)) }
    return step
  }

  /// Takes what has happened since the last call, for a recording.
  mutating func takeUnsaved() -> [TriedItem] {
    defer { unsaved = [] }
    return unsaved
  }

  /// Goes on with the next exercise if no try came in time; returns whether it did.
  mutating func advance(to now: Int64) -> Bool {
    guard let due, due <= now else { return false }
    proceed(now: now)
    return true
  }

  /// Adds a frame; returns what became of the try that the frame ends, nil if it ends no try.
  mutating func add(_ frame: RecordedFrame, now: Int64) -> Judged? {
    var touch = present ?? RecordedTouch(frames: [])
    if present == nil { asked = session.step }
    if keepsFrames { touch.frames.append(frame) }
    isTouched = isTouched || frame.isTouched
    watched.add(frame)
    guard frame.contactsDown == 0 else {
      present = touch
      return nil
    }
    defer { (present, isTouched) = (nil, false) }
    return end(&touch, now: now)
  }

  /// Ends a touch, or frames without a contact.
  private mutating func end(_ touch: inout RecordedTouch, now: Int64) -> Judged? {
    defer { if keepsFrames { unsaved.append(.touch(touch)) } }
    guard isTouched else { return nil }
    let isInField = watched.sink.endLandings()
    // A touch that began before the exercise is not one of its tries.
    guard let step = asked, step == session.step, isInField else {
      _ = watched.sink.collector.endTouch(label: nil, person: "")
      return nil
    }
    touch.person = session.people[step.person]
    let label = session.exercises[step.exercise].label
    let strokes = watched.sink.collector.endTouch(label: label, person: touch.person)
    guard let outcome = session.add(strokes) else { return nil }
    if case .counted = outcome { touch.label = label }
    active = now
    return Judged(step: step, outcome: outcome)
  }
}

/// A part of the recording of a session.
enum TriedItem {
  case touch(RecordedTouch)
  /// The last counted try, which has this label, is taken back.
  case undone(RecordingLabel)
}

/// The frames of one touch of a session.
struct RecordedTouch {
  var frames: [RecordedFrame]
  /// What the person meant; nil if the touch is not a counted try.
  var label: RecordingLabel?
  var person = ""
}

/// Where on the panel the contacts of a try land.
enum TryField: Equatable {
  /// Everywhere: nothing but the tries is on the display.
  case everywhere
  /// Only in this rectangle, in mm.
  case rectangle(Zone.Rectangle)
  /// Nowhere: no touch is a try.
  case nowhere

  /// Whether a contact that lands here may be part of a try.
  func contains(_ location: PanelPoint) -> Bool {
    switch self {
    case .everywhere: true
    case .rectangle(let rectangle): rectangle.contains(location)
    case .nowhere: false
    }
  }
}

/// Collects the strokes of a touch, and whether all of its contacts landed in the field.
private struct TouchSink: SwipeSink {
  var collector: StrokeCollector
  var field = TryField.everywhere
  private let setup: PanelSetup
  private var isOutside = false

  init(_ setup: PanelSetup) {
    self.setup = setup
    collector = StrokeCollector(rule: setup.rule)
  }

  mutating func receive(_ fact: borrowing SwipeFact) { collector.receive(fact) }

  mutating func receive(_ fact: borrowing ContactFact) {
    guard fact.change == .landed else { return }
    // A studio that shows private contacts must not judge people by them either.
    let location = fact.location
    if setup.isPrivate(location) || !field.contains(location) { isOutside = true }
  }

  /// Ends the touch; returns whether all of its contacts landed in the field.
  mutating func endLandings() -> Bool {
    defer { isOutside = false }
    return !isOutside
  }
}
