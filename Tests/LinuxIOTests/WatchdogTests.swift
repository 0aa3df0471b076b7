import Testing

@testable import LinuxIO

@Suite struct `A watchdog` {
  @Test(
    arguments: [
      (nil, nil), ("", nil), ("0", nil), ("1", nil), ("2", nil), ("-5", nil), ("soon", nil), ("1000000", "8"),
      ("1000000", ""), ("99999999999999999999", nil),
    ] as [(String?, String?)])
  func `needs a valid period for this process`(period: String?, process: String?) {
    #expect(Watchdog(period: period, process: process, own: 7, now: 0) == nil)
  }

  @Test(arguments: [nil, "7"])
  func `is notified at a third of its period`(process: String?) throws {
    var watchdog = try #require(Watchdog(period: "3000000", process: process, own: 7, now: 10))
    func fires(at now: Int64) -> Bool { watchdog.fire(now: now) }
    #expect(watchdog.due == 1_000_010)
    #expect(!fires(at: 1_000_009))
    #expect(fires(at: 1_000_010))
    #expect(watchdog.due == 2_000_010)
  }

  @Test func `starts its interval anew after a late notification`() throws {
    var watchdog = try #require(Watchdog(period: "300", process: nil, own: 7, now: 0))
    func fires(at now: Int64) -> Bool { watchdog.fire(now: now) }
    #expect(fires(at: 150))
    #expect(!fires(at: 249))
    #expect(fires(at: 250))
  }

  @Test func `with the longest period is never due`() throws {
    var watchdog = try #require(Watchdog(period: "\(Int64.max)", process: nil, own: 7, now: 1000))
    func fires(at now: Int64) -> Bool { watchdog.fire(now: now) }
    #expect(!fires(at: 1_000_000_000_000))
  }
}
