internal import FlickProtocol
internal import GestureCore
internal import LinuxIO

/// The events of one iteration; it reads only while the consumer waits for an event.
///
///     away ── connected ──▶ greeting ── state ──▶ subscribing ── reply ──▶ subscribed
///      ▲                       │                      │                       │
///      └───── end, bye, gap ───┴──────────────────────┴───────────────────────┘
///
/// The feed waits for a slow service without limit. Active swipes stay active for `patience`, so
/// that a short outage is not visible to the user.
final class EventFeed {
  private enum Stage {
    case away
    case greeting
    case subscribing
    case subscribed
  }

  /// How long a swipe stays active without a connection, in µs.
  private static let patience: Int64 = 1_000_000

  private let client: SwipeClient
  private let unit: SwipeSubscription.Unit
  private let offsets: ZoneOffsets
  private let lost: LostSnaps
  private var stage = Stage.away
  private var connection: Connection?
  private var buffer = LineBuffer()
  private var line: [UInt8] = []
  /// The sequence number of the last swipe line on this connection.
  private var sequence: Int64 = 0
  private var service: FlickService?
  /// The clock of the swipes; nil if it is ours.
  private var recorded: RecordedClock?
  /// What the service can do beyond the first version.
  private var features: [String] = []
  /// The epoch of the last service run with a granted subscription.
  private var epoch: String?
  private var continuity: SwipeContinuity
  /// The zones whose swipes the app receives; nil for all swipes.
  private let zones: Set<String>?
  /// The zones whose presses the app receives; others receive them because the connection does.
  private let pressedZones: Set<String>
  private var backoff = Backoff()
  /// The time when the connection was lost, in µs of CLOCK_MONOTONIC.
  ///
  /// nil before the first attempt and while a connection exists.
  private var lostAt: Int64?
  /// The events that the consumer has not requested yet.
  private var ready: [SwipeEvent] = []
  private var isOver = false

  init(_ client: SwipeClient, _ subscription: SwipeSubscription, offsets: ZoneOffsets) {
    self.client = client
    unit = subscription.unit
    self.offsets = offsets
    lost = LostSnaps(subscription)
    continuity = SwipeContinuity(phases: subscription.phases)
    zones = subscription.includesOutside ? nil : subscription.zones.map { Set($0.map(\.name)) }
    pressedZones = Set((subscription.zones ?? []).filter(\.hasPresses).map(\.name))
  }

  deinit {
    connection?.end()
  }

  /// Returns the next event; nil if the task is cancelled or recordings have reached their end.
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
      // The caller checks for a cancelled task.
      try? await Task.sleep(for: .microseconds(backoff.next()))
      if Task.isCancelled { return }
      if SystemCalls.monotonicMicroseconds() - lostAt > Self.patience { cancelLost(except: []) }
    }
    do throws(FlickError) {
      connection = try client.connect()
    } catch {
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

  /// Cancels the swipes that do not continue; their content returns to where it rested.
  private func cancelLost(except swipes: Set<Int64>) {
    for swipe in continuity.lose(except: swipes) { deliver(lost.sentBack(swipe, in: offsets)) }
  }

  // MARK: Lines from the service

  private func take() throws(FlickError) {
    switch ServerMessage(line) {
    case .hello(let hello): try greet(hello)
    case .state(let state): settle(state)
    case .reply(let reply): try answer(reply)
    case .swipe(let swipe): receive(swipe.sequence, Swipe(swipe))
    case .press(let press): receive(press.sequence, Swipe(press))
    case .panel(let change, let panel):
      guard stage == .subscribed, let change = change.value else { return }
      ready.append(.panel(change, panel))
    case .activity(let activity):
      if stage == .subscribed { ready.append(.activity(panelID: activity.panelID)) }
    case .bye(let bye): try part(bye)
    // A later version can add message types.
    case .unknown: break
    case nil: lose(.unintelligible)
    }
  }

  private func greet(_ hello: HelloMessage) throws(FlickError) {
    guard hello.protocolVersion != nil else { return lose(.unintelligible) }
    if let failure = hello.failure { throw failure }
    let service = FlickService(hello: hello, after: epoch)
    self.service = service
    recorded = service.clock == .recording ? RecordedClock() : nil
    features = hello.features
    // Swipe ids restart with each run, so ids of another run name other swipes.
    if service.isRestarted { cancelLost(except: []) }
  }

  private func settle(_ state: StateMessage) {
    guard stage == .greeting, service != nil, let connection else { return }
    service?.panels = state.panels
    stage = .subscribing
    offsets.subscribe(on: connection, features: features)
  }

  private func answer(_ reply: ReplyMessage) throws(FlickError) {
    let id: Int64? = if case .integer(let number)? = reply.id { number } else { nil }
    var swipes: Set<Int64> = []
    switch reply.content {
    case .refused(let code, let message):
      if let id, offsets.forgive(id) { return }
      throw .refused(code: code.text, message: message)
    case .swipes(let active): swipes = Set(active.map { Int64(clamping: $0.id.number) })
    case .granted, .panels, .stats: break
    }
    guard stage == .subscribing, id == ZoneOffsets.subscribing else {
      if let id { offsets.confirm(id) }
      return
    }
    cancelLost(except: swipes)
    service?.activeSwipes = swipes
    guard let service else { return }
    epoch = service.epoch
    lostAt = nil
    backoff.reset()
    stage = .subscribed
    ready.append(.connected(service))
  }

  /// Checks the number of the line of a swipe or press, and passes on what the app asked for.
  private func receive(_ found: Int64?, _ swipe: Swipe?) {
    sequence += 1
    if let found, found != sequence { return lose(.gap(expected: sequence, found: found)) }
    // Before the reply, flickd sends swipes of its default subscription, not of ours.
    guard stage == .subscribed else { return }
    guard var swipe else { return lose(.unintelligible) }
    guard isWanted(swipe) else { return }
    if let time = recorded?.present(swipe.time, of: swipe.panelID, now: SwipeClient.now) { swipe.time = time }
    if swipe.isPredictable {
      swipe.millimeter = unit.millimeter(on: service?.panels.first { $0.id == swipe.panelID })
    }
    continuity.take(swipe).forEach(deliver)
  }

  /// A swipe stays in its zone, so the app receives all of its moments or none.
  private func isWanted(_ swipe: Swipe) -> Bool {
    if swipe.isPress { return pressedZones.contains(swipe.zone ?? "") }
    return zones?.contains(swipe.zone ?? "") ?? true
  }

  private func deliver(_ swipe: Swipe) {
    switch swipe.phase {
    case .begin, .update, .press, .release: break
    case .end, .cancel:
      if let zone = swipe.zone, let target = swipe.target { offsets.settle(zone, at: target) }
    }
    ready.append(.swipe(swipe))
  }

  private func part(_ bye: ByeMessage) throws(FlickError) {
    if let failure = bye.failure { throw failure }
    guard bye.isShutdown, service?.clock == .recording else {
      return lose(.dismissed(reason: bye.reason.text, detail: bye.detail))
    }
    // The recordings have reached their end, so no swipe follows.
    hangUp()
    isOver = true
  }
}
