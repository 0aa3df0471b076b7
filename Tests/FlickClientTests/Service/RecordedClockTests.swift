import FlickClient
import TestKit
import Testing

@Suite struct `The time of a swipe from a recording` {
  /// March 2013, in seconds.
  private let year2013 = 1_363_000_000

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
      try played.say(phase, 1, number: number, time: begin + 16_000 * Int64(number))
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
      try played.service.say(
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
    try played.say("begin", 1, number: 1, time: 77_000)
    #expect(try await heard.swipe().time == .milliseconds(77))
  }

  /// With the recording's own clock, the carousel stood still and was never at rest.
  @Test(arguments: [ViewerCase(unit: .fraction, width: 1), ViewerCase(unit: .millimeters, width: 60)])
  fileprivate func `brings content to rest that is drawn at the present time`(viewer: ViewerCase) async throws
  {
    let folder = try PrivateFolder()
    let words = try Load.replaying(people: 1, seconds: 2, clock: year2013, in: folder)
    let outcome = try await Daemon.run(words, in: folder, ending: .byItself) { daemon in
      _ = try await waiting("the socket") { daemon.folder.names.contains("s") ? true : nil }
      var carousel = CardCarousel(count: 3, width: viewer.width, spacing: 0, unit: viewer.unit)
      let subscription = SwipeSubscription(zones: [carousel.zone("cards")], unit: viewer.unit)
      var ends = 0
      for try await swipe in SwipeClient(socket: daemon.socket).swipes(subscription) {
        carousel.handle(swipe)
        if swipe.phase == .end { ends += 1 }
      }
      #expect(ends >= 3)
      let last = SwipeClient.now
      var drawn = carousel.draw(at: last)
      while carousel.isMoving(at: SwipeClient.now), SwipeClient.now < last + .seconds(5) {
        try await Task.sleep(for: .milliseconds(10))
        drawn = carousel.draw(at: SwipeClient.now)
      }
      #expect(!carousel.isHeld && !carousel.isMoving(at: SwipeClient.now))
      #expect(abs(drawn - carousel.target) <= 0.002 * viewer.width, "\(drawn) of \(carousel.target)")
    }
    #expect(outcome.code == 0)
  }
}

/// A viewer's cards.
private struct ViewerCase: Sendable {
  var unit: SwipeSubscription.Unit
  var width: Double
}
