import FlickClient
import TestKit
import Testing

@Suite struct `A client's zone with only a spring` {
  let played: PlayedService
  private let drawer = SwipeZone("drawer", axis: .horizontal, spring: .snappy)

  init() throws {
    played = try PlayedService()
  }

  @Test func `moves to its target, and returns there after a lost swipe`() async throws {
    let heard = Heard(played.client.events(in: drawer))
    try await played.accept()
    let spring =
      #""spring":{"duration_us":500000,"bounce":0,"stiffness":157.914,"damping":25.133,"#
      + #""initial_velocity":300,"relative_velocity":25,"settling_us":400000,"target":20}"#
    try played.send("begin", 4, number: 1, x: 3, zone: #"{"name":"drawer"}"#)
    try played.send("end", 4, number: 2, x: 8, zone: #"{"name":"drawer",\#(spring)}"#)
    try played.send("begin", 5, number: 3, x: -3, zone: #"{"name":"drawer"}"#)
    _ = try await heard.connected()
    #expect(try await heard.swipe().flight(from: 3) == nil)
    let end = try await heard.swipe()
    #expect(end.handOff?.target == 20)
    #expect(end.flight(from: 8)?.target == 20)
    _ = try await heard.swipe()
    played.service.hangUp()
    _ = try await heard.disconnected()
    let request = try await played.accept(epoch: "b")
    #expect(request.contains(#""offset":20"#), "\(request)")
    let lost = try await heard.swipe()
    #expect(lost.cancelReason == Swipe.lost)
    #expect(lost.snap == nil)
    #expect(lost.handOff?.velocity == 0)
    #expect(lost.flight(from: 17)?.target == 20)
  }
}
