internal import FlickProtocol

/// Limits the request bytes of one connection: a burst, refilled at a fixed rate.
///
///     open ── empty ──▶ paused (not read; the kernel blocks the client's writes) ── full, 0.5 s ──▶ open
///
/// Without this limit, sixty clients that send as fast as they can would starve all others. A page
/// that updates a zone with every frame sends only 8 kB a second.
struct TokenBucket {
  /// The largest burst, in bytes: the longest request line.
  private static let burst = Int64(ProtocolLimits.requestBytes)
  /// The cost of a refused request, in bytes.
  ///
  /// With this cost, 63 clients that send nonsense get 8 refusals a second each, which takes less
  /// than 1 % of the processor.
  private static let refusal = 4096

  /// The remaining tokens, in millionths of a byte.
  private var left = burst * 1_000_000
  private var counted: Int64 = 0
  /// When reading resumes, in µs of CLOCK_MONOTONIC; nil while reading is allowed.
  private(set) var due: Int64?

  /// Refills the bucket, then charges the bytes that were read.
  mutating func spend(_ bytes: Int, now: Int64) {
    let pause = min(max(now - counted, 0), 1_000_000)
    left = min(left + pause * ProtocolLimits.requestBytesPerSecond, Self.burst * 1_000_000)
    counted = now
    charge(bytes)
  }

  mutating func spendRefusal() {
    charge(Self.refusal)
  }

  /// Allows reading again if `due` has passed.
  mutating func refill(now: Int64) {
    if let due, due <= now { self.due = nil }
  }

  private mutating func charge(_ bytes: Int) {
    left -= Int64(bytes) * 1_000_000
    guard left <= 0 else { return }
    due = counted + (Self.burst * 1_000_000 - left) / ProtocolLimits.requestBytesPerSecond
  }
}

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
      left = min(left + pause * ConnectionRates.rate, ConnectionRates.capacity)
      counted = now
    }
  }

  private static let rate = ProtocolLimits.connectionsPerSecond
  private static let capacity = ProtocolLimits.connectionBurst * 1_000_000
  /// With more users than this, users whose bucket is full are removed.
  private static let users = 16

  private var buckets: [Bucket] = []

  /// Counts a connection of a user, and returns whether the rate allows it.
  mutating func admit(user: UInt32, now: Int64) -> Bool {
    let index = index(of: user, now: now)
    buckets[index].refill(now: now)
    guard buckets[index].left >= 1_000_000 else { return false }
    buckets[index].left -= 1_000_000
    return true
  }

  private mutating func index(of user: UInt32, now: Int64) -> Int {
    if let index = buckets.firstIndex(where: { $0.user == user }) { return index }
    if buckets.count >= Self.users {
      for index in buckets.indices { buckets[index].refill(now: now) }
      buckets.removeAll { $0.left == Self.capacity }
    }
    buckets.append(Bucket(user: user, left: Self.capacity, counted: now))
    return buckets.count - 1
  }
}
