import TestKit
import Testing

@Suite struct `A configured zone` {
  private static let cards = """
    [[zone]]
    name = "cards"
    axis = "x"
    snap_points = ["0mm", "-50mm", "-100mm"]

    """

  /// A flick left and a flick up.
  private func recording(in folder: PrivateFolder) throws -> String {
    let recording = MadeRecording([
      .init(at: 0, from: (150, 70), by: (-100, 4), lasting: 400, liftShare: 0.6),
      .init(at: 1000, from: (100, 90), by: (1, -60), lasting: 300, liftShare: 0.6),
    ])
    return try folder.write("panel.evemu", recording.bytes)
  }

  @Test func `reports its snap to a client without a request too`() async throws {
    let folder = try PrivateFolder()
    let words = ["--replay", try recording(in: folder), "--config", try folder.write("z.toml", Self.cards)]
    let outcome = try await Daemon.run(words, in: folder, ending: .byItself) { daemon in
      let subscriber = try await daemon.subscriber()
      let left = try await subscriber.next(of: "swipe")
      #expect(left.zone.name == "cards")
      #expect(left.zone.snap == .object(["from": 0, "index": 2, "steps": 2, "offset": -100]))
      #expect(left.decision.commit == true)
      #expect(left.zone.spring.duration_us == 500_000)
      let up = try await subscriber.next(of: "swipe")
      #expect(up.zone == .null)
    }
    #expect(outcome.code == 0)
  }

  @Test func `keeps the offset of each connection apart`() async throws {
    let folder = try PrivateFolder()
    let words = ["--replay", try recording(in: folder), "--config", try folder.write("z.toml", Self.cards)]
    let outcome = try await Daemon.run(words, in: folder, ending: .byItself) { daemon in
      let update = #"{"id":1,"request":"update","zone":"cards","offset":-100}"#
      let both = try await daemon.subscribeTogether([[update], []])
      let (mover, other) = (both[0], both[1])
      #expect(try await mover.next(of: "reply").ok == true)
      let moved = try await mover.next(of: "swipe")
      #expect(moved.zone.snap == .object(["from": 2, "index": 2, "steps": 0, "offset": -100]))
      #expect(moved.decision.commit == false)
      #expect(try await other.next(of: "swipe").zone.snap.from == 0)
    }
    #expect(outcome.code == 0)
  }

  @Test func `that is private sends no swipe to any client`() async throws {
    let folder = try PrivateFolder()
    let pin = """
      [[zone]]
      name = "pin"
      private = true
      rectangle = ["90mm", "80mm", "30mm", "30mm"]
      axis = "x"

      """
    let words = ["--replay", try recording(in: folder), "--config", try folder.write("z.toml", pin)]
    let outcome = try await Daemon.run(words, in: folder, ending: .byItself) { daemon in
      let request = #"{"id":1,"request":"subscribe","phases":["begin","update","end","cancel"],"zones":[]}"#
      let both = try await daemon.subscribeTogether([[], [request]])
      let (silent, asking) = (both[0], both[1])
      let heard = try await silent.rest().map { try JSON($0) }
      #expect(heard.filter { $0.type == "swipe" }.map(\.swipe_id) == [1])
      let asked = try await asking.rest().map { try JSON($0) }
      let swipes = asked.filter { $0.type == "swipe" }
      #expect(Set(swipes.compactMap(\.swipe_id.value)) == [1])
      #expect(swipes.count > 5)
    }
    #expect(outcome.code == 0)
  }

  @Test func `is replaced by a reload for connected clients too`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("z.toml", Self.cards)
    let outcome = try await Daemon.run(["--demo", "--config", file], in: folder) { daemon in
      let subscriber = try await daemon.subscriber()
      try await receiveSwipe(in: "cards", subscriber)
      try folder.write("z.toml", Self.cards.replacing("cards", with: "pages"))
      daemon.send(.hangup)
      try await receiveSwipe(in: "pages", subscriber)
    }
    #expect(outcome.code == 0)
  }

  /// Waits for a swipe in the zone of this name; some swipes belong to no zone.
  private func receiveSwipe(in zone: String, _ subscriber: Subscriber) async throws {
    for _ in 0..<60 where try await subscriber.next(of: "swipe").zone.name.text == zone { return }
    Issue.record("no swipe came in the zone \(zone)")
  }
}
