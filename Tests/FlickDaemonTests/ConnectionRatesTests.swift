import FlickProtocol
import Testing

@testable import FlickDaemon

@Suite struct `The connection rate of a user` {
  private let burst = Int(ProtocolLimits.connectionBurst)

  /// How many of `count` connections at one moment are admitted.
  private func granted(_ count: Int, _ user: UInt32, at now: Int64, _ rates: inout ConnectionRates) -> Int {
    var granted = 0
    for _ in 0..<count where rates.admit(user: user, now: now) { granted += 1 }
    return granted
  }

  @Test(arguments: [0, 1000] as [UInt32])
  func `allows a burst, then a fixed number a second, for root too`(user: UInt32) {
    var rates = ConnectionRates()
    #expect(granted(burst + 50, user, at: 5, &rates) == burst)
    #expect(granted(5, user, at: 49_999, &rates) == 0)
    #expect(granted(5, user, at: 50_005, &rates) == 1)
    #expect(granted(100, user, at: 1_050_005, &rates) == Int(ProtocolLimits.connectionsPerSecond))
    #expect(granted(burst + 50, user, at: 3_600_000_000, &rates) == burst)
  }

  @Test func `does not limit a thousand other users`() {
    var rates = ConnectionRates()
    #expect(granted(burst + 50, 7, at: 0, &rates) == burst)
    for user in UInt32(100)..<1100 { #expect(granted(1, user, at: 0, &rates) == 1) }
    #expect(granted(1, 7, at: 0, &rates) == 0, "a crowd does not reset the rate of a user")
  }

  @Test func `does not refill when the clock stops or goes back`() {
    var rates = ConnectionRates()
    #expect(granted(burst, 7, at: 1_000_000, &rates) == burst)
    #expect(granted(1, 7, at: 0, &rates) == 0)
    #expect(granted(1, 7, at: 0, &rates) == 0)
  }
}
