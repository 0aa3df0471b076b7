import FlickClient
import TestKit
import Testing

@Suite struct `The translation of a swipe at a later time` {
  private func swipe(
    _ phase: Swipe.Phase = .update, velocity: SwipeVector, window: Duration = .milliseconds(60)
  ) -> Swipe {
    var swipe = Swipe(
      id: 1, phase: phase, time: .seconds(5), translation: SwipeVector(x: -40, y: 3), velocity: velocity)
    swipe.estimate = Swipe.Estimate(samples: 5, window: window, confidence: 1)
    return swipe
  }

  private func lead(_ swipe: Swipe, _ milliseconds: Int64) -> SwipeVector {
    swipe.translation(at: .seconds(5) + .milliseconds(milliseconds)) - swipe.translation
  }

  @Test func `follows the velocity for the age of the report, within its window and 100 ms`() {
    let velocity = SwipeVector(x: -1000, y: 200)
    #expect(lead(swipe(velocity: velocity), 20) == SwipeVector(x: -20, y: 4))
    #expect(lead(swipe(.begin, velocity: velocity), 20) == SwipeVector(x: -20, y: 4))
    #expect(lead(swipe(velocity: velocity), 90) == SwipeVector(x: -60, y: 12))
    #expect(lead(swipe(velocity: velocity, window: .seconds(1)), 900) == SwipeVector(x: -100, y: 20))
    #expect(lead(swipe(velocity: velocity), -5) == .zero)
  }

  @Test func `is the translation at rest, after the release and without an estimate`() {
    let velocity = SwipeVector(x: -1000)
    #expect(lead(swipe(velocity: .zero), 50) == .zero)
    for phase in [Swipe.Phase.end, .cancel] { #expect(lead(swipe(phase, velocity: velocity), 50) == .zero) }
    var made = swipe(velocity: velocity)
    made.estimate = nil
    #expect(lead(made, 50) == .zero)
  }

  /// The units of subscriptions, with the length of 5 m along x on a panel of 217 mm.
  static let units: [(unit: SwipeSubscription.Unit, name: String, fiveMeters: Double)] = [
    (.points, "pt", 5000 * 163 / 25.4), (.millimeters, "mm", 5000),
    (.pixels(width: 2170, height: 1360), "px", 50_000),
  ]

  @Test(arguments: units) func `is never ahead by more than 5 m/s of the glass, in any unit`(
    unit: (unit: SwipeSubscription.Unit, name: String, fiveMeters: Double)
  ) async throws {
    let played = try PlayedService()
    let panels = unit.name == "px" ? ["p"] : nil
    let heard = Heard(played.client.events(SwipeSubscription(unit: unit.unit, panels: panels)))
    try await played.service.accept()
    try played.service.send(
      #"{"type":"hello","protocol":{"major":1,"minor":0},"epoch":"a","clock":"monotonic","level":"motion"}"#)
    try played.service.send(
      #"{"type":"state","panels":[{"panel_id":"p","name":"n","source":"demo","width_mm":217,"height_mm":136,"#
        + #""scale":"config","rotation":0}],"swipes":[]}"#)
    _ = try await played.service.receive()
    try played.service.send(#"{"type":"reply","id":1,"ok":true,"swipes":[]}"#)
    for (number, part) in [0.5, 4].enumerated() {
      try played.service.send(
        #"{"type":"swipe","phase":"begin","seq":\#(number + 1),"swipe_id":\#(number + 1),"panel_id":"p","#
          + #""t_us":1000000,"unit":"\#(unit.name)","translation":{"x":1,"y":0},"#
          + #""velocity":{"x":\#(part * unit.fiveMeters),"y":0},"#
          + #""estimate":{"samples":4,"window_us":50000,"age_us":0,"confidence":1},"zone":null}"#)
      let swipe = try await heard.swipe()
      let ahead = swipe.translation(at: .seconds(1) + .milliseconds(20)).x - 1
      #expect(abs(ahead / (unit.fiveMeters * 0.02) - min(part, 1)) < 1e-3, "\(unit.name) \(part)")
    }
  }
}
