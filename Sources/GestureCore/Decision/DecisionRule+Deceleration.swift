internal import CMath

extension DecisionRule {
  /// τ of content that keeps `rate` of its speed every millisecond (0 < rate < 1), in seconds.
  ///
  /// The remaining distance is v·∑ rateⁿ ms; as an integral, −v/(1000 ln rate). UIScrollView's
  /// 0.998 gives 0.4995 s.
  public static func projection(decelerationRate rate: Double) -> Double {
    -1 / (1000 * cmath_log(rate))
  }
}
