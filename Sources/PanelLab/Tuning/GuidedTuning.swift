internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Pipeline
internal import Recordings
internal import Terminal

/// Guides people through a tuning session on a live panel, by the terminal.
///
/// The events pass through the filter of recordings to ``TriedTouches``, which has the session.
struct GuidedTuning: ~Copyable {
  /// A command of the person at the keyboard.
  private enum Command {
    /// Enter.
    case proceed
    /// `u` and Enter.
    case undo
    /// Ctrl-D.
    case finish
    case unknown
  }

  /// The exit code of a shell's command that Ctrl-C ended.
  private static let interrupted: Int32 = 130

  private let touchscreen: ChosenTouchscreen
  private var turns: Turns
  private let feed: PanelFeed
  private let filter: RecordingFilter
  private var tries: TriedTouches
  private var output: TuningOutput
  /// The recording of the tries; nil if there is no `--save`.
  private var saved: SavedTries?
  private var now = SystemCalls.monotonicMicroseconds()

  /// Prepares a session; without a try for `patience`, the next exercise follows.
  ///
  /// Each try is saved in `file`; nil saves none.
  init(
    _ touchscreen: ChosenTouchscreen, session: TuningSession, patience: Interval, file: OutputFile?
  ) throws {
    let setup = touchscreen.setup
    turns = try Turns(touchscreen.descriptor, readsKeyboard: true)
    self.touchscreen = touchscreen
    feed = PanelFeed(touchscreen)
    filter = RecordingFilter(setup, opened: touchscreen.panel)
    output = TuningOutput(session, hasKeyboard: turns.hasKeyboard)
    if let file { saved = SavedTries(to: file, of: setup) }
    tries = TriedTouches(setup, session: session, patience: patience, keepsFrames: file != nil, now: now)
  }

  /// Guides through the session, and returns its strokes.
  ///
  /// Ends the command on a signal, and if the panel is unplugged.
  mutating func strokes() throws -> [LabelledStroke] {
    output.begin(touchscreen.setup.message)
    if !turns.hasKeyboard { tries.proceed(now: now) }
    output.ask(tries.session)
    while true {
      let turn = try turns.wait(until: tries.due, feed.due)
      try endIfSignalled(turn)
      let command = turn.typed.map(Self.command)
      now = turn.now
      guard try read() else {
        let advice = try savedPath().map { ", with --from \($0) and another --save" }
        throw failureOfUnplugged(touchscreen.node.node, advice: advice ?? "")
      }
      if command != nil { tries.stay(now: now) }
      switch command {
      case .finish: return tries.session.strokes
      case .proceed:
        if tries.session.state == .over { return tries.session.strokes }
        proceed()
      case .undo: try undo()
      case .unknown: output.showKeys()
      case nil: break
      }
      if !turns.hasKeyboard {
        if tries.session.state == .over { return tries.session.strokes }
        if case .ready = tries.session.state { proceed() }
      }
      guard tries.advance(to: now) else { continue }
      output.showTimeout()
      output.ask(tries.session)
    }
  }

  private mutating func proceed() {
    tries.proceed(now: now)
    output.ask(tries.session)
  }

  private mutating func undo() throws {
    guard let step = tries.undo(now: now) else { return output.showNothingToUndo() }
    try save()
    output.showUndo(of: step, in: tries.session)
  }

  // MARK: The panel

  /// Reads the events of the panel; returns false if the panel is gone.
  private mutating func read() throws -> Bool {
    try feed.read(now: now, isTouched: filter.contactsDown > 0) { item in
      if let frame = filter.take(item) { try add(frame) }
    }
  }

  private mutating func add(_ frame: RecordedFrame) throws {
    let judged = tries.add(frame, now: now)
    // What people read as counted is in the file.
    try save()
    guard let judged else { return }
    output.show(judged.outcome, of: judged.step, in: tries.session)
    if tries.session.step != judged.step { output.ask(tries.session) }
  }

  // MARK: The file

  private mutating func save() throws {
    let items = tries.takeUnsaved()
    if !items.isEmpty { try saved?.append(items) }
  }

  /// Writes the file of the tries to the disk; returns its path, nil if there is no saved try.
  mutating func savedPath() throws -> String? {
    try saved?.synchronize()
    return saved?.isBegun == true ? saved?.path : nil
  }

  // MARK: The keyboard

  /// Ends the command if a signal arrived, such as by Ctrl-C.
  ///
  /// Signals stay blocked after the session, so the last moment to end is before a drop-in is
  /// written.
  mutating func endIfSignalled() throws { try endIfSignalled(try turns.wait(until: now)) }

  private mutating func endIfSignalled(_ turn: Turns.Turn) throws {
    guard turn.isSignalled else { return }
    let result = try savedPath().map { "\($0.terminalText) contains the tries so far" }
    note("ended by a signal; \(result ?? "nothing is written")")
    throw ArgumentParser.ExitCode(Self.interrupted)
  }

  private static func command(typed line: [UInt8]) -> Command {
    if line.isEmpty { return .finish }
    switch String(decoding: line, as: UTF8.self).filter({ !$0.isWhitespace }) {
    case "": return .proceed
    case "u", "U": return .undo
    default: return .unknown
    }
  }
}
