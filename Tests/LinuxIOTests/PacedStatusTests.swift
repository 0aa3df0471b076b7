import Testing

@testable import LinuxIO

@Suite struct `A status` {
  @Test func `is told when it changes, and not again`() {
    var status = PacedStatus(told: 0, now: 0)
    func isSent(_ facts: Int, at now: Int64) -> Bool { status.update(facts, now: now) }
    #expect(!isSent(0, at: 2_000_000))
    #expect(isSent(1, at: 2_000_000))
    #expect(!isSent(1, at: 9_000_000))
    #expect(status.due == nil)
  }

  @Test func `waits for the second to pass`() {
    var status = PacedStatus(told: 0, now: 0)
    func isSent(_ facts: Int, at now: Int64) -> Bool { status.update(facts, now: now) }
    #expect(!isSent(1, at: 1))
    #expect(status.due == 1_000_000)
    #expect(!isSent(2, at: 999_999))
    #expect(isSent(2, at: 1_000_000))
    #expect(status.due == nil)
  }

  @Test func `that changes back in time is not told`() {
    var status = PacedStatus(told: 0, now: 0)
    func isSent(_ facts: Int, at now: Int64) -> Bool { status.update(facts, now: now) }
    #expect(!isSent(1, at: 1))
    #expect(!isSent(0, at: 2))
    #expect(status.due == nil)
    #expect(!isSent(0, at: 5_000_000))
  }

  @Test func `is told once a second at most, however often it changes`() {
    var status = PacedStatus(told: 0, now: 0)
    func isSent(_ facts: Int, at now: Int64) -> Bool { status.update(facts, now: now) }
    var told = 0
    for moment in 1...10_000 where isSent(moment, at: Int64(moment) * 1000) { told += 1 }
    #expect(told == 10)
  }
}
