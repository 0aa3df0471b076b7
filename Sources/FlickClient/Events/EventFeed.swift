internal import FlickProtocol
internal import LinuxIO

/// What one iteration reads, and when it reads it: only while somebody asks for the next event.
///
///     away ── connected ──▶ greeting ── state ──▶ subscribing ── reply ──▶ subscribed
///      ▲                       │                      │                       │
///      └───── end, bye, gap ───┴──────────────────────┴───────────────────────┘
///
/// A service that is slow to come back is waited for; the swipes that were under way are waited for
/// as long as a person takes it for a hitch.
final class EventFeed {
  private enum Stage {
    case away
    case greeting
    case subscribing
    case subscribed
  }

  /// How long a swipe stays under way without a connection, in µs.
  private static let patience: Int64 = 1_000_000

  private let client: FlickClient
  private let offsets: ZoneOffsets
  private let lost: LostSnaps
  private var stage = Stage.away
  private var connection: Connection?
  private var buffer = LineBuffer()
  private var line: [UInt8] = []
  /// The number of the last swipe line on this connection.
  private var sequence: Int64 = 0
  private var service: Service?
  /// The run of the service that was last subscribed to.
  private var epoch: String?
  private var underWay: SwipeContinuity
  private var backoff = Backoff()
  /// When the connection was lost, in µs of CLOCK_MONOTONIC; nil before the first attempt and while
  /// there is one.
  private var lostAt: Int64?
  /// What has happened and was not asked for yet.
  private var ready: [SwipeEvent] = []
  private var isOver = false

  init(_ client: FlickClient, _ subscription: SwipeSubscription, offsets: ZoneOffsets) {
    self.client = client
    self.offsets = offsets
    lost = LostSnaps(subscription)
    underWay = SwipeContinuity(phases: subscription.phases)
  }

  deinit {
    connection?.end()
  }

  /// The next event; nil when the task is cancelled, or recordings have been played to their end.
  func next(isolation actor: isolated (any Actor)?) async throws(FlickError) -> SwipeEvent? {
    while true {
      if Task.isCancelled { finish() }
      if !ready.isEmpty { return ready.removeFirst() }
      if isOver { return nil }
      do throws(FlickError) {
        try await proceed(isolation: actor)
      } catch {
        finish()
        throw error
      }
    }
  }

  private func finish() {
    isOver = true
    ready = []
    hangUp()
  }

  private func hangUp() {
    offsets.disconnect()
    connection?.end()
    connection = nil
    stage = .away
  }

  private func proceed(isolation actor: isolated (any Actor)?) async throws(FlickError) {
    guard let connection else { return try await connect(isolation: actor) }
    do throws(SystemCallError) {
      switch try connection.readLine(into: &line, through: &buffer) {
      case .line: break
      case .wouldBlock: return await connection.untilReadable()
      case .ended: return lose(.closed)
      }
    } catch {
      return lose(.unintelligible)
    }
    try take()
  }

  // MARK: Connecting

  private func connect(isolation actor: isolated (any Actor)?) async throws(FlickError) {
    if let lostAt {
      // A task that is cancelled meanwhile is noticed by the caller.
      try? await Task.sleep(for: .microseconds(backoff.next()))
      if Task.isCancelled { return }
      if SystemCalls.monotonicMicroseconds() - lostAt > Self.patience { cancelLost(except: []) }
    }
    let path = SocketPath.client(named: client.socket)
    do throws(SystemCallError) {
      connection = try Connection(connectingTo: path)
    } catch {
      let error = FlickError(error, path: path)
      guard case .unreachable = error, client.waitsForService || epoch != nil else { throw error }
      return lose(.unreachable("\(error)"))
    }
    buffer = LineBuffer()
    sequence = 0
    stage = .greeting
  }

  private func lose(_ why: Disconnection) {
    hangUp()
    guard lostAt == nil else { return }
    lostAt = SystemCalls.monotonicMicroseconds()
    ready.append(.disconnected(why))
  }

  /// Cancels the swipes that do not go on; their content goes back to where it rested.
  private func cancelLost(except swipes: Set<Int64>) {
    for swipe in underWay.lose(except: swipes) { tell(lost.sentBack(swipe, in: offsets)) }
  }

  // MARK: What the service says

  private func take() throws(FlickError) {
    guard let read = ServerLine(line) else { return lose(.unintelligible) }
    switch read.type {
    case "hello": try greet(read)
    case "state": settle(read)
    case "reply": try answer(read)
    case "swipe": move(read)
    case "panel":
      guard stage == .subscribed, let change = read.change.flatMap(SwipeEvent.PanelChange.init),
        let panel = ServerLine.Panel(line)
      else { return }
      ready.append(.panel(change, Service.Panel(panel)))
    case "bye": try part(read)
    // A word of a later version.
    default: break
    }
  }

  private func greet(_ hello: ServerLine) throws(FlickError) {
    guard let major = hello.protocolVersion?.major else { return lose(.unintelligible) }
    guard major == ProtocolLimits.major else { throw .incompatible(major: major) }
    let service = Service(hello: hello, after: epoch)
    self.service = service
    // The ids of another run are other swipes.
    if service.isRestarted { cancelLost(except: []) }
  }

  private func settle(_ state: ServerLine) {
    guard stage == .greeting, service != nil, let connection else { return }
    service?.panels = (state.panels ?? []).map(Service.Panel.init)
    stage = .subscribing
    offsets.subscribe(on: connection)
  }

  private func answer(_ reply: ServerLine) throws(FlickError) {
    if let refusal = reply.error {
      if let id = reply.id, offsets.forgive(id) { return }
      throw .refused(code: refusal.code, message: refusal.message)
    }
    guard stage == .subscribing, reply.id == ZoneOffsets.subscribing else {
      if let id = reply.id { offsets.confirm(id) }
      return
    }
    let swipes = Set((reply.swipes ?? []).map(\.swipeID))
    cancelLost(except: swipes)
    service?.swipesUnderWay = swipes
    guard let service else { return }
    epoch = service.epoch
    lostAt = nil
    backoff.reset()
    stage = .subscribed
    ready.append(.connected(service))
  }

  private func move(_ line: ServerLine) {
    sequence += 1
    if let found = line.sequence, found != sequence { return lose(.gap(expected: sequence, found: found)) }
    // Until the reply, swipes come as nobody here has asked for them.
    guard stage == .subscribed else { return }
    guard let swipe = Swipe(line) else { return lose(.unintelligible) }
    underWay.take(swipe).forEach(tell)
  }

  private func tell(_ swipe: Swipe) {
    switch swipe.phase {
    case .begin, .update: break
    case .end, .cancel:
      if let zone = swipe.zone, let target = swipe.target { offsets.settle(zone, at: target) }
    }
    ready.append(.swipe(swipe))
  }

  private func part(_ line: ServerLine) throws(FlickError) {
    guard let bye = Goodbye(line) else { return }
    if let verdict = bye.verdict { throw verdict }
    guard bye.isShutdown, service?.clock == .recording else {
      return lose(.dismissed(reason: bye.reason, detail: bye.detail))
    }
    // Recordings were played to their end: there is nothing to come.
    hangUp()
    isOver = true
  }
}
