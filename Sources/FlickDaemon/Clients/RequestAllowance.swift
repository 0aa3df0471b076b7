internal import FlickProtocol

/// How much one connection may say: a burst, and so many bytes a second.
///
///     open ── all is spent ──▶ silent (not read; the kernel holds its writes up) ── full again, 0.5 s ──▶ open
///
/// Sixty clients that send as fast as they can would otherwise take the processor from those who listen. A page that moves
/// a zone with every frame says 8 kB a second.
struct RequestAllowance {
  /// What may come at once, in bytes: the longest request line.
  private static let burst = Int64(ProtocolLimits.requestBytes)
  /// What a refused request counts for, in bytes: so nonsense that comes at once from 63 clients is heard 8 times a second
  /// from each, less than a hundredth of the processor's time.
  private static let refusal = 4096

  /// What is left, in millionths of a byte.
  private var left = burst * 1_000_000
  private var counted: Int64 = 0
  /// When it is heard again, in µs of CLOCK_MONOTONIC; nil while it may speak.
  private(set) var due: Int64?

  /// Counts what it has said by now.
  mutating func spend(_ bytes: Int, now: Int64) {
    let pause = min(max(now - counted, 0), 1_000_000)
    left = min(left + pause * ProtocolLimits.requestBytesPerSecond, Self.burst * 1_000_000)
    counted = now
    charge(bytes)
  }

  /// Counts a request that was refused.
  mutating func spendRefusal() {
    charge(Self.refusal)
  }

  /// Lets it speak again if its time has come.
  mutating func settle(now: Int64) {
    if let due, due <= now { self.due = nil }
  }

  private mutating func charge(_ bytes: Int) {
    left -= Int64(bytes) * 1_000_000
    guard left <= 0 else { return }
    due = counted + (Self.burst * 1_000_000 - left) / ProtocolLimits.requestBytesPerSecond
  }
}
