/// The distribution of the errors of many answers, in percent.
public struct Quantiles: Codable, Equatable, Sendable {
  /// The number of errors.
  public var count: Int
  /// Half of the errors are below; nil if there are no errors.
  public var p50: Double?
  /// Nine in ten errors are below.
  public var p90: Double?
  /// Ninety-nine in a hundred errors are below.
  public var p99: Double?

  /// Sorts the errors.
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
  /// The smallest denominator of a relative error, in px/s.
  static let errorFloor = 100.0

  /// The error, in percent of the true speed or of 100 px/s, whichever is larger.
  func error(from truth: PixelVelocity) -> Double {
    100 * (self - truth).length / max(truth.length, Self.errorFloor)
  }
}
