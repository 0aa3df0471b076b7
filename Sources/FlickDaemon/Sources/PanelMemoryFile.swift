internal import FlickProtocol
internal import LinuxIO
internal import Logging
internal import Panels

/// The file in which flickd keeps what it learns of panels from one run to the next.
///
///     start, a plug ──▶ a visit reads the file ── done, or 0.2 s (at the start 1 s) ──▶ panels are opened
///     a panel is touched ──▶ noteTouch ──▶ due after 10 s, or 10 min after the last write ──▶ save ──▶ a visit
///     the service stops ──▶ save ──▶ a visit ── done, or 1 s ──▶ end
///
/// A ``MemoryVisit`` runs on its own thread, one at a time, so a file system that hangs delays
/// nothing else. A panel that is opened before the file has been read starts without remembered
/// values, because values apply only when a panel is opened.
///
/// `flickctl forget` removes panels from the file while flickd runs, so each visit reads the file
/// before it writes. A panel that has left the file is not written again before the panel is opened
/// again.
///
/// Without a folder, or with an error, nothing is kept. The first error and the first unusable file
/// are logged, further ones are not.
struct PanelMemoryFile: ~Copyable {
  /// How long after a touch the values are compared with the file, in µs.
  private static let pause: Int64 = 10_000_000
  /// The least time between two writes, in µs, except at the end.
  private static let interval: Int64 = 600_000_000
  /// How long the opening of plugged-in panels waits for the file, in µs.
  private static let patience: Int64 = 200_000
  /// How long a start waits for the file, in ms: a slow card is busy during a boot.
  private static let startPatience: Int32 = 1000
  /// How long the end waits for the file, in µs.
  private static let endPatience: Int64 = 1_000_000

  /// When ``save(isLast:)`` is due; nil if no panel was touched since.
  private(set) var due: Int64?
  private let folder: String?
  private let log: Logger
  private let loop: EventLoop
  private var worker: LoopWorker<MemoryVisit.Answer>
  /// The visit that follows the present one; nil for none.
  private var wanted: MemoryVisit.Writing?
  private var preparation = Preparation.none
  /// When the end of the service stops to wait; nil before the end.
  private var end: Int64?
  /// What the panels have shown in this run.
  private var learned = PanelMemory()
  /// The file when it was last read or written.
  private var stored = PanelMemory()
  /// The panels that `flickctl forget` has removed since they were opened.
  private var forgotten: [PanelKey] = []
  private var wrote: Int64?
  private var hasLoggedFault = false
  private var hasLoggedError = false

  /// Whether the file was read for the panels that wait to be opened.
  private enum Preparation {
    case none
    /// A visit is reading the file; the panels wait until this time at most.
    case reading(until: Int64)
    case done
  }

  /// Creates the file in a folder, and starts to read it; nil if the system provides none.
  init(folder: String?, log: Logger, loop: EventLoop) throws(SystemCallError) {
    worker = try LoopWorker(loop: loop)
    (self.folder, self.log, self.loop) = (folder, log, loop)
    visit(.none)
  }

  private var path: String { "\(folder ?? "")/\(PanelMemory.fileName)" }

  // MARK: Opening panels

  /// Blocks a start until the file has been read, or for 1 s.
  mutating func awaitStart() {
    worker.waitForAnswer(milliseconds: Self.startPatience)
    finish()
  }

  /// Reads the file for panels that are about to be opened; false while they should wait.
  mutating func prepareOpening() -> Bool {
    guard folder != nil else { return true }
    switch preparation {
    case .done: return true
    case .reading(let limit) where limit > loop.now: return false
    case .reading: preparation = .done
    case .none:
      if worker.began == nil { visit(.none) }
      // A visit that has been under way for a while is not awaited for as long again.
      preparation = worker.began.map { .reading(until: $0 + Self.patience) } ?? .done
    }
    return prepareOpening()
  }

  /// Until when panels wait for ``prepareOpening()``, in µs of CLOCK_MONOTONIC; nil if none do.
  var opensAt: Int64? {
    if case .reading(let limit) = preparation { limit } else { nil }
  }

  /// Notes that no panel waits, so the file is read again before the next one is opened.
  mutating func endOpening() { preparation = .none }

  /// Notes that a panel is being opened, and returns what is remembered of the panel.
  mutating func open(_ key: PanelKey) -> LearnedValues? {
    forgotten.removeAll { $0 == key }
    return stored[key]
  }

  // MARK: Learning

  /// Adds what a panel has shown since it was opened.
  mutating func learn(_ values: LearnedValues, of key: PanelKey) {
    if !forgotten.contains(key) { learned.learn(values, of: key) }
  }

  /// Notes that a panel was touched.
  mutating func noteTouch() {
    guard due == nil, folder != nil else { return }
    due = max(loop.now + Self.pause, wrote.map { $0 + Self.interval } ?? loop.now)
  }

  /// Tries again later, because a finger is down.
  mutating func postpone() { due = loop.now + Self.pause }

  /// Starts to write what was learned, if it is news; at the end of the service, also if it differs
  /// at all.
  mutating func save(isLast: Bool = false) {
    due = nil
    if isLast { end = loop.now + Self.endPatience }
    if !learned.entries.isEmpty { visit(isLast ? .difference : .news) }
  }

  // MARK: Visits

  /// Whether this event announces the end of a visit.
  func owns(_ ready: Reactor.Ready) -> Bool { worker.owns(ready) }

  /// When ``reportLate()`` is due; nil if it is not.
  var lateDue: Int64? { worker.lateDue }

  /// Logs a visit that takes long, once.
  mutating func reportLate() {
    guard worker.reportLate() else { return }
    log.warning(
      """
      \(path): the file system does not answer: panels start without remembered values, and what is learned is lost \
      if flickd stops now
      """)
  }

  /// Returns until when the end of the service should wait for a visit; nil when all is stored, or
  /// waiting is over, which is logged.
  mutating func finishStoring() -> Int64? {
    guard let end, worker.began != nil, !learned.entries.isEmpty else { return nil }
    if loop.now < end { return end }
    if worker.reportLate(isLate: true) {
      log.warning("\(path): the file system does not answer: what was learned of panels is lost")
    }
    return nil
  }

  private mutating func visit(_ writing: MemoryVisit.Writing) {
    guard let folder else { return }
    guard worker.began == nil else {
      if writing.rawValue > (wanted ?? .none).rawValue { wanted = writing }
      return
    }
    let visit = MemoryVisit(folder: folder, stored: stored, learned: learned, writing: writing)
    do throws(SystemCallError) {
      try worker.start { visit.run() }
    } catch {
      logFailure(.warning, error)
    }
  }

  /// Uses the answer of a visit that has ended, and starts the next one that is wanted.
  mutating func finish() {
    guard let answer = worker.finish() else { return }
    if case .reading = preparation { preparation = .done }
    use(answer.content)
    if let written = answer.written {
      log.debug("\(path): stored what was learned; panels: \(written.entries.count)")
      (stored, wrote) = (written, loop.now)
    }
    if let failure = answer.failure {
      wrote = loop.now
      let isExpected = [.readOnlyFileSystem, .permissionDenied, .notPermitted, .noSuchFile].contains(
        failure.code)
      logFailure(isExpected ? .info : .warning, failure)
    }
    if let wanted {
      self.wanted = nil
      visit(wanted)
    }
  }

  /// Uses the file as another program may have left it.
  private mutating func use(_ content: MemoryVisit.Content) {
    switch content {
    case .memory(let present):
      for entry in stored.entries where present[entry.key] == nil {
        learned.forget { $0.key == entry.key }
        forgotten.append(entry.key)
      }
      stored = present
    case .unreadable(let error): logFailure(.info, error)
    case .unusable(let fault):
      let effect =
        switch fault {
        case .damaged: "the file is ignored, and replaced at the next write"
        case .newer: "the file is neither used nor replaced, and what is learned is lost when flickd stops"
        }
      if !hasLoggedFault { log.warning("\(path): \(fault): \(effect)") }
      hasLoggedFault = true
    }
  }

  private mutating func logFailure(_ level: Logger.Level, _ error: SystemCallError) {
    if !hasLoggedError {
      log.log(level: level, "\(error): what is learned of panels is lost when flickd stops")
    }
    hasLoggedError = true
  }
}

extension PanelKey {
  /// The key of an open panel.
  init(_ message: PanelMessage) {
    self.init(
      panelID: message.panelID, name: message.name, vendor: message.vendor, product: message.product,
      serial: message.serial)
  }
}
