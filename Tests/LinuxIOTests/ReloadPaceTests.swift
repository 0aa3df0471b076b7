import Testing

@testable import LinuxIO

@Suite struct `The pace of reloads` {
  @Test func `starts no reload without a request`() {
    var pace = ReloadPace()
    #expect(pace.due == nil)
    let begins = pace.begin(now: 1_000_000)
    #expect(!begins)
  }

  @Test func `starts the first at once, and the next after 100 ms`() {
    var pace = ReloadPace()
    pace.ask(now: 1_000_000)
    #expect(pace.due == 1_000_000)
    let first = pace.begin(now: 1_000_000)
    #expect(first && pace.due == nil)
    pace.ask(now: 1_000_001)
    pace.ask(now: 1_050_000)
    #expect(pace.due == 1_100_000)
    let early = pace.begin(now: 1_099_999)
    #expect(!early)
    let second = pace.begin(now: 1_100_000)
    let third = pace.begin(now: 1_100_000)
    #expect(second && !third)
  }

  @Test func `starts ten reloads a second, and one after the last signal`() {
    var pace = ReloadPace()
    var reloads: [Int64] = []
    for now in stride(from: Int64(0), to: 1_000_000, by: 10) {
      pace.ask(now: now)
      if pace.begin(now: now) { reloads.append(now) }
    }
    #expect(reloads == (0..<10).map { $0 * 100_000 })
    #expect(pace.due == 1_000_000)
    let last = pace.begin(now: 1_000_000)
    #expect(last && pace.due == nil)
  }
}
