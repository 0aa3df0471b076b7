internal import ConfigurationFiles
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Logging
internal import Pipeline
internal import Requests
internal import Settings

/// All connections: admission, requests, and the end of a turn, which writes the waiting lines.
final class Clients {
  /// The result of an accepted connection.
  enum Admission {
    case admitted(Level)
    /// The reason, as human-readable text.
    case turnedAway(String)
  }

  private(set) var list: [Client] = []
  /// The panels that requests may query.
  let panels: any PanelInventory
  private let broadcast: Broadcast
  /// For lines that only people who debug see; ``Acceptor`` logs who connects.
  let log: Logger
  private let loop: EventLoop
  private var activity = ActivityWatch()
  private var number = 0
  private let begin = SystemCalls.monotonicMicroseconds()
  /// The counts of closed connections and of those that were turned away.
  private var past = (refused: Int64(0), slowConsumers: Int64(0), merged: Int64(0))
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
  var configurationState = LiveConfiguration.State.good
  /// Which users may connect; no user before the socket exists.
  var access: Access

  init(
    epoch: String, clock: StreamClock, settings: Settings, access: Access, panels: any PanelInventory,
    broadcast: Broadcast, log: Logger, loop: EventLoop
  ) {
    self.panels = panels
    self.broadcast = broadcast
    self.log = log
    self.loop = loop
    self.epoch = epoch
    self.clock = clock
    self.settings = settings
    unknownAccounts = settings.unknownAccounts
    self.access = access
  }

  /// Applies changed settings: zones, density and access; subscriptions and levels stay.
  func apply(_ settings: Settings) {
    self.settings = settings
    unknownAccounts = settings.unknownAccounts
    access = access.with(settings.socket, ceiling: .positions)
    broadcast.apply(settings)
  }

  // MARK: Coming and going

  /// Sends hello and state to a new connection, or turns it away with a reason.
  func admit(_ file: consuming OwnedFD, _ peer: PeerCredentials) -> Admission {
    guard let level = access.level(of: peer) else { return turnAway(file, .denied, Self.stranger(peer.user)) }
    if let objection = objection(to: peer.user) { return turnAway(file, .limit, objection) }
    let registration: Reactor.Registration
    do throws(SystemCallError) {
      registration = try loop.reactor.register(file, for: .readable)
    } catch {
      return turnAway(file, .limit, "the service has no room: \(error)")
    }
    number += 1
    let client = Client(
      number: number, user: peer.user, file: file, registration: registration, level: level, loop: loop)
    list.append(client)
    let view = View(level: level)
    var line = LineWriter()
    HelloMessage(epoch: epoch, clock: clock, level: level).write(into: &line)
    StateMessage(
      panels: panels.messages.map { $0.visible(at: level) }, swipes: broadcast.swipes(seenBy: view)
    ).write(into: &line)
    client.enqueue(line)
    broadcast.subscribe(client, to: view)
    log.debug("client \(number): process \(peer.process) of user \(peer.user)")
    return .admitted(level)
  }

  /// Sends bye to a new connection and closes it immediately, so that it uses no resources.
  func turnAway(_ file: consuming OwnedFD, _ reason: ByeReason, _ detail: String) -> Admission {
    past.refused += 1
    // The buffer of a new connection has room for one line; if the peer is gone, the line is
    // dropped.
    _ = try? SystemCalls.send(file, bye(reason, detail).span)
    // If a socket is closed with unread bytes, the kernel resets the connection: the client gets
    // ECONNRESET and not the end.
    var block = [UInt8](repeating: 0, count: TurnBudget.requestBytes)
    for _ in 0..<4 {
      var span = block.mutableSpan
      guard case .bytes = try? SystemCalls.read(file, into: &span) else { break }
    }
    return .turnedAway(detail)
  }

  /// The bye line for a connection that receives no other line.
  func bye(_ reason: ByeReason, _ detail: String) -> [UInt8] {
    LineWriter.bytes(ByeMessage(reason: reason, detail: detail).write)
  }

  /// Why a user may not connect at all.
  private static func stranger(_ user: UInt32) -> String {
    "user \(user) is not in a group that may subscribe: see [socket] in flickd.toml(5)"
  }

  /// Why a user may not open another connection; nil if there is room.
  private func objection(to user: UInt32) -> String? {
    guard rates.admit(user: user, now: loop.now) else {
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
  func endTurn() -> Int64? {
    broadcast.release()
    var due = sendActivity()
    // Few connections need no count.
    let isCrowded =
      list.count >= ProtocolLimits.clients && list.count { $0.isOpen } >= ProtocolLimits.clients
    var isAnyGone = false
    for client in list {
      if client.resume() { receive([], from: client) }
      client.endTurn(isCrowded: isCrowded)
      watch(client)
      if client.isGone {
        isAnyGone = true
        part(with: client)
      } else {
        due = min(due, client.due(isCrowded: isCrowded))
      }
    }
    if isAnyGone { list.removeAll { $0.isGone } }
    return due == .max ? nil : due
  }

  /// Sets the events that the reactor watches a connection for.
  ///
  /// The connection is closed if the kernel refuses: the kernel would report nothing more, and the
  /// client would wait without end.
  private func watch(_ client: Client) {
    guard !client.isGone, let interest = client.changedInterest() else { return }
    do throws(SystemCallError) {
      try loop.reactor.modify(client.registration, for: interest)
    } catch {
      client.hangUp()
    }
  }

  private func part(with client: Client) {
    loop.reactor.unregister(client.registration)
    broadcast.unsubscribe(client)
    past.merged += client.merged
    if client.byeReason == .slowConsumer { past.slowConsumers += 1 }
    log.debug("client \(client.number): gone\(client.byeReason.map { ", bye \($0.word)" } ?? "")")
  }

  /// Handles an event of a connection; false if no connection matches.
  func handle(_ ready: Reactor.Ready) -> Bool {
    guard let client = list.first(where: { $0.registration == ready.registration }) else { return false }
    if ready.writable { client.unblock() }
    if ready.hangup {
      client.hangUp()
    } else if ready.readable {
      let count = client.read(into: &block)
      receive(block[..<count], from: client)
      // A reply must not wait for panels of the same turn, each of which may block for some
      // milliseconds.
      client.flush()
    }
    return true
  }

  private func receive(_ input: ArraySlice<UInt8>, from client: Client) {
    client.receive(input) { line in
      if let reply = RequestHandler(client: client, clients: self).reply(to: line) {
        client.enqueue(reply)
      } else {
        client.dismiss(.protocol, detail: "a request is nested deeper than \(ProtocolLimits.depth)")
      }
    }
  }

  /// The counts of the whole service.
  var counts: ServiceCounts {
    let present = list.filter { !$0.isGone }
    var counts = ServiceCounts(
      clients: Int64(list.count { $0.isOpen }),
      uptime: .microseconds(SystemCalls.monotonicMicroseconds() - begin))
    counts.refused = past.refused
    counts.slowConsumers =
      past.slowConsumers + Int64(present.count { $0.byeReason == .slowConsumer })
    counts.merged = present.reduce(past.merged) { $0 + $1.merged }
    counts.skipped = broadcast.skipped
    loop.report(into: &counts)
    return counts
  }

  /// The rules and zones of the configuration that match no panel.
  var unmatched: [String] { settings.unmatched(panels.matching) }

  /// The status of the configuration, and its parts that match no panel.
  var configuration: ConfigurationReport {
    let notes = unmatched + unknownAccounts
    return switch configurationState {
    case .good: ConfigurationReport(.good, notes: notes)
    case .degraded(let problem): ConfigurationReport(.degraded, detail: problem, notes: notes)
    case .outdated(let problem): ConfigurationReport(.outdated, detail: problem, notes: notes)
    }
  }

  // MARK: Sending

  /// Sends bye to every client.
  func dismissAll(_ reason: ByeReason, detail: String) {
    for client in list { client.dismiss(reason, detail: detail) }
  }

  /// Sends activity messages for touched panels; returns when the next check is due, `.max` for
  /// never.
  private func sendActivity() -> Int64 {
    guard list.contains(where: { $0.isOpen && $0.wantsActivity }) else {
      activity.stop()
      return .max
    }
    for panelID in activity.look(at: panels, now: loop.now) {
      var line = LineWriter(capacity: 128)
      ActivityMessage(panelID: panelID, time: clock == .monotonic ? loop.now : nil).write(into: &line)
      for client in list
      where client.wantsActivity && client.view?.delivery.encoder.shows(panelID: panelID) ?? false {
        client.enqueue(line)
      }
    }
    return activity.due ?? .max
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
    if let conflict = subscription.conflict(slop: slop, millimetersPerPoint: settings.millimetersPerPoint) {
      throw .zone(conflict)
    }
    broadcast.subscribe(client, to: view)
    client.lower(to: level)
    client.setRate(subscription.maxRate)
    client.wantsActivity = subscription.activity
    log.debug(
      "client \(client.number): subscribed",
      metadata: [
        "level": "\(level)", "unit": "\(subscription.unit.word)",
        "zones": "\(subscription.zones?.count ?? 0)",
      ])
    return broadcast.swipes(seenBy: view)
  }

  /// Sets the offset of a zone for this connection only; false if it has no zone of that name.
  func update(_ update: ZoneUpdate, of client: Client) -> Bool { broadcast.update(update, of: client) }

  /// The names of the zones of this connection.
  func zoneNames(of client: Client) -> [String] { broadcast.zoneNames(of: client) }
}

extension Settings {
  fileprivate var unknownAccounts: [String] {
    unknownAccounts(hasUser: { AccountName($0).user != nil }, hasGroup: { AccountName($0).group != nil })
  }
}
