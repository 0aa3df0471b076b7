internal import Configuration
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Pipeline

/// All connections, and the lines that are sent to them.
///
/// A fact is encoded once for each distinct view, then copied into the queue of each client with
/// that view. Nothing is written before the end of the turn.
final class Clients {
  /// The result of an accepted connection.
  enum Admission {
    case admitted(Level)
    /// The reason, as text for people.
    case turnedAway(String)
  }

  private(set) var list: [Client] = []
  private var views: [SharedView] = []
  private var underWay = ActiveSwipes()
  private var activity = ActivityWatch()
  private var times = ServiceTimes()
  private var number = 0
  private let begin = SystemCalls.monotonicMicroseconds()
  /// The counts of closed connections and of those that were turned away.
  private var past = ServiceCounts()
  private var rates = ConnectionRates()
  /// The buffer for one read from one connection.
  private var block = [UInt8](repeating: 0, count: TurnBudget.requestBytes)
  private let epoch: String
  private let clock: StreamClock
  private var settings: Settings
  /// Configured accounts that the system does not know.
  ///
  /// Looked up once per configuration, because a lookup may block on other services.
  private var unknownAccounts: [String]
  /// How the settings in use relate to the configuration files.
  var standing = LiveConfiguration.Standing.good
  private var millimetersPerPoint: Double
  private var zones: [ZoneSettings]
  /// Which users may connect; no user before the socket exists.
  var access: Access

  init(epoch: String, clock: StreamClock, settings: Settings, access: Access) {
    self.epoch = epoch
    self.clock = clock
    self.settings = settings
    unknownAccounts = settings.unknownAccounts
    millimetersPerPoint = settings.millimetersPerPoint
    zones = settings.publicZones
    self.access = access
  }

  /// Applies changed settings: zones, density and access; subscriptions and levels stay.
  func use(_ settings: Settings) {
    self.settings = settings
    unknownAccounts = settings.unknownAccounts
    millimetersPerPoint = settings.millimetersPerPoint
    zones = settings.publicZones
    access = access.with(settings.socket, ceiling: .positions)
    for view in views { view.encoder.use(millimetersPerPoint: millimetersPerPoint, configured: zones) }
  }

  // MARK: Coming and going

  /// Sends hello and state to a new connection, or turns it away with a reason.
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

  /// Sends bye to a new connection and closes it at once, so that it uses no resources.
  func turnAway(_ file: consuming OwnedFD, _ reason: ByeReason, _ detail: String) -> Admission {
    past.refused += 1
    // The buffer of a new connection has room for one line; if the peer is gone, the line is
    // dropped.
    _ = try? SystemCalls.send(file, farewell(reason, detail).span)
    // If a socket is closed with unread bytes, the kernel resets the connection: the client gets
    // ECONNRESET and not the end.
    for _ in 0..<4 {
      var span = block.mutableSpan
      guard case .bytes = try? SystemCalls.read(file, into: &span) else { break }
    }
    return .turnedAway(detail)
  }

  /// The bye line for a connection that receives no other line.
  func farewell(_ reason: ByeReason, _ detail: String) -> [UInt8] {
    var line = LineWriter(capacity: 256)
    line.bye(reason, detail: detail)
    return line.bytes
  }

  /// Why a user may not connect at all.
  private static func stranger(_ user: UInt32) -> String {
    "user \(user) is not in a group that may subscribe: see [socket] in flickd.toml(5)"
  }

  /// Why a user may not open another connection; nil if there is room.
  private func objection(to user: UInt32, now: Int64) -> String? {
    guard rates.admit(user: user, now: now) else {
      return "user \(user) connects too often: at most \(ProtocolLimits.connectionsPerSecond) times a second"
    }
    let open = list.count { $0.isOpen }
    if open >= ProtocolLimits.clients { return "\(ProtocolLimits.clients) connections are already open" }
    // Root has no limit of its own: root can harm the service in worse ways.
    guard user != 0, list.count(where: { $0.isOpen && $0.user == user }) >= ProtocolLimits.clientsPerUser
    else { return nil }
    return "user \(user) already has \(ProtocolLimits.clientsPerUser) connections"
  }

  /// Ends the turn: writes waiting lines and removes closed connections.
  ///
  /// Returns when the next connection needs attention, in µs; nil for never.
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

  /// Sets the events that the reactor watches a connection for.
  ///
  /// The connection is closed if the kernel refuses: the kernel would report nothing more, and the
  /// client would wait without end.
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

  /// Starts measuring a turn.
  func wake(now: Int64) {
    times.wake(now: now)
  }

  /// Handles an event of a connection, whose requests may read `panels`; false if no connection
  /// matches.
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
      // A reply must not wait for panels of the same turn, each of which may block for some
      // milliseconds.
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

  /// The counts of the whole service; `turns` is the number of turns so far.
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

  /// The status of the configuration, and its parts that match none of these panels.
  func configuration(for panels: any PanelInventory) -> ConfigurationReport {
    let notes = settings.unmatched(panels.matching) + unknownAccounts
    return switch standing {
    case .good: ConfigurationReport(.good, notes: notes)
    case .degraded(let problem): ConfigurationReport(.degraded, detail: problem, notes: notes)
    case .outdated(let problem): ConfigurationReport(.outdated, detail: problem, notes: notes)
    }
  }

  // MARK: Sending

  /// Sends a fact to each client whose view shows it.
  ///
  /// `due` is the time of the fact's frame, in µs of CLOCK_MONOTONIC.
  func publish(_ fact: borrowing SwipeFact, of panel: borrowing PanelSetup, now: Int64, due: Int64) {
    underWay.note(fact, on: panel)
    for view in views where view.encoder.encode(fact, of: panel) {
      for client in view.clients { client.tell(&view.encoder, now: now) }
      times.noteFrame(due)
    }
  }

  /// Sends a panel message to each client whose view shows the panel.
  func publish(_ change: PanelChange, _ panel: PanelMessage, now: Int64) {
    var line = LineWriter()
    line.panel(change, panel)
    tell(line, of: panel.panelID, now: now) { _ in true }
  }

  /// Sends bye to every client.
  func dismissAll(_ reason: ByeReason, detail: String, now: Int64) {
    for client in list { client.dismiss(reason, detail: detail, now: now) }
  }

  /// Sends activity messages for touched panels; returns when the next check is due, `.max` for
  /// never.
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
  /// Replaces the subscription of a client; returns the active swipes that its new view shows.
  func subscribe(
    _ client: Client, to subscription: Subscription
  ) throws(ViewRefusal) -> [(id: SwipeID, panelID: String)] {
    let level = min(client.ceiling, subscription.level ?? client.ceiling)
    let view = try View(subscription, level: level, connection: client.number)
    let slop = settings.swipe.slop
    if let conflict = subscription.conflict(slop: slop, millimetersPerPoint: millimetersPerPoint) {
      throw .zone(conflict)
    }
    // Removed first: the last view has the same owner and may be equal, but it has offsets of its
    // own.
    show(nil, to: client)
    show(view, to: client)
    client.lower(to: level)
    client.setRate(subscription.maxRate)
    client.wantsActivity = subscription.activity
    return underWay.seen(by: view)
  }

  /// Sets the offset of a zone for this connection only; false if it has no zone of that name.
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

  /// Attaches a client to the view that it shares with all clients with an equal one; nil detaches
  /// it.
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
