import FlickClient
import FlickInteractions
import TestKit
import Testing

@Suite struct `A press of the client` {
  let played: PlayedService

  init() throws {
    played = try PlayedService()
  }

  private let carousel = CardCarousel(count: 3)
  private let snap = #"{"name":"cards","snap":{"from":0,"index":1,"steps":1,"offset":-296}}"#

  private func send(_ phase: String, _ number: Int, sequence: Int, reason: String? = nil) throws {
    let why = reason.map { #""reason":"\#($0)","# } ?? ""
    try played.service.send(
      #"{"type":"swipe","phase":"\#(phase)",\#(why)"seq":\#(sequence),"press_id":\#(number),"#
        + #""panel_id":"p","t_us":200000,"zone":{"name":"cards"}}"#)
  }

  @Test func `is requested only from a service that knows presses`() async throws {
    let heard = Heard(played.client.events(in: carousel.zone("cards")))
    #expect(!(try await played.accept()).contains("press"))
    played.service.hangUp()
    let request = try await played.accept(features: ["zones", "press"])
    #expect(request.contains(#""phases":["begin","update","end","cancel","press","release"]"#))
    _ = try await heard.connected()
  }

  @Test func `of content at rest is requested if the app and the service have it`() async throws {
    let field = #""presses_at_rest":true"#
    var subscription = SwipeSubscription(zones: [carousel.zone("cards")], pressesAtRest: true)
    do {
      let heard = Heard(played.client.events(subscription))
      #expect(!(try await played.accept(features: ["press"])).contains(field))
      played.service.hangUp()
      #expect(try await played.accept(features: ["press", "presses_at_rest"]).contains(field))
      _ = try await heard.connected()
    }
    subscription.pressesAtRest = false
    let plain = Heard(played.client.events(subscription))
    #expect(!(try await played.accept(features: ["press", "presses_at_rest"])).contains(field))
    _ = try await plain.connected()
    // Without a zone that has presses, flickd would refuse the field.
    let zones = [SwipeZone("cards", axis: .horizontal)]
    let none = Heard(played.client.events(SwipeSubscription(zones: zones, pressesAtRest: true)))
    #expect(!(try await played.accept(features: ["press", "presses_at_rest"])).contains(field))
    _ = try await none.connected()
  }

  @Test func `of content at rest reaches the app from flickd`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      var zone = SwipeZone("glass")
      zone.hasPresses = true
      let subscription = SwipeSubscription(zones: [zone], pressesAtRest: true)
      var phases: [Swipe.Phase] = []
      for try await swipe in SwipeClient(socket: daemon.socket).swipes(subscription)
      where swipe.phase != .update {
        phases.append(swipe.phase)
        if phases.count == 6 { break }
      }
      // The first finger of the demo lands half a second after the first client has connected.
      #expect(phases == [.press, .begin, .end, .press, .begin, .end])
    }
    #expect(outcome.code == 0)
  }

  @Test func `stops an interaction in flight, and lets it go on`() async throws {
    let heard = Heard(played.client.events(in: carousel.zone("cards")))
    try await played.accept(features: ["press"])
    var carousel = carousel
    carousel.go(to: 1, at: .zero)
    let flying = carousel.draw(at: .milliseconds(195))
    try send("press", 1, sequence: 1)
    let press = try await heard.swipe()
    #expect(press.isPress && press.phase == .press && press.press == 1)
    #expect(press.zone == "cards" && press.time == .milliseconds(200) && press.panelID == "p")
    carousel.handle(press)
    #expect(flying < -1 && flying > -295)
    #expect(carousel.offset(at: .milliseconds(900)) == flying)
    try send("release", 1, sequence: 2)
    carousel.handle(try await heard.swipe())
    #expect(abs(carousel.offset(at: .seconds(60)) + 296) < 1e-6)
  }

  @Test func `goes on after a cancel, and continues in a begin`() async throws {
    let heard = Heard(played.client.events(in: carousel.zone("cards")))
    try await played.accept(features: ["press"])
    var card = DraggableCard()
    card.go(to: SwipeVector(x: 100), at: .zero)
    let flying = card.draw(at: .milliseconds(199))
    try send("press", 1, sequence: 1)
    card.handle(try await heard.swipe())
    #expect(card.offset(at: .milliseconds(300)) == flying)
    try send("cancel", 1, sequence: 2, reason: "palm")
    let cancel = try await heard.swipe()
    #expect(cancel.phase == .cancel && cancel.cancelReason == "palm" && cancel.isPress)
    card.handle(cancel)
    #expect(abs(card.offset(at: .seconds(60)).x - 100) < 1e-6)
    try send("press", 2, sequence: 3)
    _ = try await heard.swipe()
    try played.service.send(
      #"{"type":"swipe","phase":"begin","seq":4,"swipe_id":7,"press_id":2,"panel_id":"p","t_us":1,"#
        + #""zone":{"name":"cards"}}"#)
    let begin = try await heard.swipe()
    #expect(begin.id == 7 && begin.press == 2 && !begin.isPress)
  }

  @Test func `reaches the app only in zones that have presses`() async throws {
    let zones = [carousel.zone("other"), SwipeZone("cards", axis: .vertical, spring: .standard)]
    let heard = Heard(played.client.events(SwipeSubscription(zones: zones)))
    try await played.accept(features: ["press"])
    try send("press", 1, sequence: 1)
    try send("release", 1, sequence: 2)
    try played.send("begin", 4, number: 3, zone: snap)
    #expect(try await heard.swipe().phase == .begin)
  }

  @Test func `is cancelled as lost with its connection, unless it has ended`() async throws {
    let heard = Heard(played.client.events(in: carousel.zone("cards")))
    try await played.accept(features: ["press"])
    for number in 1...3 { try send("press", number, sequence: number) }
    try send("release", 2, sequence: 4)
    try played.send("begin", 4, number: 5, zone: snap)
    for _ in 0..<5 { _ = try await heard.swipe() }
    played.service.hangUp()
    try await played.accept(features: ["press"], active: [4])
    for number in [1, 3] as [Int64] {
      let lost = try await heard.swipe()
      #expect(lost.isPress && lost.press == number && lost.cancelReason == Swipe.lost)
    }
  }
}
