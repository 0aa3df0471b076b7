import Evdev
import GestureCore
import TestKit
import Testing

@Suite struct `A suspend watch` {
  private func watch() -> SuspendWatch {
    var watch = SuspendWatch()
    #expect(watch.look(.init(before: 1_000, boottime: 5_000, after: 1_002)) == nil)
    return watch
  }

  @Test func `reports once that CLOCK_BOOTTIME ran ahead`() {
    var watch = watch()
    #expect(
      watch.look(.init(before: 10_000, boottime: 8_014_001, after: 10_002)) == .milliseconds(7999) + us(999))
    #expect(watch.look(.init(before: 20_000, boottime: 8_024_001, after: 20_002)) == nil)
    #expect(
      watch.look(.init(before: 30_000, boottime: 8_234_001, after: 30_002)) != nil, "and the next suspend")
  }

  @Test func `does not mistake a pause between its readings for a suspend`() {
    // The lead is 4,000 µs; the process was stopped for 5 s before or after CLOCK_BOOTTIME was
    // read.
    var late = watch()
    #expect(late.look(.init(before: 10_000, boottime: 5_014_000, after: 5_010_000)) == nil)
    #expect(late.look(.init(before: 6_000_000, boottime: 6_004_000, after: 11_000_000)) == nil)
    #expect(late.look(.init(before: 12_000_000, boottime: 12_004_001, after: 12_000_001)) == nil)
  }

  @Test func `does not mistake a pause in its first look for the lead`() {
    var watch = SuspendWatch()
    #expect(watch.look(.init(before: 0, boottime: 4_000, after: 3_000_000)) == nil)
    #expect(watch.look(.init(before: 4_000_000, boottime: 4_004_000, after: 4_000_001)) == nil)
    #expect(watch.look(.init(before: 5_000_000, boottime: 5_204_100, after: 5_000_001)) != nil)
  }

  @Test func `reports every suspend of 200 ms, and nothing else, despite interruptions`() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var watch = SuspendWatch()
    var (monotonic, lead) = (Int64(0), Int64(777))
    _ = watch.look(.init(before: 0, boottime: lead, after: 1))
    for _ in 0..<100_000 {
      let sleeps = Int.random(in: 0..<100, using: &random) == 0
      monotonic += Int64.random(in: 0..<2_000_000, using: &random)
      if sleeps { lead += Int64.random(in: 200_000..<100_000_000, using: &random) }
      // Some looks are interrupted for up to a second, though not those that follow a suspend.
      let isSlow = !sleeps && Int.random(in: 0..<5, using: &random) == 0
      let before = monotonic
      monotonic += isSlow ? Int64.random(in: 0..<1_000_000, using: &random) : 1
      let boottime = monotonic + lead
      monotonic += isSlow ? Int64.random(in: 0..<1_000_000, using: &random) : 1
      let slept = watch.look(.init(before: before, boottime: boottime, after: monotonic))
      #expect((slept != nil) == sleeps, "seed \(seed)")
    }
  }
}

@Suite struct `The clock of a panel's timestamps` {
  private func at(_ microseconds: Int64) -> TimestampMapper.MappedTime {
    .at(Instant(microseconds: microseconds))
  }
  private func jumped(_ microseconds: Int64) -> TimestampMapper.MappedTime {
    .jumped(Instant(microseconds: microseconds))
  }

  @Test func `is not mapped if it is monotonic`() {
    var clock = TimestampMapper(isMonotonic: true)
    for timestamp in [5, 9_000_000, -3] as [Int64] {
      #expect(clock.map(Instant(microseconds: timestamp), now: 77, isTouched: true) == at(timestamp))
    }
  }

  @Test func `starts at the current time and keeps its intervals`() {
    var clock = TimestampMapper(isMonotonic: false)
    #expect(clock.map(us(5_000_000), now: 1_000, isTouched: false) == at(1_000))
    #expect(clock.map(us(5_008_333), now: 9_999, isTouched: true) == at(9_333))
    // A late reader receives several frames together.
    #expect(clock.map(us(5_016_666), now: 900_000, isTouched: true) == at(17_666))
    #expect(clock.map(us(5_516_666), now: 900_000, isTouched: true) == at(517_666))
  }

  @Test(arguments: [-3_600_000_000, -109_000, 101_000, 3_600_000_000] as [Int64])
  func `that is set during a contact jumps once`(step: Int64) {
    var clock = TimestampMapper(isMonotonic: false)
    _ = clock.map(us(9_000_000_000), now: 0, isTouched: false)
    #expect(clock.map(us(9_000_008_000), now: 8_000, isTouched: true) == at(8_000))
    #expect(clock.map(us(9_000_016_000 + step), now: 16_000, isTouched: true) == jumped(16_000))
    #expect(clock.map(us(9_000_024_000 + step), now: 24_000, isTouched: true) == at(24_000))
  }

  @Test func `that is set between two contacts is mapped anew without a jump`() {
    var clock = TimestampMapper(isMonotonic: false)
    _ = clock.map(us(9_000_000_000), now: 0, isTouched: false)
    #expect(clock.map(us(5_400_000_000), now: 700_000, isTouched: false) == at(700_000))
    #expect(clock.map(us(5_400_008_000), now: 708_900, isTouched: true) == at(708_000))
  }

  @Test func `that is a little fast never jumps, and is corrected between two contacts`() {
    var clock = TimestampMapper(isMonotonic: false)
    _ = clock.map(us(0), now: 0, isTouched: false)
    for frame in 1...10_000 as ClosedRange<Int64> {
      let mapped = clock.map(us(frame * 8_240), now: frame * 8_000, isTouched: true)
      #expect(mapped == at(frame * 8_240))
    }
    #expect(clock.map(us(10_001 * 8_240), now: 10_001 * 8_000, isTouched: false) == at(10_001 * 8_000))
  }

  @Test func `survives absurd timestamps`() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var clock = TimestampMapper(isMonotonic: false)
    var now: Int64 = 1
    for _ in 0..<100_000 {
      now += Int64.random(in: 0..<10_000, using: &random)
      let timestamp = Int64.random(in: .min ... .max, using: &random)
      switch clock.map(us(timestamp), now: now, isTouched: Bool.random(using: &random)) {
      case .jumped(let instant): #expect(instant.microseconds == now, "seed \(seed)")
      // Timestamps that wrap may be anywhere in the past, but not in the future.
      case .at(let instant): #expect(instant.microseconds <= now + 100_000, "seed \(seed)")
      }
    }
  }
}

private func us(_ microseconds: Int64) -> Instant { Instant(microseconds: microseconds) }
private func us(_ microseconds: Int64) -> Interval { Interval(microseconds: microseconds) }
