internal import FlickProtocol

/// Limits how often each user may connect, with a token bucket: a burst, then a rate.
///
/// Without this limit, a program that reconnects in a loop would use the whole processor. The limit
/// applies to root too: on many kiosks every program runs as root.
struct ConnectionRates {
  private struct Bucket {
    var user: UInt32
    /// The remaining tokens, in millionths of a connection.
    var left: Int64
    /// The time of the last refill, in µs of CLOCK_MONOTONIC.
    var counted: Int64

    mutating func refill(now: Int64) {
      let pause = min(max(now - counted, 0), 1_000_000_000)
      left = min(left + pause * ConnectionRates.rate, ConnectionRates.most)
      counted = now
    }
  }

  private static let rate = ProtocolLimits.connectionsPerSecond
  private static let most = ProtocolLimits.connectionBurst * 1_000_000
  /// With more users than this, users whose bucket is full are removed.
  private static let users = 16

  private var buckets: [Bucket] = []

  /// Counts a connection of a user, and returns whether the rate allows it.
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
