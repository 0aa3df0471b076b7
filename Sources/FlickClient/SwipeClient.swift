internal import FlickProtocol
internal import LinuxIO

/// The touchscreens of this machine as flickd interprets them: swipes and decisions.
///
///     let client = SwipeClient()
///     let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592])
///     for try await swipe in client.swipes(in: cards) where swipe.phase == .end {
///       print(swipe.snap?.index ?? 0)
///     }
///
/// Each sequence has its own connection, and reconnects whenever that connection is lost.
public struct SwipeClient: Equatable, Sendable {
  /// The path of the service's socket.
  ///
  /// nil uses `$FLICKD_SOCKET` if it is set, or else the first that exists of
  /// `/run/flickd/flickd.sock` and `$XDG_RUNTIME_DIR/flickd/flickd.sock`.
  public var socket: String?
  /// Whether the client waits for a service that is not there yet, instead of throwing an error.
  ///
  /// After a first connection, the client always waits for the service to come back.
  public var waitsForService: Bool

  /// Creates a client; each sequence connects when its iteration starts.
  public init(socket: String? = nil, waitsForService: Bool = true) {
    self.socket = socket
    self.waitsForService = waitsForService
  }

  /// Returns the swipes of these zones, in points.
  ///
  /// Without zones, it returns all swipes, in the zones of flickd's configuration. For the swipes
  /// outside of your zones too, use ``SwipeSubscription/includesOutside``.
  public func swipes(in zones: SwipeZone...) -> Swipes {
    swipes(SwipeSubscription(zones: zones.isEmpty ? nil : zones))
  }

  /// Returns the swipes of these zones, in points, for example those of `Pager.zones(_:nested:)`.
  public func swipes(in zones: [SwipeZone]) -> Swipes { swipes(SwipeSubscription(zones: zones)) }

  /// Returns the swipes of a subscription.
  public func swipes(_ subscription: SwipeSubscription) -> Swipes { Swipes(SwipeEvents(self, subscription)) }

  /// Returns the swipes of these zones, in points, and the connection's events.
  ///
  /// Without zones, it returns all swipes, in the zones of flickd's configuration.
  public func events(in zones: SwipeZone...) -> SwipeEvents {
    events(SwipeSubscription(zones: zones.isEmpty ? nil : zones))
  }

  /// Returns the swipes of these zones, in points, and the connection's events.
  public func events(in zones: [SwipeZone]) -> SwipeEvents { events(SwipeSubscription(zones: zones)) }

  /// Returns the swipes of a subscription, and the connection's events.
  public func events(_ subscription: SwipeSubscription) -> SwipeEvents { SwipeEvents(self, subscription) }

  /// Returns the present panels, for example to name one in a subscription in pixels.
  ///
  /// Like a sequence, this method waits for a service unless ``waitsForService`` is false. The
  /// result is empty if the task is cancelled.
  public func panels() async throws(FlickError) -> [FlickService.Panel] {
    guard case .panels(let panels)? = try await SingleRequest(client: self, verb: .panels).reply() else {
      return []
    }
    return panels
  }

  /// Returns the counts of flickd and of its panels, for example for a view of their health.
  ///
  /// Waits for a service as ``panels()`` does. The result is nil if the task is cancelled. Each
  /// call opens a connection.
  public func stats() async throws(FlickError) -> FlickStats? {
    guard case .stats(let stats)? = try await SingleRequest(client: self, verb: .stats).reply() else {
      return nil
    }
    return stats
  }

  /// The present time on the clock of ``Swipe/time``: CLOCK_MONOTONIC.
  public static var now: Duration { .microseconds(SystemCalls.monotonicMicroseconds()) }
}
