import FlickClient
import TestKit
import Testing

@Suite struct `The swipes of an app's zones` {
  let played: PlayedService

  init() throws {
    played = try PlayedService()
  }

  private let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592])
  private let snap = #"{"name":"cards","snap":{"from":0,"index":1,"steps":1,"offset":-296}}"#

  /// Plays a swipe outside of all zones, one in `cards`, and one that stays active outside.
  private func play() throws {
    try played.send("begin", 1, number: 1)
    try played.send("begin", 2, number: 2, x: -20, zone: snap)
    try played.send("end", 1, number: 3)
    try played.send("end", 2, number: 4, x: -100, zone: snap)
    try played.send("begin", 3, number: 5)
  }

  private func heard(_ count: Int, of subscription: SwipeSubscription) async throws -> [String] {
    let heard = Heard(played.client.events(subscription))
    try await played.accept()
    try play()
    var swipes: [String] = []
    for _ in 0..<count {
      let swipe = try await heard.swipe()
      swipes.append("\(swipe.id) \(swipe.phase) \(swipe.zone ?? "outside") \(swipe.snap?.index ?? -1)")
    }
    // A swipe that the app never saw begin is not cancelled either.
    played.service.hangUp()
    try await played.accept(epoch: "b")
    try played.send("begin", 9, number: 1, zone: snap)
    while true {
      let swipe = try await heard.swipe()
      if swipe.id == 9 { return swipes }
      swipes.append("\(swipe.id) lost")
    }
  }

  @Test func `are those of its zones alone`() async throws {
    let swipes = try await heard(2, of: SwipeSubscription(zones: [cards]))
    #expect(swipes == ["2 begin cards 1", "2 end cards 1"])
  }

  @Test func `contain those outside too if the app includes them`() async throws {
    let swipes = try await heard(5, of: SwipeSubscription(zones: [cards], includesOutside: true))
    #expect(
      swipes == [
        "1 begin outside -1", "2 begin cards 1", "1 end outside -1", "2 end cards 1", "3 begin outside -1",
        "3 lost",
      ])
  }

  @Test func `are all swipes without own zones`() async throws {
    #expect(try await heard(5, of: SwipeSubscription()).count == 6)
  }

  @Test func `are received by the loop that the documents show`() async throws {
    let swipes = [played.client.swipes(in: cards), played.client.swipes(in: [cards])]
    for swipes in swipes {
      let ends = Task { () async throws -> Swipe? in
        for try await swipe in swipes where swipe.phase == .end { return swipe }
        return nil
      }
      try await played.accept()
      try play()
      let end = try #require(try await ends.value)
      #expect(end.id == 2 && end.snap?.index == 1)
    }
  }
}
