internal import CMath

extension DecisionRule {
  /// τ of a content that keeps `rate` of its speed every millisecond (0 < rate < 1), in seconds.
  ///
  /// The way that is left is v·∑ rateⁿ ms, as an integral −v/(1000 ln rate); 0.998, UIScrollView's,
  /// gives 0.4995 s.
  public static func projection(decelerationRate rate: Double) -> Double {
    -1 / (1000 * cmath_log(rate))
  }
}
