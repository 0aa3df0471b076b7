internal import Evdev
internal import GestureCore
internal import LinuxIO

/// The nodes that are to be opened and those that are being opened, one more in each turn.
///
///     udev ──▶ waiting ── a turn ──▶ met ── a touchscreen ──▶ being opened, aside ──▶ opened or refused
///                ▲                                                                        │
///                └──────────── retry, pauses doubling ◀── EMFILE, ENOMEM, EIO ────────────┘
///
/// Opening blocks for as long as the device takes, so it happens on threads of its own.
struct PanelOpenings: ~Copyable {
  /// What came of an opening.
  enum Answer: ~Copyable {
    case opened(InputNode, OwnedFD)
    case refused(InputNode, PanelOpenError)
    /// Of a node that is not wanted any more.
    case obsolete
  }

  private struct UnderWay {
    var token: Int32
    var node: InputNode
  }

  /// As many threads at once: what is silent holds one of them.
  private static let mostUnderWay = 4

  private var opener: FileOpener
  private let registration: Reactor.Registration
  private var waiting: [InputNode] = []
  private var underWay: [UnderWay] = []
  private var retries = Retries()

  init(reactor: inout Reactor) throws(SystemCallError) {
    let opener = try FileOpener()
    registration = try reactor.register(descriptor: opener.descriptor, for: .readable)
    self.opener = opener
  }

  /// Whether it is an answer that is ready.
  func isOwn(_ ready: Reactor.Ready) -> Bool { ready.registration == registration }

  /// When something is to be met, in µs of CLOCK_MONOTONIC; nil while nothing is.
  func due(now: Int64) -> Int64? {
    guard underWay.count < Self.mostUnderWay else { return nil }
    return waiting.isEmpty ? retries.due : now
  }

  /// Has a node met in a turn to come, by what is known of it last.
  mutating func queue(_ node: InputNode) {
    waiting.removeAll { $0.systemPath == node.systemPath }
    waiting.append(node)
  }

  /// Has a node that failed met again after a pause, which it answers.
  mutating func retry(_ node: InputNode, now: Int64) -> Interval { retries.add(node, now: now) }

  /// The next node whose failure was long enough ago.
  mutating func nextRetry(now: Int64) -> InputNode? {
    underWay.count < Self.mostUnderWay ? retries.next(now: now) : nil
  }

  /// The next node that was queued.
  mutating func next() -> InputNode? {
    guard !waiting.isEmpty, underWay.count < Self.mostUnderWay else { return nil }
    return waiting.removeFirst()
  }

  /// Whether a node is being opened, and nothing else has become known of it since.
  func isUnderWay(_ node: InputNode) -> Bool {
    underWay.contains { $0.node.systemPath == node.systemPath && $0.node.isAsBefore(node) }
  }

  /// Whether a node has failed before, not long ago.
  func hasFailed(_ node: InputNode) -> Bool { retries.contains(systemPath: node.systemPath) }

  /// Starts to open a node.
  mutating func begin(_ node: InputNode) throws(PanelOpenError) {
    abandon(node)
    do throws(SystemCallError) {
      underWay.append(UnderWay(token: try opener.open(node.node), node: node))
    } catch {
      throw .system(error)
    }
  }

  /// The next answer; nil if none has come.
  mutating func answer() throws(SystemCallError) -> Answer? {
    switch try opener.next() {
    case .none:
      return nil
    case .opened(let token, let file):
      guard let node = take(token) else { return .obsolete }
      return .opened(node, file)
    case .refused(let token, let code):
      guard let node = take(token) else { return .obsolete }
      let error = SystemCallError(call: "open", code: code, subject: node.node)
      return .refused(node, PanelOpenError(error, node: node.node))
    }
  }

  private mutating func take(_ token: Int32) -> InputNode? {
    guard let place = underWay.firstIndex(where: { $0.token == token }) else { return nil }
    return underWay.remove(at: place).node
  }

  /// Forgets what is under way for a node, or for the one that had its number before.
  mutating func abandon(_ node: InputNode) {
    underWay.removeAll { $0.node.systemPath == node.systemPath || $0.node.node == node.node }
  }

  /// Forgets a node's failures, because it works, has left or is not wanted any more.
  mutating func forgive(_ node: InputNode) { retries.remove(systemPath: node.systemPath) }

  /// Forgets a node that has left.
  mutating func forget(_ node: InputNode) {
    forgive(node)
    abandon(node)
    waiting.removeAll { $0.systemPath == node.systemPath }
  }
}
