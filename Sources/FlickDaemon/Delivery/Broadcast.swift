internal import FlickProtocol
internal import GestureCore
internal import Pipeline
internal import Settings

/// What the panels publish, delivered to the views of the clients.
///
/// Panels publish here and know no client. Clients subscribe here and know no panel. A fact is
/// encoded once for each distinct view, then copied into the queue of each client with that view.
/// Nothing is written before the end of the turn.
final class Broadcast {
  /// The ids of the swipes of all panels, at the level `positions`.
  var numbering = SwipeNumbering()
  private let loop: EventLoop
  private var views: [SharedView] = []
  private var swipes: PublishedSwipes
  /// The skipped updates of views that no client has any longer.
  private var pastSkipped: Int64 = 0
  private var millimetersPerPoint: Double
  private var zones: [ZoneSettings]
  /// Changed settings that take effect once no swipe is active.
  private var waiting: Settings?

  init(settings: Settings, loop: EventLoop) {
    self.loop = loop
    millimetersPerPoint = settings.millimetersPerPoint
    zones = settings.publicZones
    swipes = PublishedSwipes(zones: zones)
  }

  /// Applies changed zones and density once no swipe is active; subscriptions stay.
  ///
  /// So a swipe is decided by the zones that it began in.
  func apply(_ settings: Settings) {
    waiting = settings
    applyWaiting()
  }

  private func applyWaiting() {
    guard let settings = waiting, swipes.active.isEmpty else { return }
    waiting = nil
    millimetersPerPoint = settings.millimetersPerPoint
    zones = settings.publicZones
    swipes.use(zones)
    for view in views {
      view.delivery.encoder.use(millimetersPerPoint: millimetersPerPoint, configured: zones)
    }
  }

  // MARK: Publishing

  /// Sends a fact to each client whose view shows it, or holds it.
  func publish(_ fact: borrowing SwipeFact, of panel: PanelSetup, at moment: PublishingMoment) {
    let lowerID = swipes.note(fact, of: panel)
    for view in views where view.delivery.publish(fact, of: panel, lowerID: lowerID, at: moment) {
      loop.noteFrame(moment.frameTime)
    }
    if waiting != nil { applyWaiting() }
  }

  /// Sends what a contact means for presses to each client that asks for presses.
  func publish(_ fact: borrowing ContactFact, of panel: PanelSetup, at moment: PublishingMoment) {
    for view in views where view.delivery.publish(fact, of: panel) { loop.noteFrame(moment.frameTime) }
  }

  /// Sends the held updates that are due, at the end of a turn.
  func release() {
    for view in views {
      if let frameTime = view.delivery.release(now: loop.now) { loop.noteFrame(frameTime) }
    }
  }

  /// How many updates were skipped because a panel was behind, for all clients so far.
  var skipped: Int64 { views.reduce(pastSkipped) { $0 + $1.delivery.skipped } }

  /// Sends a panel message to each client whose view shows the panel.
  func publish(_ change: PanelChange, _ panel: PanelMessage) {
    for view in views where view.delivery.encoder.shows(panelID: panel.panelID) {
      var line = LineWriter()
      panel.visible(at: view.delivery.encoder.view.level).write(change, into: &line)
      for client in view.delivery.clients { client.enqueue(line) }
    }
    if change == .removed { swipes.forget(panelID: panel.panelID) }
  }

  /// Adds the counts of a panel's swipes to the others.
  func complete(_ counts: PanelCounts) -> PanelCounts {
    var counts = counts
    (counts.swipes, counts.publicSwipes) = swipes.counts(of: counts.message.panelID)
    return counts
  }

  // MARK: Subscribing

  /// The active swipes that a view shows.
  func swipes(seenBy view: View) -> [(id: SwipeID, panelID: String)] { swipes.active.seen(by: view) }

  /// Attaches a client to the view that it shares with all clients with an equal one.
  func subscribe(_ client: Client, to view: View) {
    // Removed first: the last view has the same owner and may be equal, but it has offsets of its
    // own.
    unsubscribe(client)
    if !view.phases.contains(.press) { client.presses.clear() }
    if let same = views.first(where: { $0.delivery.encoder.view == view }) {
      return attach(client, to: same)
    }
    var encoder = SwipeEncoder(
      view: view, millimetersPerPoint: millimetersPerPoint, configured: zones, active: swipes.active)
    if view.phases.contains(.press) { encoder.presses = client.presses }
    attach(client, to: SharedView(ViewDelivery(encoder)))
  }

  /// Detaches a client from its view.
  func unsubscribe(_ client: Client) {
    guard let view = client.view else { return }
    if view.delivery.encoder.view.owner != nil { client.presses = view.delivery.encoder.presses }
    view.delivery.clients.removeAll { $0 === client }
    if view.delivery.clients.isEmpty {
      pastSkipped += view.delivery.skipped
      views.removeAll { $0 === view }
    }
    client.view = nil
  }

  /// Sets the offset of a zone for this client only; false if it has no zone of that name.
  func update(_ update: ZoneUpdate, of client: Client) -> Bool {
    guard let present = client.view else { return false }
    if present.delivery.encoder.view.owner != nil {
      return present.delivery.encoder.update(update, owner: client.number)
    }
    var own = present.delivery.encoder
    guard own.update(update, owner: client.number) else { return false }
    let delivery = present.delivery.continued(by: own)
    unsubscribe(client)
    attach(client, to: SharedView(delivery))
    return true
  }

  /// The names of the zones of a client's view.
  func zoneNames(of client: Client) -> [String] {
    guard let view = client.view else { return [] }
    return view.delivery.encoder.zoneNames
  }

  private func attach(_ client: Client, to view: SharedView) {
    if view.delivery.clients.isEmpty { views.append(view) }
    view.delivery.clients.append(client)
    client.view = view
  }
}

extension Settings {
  var millimetersPerPoint: Double { 25.4 / swipe.pointsPerInch }
}
