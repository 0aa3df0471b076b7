import Testing

@testable import LinuxIO

@Suite struct `The log lines of a cause` {
  @Test func `are at most five in half a minute`() {
    var limiter = LogRateLimiter<String>()
    func isSaid(_ cause: String, at now: Int64) -> Bool { limiter.admit(cause, now: now) }
    func leftOut(at now: Int64) -> (cause: String, lines: Int)? { limiter.nextLeftOut(now: now) }
    #expect(limiter.due == nil)
    let said = (0..<100).map { isSaid("a", at: $0 * 299_000) }
    #expect(said == Array(repeating: true, count: 5) + Array(repeating: false, count: 95))
  }

  @Test func `are followed by the number of dropped lines`() throws {
    var limiter = LogRateLimiter<String>()
    func isSaid(_ cause: String, at now: Int64) -> Bool { limiter.admit(cause, now: now) }
    func leftOut(at now: Int64) -> (cause: String, lines: Int)? { limiter.nextLeftOut(now: now) }
    for moment in 0..<8 { _ = limiter.admit("a", now: Int64(moment)) }
    #expect(limiter.due == 30_000_000)
    #expect(leftOut(at: 29_999_999) == nil)
    let last = try #require(leftOut(at: 30_000_000))
    #expect(last == ("a", 3))
    #expect(leftOut(at: 30_000_000) == nil)
    #expect(limiter.due == nil)
    #expect(isSaid("a", at: 30_000_001))
  }

  @Test func `are followed by nothing if none was dropped`() {
    var limiter = LogRateLimiter<String>()
    func isSaid(_ cause: String, at now: Int64) -> Bool { limiter.admit(cause, now: now) }
    func leftOut(at now: Int64) -> (cause: String, lines: Int)? { limiter.nextLeftOut(now: now) }
    for moment in 0..<5 { _ = limiter.admit("a", now: Int64(moment)) }
    #expect(leftOut(at: 30_000_000) == nil)
    #expect(limiter.due == nil)
  }

  @Test func `are counted apart from other causes`() throws {
    var limiter = LogRateLimiter<String>()
    func isSaid(_ cause: String, at now: Int64) -> Bool { limiter.admit(cause, now: now) }
    func leftOut(at now: Int64) -> (cause: String, lines: Int)? { limiter.nextLeftOut(now: now) }
    for moment in 0..<6 { _ = limiter.admit("a", now: Int64(moment)) }
    #expect(isSaid("b", at: 10_000_000))
    for moment in 0..<5 { _ = limiter.admit("b", now: 10_000_000 + Int64(moment)) }
    #expect(limiter.due == 30_000_000)
    let first = try #require(leftOut(at: 30_000_000))
    #expect(first == ("a", 1))
    #expect(limiter.due == 40_000_000)
    let second = try #require(leftOut(at: 50_000_000))
    #expect(second == ("b", 1))
  }

  @Test func `are forgotten after half a minute`() {
    var limiter = LogRateLimiter<Int>()
    func isSaid(_ cause: Int, at now: Int64) -> Bool { limiter.admit(cause, now: now) }
    func leftOut(at now: Int64) -> (cause: Int, lines: Int)? { limiter.nextLeftOut(now: now) }
    for cause in 0..<1000 {
      let now = Int64(cause) * 1_000_000
      while limiter.nextLeftOut(now: now) != nil {}
      _ = limiter.admit(cause, now: now)
    }
    #expect(limiter.due == 1_000_000_000)
    #expect(leftOut(at: 2_000_000_000) == nil)
    #expect(limiter.due == nil)
  }
}
