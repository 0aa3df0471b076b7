internal import LinuxIO

/// The touchscreens of this machine as flickd understands them: what each finger did, and what it
/// meant.
///
///     let client = FlickClient()
///     let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592])
///     for try await swipe in client.swipes(in: cards) where swipe.phase == .end {
///       print(swipe.snap?.index ?? 0)
///     }
///
/// Each sequence is a connection of its own, which is made again whenever it is lost.
public struct FlickClient: Equatable, Sendable {
  /// The path of the service's socket; nil for the first of `$FLICKD_SOCKET`,
  /// `/run/flickd/flickd.sock` and `$XDG_RUNTIME_DIR/flickd/flickd.sock`.
  public var socket: String?
  /// Whether a service that is not there yet is waited for; else that is an error.
  ///
  /// One that goes away is waited for in any case.
  public var waitsForService: Bool

  /// Creates a client; it connects when a sequence is iterated.
  public init(socket: String? = nil, waitsForService: Bool = true) {
    self.socket = socket
    self.waitsForService = waitsForService
  }

  /// The swipes in these zones, and outside of them, in points; without any, in the zones of
  /// flickd's configuration.
  public func swipes(in zones: SwipeZone...) -> Swipes {
    Swipes(SwipeEvents(self, SwipeSubscription(zones: zones.isEmpty ? nil : zones)))
  }

  /// The swipes of a subscription.
  public func swipes(_ subscription: SwipeSubscription) -> Swipes {
    Swipes(SwipeEvents(self, subscription))
  }

  /// The swipes in these zones, and outside of them, in points, and what becomes of the connection.
  public func events(in zones: SwipeZone...) -> SwipeEvents {
    SwipeEvents(self, SwipeSubscription(zones: zones.isEmpty ? nil : zones))
  }

  /// The swipes of a subscription, and what becomes of the connection.
  public func events(_ subscription: SwipeSubscription) -> SwipeEvents {
    SwipeEvents(self, subscription)
  }

  /// Now, on the clock of ``Swipe/time``: CLOCK_MONOTONIC in µs.
  public static var now: Int64 { SystemCalls.monotonicMicroseconds() }
}
