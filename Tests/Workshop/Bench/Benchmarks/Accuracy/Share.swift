internal import Foundation

/// The share of trials with one result, and its bounds at 95 % confidence.
///
/// The interval is Wilson's: with z = 1.96 and the share p of n, (p + z²/2n ± z·√(p(1−p)/n +
/// z²/4n²)) / (1 + z²/n). Unlike p ± z·√(p(1−p)/n), it stays within 0 and 1, and is meaningful for
/// 0 of n.
///
/// Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22,
/// 1927.
public struct Share: Encodable, Equatable, Sendable {
  /// The trials with this result.
  public let count: Int
  /// All trials.
  public let trials: Int
  /// The share in percent; nil if there are no trials.
  public let percent: Double?
  /// The lower bound of the true share, in percent: 0 without trials.
  public let lower: Double
  /// The upper bound of the true share, in percent: 100 without trials.
  public let upper: Double

  /// The 97.5 % quantile of the normal distribution.
  private static let z = 1.959_963_984_540_054

  /// The share of `count` in `trials`.
  public init(_ count: Int, of trials: Int) {
    self.count = count
    self.trials = trials
    guard trials > 0 else {
      (percent, lower, upper) = (nil, 0, 100)
      return
    }
    let n = Double(trials)
    let part = Double(count) / n
    let square = Self.z * Self.z
    let middle = part + square / (2 * n)
    let half = Self.z * (part * (1 - part) / n + square / (4 * n * n)).squareRoot()
    percent = 100 * part
    // Rounding must not exceed the range of a share.
    lower = count == 0 ? 0 : 100 * (middle - half) / (1 + square / n)
    upper = count == trials ? 100 : 100 * (middle + half) / (1 + square / n)
  }

  /// The share of the trials for which `isSo` is true.
  init<Trial>(of trials: [Trial], where isSo: (Trial) -> Bool) {
    self.init(trials.count(where: isSo), of: trials.count)
  }

  /// `87.3 (83.7–90.2)` for people; use more digits where one digit would hide a small share.
  func cell(decimals: Int = 1) -> String {
    guard let percent else { return "–" }
    func text(_ value: Double) -> String { String(format: "%.\(decimals)f", value) }
    return "\(text(percent)) (\(text(lower))–\(text(upper)))"
  }
}
