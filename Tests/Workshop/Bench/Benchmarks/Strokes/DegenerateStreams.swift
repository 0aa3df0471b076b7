/// Streams that no healthy panel sends: timestamps that repeat, go back and jump by an hour, and
/// positions far out of range.
public struct DegenerateStreams: Sequence, IteratorProtocol, Sendable {
  private var numbers: SeededNumbers
  private var remaining: Int

  /// Starts a run of `count` streams that depends only on `seed`.
  public init(count: Int, seed: UInt64) {
    numbers = SeededNumbers(seed: seed)
    remaining = count
  }

  /// The next stream: 2–40 samples, lifted or not.
  public mutating func next() -> Stroke? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    let hour: Int64 = 3_600_000_000
    // From noise of one pixel to far beyond the 32 bits of a kernel coordinate.
    let reach = [1.0, 500, 1e5, 0x1p31, 1e15][numbers.below(5)]
    var time = Int64(numbers.uniform(-1e12...1e12))
    var position = (x: 0.0, y: 0.0)
    var stroke = Stroke()
    let count = 2 + numbers.below(39)
    stroke.samples.reserveCapacity(count)
    for _ in 0..<count {
      switch numbers.below(8) {
      case 0: break
      case 1: time -= Int64(numbers.below(20_000))
      case 2: time += numbers.below(2) == 0 ? hour : -hour
      case 3: time += 1
      default: time += Int64(500 + numbers.below(20_000))
      }
      // One position in four repeats, as on a panel that reports a resting finger.
      if numbers.below(4) > 0 {
        position = (numbers.uniform(-reach...reach), numbers.uniform(-reach...reach))
      }
      stroke.samples.append(Stroke.Sample(time: Double(time), x: position.x, y: position.y))
    }
    switch numbers.below(3) {
    case 0: stroke.release = nil
    case 1: stroke.release = Double(time) + Double(numbers.below(150_000))
    default: stroke.release = Double(time - hour)
    }
    return stroke
  }
}
