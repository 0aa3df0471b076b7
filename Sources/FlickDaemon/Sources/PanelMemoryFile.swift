internal import FlickProtocol
internal import LinuxIO
internal import Logging
internal import Panels

/// The file in which flickd keeps what it learns of panels from one run to the next.
///
///     a panel is opened ──▶ remembered(of:) reads the file
///     a panel is touched ──▶ noteTouch ──▶ due after 10 s, or 10 min after the last write ──▶ save
///     the service stops ───────────────────────────────────────────────────────────────────▶ save
///
/// `flickctl forget` removes panels from the file while flickd runs. So flickd reads the file
/// before each write. A panel that has left the file is not written again before the panel is
/// opened again.
///
/// Without a folder, or with an error, nothing is kept. The first error and the first damaged file
/// are logged, further ones are not.
struct PanelMemoryFile {
  /// How long after a touch the values are compared with the file, in µs.
  private static let pause: Int64 = 10_000_000
  /// The least time between two writes, in µs, except at the end.
  private static let interval: Int64 = 600_000_000

  /// When ``save(now:isLast:)`` is due; nil if no panel was touched since.
  private(set) var due: Int64?
  private let folder: String?
  private let log: Logger
  /// What the panels have shown in this run.
  private var learned = PanelMemory()
  /// The file when it was last read or written.
  private var stored = PanelMemory()
  /// The panels that `flickctl forget` has removed since they were opened.
  private var forgotten: [PanelKey] = []
  private var wrote: Int64?
  private var hasLoggedDamage = false
  private var hasLoggedError = false

  /// Creates the file in a folder; nil if the system provides none.
  init(folder: String?, log: Logger) {
    (self.folder, self.log) = (folder, log)
    read()
  }

  private var path: String { "\(folder ?? "")/\(PanelMemory.fileName)" }

  /// Returns what is known of a panel that is being opened.
  mutating func remembered(of key: PanelKey) -> LearnedValues? {
    read()
    forgotten.removeAll { $0 == key }
    return stored[key]
  }

  /// Adds what a panel has shown since it was opened.
  mutating func learn(_ values: LearnedValues, of key: PanelKey) {
    if !forgotten.contains(key) { learned.learn(values, of: key) }
  }

  /// Notes that a panel was touched.
  mutating func noteTouch(now: Int64) {
    guard due == nil, folder != nil else { return }
    due = max(now + Self.pause, wrote.map { $0 + Self.interval } ?? now)
  }

  /// Waits for an idle moment, because a write may wait for the disk.
  mutating func postpone(now: Int64) { due = now + Self.pause }

  /// Writes what was learned, if it is news; at the end of the service, also if it differs at all.
  mutating func save(now: Int64, isLast: Bool = false) {
    due = nil
    guard let folder, !learned.entries.isEmpty else { return }
    read()
    var next = stored
    for entry in learned.entries.reversed() { next.learn(entry.values, of: entry.key) }
    let isNews =
      isLast ? next != stored : learned.entries.contains { $0.values.isNews(after: stored[$0.key]) }
    guard isNews else { return }
    wrote = now
    do throws(SystemCallError) {
      try FileReplacement.replacePrivate(PanelMemory.fileName, in: folder, with: next.text)
      stored = next
    } catch {
      let isExpected = [.readOnlyFileSystem, .permissionDenied, .notPermitted, .noSuchFile].contains(
        error.code)
      complain(isExpected ? .info : .warning, error)
    }
  }

  /// Reads the file again, as another program may have left it.
  private mutating func read() {
    guard folder != nil, let present = contents() else { return }
    for entry in stored.entries where present[entry.key] == nil {
      learned.forget { $0.key == entry.key }
      forgotten.append(entry.key)
    }
    stored = present
  }

  /// The file; empty if it is missing, nil if it cannot be used.
  private mutating func contents() -> PanelMemory? {
    do {
      guard let bytes = try SystemCalls.contentsIfAny(of: path) else {
        return PanelMemory()
      }
      return try PanelMemory(text: bytes)
    } catch let damage as PanelMemory.Damage {
      if !hasLoggedDamage {
        log.warning("\(path): \(damage): the file is ignored, and replaced at the next write")
      }
      hasLoggedDamage = true
    } catch {
      complain(.info, error)
    }
    return nil
  }

  private mutating func complain(_ level: Logger.Level, _ error: any Error) {
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
