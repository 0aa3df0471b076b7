import Testing

@testable import Benchmarks

@Suite struct `A share` {
  /// Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven
  /// methods", Statistics in Medicine 17, 1998, table I, method 3: Wilson's score interval.
  static let published: [(count: Int, trials: Int, lower: Double, upper: Double)] = [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718),
  ]

  @Test(arguments: published)
  func `has Wilson's interval`(count: Int, trials: Int, lower: Double, upper: Double) throws {
    let share = Share(count, of: trials)
    #expect(abs(share.lower / 100 - lower) < 0.00005)
    #expect(abs(share.upper / 100 - upper) < 0.00005)
    // The other trials have the mirrored interval.
    let others = Share(trials - count, of: trials)
    #expect(abs(others.lower + share.upper - 100) < 1e-9)
    #expect(abs(others.upper + share.lower - 100) < 1e-9)
    let percent = try #require(share.percent)
    #expect(abs(percent - 100 * Double(count) / Double(trials)) < 1e-12)
    #expect(share.lower <= percent && percent <= share.upper)
  }

  @Test func `stays between 0 and 100 %, and narrows with more trials`() {
    #expect(Share(0, of: 1).lower == 0)
    #expect(Share(1, of: 1).upper == 100)
    for trials in 1...40 {
      for count in 0...trials {
        let (few, many) = (Share(count, of: trials), Share(100 * count, of: 100 * trials))
        #expect(few.lower >= 0 && few.upper <= 100)
        #expect(many.upper - many.lower < few.upper - few.lower)
      }
    }
  }

  @Test func `of no trials is unknown`() {
    let share = Share(0, of: 0)
    #expect(share.percent == nil)
    #expect([share.lower, share.upper] == [0, 100])
    #expect(share.cell() == "–")
    #expect(Share(of: [3, 4, 5, 6]) { $0 > 3 } == Share(3, of: 4))
    #expect(Share(345, of: 395).cell() == "87.3 (83.7–90.3)")
  }
}
