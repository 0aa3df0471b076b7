internal import Configuration
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Pipeline

/// Every connection, and the lines that they are all told.
///
/// A fact is encoded once for each distinct view, then copied into the queue of each client with
/// that view. Nothing is written before the end of the turn.
final class Clients {
  /// What became of a connection that was accepted.
  enum Admission {
    case admitted(Level)
    /// For a reason that a person understands.
    case turnedAway(String)
  }

  private(set) var list: [Client] = []
  private var views: [SharedView] = []
  private var underWay = ActiveSwipes()
  private var activity = ActivityWatch()
  private var times = ServiceTimes()
  private var number = 0
  private let begin = SystemCalls.monotonicMicroseconds()
  /// What is known of connections that are gone, and of those that were turned away.
  private var past = ServiceCounts()
  private var rates = ConnectionRates()
  /// What one connection says in a turn.
  private var block = [UInt8](repeating: 0, count: TurnBudget.requestBytes)
  private let epoch: String
  private let clock: StreamClock
  private var settings: Settings
  /// What the system does not know of the accounts that the settings name, looked up once: a lookup
  /// may wait for other services.
  private var unknownAccounts: [String]
  /// How the settings in force relate to the configuration files.
  var standing = LiveConfiguration.Standing.good
  private var millimetersPerPoint: Double
  private var zones: [ZonePlan]
  /// Who may listen; nobody before the socket is there.
  var access: Access

  init(epoch: String, clock: StreamClock, settings: Settings, access: Access) {
    self.epoch = epoch
    self.clock = clock
    self.settings = settings
    unknownAccounts = settings.unknownAccounts
    millimetersPerPoint = settings.millimetersPerPoint
    zones = ZonePlan.plans(of: settings)
    self.access = access
  }

  /// Goes on with another good configuration: its zones, its density and who may listen;
  /// subscriptions and levels stay.
  func use(_ settings: Settings) {
    self.settings = settings
    unknownAccounts = settings.unknownAccounts
    millimetersPerPoint = settings.millimetersPerPoint
    zones = ZonePlan.plans(of: settings)
    access = access.with(settings.socket, ceiling: .positions)
    for view in views { view.encoder.use(millimetersPerPoint: millimetersPerPoint, configured: zones) }
  }

  // MARK: Coming and going

  /// Greets a new connection with hello and state, or turns it away with a reason.
  func admit(
    _ file: consuming OwnedFD, _ peer: PeerCredentials, panels: @autoclosure () -> [PanelMessage],
    reactor: inout Reactor, now: Int64
  ) -> Admission {
    guard let level = access.level(of: peer) else {
      return turnAway(file, .denied, Self.stranger(peer.user))
    }
    if let objection = objection(to: peer.user, now: now) { return turnAway(file, .limit, objection) }
    let registration: Reactor.Registration
    do throws(SystemCallError) {
      registration = try reactor.register(file, for: .readable)
    } catch {
      return turnAway(file, .limit, "the service has no room: \(error)")
    }
    number += 1
    let client = Client(
      number: number, user: peer.user, file: file, registration: registration, level: level)
    list.append(client)
    let view = View(level: level)
    var line = LineWriter()
    line.hello(epoch: epoch, clock: clock, level: level)
    line.state(panels: panels(), swipes: underWay.seen(by: view))
    client.tell(line, now: now)
    show(view, to: client)
    return .admitted(level)
  }

  /// Says goodbye to a new connection and closes it at once, so that it holds nothing.
  func turnAway(_ file: consuming OwnedFD, _ reason: ByeReason, _ detail: String) -> Admission {
    past.refused += 1
    // A new connection has room for a line; one that is gone needs none.
    _ = try? SystemCalls.send(file, farewell(reason, detail).span)
    // Closed with unread input the connection would be reset: the client would get ECONNRESET and
    // not the end.
    for _ in 0..<4 {
      var span = block.mutableSpan
      guard case .bytes = try? SystemCalls.read(file, into: &span) else { break }
    }
    return .turnedAway(detail)
  }

  /// The line that ends a connection which nothing else was sent to.
  func farewell(_ reason: ByeReason, _ detail: String) -> [UInt8] {
    var line = LineWriter(capacity: 256)
    line.bye(reason, detail: detail)
    return line.bytes
  }

  /// Why a user may not listen at all.
  private static func stranger(_ user: UInt32) -> String {
    "user \(user) is in no group that may listen: see [socket] in flickd.toml(5)"
  }

  /// Why a user may have no further connection, nil if there is room.
  private func objection(to user: UInt32, now: Int64) -> String? {
    guard rates.admit(user: user, now: now) else {
      return "user \(user) connects too often: at most \(ProtocolLimits.connectionsPerSecond) times a second"
    }
    let open = list.count { $0.isOpen }
    if open >= ProtocolLimits.clients { return "\(ProtocolLimits.clients) connections are open already" }
    // Root can do worse than take all the room.
    guard user != 0, list.count(where: { $0.isOpen && $0.user == user }) >= ProtocolLimits.clientsPerUser
    else { return nil }
    return "user \(user) has \(ProtocolLimits.clientsPerUser) connections already"
  }

  /// Ends the turn: writes what waits and forgets who is gone.
  ///
  /// Returns the next moment at which somebody's time has come.
  func settle(reactor: inout Reactor, panels: any PanelInventory, now: Int64) -> Int64? {
    var due = tellActivity(on: panels, now: now)
    let isCrowded = list.count { $0.isOpen } >= ProtocolLimits.clients
    for client in list {
      if client.resume(now: now) { hear([], from: client, panels: panels, turns: reactor.turns, now: now) }
      client.settle(isCrowded: isCrowded, now: now)
      watch(client, reactor: &reactor)
      if client.isGone {
        part(with: client, reactor: &reactor)
      } else {
        due = min(due, client.due(isCrowded: isCrowded))
      }
    }
    if list.contains(where: \.isGone) { list.removeAll { $0.isGone } }
    times.endTurn(now: SystemCalls.monotonicMicroseconds())
    return due == .max ? nil : due
  }

  /// Has the reactor watch a connection for what it waits for now; a connection that the kernel
  /// refuses to watch is closed.
  ///
  /// The kernel reports nothing more of such a connection, whose client would wait without end.
  private func watch(_ client: Client, reactor: inout Reactor) {
    guard !client.isGone, let interest = client.changedInterest() else { return }
    do throws(SystemCallError) {
      try reactor.modify(client.registration, for: interest)
    } catch {
      client.hangUp()
    }
  }

  private func part(with client: Client, reactor: inout Reactor) {
    reactor.unregister(client.registration)
    show(nil, to: client)
    past.merged += client.merged
    if client.byeReason == .slowConsumer { past.slowConsumers += 1 }
  }

  /// Begins a turn.
  func wake(now: Int64) {
    times.wake(now: now)
  }

  /// Handles what the reactor says of one of the connections, which may ask about `panels`; false
  /// if it is none of them.
  func handle(
    _ ready: Reactor.Ready, panels: any PanelInventory, reactor: inout Reactor, now: Int64
  ) throws(SystemCallError) -> Bool {
    guard let client = list.first(where: { $0.registration == ready.registration }) else { return false }
    if ready.writable { client.unblock() }
    if ready.hangup {
      client.hangUp()
    } else if ready.readable {
      let count = client.read(into: &block, now: now)
      hear(block[..<count], from: client, panels: panels, turns: reactor.turns, now: now)
      // Replies do not wait for panels that are read in the same turn, for some milliseconds each.
      client.flush()
    }
    return true
  }

  private func hear(
    _ input: ArraySlice<UInt8>, from client: Client, panels: any PanelInventory, turns: Int64, now: Int64
  ) {
    client.hear(input, now: now) { line in
      let handler = RequestHandler(panels: panels, turns: turns, client: client, clients: self)
      if let reply = handler.reply(to: line) {
        client.tell(reply, now: now)
      } else {
        client.dismiss(
          .protocol, detail: "a request is nested deeper than \(ProtocolLimits.depth)", now: now)
      }
    }
  }

  /// What is known of the service as a whole after so many turns.
  func counts(turns: Int64) -> ServiceCounts {
    var counts = past
    counts.clients = list.count { $0.isOpen }
    counts.uptime = SystemCalls.monotonicMicroseconds() - begin
    counts.turns = turns
    for client in list where !client.isGone {
      counts.merged += client.merged
      if client.byeReason == .slowConsumer { counts.slowConsumers += 1 }
    }
    times.report(into: &counts)
    return counts
  }

  /// The state of the configuration, and which parts of it have no effect on these panels.
  func configuration(for panels: any PanelInventory) -> ConfigurationReport {
    let notes = settings.unmatched(panels.matching) + unknownAccounts
    return switch standing {
    case .good: ConfigurationReport(.good, notes: notes)
    case .degraded(let problem): ConfigurationReport(.degraded, detail: problem, notes: notes)
    case .outdated(let problem): ConfigurationReport(.outdated, detail: problem, notes: notes)
    }
  }

  // MARK: Telling

  /// Tells a fact to everybody whose view shows it; its frame was due at `due` on the machine's
  /// clock.
  func publish(_ fact: borrowing SwipeFact, of panel: borrowing PanelSetup, now: Int64, due: Int64) {
    underWay.note(fact, on: panel)
    for view in views where view.encoder.encode(fact, of: panel) {
      for client in view.clients { client.tell(&view.encoder, now: now) }
      times.noteFrame(due)
    }
  }

  /// Tells that a panel came, went or changed, to everybody who wants to know of it.
  func publish(_ change: PanelChange, _ panel: PanelMessage, now: Int64) {
    var line = LineWriter()
    line.panel(change, panel)
    tell(line, of: panel.panelID, now: now) { _ in true }
  }

  /// Says goodbye to everybody.
  func dismissAll(_ reason: ByeReason, detail: String, now: Int64) {
    for client in list { client.dismiss(reason, detail: detail, now: now) }
  }

  /// Tells who wants to know that panels are touched; returns when to look again, `.max` for never.
  private func tellActivity(on panels: any PanelInventory, now: Int64) -> Int64 {
    guard list.contains(where: { $0.isOpen && $0.wantsActivity }) else {
      activity.stop()
      return .max
    }
    for panelID in activity.look(at: panels, now: now) {
      var line = LineWriter(capacity: 128)
      line.activity(panelID: panelID, moment: clock == .monotonic ? now : nil)
      tell(line, of: panelID, now: now, if: \.wantsActivity)
    }
    return activity.due ?? .max
  }

  private func tell(
    _ line: borrowing LineWriter, of panelID: String, now: Int64, if wants: (Client) -> Bool
  ) {
    for client in list where wants(client) && client.view?.encoder.shows(panelID: panelID) ?? false {
      client.tell(line, now: now)
    }
  }
}

// MARK: - Subscriptions

extension Clients {
  /// Gives a connection what it asks for in place of what it had; returns the swipes under way that
  /// it will be told of.
  func subscribe(
    _ client: Client, to subscription: Subscription
  ) throws(ViewRefusal) -> [(id: SwipeID, panelID: String)] {
    let level = min(client.ceiling, subscription.level ?? client.ceiling)
    let view = try View(subscription, level: level, connection: client.number)
    // Its own last view has the same owner and perhaps the same words, but offsets of its own: they
    // go.
    show(nil, to: client)
    show(view, to: client)
    client.lower(to: level)
    client.setRate(subscription.maxRate)
    client.wantsActivity = subscription.activity
    return underWay.seen(by: view)
  }

  /// Puts the content of a zone elsewhere, for this connection alone; false if it has no such zone.
  func update(_ update: ZoneUpdate, of client: Client) -> Bool {
    guard let present = client.view else { return false }
    if present.encoder.view.owner != nil {
      return present.encoder.update(update, owner: client.number)
    }
    var own = present.encoder
    guard own.update(update, owner: client.number) else { return false }
    attach(SharedView(own), to: client)
    return true
  }

  /// Gives a connection a view, which it shares with all who have the same; nil takes away what it
  /// had.
  private func show(_ view: View?, to client: Client) {
    guard let view else { return attach(nil, to: client) }
    let same = views.first { $0.encoder.view == view }
    attach(
      same
        ?? SharedView(
          SwipeEncoder(
            view: view, millimetersPerPoint: millimetersPerPoint, configured: zones, underWay: underWay)),
      to: client)
  }

  private func attach(_ shared: SharedView?, to client: Client) {
    if let before = client.view {
      before.remove(client)
      if before.isUnused { views.removeAll { $0 === before } }
    }
    client.view = shared
    guard let shared else { return }
    if !views.contains(where: { $0 === shared }) { views.append(shared) }
    shared.add(client)
  }
}

extension Settings {
  fileprivate var millimetersPerPoint: Double { 25.4 / swipe.pointsPerInch }

  fileprivate var unknownAccounts: [String] {
    unknownAccounts(hasUser: { AccountName($0).user != nil }, hasGroup: { AccountName($0).group != nil })
  }
}
