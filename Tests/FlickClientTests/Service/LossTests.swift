import FlickClient
import TestKit
import Testing

@Suite struct `A lost connection of the client` {
  let played: PlayedService

  init() throws {
    played = try PlayedService()
  }

  private let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592], offset: -296)
  private let snap = #"{"name":"cards","snap":{"from":1,"index":1,"steps":0,"offset":-296}}"#

  @Test func `is reported and restored, and cancels interrupted swipes as lost`() async throws {
    let heard = Heard(played.client.events(in: cards))
    try await played.accept()
    try played.send("begin", 4, number: 1, x: -20, zone: snap)
    try played.send("update", 4, number: 2, x: -40, zone: snap)
    played.service.hangUp()
    #expect(try await heard.connected().isRestarted == false)
    #expect(try await heard.swipe().phase == .begin)
    #expect(try await heard.swipe().phase == .update)
    #expect(try await heard.next() == .disconnected(.closed))
    let request = try await played.accept(epoch: "b")
    #expect(request.contains(#""offset":-296"#), "its content is where it was when the swipe began")
    let lost = try await heard.swipe()
    #expect(lost.id == 4)
    #expect(lost.cancelReason == Swipe.lost)
    #expect(lost.translation == SwipeVector(x: -40))
    #expect(lost.decision == nil)
    #expect(lost.velocity == .zero)
    #expect(lost.snap == Swipe.Snap(from: 1, index: 1, steps: 0, offset: -296))
    let flight = try #require(lost.flight(from: -336))
    #expect(flight.target == -296)
    #expect(flight.velocity(after: .zero) == 0)
    guard case .connected(let service) = try await heard.next() else {
      Issue.record("connected again")
      return
    }
    #expect(service.isRestarted)
    // In the new run the same id belongs to another swipe.
    try played.send("begin", 4, number: 1, x: -20, zone: snap)
    #expect(try await heard.swipe().phase == .begin)
  }

  /// The settling time of no displacement once stopped the program.
  @Test func `cancels a swipe whose content is where it was`() async throws {
    let heard = Heard(played.client.events(in: cards))
    try await played.accept()
    try played.send("begin", 4, number: 1, x: -20, zone: snap)
    try played.send("update", 4, number: 2, x: 0, zone: snap)
    played.service.hangUp()
    try await played.accept(epoch: "b")
    var lost = try await heard.swipe()
    while lost.phase == .begin || lost.phase == .update { lost = try await heard.swipe() }
    #expect(lost.cancelReason == Swipe.lost && lost.handOff?.settlingDuration == .zero)
  }

  @Test func `keeps a swipe that is still active in the same run`() async throws {
    let heard = Heard(played.client.events())
    try await played.accept()
    try played.send("begin", 4, number: 1)
    try played.send("begin", 5, number: 2)
    try played.service.send(#"{"type":"bye","reason":"slow-consumer","detail":"too slow"}"#)
    played.service.hangUp()
    #expect(try await heard.disconnected() == .dismissed(reason: "slow-consumer", detail: "too slow"))
    try await played.accept(active: [5, 6, 7])
    #expect(try await heard.next() == .swipe(heardLost(4)))
    let service = try await heard.connected()
    #expect(service.activeSwipes == [5, 6, 7])
    #expect(!service.isRestarted)
    try played.send("update", 5, number: 1, x: -30)
    try played.send("update", 6, number: 2, x: -30)
    try played.send("end", 7, number: 3, x: -30)
    try played.send("end", 5, number: 4, x: -30)
    // Swipe 5 continues; the begins of 6 and 7 were missed, so the client emits them late.
    var reported: [String] = []
    for _ in 0..<5 {
      let swipe = try await heard.swipe()
      reported.append("\(swipe.id) \(swipe.phase)")
    }
    #expect(reported == ["5 update", "6 begin", "7 begin", "7 end", "5 end"])
  }

  private func heardLost(_ id: Int64) -> Swipe {
    var swipe = Swipe(id: id, phase: .cancel, panelID: "p", time: .milliseconds(1))
    swipe.cancelReason = Swipe.lost
    swipe.duration = .milliseconds(1)
    return swipe
  }

  @Test func `leaves no swipe open if it lasts long`() async throws {
    let heard = Heard(played.client.events())
    try await played.accept()
    try played.send("begin", 4, number: 1)
    played.service.hangUp()
    _ = try await heard.disconnected()
    // Several refused attempts are reported once.
    for _ in 0..<5 {
      try await played.service.accept()
      try played.service.send(#"{"type":"bye","reason":"limit","detail":"64 connections are already open"}"#)
      played.service.hangUp()
    }
    #expect(try await heard.next() == .swipe(heardLost(4)))
    try await played.accept()
    guard case .connected = try await heard.next() else {
      Issue.record("connected again without any other event")
      return
    }
  }

  @Test func `follows from a gap in the sequence numbers`() async throws {
    let heard = Heard(played.client.events())
    try await played.accept()
    try played.send("begin", 4, number: 1)
    try played.send("end", 4, number: 3)
    #expect(try await heard.disconnected() == .gap(expected: 2, found: 3))
    try await played.accept()
    #expect(try await heard.swipe().cancelReason == Swipe.lost)
  }

  @Test(arguments: [
    "no line", #"{"type":"swipe","seq":1}"#, #"{"type":"swipe","seq":1,"phase":"end","swipe_id":"4"}"#,
  ])
  func `follows from an unintelligible line`(line: String) async throws {
    let heard = Heard(played.client.events())
    try await played.accept()
    try played.service.send(line)
    #expect(try await heard.disconnected() == .unintelligible)
    try await played.accept()
    _ = try await heard.connected()
  }

  @Test func `ends the iteration after the last recording`() async throws {
    let heard = Heard(played.client.events())
    try await played.service.accept()
    try played.service.greet(clock: "recording")
    _ = try await played.service.receive()
    try played.service.send(#"{"type":"reply","id":1,"ok":true,"swipes":[]}"#)
    try played.send("begin", 1, number: 1)
    try played.send("end", 1, number: 2)
    try played.service.send(#"{"type":"bye","reason":"shutdown","detail":"it is over"}"#)
    #expect(try await heard.connected().clock == .recording)
    #expect(try await heard.swipe().phase == .begin)
    #expect(try await heard.swipe().phase == .end)
    #expect(try await heard.end() == nil)
  }
}

@Suite struct `The content of a zone` {
  let played: PlayedService

  init() throws {
    played = try PlayedService()
  }

  private let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592])

  private func snap(to index: Int) -> String {
    let offset = -296 * index
    return """
      {"name":"cards","snap":{"from":0,"index":\(index),"steps":\(index),"offset":\(offset)},"spring":\
      {"duration_us":500000,"bounce":0,"stiffness":157.914,"damping":25.133,"initial_velocity":-1000,\
      "relative_velocity":5.1,"settling_us":700000}}
      """
  }

  @Test func `keeps its offset across a reconnection`() async throws {
    let heard = Heard(played.client.events(in: cards))
    try await played.accept()
    try played.send(
      "begin", 1, number: 1, x: -20,
      zone: #"{"name":"cards","snap":{"from":0,"index":0,"steps":0,"offset":0}}"#)
    try played.send("end", 1, number: 2, x: -100, zone: snap(to: 2))
    let end = try await lastSwipe(of: 2, heard)
    #expect(end.zone == "cards")
    #expect(end.snap == Swipe.Snap(from: 0, index: 2, steps: 2, offset: -592))
    #expect(end.handOff?.settlingDuration == .milliseconds(700))
    let flight = try #require(end.flight(from: -100))
    #expect(flight.target == -592)
    #expect(flight.velocity(after: .zero) == -1000)
    #expect(abs(flight.spring.duration / .milliseconds(500) - 1) < 1e-5)
    played.service.hangUp()
    #expect(try await played.accept(epoch: "b").contains(#""offset":-592"#))
  }

  private func lastSwipe(of count: Int, _ heard: Heard) async throws -> Swipe {
    for _ in 1..<count { _ = try await heard.swipe() }
    return try await heard.swipe()
  }

  @Test func `can be updated, even during a swipe`() async throws {
    let events = played.client.events(in: cards)
    try await events.update("cards", offset: -10)
    let heard = Heard(events)
    #expect(try await played.accept().contains(#""offset":-10"#), "said before there was a connection")
    _ = try await heard.connected()
    try played.send("begin", 1, number: 1, x: -20, zone: snap(to: 0))
    _ = try await heard.swipe()
    try await events.update("cards", offset: -120.5)
    let update = #"{"id":2,"request":"update","zone":"cards","offset":-120.5}"#
    #expect(try await played.service.receive() == update)
    // The swipe ended before flickd received the update, so the update is the latest offset.
    try played.send("end", 1, number: 2, x: -100, zone: snap(to: 1))
    try played.service.send(#"{"type":"reply","id":2,"ok":true}"#)
    _ = try await heard.swipe()
    played.service.hangUp()
    #expect(try await played.accept(epoch: "b").contains(#""offset":-120.5"#))
    // This swipe ends after flickd received the update.
    try await events.update("cards", offset: -30)
    #expect(try await played.service.receive().contains(#""offset":-30"#))
    try played.service.send(#"{"type":"reply","id":2,"ok":true}"#)
    try played.send("begin", 1, number: 1, x: -20, zone: snap(to: 0))
    try played.send("end", 1, number: 2, x: -100, zone: snap(to: 1))
    _ = try await lastSwipe(of: 2, heard)
    played.service.hangUp()
    #expect(try await played.accept(epoch: "c").contains(#""offset":-296"#))
  }

  @Test func `requires an existing zone`() async throws {
    let swipes = played.client.swipes(in: cards)
    await #expect(throws: FlickError.noSuchZone("card")) { try await swipes.update("card", offset: 0) }
  }

  @Test func `is sent again for a configured zone, which may be missing`() async throws {
    let events = played.client.events()
    let heard = Heard(events)
    let refusal = #""error":{"code":"bad-value","message":"`zone`: there is no zone of this name"}"#
    try await played.accept()
    _ = try await heard.connected()
    try await events.update("page", offset: 7)
    #expect(try await played.service.receive() == #"{"id":2,"request":"update","zone":"page","offset":7}"#)
    try played.service.send(#"{"type":"reply","id":2,"ok":true}"#)
    played.service.hangUp()
    try await played.accept(epoch: "b")
    #expect(try await played.service.receive() == #"{"id":2,"request":"update","zone":"page","offset":7}"#)
    try played.service.send(#"{"type":"reply","id":2,"ok":false,\#(refusal)}"#)
    _ = try await heard.connected()
    // An update from now on gets the error.
    try await events.update("page", offset: 8)
    #expect(try await played.service.receive() == #"{"id":3,"request":"update","zone":"page","offset":8}"#)
    try played.service.send(#"{"type":"reply","id":3,"ok":false,\#(refusal)}"#)
    #expect(
      try await heard.end()
        == .refused(code: "bad-value", message: "`zone`: there is no zone of this name"))
  }
}
