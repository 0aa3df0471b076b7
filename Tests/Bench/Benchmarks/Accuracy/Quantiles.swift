/// Where the errors of many answers lie, in percent.
public struct Quantiles: Codable, Equatable, Sendable {
  /// How many there are.
  public var count: Int
  /// Half are below; nil if there are none.
  public var p50: Double?
  /// Nine in ten are below.
  public var p90: Double?
  /// Ninety-nine in a hundred are below.
  public var p99: Double?

  /// Sorts the errors out.
  ///
  /// The q-quantile is the element at ⌊q·n⌋ of the sorted list, as in the script that comes with
  /// the vectors.
  public init(_ errors: [Double]) {
    let sorted = errors.sorted()
    func quantile(_ part: Double) -> Double? {
      sorted.isEmpty ? nil : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }
    count = sorted.count
    p50 = quantile(0.5)
    p90 = quantile(0.9)
    p99 = quantile(0.99)
  }
}

extension PixelVelocity {
  /// The speed below which an error is no longer set in proportion, in px/s.
  static let errorFloor = 100.0

  /// How far it is from the truth, in percent of the true speed or of 100 px/s, whichever is more.
  func error(from truth: PixelVelocity) -> Double {
    100 * (self - truth).length / max(truth.length, Self.errorFloor)
  }
}
