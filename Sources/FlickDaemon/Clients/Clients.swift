internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Pipeline

/// Every connection, and the lines that they are all told.
///
/// A fact is encoded once for each distinct view, then copied into the queue of each client with that view. Nothing is
/// written before the end of the turn.
final class Clients {
  /// What became of a connection that was accepted.
  enum Admission {
    case admitted(Level)
    case turnedAway
  }

  private(set) var list: [Client] = []
  private var encoders: [SwipeEncoder] = []
  private var underWay: [(id: SwipeID, panelID: String)] = []
  private var block = [UInt8](repeating: 0, count: 4096)
  private let epoch: String
  private let clock: StreamClock
  private let millimetersPerPoint: Double
  /// The most that anybody may know.
  private let ceiling: Level

  init(epoch: String, clock: StreamClock, millimetersPerPoint: Double, ceiling: Level) {
    self.epoch = epoch
    self.clock = clock
    self.millimetersPerPoint = millimetersPerPoint
    self.ceiling = ceiling
  }

  // MARK: Coming and going

  /// Greets a new connection with hello and state, or turns it away with a reason.
  func admit(
    _ file: consuming OwnedFD, _ peer: PeerCredentials, panels: [PanelMessage], reactor: inout Reactor,
    now: Int64
  ) throws(SystemCallError) -> Admission {
    let level = min(
      ceiling, peer.user == 0 || peer.user == SystemCalls.effectiveUser() ? .positions : .motion)
    let view = place(of: View(level: level))
    let registration = try reactor.register(file, for: .readable)
    let client = Client(file: file, registration: registration, view: view)
    list.append(client)
    var line = LineWriter()
    if list.count > ProtocolLimits.clients {
      client.dismiss(.limit, detail: "\(ProtocolLimits.clients) connections are open already", now: now)
      return .turnedAway
    }
    line.hello(epoch: epoch, clock: clock, level: level)
    line.state(panels: panels, swipes: underWay)
    client.enqueue(line, now: now)
    return .admitted(level)
  }

  /// Ends the turn: writes what waits and forgets who is gone.
  ///
  /// Returns the next moment at which somebody's time is up.
  func settle(reactor: inout Reactor, now: Int64) throws(SystemCallError) -> Int64? {
    var due: Int64?
    for client in list {
      if client.flush() { try reactor.modify(client.registration, for: client.interest) }
      client.leaveIfDone(now: now)
      if client.isGone {
        reactor.unregister(client.registration)
      } else if let farewell = client.farewell {
        due = min(due ?? farewell, farewell)
      }
    }
    list.removeAll { $0.isGone }
    return due
  }

  /// Handles what the reactor says of one of the connections, which may ask about `panels`; false if it is none of them.
  func handle(
    _ ready: Reactor.Ready, panels: any PanelRecord, reactor: inout Reactor, now: Int64
  ) throws(SystemCallError) -> Bool {
    guard let client = list.first(where: { $0.registration == ready.registration }) else { return false }
    if ready.hangup {
      client.hangUp()
    } else if ready.readable {
      let answers = Answers(
        panels: panels, clients: list.count { $0.farewell == nil }, turns: reactor.turns,
        level: encoders[client.view].view.level)
      if client.read(into: &block, answers: answers, now: now) {
        try reactor.modify(client.registration, for: client.interest)
      }
    }
    return true
  }

  // MARK: Telling

  /// Tells a fact to everybody whose view shows it.
  func publish(_ fact: borrowing SwipeFact, of panel: borrowing PanelSetup, now: Int64) {
    note(fact, panelID: panel.message.panelID)
    for view in encoders.indices {
      guard encoders[view].encode(fact, of: panel) else { continue }
      for client in list where client.view == view { client.enqueue(&encoders[view], now: now) }
    }
  }

  /// Tells everybody that a panel came or went.
  func publish(_ change: PanelChange, _ panel: PanelMessage, now: Int64) {
    var line = LineWriter()
    line.panel(change, panel)
    for client in list { client.enqueue(line, now: now) }
  }

  /// Says goodbye to everybody.
  func dismissAll(_ reason: ByeReason, detail: String, now: Int64) {
    for client in list { client.dismiss(reason, detail: detail, now: now) }
  }

  private func note(_ fact: borrowing SwipeFact, panelID: String) {
    switch fact.phase {
    case .begin: underWay.append((fact.swipe, panelID))
    case .update: break
    case .end, .cancel:
      let swipe = fact.swipe
      underWay.removeAll { $0.id == swipe }
    }
  }

  private func place(of view: View) -> Int {
    if let place = encoders.firstIndex(where: { $0.view == view }) { return place }
    encoders.append(SwipeEncoder(view: view, millimetersPerPoint: millimetersPerPoint))
    return encoders.count - 1
  }
}
