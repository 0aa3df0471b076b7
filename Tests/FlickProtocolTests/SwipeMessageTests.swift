import Foundation
import Testing

@testable import FlickProtocol
@testable import GestureCore

@Suite struct `A swipe line` {
  /// The example of the contract, in mm.
  private func message(_ phase: SwipePhase) -> SwipeMessage {
    let translation = Translation(x: -61.2, y: 1.5)
    let velocity = Velocity(x: -1432, y: 20.4)
    let rule = DecisionRule(
      distance: .init(x: 200, y: 200), speed: 800, predicted: .init(x: 500, y: 500))
    let decision = rule.decide(translation: translation, velocity: velocity, travel: 61.2)
    return SwipeMessage(
      fact: SwipeFact(
        phase: phase, swipe: SwipeID(number: 41), instant: Instant(microseconds: 81_234_567_890), fingers: 1,
        start: PanelPoint(x: 1200, y: 610.5), translation: translation, excursion: 61.3,
        travel: 61.2,
        estimate: VelocityEstimate(
          velocity: velocity, samples: 11, window: .milliseconds(92), confidence: 0.97),
        age: Interval(microseconds: 8300), duration: .milliseconds(182),
        idle: Interval(microseconds: 5_400_000)),
      decision: decision,
      predictedEnd: rule.predictedEnd(translation: translation, velocity: velocity),
      projectionMicroseconds: 250_000, slop: 1.55828, panelID: "pci-0000:00:14.0-usb-0:3:1.0", edge: nil,
      progress: decision.distance / decision.distanceThreshold)
  }

  private func text(
    _ message: SwipeMessage, level: Level = .positions, scale: UnitScale = .millimeters
  ) -> String {
    var line = LineWriter()
    message.writeHead(into: &line)
    line.integer(1007)
    message.writeTail(into: &line, scale: scale, level: level)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  @Test func `matches the contract's example`() {
    let expected = """
      {"type":"swipe","phase":"end","seq":1007,"swipe_id":41,"panel_id":"pci-0000:00:14.0-usb-0:3:1.0",\
      "t_us":81234567890,"unit":"mm","fingers":1,"start":{"x":1200,"y":610.5},"location":{"x":1138.8,"y":612},\
      "translation":{"x":-61.2,"y":1.5},"velocity":{"x":-1432,"y":20.4},"projection_us":250000,\
      "predicted_end_translation":{"x":-419.2,"y":6.6},"predicted_end_location":{"x":780.8,"y":617.1},\
      "duration_us":182000,"idle_us":5400000,"edge":null,"decision":{"kind":"flick","commit":true,"by":["velocity"],\
      "direction":"left","distance":61.2,"distance_threshold":200,"speed":1432,"speed_threshold":800,\
      "no_commit":null,"travel":61.2,"travel_threshold":6},\
      "estimate":{"samples":11,"window_us":92000,"age_us":8300,"confidence":0.97},"zone":null}

      """
    #expect(text(message(.end)) == expected)
  }

  @Test func `has a text for each of its keys`() {
    #expect(SwipeText(rawValue: SwipeText.texts.count - 1) != nil)
    #expect(SwipeText(rawValue: SwipeText.texts.count) == nil)
  }

  /// Otherwise a write beyond the buffer would stop the service.
  @Test func `has room for the longest value of each field`() throws {
    let lowest = -Double.greatestFiniteMagnitude
    let far = Translation(x: lowest, y: lowest)
    var message = message(.begin)
    message.fact.swipe = SwipeID(number: .max)
    message.fact.instant = Instant(microseconds: .min)
    message.fact.fingers = .min
    message.fact.translation = far
    message.fact.estimate = VelocityEstimate(
      velocity: Velocity(x: lowest, y: lowest), samples: .min, window: Interval(microseconds: .min),
      confidence: lowest)
    (message.fact.age, message.fact.duration) = (Interval(microseconds: .min), Interval(microseconds: .min))
    message.fact.idle = Interval(microseconds: .min)
    (message.predictedEnd, message.lookahead, message.progress, message.slop) = (far, far, lowest, lowest)
    (message.projectionMicroseconds, message.press) = (.min, .min)
    message.panelID = String(repeating: "\u{1}", count: 300)
    message.edge = .bottom
    message.decision.by = .init(distance: true, velocity: true, predicted: true)
    message.decision.direction = .rightDown
    (message.decision.distance, message.decision.predicted) = (lowest, lowest)
    message.decision.travel = lowest
    message.decision.recoil = .init(x: lowest, y: lowest)
    var spring = ZoneMessage.SpringHandOff(.standard, displacement: lowest, velocity: lowest, target: lowest)
    spring.settlingMicroseconds = .min
    message.zone = ZoneMessage(
      name: String(repeating: "\u{1}", count: 300), axis: .y,
      snap: .init(from: .min, index: .min, steps: .min, offset: lowest), spring: spring)
    let scale = UnitScale(unit: .fraction, x: 1, y: 1)
    var line = LineWriter(capacity: 0)
    message.writeTail(into: &line, scale: scale, level: .positions)
    #expect(line.count < SwipeText.longestTail + 2 * 6 * 300)
    // What follows is written behind the tail, not over it.
    line.beginObject()
    #expect(line.bytes.suffix(3) == ArraySlice("}\n{".utf8))
  }

  @Test func `carries a recoil, each component in the unit of its own axis, and is read so`() {
    let parts = UnitScale(unit: .fraction, x: 1 / 200.0, y: 1 / 100.0)
    let recoils: [(Decision.Recoil?, String)] = [
      (nil, "}"), (.init(x: 3.271), ",\"recoil\":{\"x\":0.016355}}"),
      (.init(y: 2), ",\"recoil\":{\"y\":0.02}}"),
      (.init(x: 1, y: 2), ",\"recoil\":{\"x\":0.005,\"y\":0.02}}"),
    ]
    for (recoil, expected) in recoils {
      var message = message(.end)
      (message.decision.recoil, message.decision.travelThreshold) = (recoil, 0)
      #expect(text(message, scale: parts).contains("\"travel_threshold\":0\(expected),\"estimate\""))
      guard case .swipe(let line)? = ServerMessage(Array(text(message).utf8)) else {
        Issue.record("no swipe line")
        continue
      }
      #expect(line.decision?.recoil == recoil)
    }
  }

  @Test func `carries a provisional decision and the progress in an update`() throws {
    let line = text(message(.update))
    #expect(line.contains("\"decision\":{\"kind\":\"flick\""))
    #expect(line.contains("\"progress\":0.306,"))
    #expect(!text(message(.end)).contains("progress"))
  }

  @Test func `carries the slop in a begin, along its direction`() {
    #expect(
      text(message(.begin)).contains("\"translation\":{\"x\":-61.2,\"y\":1.5},\"slop\":1.558,\"velocity\""))
    for phase in [SwipePhase.update, .end, .cancel(.palm)] { #expect(!text(message(phase)).contains("slop")) }
    let parts = UnitScale(unit: .fraction, x: 1 / 200.0, y: 1 / 100.0)
    #expect(text(message(.begin), scale: parts).contains("\"slop\":0.007791,"))
    var down = message(.begin)
    down.decision.direction = .down
    #expect(text(down, scale: parts).contains("\"slop\":0.015583,"))
  }

  @Test func `carries the lookahead in a begin and an update, if requested`() {
    for phase in [SwipePhase.begin, .update, .end, .cancel(.palm)] {
      var asked = message(phase)
      #expect(!text(asked).contains("lookahead"))
      // −1432 mm/s for 16 ms.
      asked.lookahead = asked.fact.translation(after: .milliseconds(16))
      let isActive = phase == .begin || phase == .update
      let word = "\"lookahead_translation\":{\"x\":-84.112,\"y\":1.826}"
      #expect(text(asked).contains(word) == isActive)
      #expect(text(asked, level: .motion).contains(word) == isActive)
      #expect(!text(asked, level: .decisions).contains("lookahead"))
    }
  }

  @Test func `has a reason and no decision when it is cancelled`() {
    let line = text(message(.cancel(.palm)))
    #expect(line.hasPrefix("{\"type\":\"swipe\",\"phase\":\"cancel\",\"reason\":\"palm\",\"seq\":1007,"))
    for absent in ["decision", "velocity", "predicted", "estimate"] { #expect(!line.contains(absent)) }
  }

  @Test func `carries the predicted end if the rule uses it, and the reason in an end only`() {
    var predicted = message(.end)
    #expect(!text(predicted).contains("\"predicted\":"))
    (predicted.decision.predicted, predicted.decision.noCommit) = (419.2, .endOfRange)
    let fields = "\"predicted\":419.2,\"predicted_threshold\":500,"
    #expect(text(predicted).contains("\(fields)\"no_commit\":\"end_of_range\",\"travel\":61.2,"))
    predicted.fact.phase = .update
    #expect(text(predicted).contains("\(fields)\"travel\":61.2,\"travel_threshold\":6}"))
  }

  @Test func `has every length in the requested unit`() {
    let line = text(message(.end), scale: UnitScale(unit: .points, x: 163 / 25.4, y: 163 / 25.4))
    #expect(line.contains("\"unit\":\"pt\""))
    #expect(line.contains("\"translation\":{\"x\":-392.74,\"y\":9.626}"))
    #expect(line.contains("\"speed\":9189.606,\"speed_threshold\":5133.858"))
    #expect(line.contains("\"travel\":392.74,\"travel_threshold\":38.504}"))
  }

  static let levels: [(level: Level, absent: [String], present: [String])] = [
    (.positions, [], ["start", "location", "translation", "predicted_end_location", "edge"]),
    (.motion, ["\"start\"", "location"], ["translation", "predicted_end_translation", "edge", "velocity"]),
    (
      .decisions, ["\"start\"", "location", "translation", "predicted_end", "\"edge\""],
      ["velocity", "decision", "distance"]
    ),
  ]

  @Test(arguments: levels)
  func `has no more fields than the level allows`(level: Level, absent: [String], present: [String]) {
    for phase in [SwipePhase.end, .cancel(.shutdown)] {
      let line = text(message(phase), level: level)
      for word in absent { #expect(!line.contains(word), "\(level) \(word)") }
    }
    for word in present { #expect(text(message(.end), level: level).contains(word), "\(level) \(word)") }
  }

  @Test(
    arguments: [SwipePhase.begin, .update, .end, .cancel(.stale)], [Level.decisions, .motion, .positions])
  func `is one line of JSON in every phase and level`(phase: SwipePhase, level: Level) throws {
    let line = text(message(phase), level: level)
    #expect(line.utf8.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["swipe_id"] as? Int == 41)
    #expect(object?["phase"] as? String == Phase(phase).word)
  }

  @Test func `has a distinct word for each reason and direction`() {
    #expect(Set(CancelReason.words).count == CancelReason.all.count)
    let directions: [Direction] = [.right, .rightDown, .down, .leftDown, .left, .leftUp, .up, .rightUp]
    #expect(Set(directions.map(\.word)).count == 8)
    for word in ["begin", "update", "end", "cancel"] { #expect(Phase(word: word) != nil) }
    #expect(Phase(word: "ended") == nil)
  }
}
