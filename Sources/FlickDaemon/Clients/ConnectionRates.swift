internal import FlickProtocol

/// How often each user may connect: a burst, then a rate (a token bucket).
///
/// A program with a fault in the way it reconnects would otherwise be greeted as often as the
/// processor can. Root is no exception: on many kiosks everything is root's.
struct ConnectionRates {
  private struct Bucket {
    var user: UInt32
    /// What is left, in millionths of a connection.
    var left: Int64
    /// When it was counted, in µs of CLOCK_MONOTONIC.
    var counted: Int64

    mutating func refill(now: Int64) {
      let pause = min(max(now - counted, 0), 1_000_000_000)
      left = min(left + pause * ConnectionRates.rate, ConnectionRates.most)
      counted = now
    }
  }

  private static let rate = ProtocolLimits.connectionsPerSecond
  private static let most = ProtocolLimits.connectionBurst * 1_000_000
  /// With more users than this, those whose bucket is full again are forgotten.
  private static let users = 16

  private var buckets: [Bucket] = []

  /// Counts a connection of a user, and returns whether it is within the rate.
  mutating func admit(user: UInt32, now: Int64) -> Bool {
    let place = place(of: user, now: now)
    buckets[place].refill(now: now)
    guard buckets[place].left >= 1_000_000 else { return false }
    buckets[place].left -= 1_000_000
    return true
  }

  private mutating func place(of user: UInt32, now: Int64) -> Int {
    if let place = buckets.firstIndex(where: { $0.user == user }) { return place }
    if buckets.count >= Self.users {
      for place in buckets.indices { buckets[place].refill(now: now) }
      buckets.removeAll { $0.left == Self.most }
    }
    buckets.append(Bucket(user: user, left: Self.most, counted: now))
    return buckets.count - 1
  }
}
