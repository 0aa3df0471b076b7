import FlickClient
import TestKit
import Testing

@Suite struct `The time of a swipe from a recording` {
  /// Clocks of recordings: from 2013, from the start of a machine, and from the far future.
  static let clocks: [Int64] = [1_363_000_000_000_000, 0, 5_000_000, 4_000_000_000_000_000_000]

  @Test(arguments: clocks) func `is the present time`(begin: Int64) async throws {
    let played = try PlayedService()
    let heard = Heard(played.client.events())
    try await played.accept(clock: "recording")
    _ = try await heard.connected()
    var last = Duration.zero
    for number in 1...4 {
      let before = SwipeClient.now
      let phase = number == 1 ? "begin" : number == 4 ? "end" : "update"
      try played.send(phase, 1, number: number, time: begin + 16_000 * Int64(number))
      let swipe = try await heard.swipe()
      #expect(swipe.time <= SwipeClient.now && swipe.time > before - .seconds(2))
      #expect(swipe.time > last)
      last = swipe.time
    }
  }

  @Test func `follows a recording that starts again, and each panel's own clock`() async throws {
    let played = try PlayedService()
    let heard = Heard(played.client.events())
    try await played.accept(clock: "recording")
    _ = try await heard.connected()
    let stamps: [(panel: String, time: Int64)] = [
      ("a", 1_363_000_009_000_000), ("b", 5_000_000), ("a", 1_363_000_009_100_000), ("b", 5_100_000),
      ("a", 1_363_000_000_000_000), ("b", 1_000_000), ("a", 1_363_000_000_100_000),
    ]
    for (number, stamp) in stamps.enumerated() {
      try played.service.send(
        #"{"type":"swipe","phase":"begin","seq":\#(number + 1),"swipe_id":\#(number + 1),"#
          + #""panel_id":"\#(stamp.panel)","t_us":\#(stamp.time),"zone":null}"#)
      let swipe = try await heard.swipe()
      #expect(abs((SwipeClient.now - swipe.time) / .seconds(1)) < 2, "\(stamp)")
    }
  }

  @Test func `stays flickd's own on a live panel`() async throws {
    let played = try PlayedService()
    let heard = Heard(played.client.events())
    try await played.accept()
    try played.send("begin", 1, number: 1, time: 77_000)
    #expect(try await heard.swipe().time == .milliseconds(77))
  }
}
