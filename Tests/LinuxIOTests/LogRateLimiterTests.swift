import Testing

@testable import LinuxIO

@Suite struct `The log lines of a cause` {
  @Test func `are at most five in half a minute`() {
    var allowances = LogRateLimiter<String>()
    func isSaid(_ cause: String, at now: Int64) -> Bool { allowances.admit(cause, now: now) }
    func leftOut(at now: Int64) -> (cause: String, lines: Int)? { allowances.nextLeftOut(now: now) }
    #expect(allowances.due == nil)
    let said = (0..<100).map { isSaid("a", at: $0 * 299_000) }
    #expect(said == Array(repeating: true, count: 5) + Array(repeating: false, count: 95))
  }

  @Test func `are followed by the number of dropped lines`() throws {
    var allowances = LogRateLimiter<String>()
    func isSaid(_ cause: String, at now: Int64) -> Bool { allowances.admit(cause, now: now) }
    func leftOut(at now: Int64) -> (cause: String, lines: Int)? { allowances.nextLeftOut(now: now) }
    for moment in 0..<8 { _ = allowances.admit("a", now: Int64(moment)) }
    #expect(allowances.due == 30_000_000)
    #expect(leftOut(at: 29_999_999) == nil)
    let last = try #require(leftOut(at: 30_000_000))
    #expect(last == ("a", 3))
    #expect(leftOut(at: 30_000_000) == nil)
    #expect(allowances.due == nil)
    #expect(isSaid("a", at: 30_000_001))
  }

  @Test func `are followed by nothing if none was dropped`() {
    var allowances = LogRateLimiter<String>()
    func isSaid(_ cause: String, at now: Int64) -> Bool { allowances.admit(cause, now: now) }
    func leftOut(at now: Int64) -> (cause: String, lines: Int)? { allowances.nextLeftOut(now: now) }
    for moment in 0..<5 { _ = allowances.admit("a", now: Int64(moment)) }
    #expect(leftOut(at: 30_000_000) == nil)
    #expect(allowances.due == nil)
  }

  @Test func `are counted apart from other causes`() throws {
    var allowances = LogRateLimiter<String>()
    func isSaid(_ cause: String, at now: Int64) -> Bool { allowances.admit(cause, now: now) }
    func leftOut(at now: Int64) -> (cause: String, lines: Int)? { allowances.nextLeftOut(now: now) }
    for moment in 0..<6 { _ = allowances.admit("a", now: Int64(moment)) }
    #expect(isSaid("b", at: 10_000_000))
    for moment in 0..<5 { _ = allowances.admit("b", now: 10_000_000 + Int64(moment)) }
    #expect(allowances.due == 30_000_000)
    let first = try #require(leftOut(at: 30_000_000))
    #expect(first == ("a", 1))
    #expect(allowances.due == 40_000_000)
    let second = try #require(leftOut(at: 50_000_000))
    #expect(second == ("b", 1))
  }

  @Test func `are forgotten after half a minute`() {
    var allowances = LogRateLimiter<Int>()
    func isSaid(_ cause: Int, at now: Int64) -> Bool { allowances.admit(cause, now: now) }
    func leftOut(at now: Int64) -> (cause: Int, lines: Int)? { allowances.nextLeftOut(now: now) }
    for cause in 0..<1000 {
      let now = Int64(cause) * 1_000_000
      while allowances.nextLeftOut(now: now) != nil {}
      _ = allowances.admit(cause, now: now)
    }
    #expect(allowances.due == 1_000_000_000)
    #expect(leftOut(at: 2_000_000_000) == nil)
    #expect(allowances.due == nil)
  }
}
