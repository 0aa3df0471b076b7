import TestKit
import Testing

@testable import Benchmarks

@Suite struct `A trend` {
  /// Half an hour of readings, six a minute, with a growth in KiB an hour: in whole pages, of which
  /// up to two come and go.
  private func readings(growing: Double, seed: UInt64, minutes: Int = 25) -> [Trend.Reading] {
    var random = SplitMix64(seed: seed)
    return (0..<minutes * 6).map { number in
      let seconds = Double(number) * 10
      let pages = (3000 + growing * seconds / 3600) / 4
      let noise = Double(Int.random(in: -2...2, using: &random))
      return Trend.Reading(seconds: seconds, value: 4 * (pages.rounded(.down) + noise))
    }
  }

  @Test(arguments: 0..<20) func `of flat memory is flat, even if pages come and go`(seed: UInt64) throws {
    let perHour = try #require(Trend(of: readings(growing: 0, seed: seed)).perHour)
    #expect(abs(perHour) < 16, "seed \(seed)")
  }

  @Test(arguments: 0..<20) func `finds a growth of one page in 2.5 minutes`(seed: UInt64) throws {
    let perHour = try #require(Trend(of: readings(growing: 96, seed: seed)).perHour)
    #expect(abs(perHour - 96) < 24, "seed \(seed)")
  }

  @Test func `ignores a peak and a late start`() throws {
    var peak = readings(growing: 0, seed: 1)
    for index in peak.indices where (10..<14).contains(index / 6) { peak[index].value += 4000 }
    #expect(abs(try #require(Trend(of: peak).perHour)) < 16)
    var late = readings(growing: 0, seed: 2)
    for index in late.indices where index / 6 < 2 { late[index].value -= 800 }
    #expect(abs(try #require(Trend(of: late).perHour)) < 16)
  }

  @Test func `does not depend on the order`() {
    let readings = readings(growing: 50, seed: 3)
    #expect(Trend(of: readings).perHour == Trend(of: readings.reversed()).perHour)
  }

  @Test func `needs five minutes`() {
    #expect(Trend(of: readings(growing: 96, seed: 4, minutes: 4)).perHour == nil)
    #expect(Trend(of: readings(growing: 96, seed: 4, minutes: 5)).perHour != nil)
    #expect(Trend(of: []).perHour == nil)
  }
}
