internal import FlickProtocol
internal import GestureCore
internal import Pipeline

/// The facts of one view on their way to its clients.
///
/// An update is evaluated and encoded only if a client's pace admits it, and then once for all
/// clients. While a panel is behind, its updates are held until the end of the turn, and a newer
/// update replaces a held one, so flickd reads as fast as it can, and a client still receives one
/// update of each swipe per turn.
struct ViewDelivery {
  var encoder: SwipeEncoder
  var clients: [Client] = []
  /// How many updates were replaced or dropped before a client was offered them, because their
  /// panel was behind; counted for each client.
  private(set) var skipped: Int64 = 0
  private var held = HeldUpdates()
  /// The earliest time at which ``release(now:)`` has to look, in µs of CLOCK_MONOTONIC.
  private var due = Int64.max

  init(_ encoder: consuming SwipeEncoder) {
    self.encoder = encoder
  }

  /// A view of one client that continues this view with another encoder.
  func continued(by encoder: consuming SwipeEncoder) -> ViewDelivery {
    var own = ViewDelivery(encoder)
    own.held = held
    own.due = due
    return own
  }

  /// Sends a fact to the clients, or holds it; returns whether a client receives a line now.
  ///
  /// `lowerID` is the swipe's id below the level `positions`; nil while it is withheld there.
  mutating func publish(
    _ fact: borrowing SwipeFact, of panel: PanelSetup, lowerID: SwipeID?, at moment: PublishingMoment
  ) -> Bool {
    switch encoder.note(fact, of: panel) {
    case .none: return false
    case .update:
      guard moment.isBehind else { return offer(fact, of: panel, at: moment) }
      hold(fact, of: panel, at: moment, isOffered: false)
      due = .min
      return false
    case .other:
      let swipe = fact.swipe
      if fact.phase.isLast {
        drop(swipe)
        for client in clients { client.forget(swipe) }
      }
      guard encoder.encode(fact, of: panel, lowerID: lowerID) else { return false }
      // A view without begins shows an update first.
      let isPaced = encoder.isUpdate
      for client in clients where !isPaced || client.admit(swipe) { client.enqueue(&encoder) }
      return true
    }
  }

  /// Sends what a contact means for presses; returns whether a client receives a line.
  mutating func publish(_ fact: borrowing ContactFact, of panel: PanelSetup) -> Bool {
    guard encoder.encode(fact, of: panel) else { return false }
    for client in clients { client.enqueue(&encoder) }
    return true
  }

  /// Sends the held updates that are due; returns the frame time of the last one that was not
  /// offered before, in µs of CLOCK_MONOTONIC.
  mutating func release(now: Int64) -> Int64? {
    guard due <= now else { return nil }
    var sent: Int64?
    for index in held.updates.indices {
      guard let update = held.updates[index] else { continue }
      let (isSent, isDelayed) = send(update)
      if isSent, !update.isOffered { sent = update.frameTime }
      if isDelayed { held.noteOffer(at: index) } else { held.remove(at: index) }
    }
    due = clients.reduce(.max) { min($0, $1.updateDue) }
    return sent
  }

  /// Sends a held update to the clients for which it is due; returns whether there was one, and
  /// whether the pace of another still delays it.
  private mutating func send(_ update: borrowing HeldUpdates.Update) -> (isSent: Bool, isDelayed: Bool) {
    let swipe = update.fact.swipe
    let isOffered = update.isOffered
    var (isEncoded, isDelayed) = (false, false)
    for client in clients {
      if isOffered ? client.release(swipe) : client.admit(swipe) {
        if !isEncoded { encoder.encodeUpdate(update.fact, of: update.panel) }
        isEncoded = true
        client.enqueue(&encoder)
      } else if client.isDelaying(swipe) {
        isDelayed = true
      }
    }
    return (isEncoded, isDelayed)
  }

  /// Encodes an update for the clients whose pace admits it, and holds it for the others.
  private mutating func offer(
    _ fact: borrowing SwipeFact, of panel: PanelSetup, at moment: PublishingMoment
  ) -> Bool {
    let swipe = fact.swipe
    var (isEncoded, isDelayed) = (false, false)
    for client in clients {
      if client.admit(swipe) {
        if !isEncoded { encoder.encodeUpdate(fact, of: panel) }
        isEncoded = true
        client.enqueue(&encoder)
      } else {
        isDelayed = true
        due = min(due, client.updateDue)
      }
    }
    if isDelayed { hold(fact, of: panel, at: moment, isOffered: true) } else { drop(swipe) }
    return isEncoded
  }

  private mutating func hold(
    _ fact: borrowing SwipeFact, of panel: PanelSetup, at moment: PublishingMoment, isOffered: Bool
  ) {
    let update = HeldUpdates.Update(fact, of: panel, frameTime: moment.frameTime, isOffered: isOffered)
    if held.hold(update) { skipped += Int64(clients.count) }
  }

  /// Drops the held update of a swipe, because a newer line replaces it.
  private mutating func drop(_ swipe: SwipeID) {
    if !held.isEmpty, held.drop(swipe) { skipped += Int64(clients.count) }
  }
}

/// When a fact is published, and whether its updates are held.
struct PublishingMoment {
  /// The time of the fact's frame, in µs of CLOCK_MONOTONIC.
  var frameTime: Int64
  /// Whether the panel delivers faster than flickd answers, so that updates are held until the end
  /// of the turn.
  var isBehind = false
}
