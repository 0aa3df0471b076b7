/// Android's default estimate, written as efficiently as possible: the reference for the cost of
/// ours.
///
/// It has the same ring as ours, 128 samples by timestamp and position, and fits an unweighted
/// parabola in closed form over the last 100 ms, in one pass without an array. Unlike Android's it
/// has no limit of 20 samples, so both read the same samples.
public struct ReferenceTracker: ~Copyable {
  private struct Entry {
    var time: Int64
    var x: Double
    var y: Double
  }

  private static var capacity: Int { 128 }
  private static var window: Int64 { 100_000 }

  private var entries = InlineArray<128, Entry>(repeating: Entry(time: 0, x: 0, y: 0))
  private var newest = 0
  private var count = 0

  /// Creates a tracker without samples.
  public init() {}

  /// Adds the position of the contact at `time` µs; the rules for its timestamp are the same as
  /// ours.
  ///
  /// Never inlined: ours is in another module, so it is a call too.
  @inline(never) public mutating func append(x: Double, y: Double, at time: Int64) {
    if count > 0 {
      let last = entries[newest].time
      if time == last {
        entries[newest] = Entry(time: time, x: x, y: y)
        return
      }
      if time < last { count = 0 }
    }
    newest = (newest &+ 1) & (Self.capacity &- 1)
    entries[newest] = Entry(time: time, x: x, y: y)
    count = min(count &+ 1, Self.capacity)
  }

  /// The slope of the parabola at the newest sample, in units per second; 0 below two samples.
  @inline(never) public mutating func velocity() -> PixelVelocity {
    guard count > 1 else { return .zero }
    let last = entries[newest]
    // Sums of tⁱ and of tⁱ·position; the newest sample is the origin and adds only to the count.
    var (n, t1, t2, t3, t4) = (1.0, 0.0, 0.0, 0.0, 0.0)
    var (x0, x1, x2) = (0.0, 0.0, 0.0)
    var (y0, y1, y2) = (0.0, 0.0, 0.0)
    for age in 1..<count {
      let entry = entries[(newest &- age) & (Self.capacity &- 1)]
      let behind = last.time &- entry.time
      if behind > Self.window { break }
      let t = Double(behind) * -1e-6
      let square = t * t
      let (x, y) = (entry.x - last.x, entry.y - last.y)
      n += 1
      t1 += t
      t2 += square
      t3 += square * t
      t4 += square * square
      x0 += x
      x1 += t * x
      x2 += square * x
      y0 += y
      y1 += t * y
      y2 += square * y
    }
    let s11 = t2 - t1 * t1 / n
    guard n > 2 else {
      guard s11 > 0 else { return .zero }
      return PixelVelocity(x: (x1 - t1 * x0 / n) / s11, y: (y1 - t1 * y0 / n) / s11)
    }
    let s12 = t3 - t1 * t2 / n
    let s22 = t4 - t2 * t2 / n
    let determinant = s11 * s22 - s12 * s12
    guard determinant != 0 else { return .zero }
    func slope(_ p0: Double, _ p1: Double, _ p2: Double) -> Double {
      ((p1 - t1 * p0 / n) * s22 - (p2 - t2 * p0 / n) * s12) / determinant
    }
    return PixelVelocity(x: slope(x0, x1, x2), y: slope(y0, y1, y2))
  }
}
