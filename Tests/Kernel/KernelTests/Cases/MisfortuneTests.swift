import GestureCore
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest) struct `A misfortune on a kernel's panel` {
  /// Something that goes wrong under a finger, and the expected outcome.
  struct Misfortune: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let outcomes: [String]
    /// The number of contacts on the glass at the end.
    var down = 0.0
    let finger: @Sendable () -> Fingertip
  }

  private static let dead = Misfortune(
    testDescription: "a palm that stays", outcomes: ["cancel palm"], down: 1
  ) {
    var finger = flick()
    finger.turnIntoPalm()
    finger.move(by: 600, in: .milliseconds(100), frames: 12)
    return finger
  }

  // The tracking id reports which slot's contact lifts. Hovering pens and worn glass toggle the
  // button.
  private static let button = Misfortune(
    testDescription: "a button that is let go early", outcomes: ["end drag right commit by distance"]
  ) {
    var finger = flick()
    finger.releaseButton()
    finger.move(by: 600, in: .milliseconds(1000), frames: 100)
    finger.lift()
    return finger
  }

  // libevdev removes the second tracking id from the stream: the finger would jump 130 mm to the
  // left.
  private static let reused = Misfortune(
    testDescription: "a slot that the next finger gets without a lift",
    outcomes: ["cancel stale", "end drag right commit by distance"]
  ) {
    var finger = flick()
    finger.rest(for: .milliseconds(10))
    finger.land(at: 40)
    finger.move(by: 800, in: .milliseconds(1500), frames: 100)
    finger.rest(for: .milliseconds(200))
    finger.lift()
    return finger
  }

  private static let leap = Misfortune(
    testDescription: "a finger that is suddenly on the other side", outcomes: ["cancel ghost"]
  ) {
    var finger = flick()
    finger.move(by: 2000, in: .milliseconds(8), frames: 1)
    finger.move(by: 100, in: .milliseconds(100), frames: 12)
    finger.lift()
    return finger
  }

  static let all = [dead, button, reused, leap]

  private static func flick() -> Fingertip {
    var finger = Fingertip()
    finger.move(by: 600, in: .milliseconds(100), frames: 12)
    return finger
  }

  @Test(arguments: all)
  func `gets the expected decision`(misfortune: Misfortune) async throws {
    let performance = try await Stage(.events(Fingertip.panel)).perform(
      misfortune.finger().script, as: misfortune.testDescription)
    #expect(performance.outcomes == misfortune.outcomes)
    #expect(performance.counts?.contacts_down == JSON.number(misfortune.down))
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }

  @Test(.inVirtualTime)
  func `that stops flickd for a while changes nothing`() async throws {
    var finger = Self.flick()
    finger.lift()
    var stage = Stage(.events(Fingertip.panel))
    stage.halt = 3..<10
    let performance = try await stage.perform(finger.script, as: "stopped for a while")
    #expect(performance.outcomes == ["end flick right commit by velocity"])
    #expect(performance.counts?.dropped == 0)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }
}
