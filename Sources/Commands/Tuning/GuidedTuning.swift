internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Panels
internal import Pipeline

/// Guides people through a tuning session on a live panel.
///
/// The events pass through the filter of recordings and then through flickd's own pipeline, so a
/// saved session gives the same strokes again.
struct GuidedTuning: ~Copyable {
  /// A wish of the person at the keyboard.
  private enum Wish {
    /// Enter.
    case proceed
    /// `u` and Enter.
    case undo
    /// Ctrl-D.
    case finish
    /// Another line.
    case unknown
  }

  /// The exit code of a shell's command that Ctrl-C ended.
  private static let interrupted: Int32 = 130

  private let touchscreen: ChosenTouchscreen
  private let patience: Interval
  private var input: GuideInput
  private var events: LiveEvents
  private let filter: RecordingFilter
  private let pipeline: PanelPipeline
  private var collector: StrokeCollector
  private var numbering = SwipeNumbering()
  private var session: TuningSession
  private var output: TuningOutput
  private var now = SystemCalls.monotonicMicroseconds()
  /// When the session last got a try or a wish.
  private var active: Int64
  /// The frames of every touch so far, and of the present one.
  private(set) var touches: [RecordedTouch] = []
  private var frames: [RecordedFrame] = []
  /// What the session asked for when the present touch began.
  private var asked: TuningSession.Step?
  /// The positions of the counted tries in ``touches``.
  private var counted: [Int] = []

  /// Prepares a session; without a try for `patience`, the next exercise follows.
  init(_ touchscreen: ChosenTouchscreen, session: TuningSession, patience: Interval) throws {
    let (panel, setup) = (touchscreen.panel, touchscreen.setup)
    input = try GuideInput(touchscreen)
    self.touchscreen = touchscreen
    self.session = session
    self.patience = patience
    events = LiveEvents(touchscreen)
    filter = RecordingFilter(
      panel.description, geometry: setup.geometry,
      registers: panel.initial.registers(of: panel.description, at: Instant(microseconds: 0)),
      down: panel.initial.slotsDown
    ) { setup.isPrivate($0) }
    pipeline = PanelPipeline(setup)
    collector = StrokeCollector(rule: setup.rule)
    output = TuningOutput(session, hasKeyboard: input.hasKeyboard)
    active = now
  }

  /// Guides through the session, and returns its strokes.
  ///
  /// Ends the command on a signal, and if the panel is unplugged.
  mutating func strokes() throws -> [LabelledStroke] {
    output.begin(touchscreen.setup.message)
    if !input.hasKeyboard { session.proceed() }
    output.ask(session)
    while true {
      let wish = try waitForWish()
      now = SystemCalls.monotonicMicroseconds()
      guard try read() else {
        throw failure(
          .tryAgain, "\(touchscreen.node.node) is gone: plug the panel in and run the command again")
      }
      if wish != nil { active = now }
      switch wish {
      case .finish: return session.strokes
      case .proceed:
        if session.state == .over { return session.strokes }
        change { $0.proceed() }
      case .undo: undo()
      case .unknown: output.showKeys()
      case nil: break
      }
      if !input.hasKeyboard {
        if session.state == .over { return session.strokes }
        if case .ready = session.state { change { $0.proceed() } }
      }
      guard session.step != nil, now - active >= patience.microseconds else { continue }
      active = now
      output.showTimeout()
      change { $0.proceed() }
    }
  }

  /// Changes the session, and prints what it asks for if that changes.
  private mutating func change(_ body: (inout TuningSession) -> Void) {
    let before = session.state
    body(&session)
    if session.state != before { output.ask(session) }
  }

  private mutating func undo() {
    guard let step = session.undo() else { return output.showNothingToUndo() }
    if let last = counted.popLast() { touches[last].label = nil }
    output.showUndo(of: step, in: session)
  }

  // MARK: The panel

  /// Reads the events of the panel; returns false if the panel is gone.
  private mutating func read() throws -> Bool {
    while true {
      switch events.next(now: now, isTouched: filter.contactsDown > 0) {
      case .event(let event):
        if let frame = filter.consume(event) { add(frame) }
      case .dropped(let instant), .jumped(let instant): add(filter.lose(at: instant))
      case .resynced(let registers): filter.resync(registers)
      case .drained: return true
      case .gone: return false
      }
    }
  }

  private mutating func add(_ frame: RecordedFrame) {
    if frames.isEmpty { asked = session.step }
    frames.append(frame)
    for event in frame.events { pipeline.consume(event, numbering: &numbering, into: &collector) }
    if frame.contactsDown == 0 { endTouch(isTouched: frames.contains(where: \.isTouched)) }
  }

  /// Ends a touch, or frames without a contact.
  private mutating func endTouch(isTouched: Bool) {
    defer { frames.removeAll() }
    var touch = RecordedTouch(frames: frames)
    // A touch that began before the exercise is not one of its tries.
    if isTouched, let step = asked, step == session.step {
      touch.person = session.people[step.person]
      let label = session.exercises[step.exercise].label
      if let verdict = session.add(collector.endTouch(label: label, person: touch.person)) {
        if case .counted = verdict {
          touch.label = label
          counted.append(touches.count)
        }
        output.show(verdict, of: step, in: session)
      }
      active = now
      if session.step != step { output.ask(session) }
    } else if isTouched {
      _ = collector.endTouch(label: nil, person: "")
    }
    touches.append(touch)
  }

  // MARK: The keyboard

  /// Waits for an event or for the end of the patience; returns what the person wishes.
  ///
  /// Ends the command on a signal: nothing was written.
  private mutating func waitForWish() throws -> Wish? {
    let due = session.step == nil ? nil : active + patience.microseconds
    let hasTyped = try input.wait(until: due)
    try endIfSignalled()
    return hasTyped ? try typed() : nil
  }

  /// Ends the command if a signal arrived, such as by Ctrl-C.
  ///
  /// Signals stay blocked after the session, so the last moment to end is before a file is written.
  mutating func endIfSignalled() throws {
    guard try input.takeSignal() else { return }
    note("ended by a signal; nothing is written")
    throw ArgumentParser.ExitCode(Self.interrupted)
  }

  private func typed() throws -> Wish? {
    switch try input.read() {
    case .end: .finish
    case .line("")?: .proceed
    case .line("u")?, .line("U")?: .undo
    case .line?: .unknown
    case nil: nil
    }
  }
}

/// The frames of one touch of a session.
struct RecordedTouch {
  var frames: [RecordedFrame]
  /// What the person meant; nil if the touch is not a counted try.
  var label: RecordingLabel?
  var person = ""
}
