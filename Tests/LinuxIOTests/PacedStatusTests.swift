import Testing

@testable import LinuxIO

@Suite struct `A status` {
  @Test func `is sent once when it changes`() {
    var status = PacedStatus(sent: 0, now: 0)
    func isSent(_ facts: Int, at now: Int64) -> Bool { status.update(facts, now: now) }
    #expect(!isSent(0, at: 2_000_000))
    #expect(isSent(1, at: 2_000_000))
    #expect(!isSent(1, at: 9_000_000))
    #expect(status.due == nil)
  }

  @Test func `waits until a second has passed`() {
    var status = PacedStatus(sent: 0, now: 0)
    func isSent(_ facts: Int, at now: Int64) -> Bool { status.update(facts, now: now) }
    #expect(!isSent(1, at: 1))
    #expect(status.due == 1_000_000)
    #expect(!isSent(2, at: 999_999))
    #expect(isSent(2, at: 1_000_000))
    #expect(status.due == nil)
  }

  @Test func `that changes back in time is not sent`() {
    var status = PacedStatus(sent: 0, now: 0)
    func isSent(_ facts: Int, at now: Int64) -> Bool { status.update(facts, now: now) }
    #expect(!isSent(1, at: 1))
    #expect(!isSent(0, at: 2))
    #expect(status.due == nil)
    #expect(!isSent(0, at: 5_000_000))
  }

  @Test func `is sent at most once a second`() {
    var status = PacedStatus(sent: 0, now: 0)
    func isSent(_ facts: Int, at now: Int64) -> Bool { status.update(facts, now: now) }
    var sent = 0
    for moment in 1...10_000 where isSent(moment, at: Int64(moment) * 1000) { sent += 1 }
    #expect(sent == 10)
  }
}
