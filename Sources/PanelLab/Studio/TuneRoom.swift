internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Panels
internal import Pipeline
internal import Recordings
internal import Terminal

/// The room Tune: people try strokes on the panel, and feel what the proposed thresholds change.
///
///     idle ── begin ──▶ ready ⇄ asked ── the last try, or finish ──▶ over
///                         ▲       ▲                                    │
///                         │       └──────────────── undo ──────────────┤
///                         └──────────────────────── begin ─────────────┘
///
/// The page's own buttons are on the same panel, so only touches that land in the field that the
/// page reports are tries, and only swipes that start in it are felt.
final class TuneRoom: StudioRoom {
  /// Where the drop-ins of the configuration are, and how to read them.
  struct Folder {
    var path: String
    /// Returns the content of a file; nil if there is no such file.
    var read: (String) throws -> [UInt8]?
  }

  static let word = "tune"
  /// The largest number of people of a session: their names are digits.
  static let maxPeople = 9

  private let setup: PanelSetup
  private let ending: TuneEnding
  private var tries: TriedTouches
  private var felt: WatchedPanel<FeltSwipes>
  /// Whether people try, or have tried.
  private var hasBegun = false
  /// Whether the page ended the tries before the last one.
  private var isFinished = false
  private var last: TuneMessage.Last?
  private var rule = TuneRequest.Rule.present
  /// Where the page shows its field of tries, or its row of cards.
  private var field = TryField.nowhere
  /// The proposal of the strokes; nil before the tries are over.
  private var proposal: ProposalMessage?
  /// What the page has not received yet.
  private var unsent = Unsent()
  /// The number of the present session among those of the folder.
  private var number = 1
  /// The recording of the tries; nil if there is no folder, and after an error.
  private var savedTries: SavedTries?
  /// Why the tries are no longer saved.
  private var fault: String?

  private struct Unsent {
    var tune = false
    var proposal = false
    var feel = false
  }

  /// Creates the room of a panel before the first session; `saved` is the folder of its reports.
  init(_ setup: PanelSetup, subject: RuleSubject, folder: Folder, saved: StationFolder?, now: Int64) {
    self.setup = setup
    ending = TuneEnding(
      setup: setup, panel: TunedPanel(setup, subject: subject), dropIns: folder, folder: saved)
    tries = TriedTouches(
      setup, session: TuningSession(people: ["1"], tries: TriedTouches.tries), keepsFrames: saved != nil,
      now: now)
    felt = WatchedPanel(setup, into: FeltSwipes(setup))
    useField()
  }

  var word: String { Self.word }

  var due: Int64? {
    [isAsking ? tries.due : nil, felt.deadline?.microseconds].compactMap(\.self).min()
  }

  private var isAsking: Bool { hasBegun && !isOver }
  private var isOver: Bool { hasBegun && (isFinished || tries.session.state == .over) }

  // MARK: The panel

  func add(_ frame: RecordedFrame) {
    felt.add(frame)
    guard let now = frame.events.last?.instant.microseconds else { return }
    // The last try ends the session.
    let isTry = isAsking
    let judged = tries.add(frame, now: now)
    save()
    guard let judged, isTry else { return }
    var isCounted = false
    if case .counted = judged.outcome { isCounted = true }
    let text = [judged.outcome.text, fault].compactMap(\.self).joined(separator: "; ")
    last = TuneMessage.Last(text: text, isCounted: isCounted)
    change()
  }

  /// Saves what has happened; after an error, the session goes on without its recording.
  private func save() {
    let items = tries.takeUnsaved()
    guard hasBegun, !items.isEmpty else { return }
    do { try savedTries?.append(items) } catch {
      savedTries = nil
      fault = "the tries are no longer saved"
    }
  }

  func advance(to now: Int64) {
    felt.advance(to: Instant(microseconds: now))
    guard isAsking, tries.advance(to: now) else { return }
    let time = ShownNumber.fixed(TriedTouches.patience.seconds, decimals: 0)
    last = TuneMessage.Last(text: "no try for \(time) s: the next exercise follows")
    change()
  }

  // MARK: The page

  func open(now _: Int64) {
    setField([])
    unsent = Unsent(tune: true, proposal: proposal != nil, feel: proposal != nil)
  }

  func close(now _: Int64) { setField([]) }

  func receive(_ request: LineFields, now: Int64) {
    switch TuneRequest(request) {
    case .begin(let people): begin(people, now: now)
    case .proceed where isAsking:
      tries.proceed(now: now)
      last = nil
      change()
    case .undo where hasBegun: undo(now: now)
    case .finish where isAsking:
      isFinished = true
      change()
    case .feel(let rule):
      self.rule = rule
      unsent.feel = proposal != nil
    case .field(let fractions): setField(fractions)
    case .proceed, .undo, .finish, nil: break
    }
  }

  func takeLines() -> [[UInt8]] {
    defer { unsent = Unsent() }
    var lines: [[UInt8]] = []
    if unsent.tune { lines.append(tuneMessage.line) }
    let swipes = felt.sink.takeSwipes()
    guard let proposal else { return lines }
    if unsent.proposal { lines.append(proposal.line) }
    func feel(_ swipe: FeltSwipe?) -> [UInt8] {
      FeelMessage(rule: rule, hasProposal: felt.sink.thresholds != nil, swipe: swipe).line
    }
    if swipes.isEmpty, unsent.feel { lines.append(feel(nil)) }
    return lines + swipes.map(feel)
  }

  private var tuneMessage: TuneMessage {
    guard hasBegun else { return TuneMessage(state: "idle") }
    let session = tries.session
    var state = "over"
    if !isOver { state = session.step == nil ? "ready" : "asked" }
    return TuneMessage(state: state, session: session, last: last)
  }

  // MARK: The session

  private func begin(_ people: Int, now: Int64) {
    let names = (1...people).map(String.init)
    tries.begin(TuningSession(people: names, tries: TriedTouches.tries), now: now)
    (hasBegun, isFinished, last, rule) = (true, false, nil, .present)
    number = ending.nextNumber
    savedTries = ending.tries(number: number)
    fault = nil
    change()
  }

  private func undo(now: Int64) {
    guard let step = tries.undo(now: now) else {
      last = TuneMessage.Last(text: "there is no try to take back")
      unsent.tune = true
      return
    }
    isFinished = false
    save()
    let session = tries.session
    let count = session.count(of: step) + 1
    last = TuneMessage.Last(
      text: "took \(session.exercises[step.exercise].label.rawValue) \(count) of person "
        + "\(session.people[step.person]) back")
    change()
  }

  /// Records that the session has changed, and makes the proposal when the tries are over.
  private func change() {
    unsent.tune = true
    useField()
    guard isOver else {
      proposal = nil
      felt.sink.thresholds = nil
      return
    }
    let made = ending.proposal(of: tries.session.strokes, number: number)
    proposal = made
    if let report = made.report, report.hasProposal { felt.sink.thresholds = report.proposal.thresholds }
    rule = .present
    (unsent.proposal, unsent.feel) = (true, true)
  }

  /// Lets touches in the field be tries, or swipes on the row of cards, but never both.
  private func useField() {
    tries.field = isAsking ? field : .nowhere
    felt.sink.field = isOver ? field : .nowhere
  }

  private func setField(_ fractions: [Double]) {
    field = .nowhere
    if fractions.count == 4 {
      let extent = setup.geometry.extent
      field = .rectangle(
        Zone.Rectangle(
          x: fractions[0] * extent.width, y: fractions[1] * extent.height,
          width: fractions[2] * extent.width, height: fractions[3] * extent.height))
    }
    useField()
  }
}
