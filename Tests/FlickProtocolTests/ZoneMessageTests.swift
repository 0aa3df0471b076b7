import Testing

@testable import FlickProtocol
@testable import GestureCore

@Suite struct `The zone of a swipe line` {
  private func text(_ zone: ZoneMessage, _ scale: UnitScale = .millimeters) -> String {
    var line = LineWriter()
    line.text(atMost: SwipeText.longestTail) { zone.write(into: &$0, at: &$1, scale: scale) }
    return String(decoding: line.bytes, as: UTF8.self)
  }

  private let snap = ZoneSnap(from: 0, index: 1, steps: 1, offset: -296)

  @Test func `without snap points is its name`() {
    #expect(text(ZoneMessage(name: "list", axis: .y)) == "{\"name\":\"list\"}")
    #expect(text(ZoneMessage(name: "a\"b", axis: .y)) == "{\"name\":\"a\\\"b\"}")
  }

  @Test func `has its snap, and its spring after the release`() {
    #expect(
      text(ZoneMessage(name: "cards", axis: .x, snap: snap))
        == "{\"name\":\"cards\",\"snap\":{\"from\":0,\"index\":1,\"steps\":1,\"offset\":-296}}")
    let spring = ZoneMessage.SpringHandOff(.standard, displacement: -234.8, velocity: -1432)
    let settling = spring.settlingMicroseconds.map { "\($0)" } ?? "null"
    #expect(
      text(ZoneMessage(name: "cards", axis: .x, snap: snap, spring: spring))
        == """
        {"name":"cards","snap":{"from":0,"index":1,"steps":1,"offset":-296},"spring":{"duration_us":500000,\
        "bounce":0,"stiffness":157.914,"damping":25.133,"initial_velocity":-1432,"relative_velocity":6.099,\
        "settling_us":\(settling)}}
        """)
  }

  @Test func `has the target of its spring if it has no snap points`() {
    let scale = UnitScale(unit: .pixels, x: 10, y: 2)
    let spring = ZoneMessage.SpringHandOff(.standard, displacement: 12, velocity: 300, target: 20)
    let line = text(ZoneMessage(name: "drawer", axis: .x, spring: spring), scale)
    #expect(line.hasPrefix("{\"name\":\"drawer\",\"spring\":{"))
    #expect(line.hasSuffix(",\"target\":200}}"))
  }

  @Test func `scales lengths along its axis`() {
    let scale = UnitScale(unit: .pixels, x: 10, y: 2)
    let spring = ZoneMessage.SpringHandOff(.standard, displacement: 10, velocity: 20)
    for (axis, factor) in [(Axis.x, 10), (.y, 2)] {
      let line = text(ZoneMessage(name: "z", axis: axis, snap: snap, spring: spring), scale)
      #expect(line.contains("\"offset\":\(-296 * factor)}"))
      #expect(line.contains("\"initial_velocity\":\(20 * factor),\"relative_velocity\":2,"))
    }
    let part = UnitScale(unit: .fraction, x: 1 / 344.0, y: 1)
    #expect(text(ZoneMessage(name: "z", axis: .x, snap: snap), part).contains("\"offset\":-0.860465}"))
  }

  static let displacements: [(displacement: Double, relative: String)] = [
    (0, "null"), (0.099, "null"), (-0.099, "null"), (0.1, "100"), (-0.1, "-100"),
  ]

  @Test(arguments: displacements)
  func `has no relative velocity if less than a tenth of a millimetre remains`(
    displacement: Double, relative: String
  ) {
    let spring = ZoneMessage.SpringHandOff(.standard, displacement: displacement, velocity: 10)
    let line = text(ZoneMessage(name: "z", axis: .x, snap: snap, spring: spring))
    #expect(line.contains("\"relative_velocity\":\(relative),"))
  }

  @Test func `settles at once without distance and speed, and never without damping`() {
    #expect(ZoneMessage.SpringHandOff(.standard, displacement: 0, velocity: 0).settlingMicroseconds == 0)
    let endless = ZoneMessage.SpringHandOff(Spring(duration: 1, bounce: 1), displacement: 10, velocity: 0)
    #expect(text(ZoneMessage(name: "z", axis: .x, spring: endless)).hasSuffix("\"settling_us\":null}}"))
  }

  @Test func `is part of a cancel line too`() {
    let fact = SwipeFact(
      phase: .cancel(.palm), swipe: SwipeID(number: 1), instant: Instant(microseconds: 0), fingers: 1,
      start: PanelPoint(x: 0, y: 0), translation: .zero, excursion: 9, travel: 4.5, estimate: .rest,
      age: .zero,
      duration: .zero, idle: nil)
    let rule = DecisionRule(predicted: .init(x: 1, y: 1))
    let message = SwipeMessage(
      fact: fact, decision: rule.decide(fact), predictedEnd: .zero,
      projectionMicroseconds: 0, slop: 1.6, panelID: "p", edge: nil, progress: 0,
      zone: ZoneMessage(name: "cards", axis: .x, snap: snap))
    var line = LineWriter()
    message.writeTail(into: &line, scale: .millimeters, level: .decisions)
    let tail = String(decoding: line.bytes, as: UTF8.self)
    #expect(tail.contains("\"zone\":{\"name\":\"cards\",\"snap\":{"))
  }
}
