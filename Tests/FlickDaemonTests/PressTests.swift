import Evdev
import FlickProtocol
import GestureCore
import Panels
import Pipeline
import TestKit
import Testing

@testable import FlickDaemon

@Suite struct `Presses of a connection` {
  private typealias Finger = MadeRecording.Finger

  private static func view(_ phases: Phases = [.begin, .end, .cancel, .press, .release]) throws -> View {
    var subscription = Subscription()
    subscription.phases = phases
    var row = ZoneSpec<Double>(name: "row")
    row.axis = .x
    row.snapPoints = [0, -100, -200]
    subscription.zones = [row]
    return try View(subscription, level: .positions, connection: 1)
  }

  /// A flick, a tap on its content, another flick and another tap.
  private let events = MadeRecording([
    Finger(at: 0, from: (150, 70), by: (-100, 4), lasting: 400, liftShare: 0.5),
    Finger(at: 400, from: (120, 70), by: (0.1, 0), lasting: 80),
    Finger(at: 3000, from: (150, 70), by: (-100, 4), lasting: 400, liftShare: 0.5),
    Finger(at: 3400, from: (120, 70), by: (0.1, 0), lasting: 80),
  ]).events

  /// Plays the events up to a time in ms, and returns the lines in short words.
  private func play(_ glass: Glass, _ events: inout ArraySlice<InputEvent>, until end: Int64 = .max) throws
    -> [String]
  {
    var rows: [String] = []
    var isDrained = false
    while !isDrained {
      let lines = try glass.turn {
        guard let next = events.first, next.instant.microseconds / 1000 - 1000 < end else {
          isDrained = true
          return .drained
        }
        events.removeFirst()
        return .event(next)
      }
      rows += lines.compactMap { PressRow($0.utf8)?.text }
    }
    return rows
  }

  @Test func `are the same live and in a replay`() throws {
    let glass = try Glass(Self.view())
    var rest = events[...]
    let live = try play(glass, &rest)
    #expect(live == (try Glass.replay(events, Self.view())).compactMap { PressRow($0.utf8)?.text })
    #expect(
      live == [
        "begin row", "end row", "press row 1", "release row 1", "begin row", "end row", "press row 2",
        "release row 2",
      ])
  }

  @Test func `count on, and keep their windows, in the next subscription`() throws {
    let glass = try Glass(Self.view())
    var rest = events[...]
    #expect(try play(glass, &rest, until: 300) == ["begin row", "end row"])
    glass.broadcast.subscribe(glass.client, to: try Self.view())
    // The finger of this press is down while the client subscribes again.
    #expect(try play(glass, &rest, until: 440) == ["press row 1"])
    glass.broadcast.subscribe(glass.client, to: try Self.view())
    #expect(try play(glass, &rest, until: 1000) == ["release row 1"])
    glass.broadcast.subscribe(glass.client, to: try Self.view(.standard))
    #expect(try play(glass, &rest, until: 3300) == ["end row"])
    glass.broadcast.subscribe(glass.client, to: try Self.view())
    #expect(try play(glass, &rest) == [], "the end was sent to a subscription without presses")
  }

  @Test func `do not share a view, because each connection counts its own`() throws {
    let view = try Self.view()
    #expect(view.owner == 1)
    var subscription = Subscription()
    subscription.phases.insert(.press)
    #expect(try View(subscription, level: .positions, connection: 3).owner == 3)
  }

  @Test func `of content at rest need the level positions, as a refusal says`() throws {
    var subscription = Subscription()
    (subscription.phases, subscription.pressesAtRest) = ([.press, .release], true)
    #expect(try View(subscription, level: .positions, connection: 1).pressesAtRest)
    #expect(throws: ViewRefusal.pressesAtRest) { try View(subscription, level: .motion, connection: 1) }
    #expect(ViewRefusal.pressesAtRest.code == .forbidden)
    #expect(ViewRefusal.pressesAtRest.message.contains("needs the level positions"))
  }

  @Test func `need the level motion`() throws {
    var subscription = Subscription()
    subscription.phases.insert(.press)
    #expect(throws: ViewRefusal.phases) { try View(subscription, level: .decisions, connection: 1) }
  }
}
