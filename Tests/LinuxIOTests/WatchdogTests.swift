import Testing

@testable import LinuxIO

@Suite struct `A watchdog` {
  @Test(
    arguments: [
      (nil, nil), ("", nil), ("0", nil), ("1", nil), ("2", nil), ("-5", nil), ("soon", nil), ("1000000", "8"),
      ("1000000", ""), ("99999999999999999999", nil),
    ] as [(String?, String?)])
  func `is nobody's that does not ask this process`(period: String?, process: String?) {
    #expect(Watchdog(period: period, process: process, own: 7, now: 0) == nil)
  }

  @Test(arguments: [nil, "7"])
  func `is told at a third of its patience`(process: String?) throws {
    var watchdog = try #require(Watchdog(period: "3000000", process: process, own: 7, now: 10))
    func fires(at now: Int64) -> Bool { watchdog.fire(now: now) }
    #expect(watchdog.due == 1_000_010)
    #expect(!fires(at: 1_000_009))
    #expect(fires(at: 1_000_010))
    #expect(watchdog.due == 2_000_010)
  }

  @Test func `counts anew from a sign of life that came late`() throws {
    var watchdog = try #require(Watchdog(period: "300", process: nil, own: 7, now: 0))
    func fires(at now: Int64) -> Bool { watchdog.fire(now: now) }
    #expect(fires(at: 150))
    #expect(!fires(at: 249))
    #expect(fires(at: 250))
  }

  @Test func `with all the patience there is is never due`() throws {
    var watchdog = try #require(Watchdog(period: "\(Int64.max)", process: nil, own: 7, now: 1000))
    func fires(at now: Int64) -> Bool { watchdog.fire(now: now) }
    #expect(!fires(at: 1_000_000_000_000))
  }
}
