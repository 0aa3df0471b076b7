internal import Evdev
internal import GestureCore
internal import LinuxIO

/// The nodes that wait to be opened and those that are being opened, one more in each turn.
///
///     udev ──▶ waiting ── a turn ──▶ met ── a touchscreen ──▶ being opened, aside ──▶ opened or refused
///                ▲                                                                        │
///                └──────────── retry, pauses doubling ◀── EMFILE, ENOMEM, EIO ────────────┘
///
/// A device can block its open for a long time, so nodes are opened on their own threads.
struct PanelOpenings: ~Copyable {
  /// The result of an opening.
  enum Answer: ~Copyable {
    case opened(InputNode, OwnedFD)
    case refused(InputNode, PanelOpenError)
    /// The node was abandoned meanwhile.
    case obsolete
  }

  private struct Running {
    var token: Int32
    var node: InputNode
  }

  /// The largest number of simultaneous openings; a device that does not answer blocks one thread.
  private static let maxRunning = 4

  private let loop: EventLoop
  private var opener: FileOpener
  private let registration: Reactor.Registration
  private var waiting: [InputNode] = []
  private var running: [Running] = []
  private var retries = Retries()

  init(loop: EventLoop) throws(SystemCallError) {
    self.loop = loop
    let opener = try FileOpener()
    registration = try loop.reactor.register(descriptor: opener.descriptor, for: .readable)
    self.opener = opener
  }

  /// Whether this event announces an answer.
  func owns(_ ready: Reactor.Ready) -> Bool { ready.registration == registration }

  /// When a node is to be opened, in µs of CLOCK_MONOTONIC; nil if none is due.
  var due: Int64? {
    guard running.count < Self.maxRunning else { return nil }
    return waiting.isEmpty ? retries.due : loop.now
  }

  /// Queues a node to be opened in a later turn, with its newest properties.
  mutating func queue(_ node: InputNode) {
    waiting.removeAll { $0.systemPath == node.systemPath }
    waiting.append(node)
  }

  /// Queues a failed node for another try, and returns the pause before it.
  mutating func retry(_ node: InputNode) -> Interval { retries.add(node, now: loop.now) }

  /// The next failed node whose pause is over.
  mutating func nextRetry() -> InputNode? {
    running.count < Self.maxRunning ? retries.next(now: loop.now) : nil
  }

  mutating func next() -> InputNode? {
    guard !waiting.isEmpty, running.count < Self.maxRunning else { return nil }
    return waiting.removeFirst()
  }

  /// Whether a node is being opened with these same properties.
  func isOpening(_ node: InputNode) -> Bool {
    running.contains { $0.node.systemPath == node.systemPath && $0.node.isEquivalent(to: node) }
  }

  /// Whether a node has failed recently.
  func hasFailed(_ node: InputNode) -> Bool { retries.contains(systemPath: node.systemPath) }

  /// Starts to open a node.
  mutating func begin(_ node: InputNode) throws(PanelOpenError) {
    abandon(node)
    do throws(SystemCallError) {
      running.append(Running(token: try opener.open(node.node), node: node))
    } catch {
      throw .system(error)
    }
  }

  /// The next answer; nil if there is none yet.
  mutating func answer() throws(SystemCallError) -> Answer? {
    switch try opener.next() {
    case .none: return nil
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
    guard let index = running.firstIndex(where: { $0.token == token }) else { return nil }
    return running.remove(at: index).node
  }

  /// Forgets the opening of a node, or of an earlier node with the same number.
  mutating func abandon(_ node: InputNode) {
    running.removeAll { $0.node.systemPath == node.systemPath || $0.node.node == node.node }
  }

  /// Forgets a node's failures, because the node works, was removed or is no longer wanted.
  mutating func forgive(_ node: InputNode) { retries.remove(systemPath: node.systemPath) }

  /// Forgets a node that was removed.
  mutating func forget(_ node: InputNode) {
    forgive(node)
    abandon(node)
    waiting.removeAll { $0.systemPath == node.systemPath }
  }
}
