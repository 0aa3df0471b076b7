internal import FlickProtocol
package import GestureCore
package import Pipeline
internal import Requests
package import Settings

/// The client of a replay: it receives the lines that one connection to flickd would receive.
package struct ReplayClient: SwipeSink {
  /// The panel whose facts arrive.
  private var setup: PanelSetup?
  private var encoder: SwipeEncoder
  /// The swipes as flickd publishes them, from which the levels below `positions` follow.
  private var swipes: PublishedSwipes
  private var settings: Settings
  /// The settings of a reload, which take effect on zones once no swipe is active.
  private var waiting: Settings?
  private var lines: [UInt8] = []
  private var sequence: Int64 = 0

  /// Whether no line was received.
  package var isEmpty: Bool { sequence == 0 }

  /// The number of the connection, which owns a view with its own zones.
  private static let connection = 1

  /// Connects with a view, before the first panel.
  package init(view: View, settings: Settings) {
    self.settings = settings
    encoder = SwipeEncoder(
      view: view, millimetersPerPoint: settings.millimetersPerPoint, configured: settings.publicZones)
    swipes = PublishedSwipes(zones: settings.publicZones)
  }

  package mutating func receive(_ fact: borrowing SwipeFact) {
    guard let setup else { return }
    let lowerID = swipes.note(fact, of: setup)
    if encoder.encode(fact, of: setup, lowerID: lowerID) { append() }
    applyWaiting()
  }

  package mutating func receive(_ fact: borrowing ContactFact) {
    guard let setup, encoder.encode(fact, of: setup) else { return }
    append()
  }

  private mutating func append() {
    sequence = encoder.append(sequence: sequence + 1, to: &lines)
  }

  /// Removes and returns the lines since the last call.
  package mutating func takeLines() -> [UInt8] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }

  // MARK: Panels and settings

  /// Receives the facts of a panel from now on.
  package mutating func follow(_ setup: PanelSetup) {
    self.setup = setup
  }

  /// Applies changed zones and density once no swipe is active.
  package mutating func use(_ settings: Settings) {
    guard settings != self.settings || waiting != nil else { return }
    waiting = settings
    applyWaiting()
  }

  private mutating func applyWaiting() {
    guard let settings = waiting, swipes.active.isEmpty else { return }
    waiting = nil
    self.settings = settings
    swipes.use(settings.publicZones)
    encoder.use(millimetersPerPoint: settings.millimetersPerPoint, configured: settings.publicZones)
  }

  // MARK: Requests

  /// Carries out a request; throws why flickd would refuse it, or why a replay cannot answer it.
  package mutating func send(_ line: String) throws(ReplayRefusal) {
    let request = try Self.request(line)
    switch request.verb {
    case .subscribe(let subscription): try subscribe(subscription)
    case .update(let update):
      guard encoder.update(update, owner: Self.connection) else {
        let names = encoder.zoneNames.joined(separator: ", ")
        throw ReplayRefusal(
          "`zone`: there is no zone of this name: "
            + (names.isEmpty ? "the subscription has none" : "the zones are \(names)"))
      }
    case .ping, .panels, .stats:
      throw ReplayRefusal(
        "the client of a scenario sends `subscribe` or `update`, whose effect its lines show")
    }
  }

  private static func request(_ line: String) throws(ReplayRefusal) -> Request {
    do throws(RequestFault) {
      return try Request(line: Array(line.utf8).span)
    } catch {
      switch error {
      case .refused(let refusal): throw ReplayRefusal(refusal.message)
      case .tooDeep: throw ReplayRefusal("the request is nested deeper than \(ProtocolLimits.depth)")
      }
    }
  }

  private mutating func subscribe(_ subscription: Subscription) throws(ReplayRefusal) {
    guard !subscription.activity, subscription.maxRate == nil else {
      throw ReplayRefusal("a replay has no clock for `activity` and `max_rate_hz`: remove them")
    }
    let view: View
    do throws(ViewRefusal) {
      view = try View(
        subscription, level: subscription.level ?? .positions, connection: Self.connection)
    } catch {
      throw ReplayRefusal(error.message)
    }
    let conflict = subscription.conflict(
      slop: settings.swipe.slop, millimetersPerPoint: settings.millimetersPerPoint)
    if let conflict { throw ReplayRefusal(conflict) }
    var next = SwipeEncoder(
      view: view, millimetersPerPoint: settings.millimetersPerPoint, configured: settings.publicZones,
      active: swipes.active)
    if view.phases.contains(.press) { next.presses = encoder.presses }
    encoder = next
  }
}

/// Why a request has no effect in a replay, as human-readable text.
package struct ReplayRefusal: Error, Equatable {
  /// The reason.
  package let message: String

  init(_ message: String) {
    self.message = message
  }
}

extension Settings {
  /// The length of a point, in mm.
  fileprivate var millimetersPerPoint: Double { 25.4 / swipe.pointsPerInch }
}
