import FlickInteractions
import Testing

// Needs one import and no service, like an app that receives swipes from elsewhere.

@Suite struct `Physics without a service` {
  @Test func `accepts a spring in every form of SwiftUI`() {
    #expect(Spring.standard == Spring(duration: .milliseconds(500), bounce: 0))
    #expect(abs(Spring.standard.stiffness - 157.913_670_417_429_7) < 1e-9)
    #expect(abs(Spring.standard.damping - 25.132_741_228_718_3) < 1e-9)
    let lively = Spring(response: .milliseconds(300), dampingFraction: 0.7)
    #expect(lively.duration == .milliseconds(300))
    #expect(abs(lively.bounce - 0.3) < 1e-12)
    let physical = Spring(mass: 2, stiffness: 400, damping: 40)
    #expect(physical == Spring(stiffness: 200, damping: 20))
    #expect(abs(Spring(duration: physical.duration, bounce: physical.bounce).damping - 20) < 1e-9)
    #expect(abs(Spring.bouncy.dampingFraction - 0.7) < 1e-12)
  }

  @Test(arguments: [Spring.standard, .snappy, .bouncy, Spring(bounce: -0.5)])
  func `moves to its target, and changes target without a jump`(spring: Spring) {
    let flight = Flight(from: -100, to: -296, velocity: -1000, spring: spring)
    #expect(flight.offset(after: .zero) == -100)
    #expect(flight.velocity(after: .zero) == -1000)
    let other = flight.retargeted(to: 0, after: .milliseconds(100))
    #expect(abs(other.offset(after: .zero) - flight.offset(after: .milliseconds(100))) < 1e-9)
    #expect(abs(other.velocity(after: .zero) - flight.velocity(after: .milliseconds(100))) < 1e-9)
    #expect(other.target == 0)
    let time = flight.settlingDuration(within: 0.5)
    #expect(abs(flight.offset(after: time) + 296) < 0.5001)
    for later in 1...50 { #expect(abs(flight.offset(after: time + .milliseconds(50 * later)) + 296) < 0.5) }
  }

  @Test func `finds the snap point of a predicted end`() {
    let cards = SnapPoints([0, -296, -592])
    #expect(cards.target(landing: -350, from: 0) == 1)
    #expect(cards.target(landing: -100, from: 0) == 0)
    #expect(cards.target(landing: -5000, from: 0) == 2)
    #expect(cards.offset(of: 1) == -296)
    #expect(cards.progress(at: -148, from: 0) == 0.5)
    #expect(cards.nearest(to: -148, velocity: -1) == 1)
    #expect(cards.nearest(to: -148, velocity: 1) == 0)
    #expect(SnapPoints([0, -296, -592], maxSteps: 1).target(landing: -5000, from: 0) == 1)
  }

  @Test func `reads snap points from a literal, wherever one is expected`() {
    let cards: SnapPoints = [0, -296, -592]
    #expect(cards == SnapPoints([0, -296, -592]))
    #expect(BottomSheet(detents: [0, -300, -600]) == BottomSheet())
    #expect(FlickClient.Spring.standard == Spring.smooth, "no type has the name of the module")
  }

  @Test func `continues around a dial`() {
    let dial = SnapPoints([0, 90, 180, 270], period: 360)
    let next = dial.target(landing: 350, from: 3)
    #expect(next == 4)
    #expect(dial.offset(of: next) == 360)
    #expect(dial.index(of: next) == 0)
  }

  @Test func `projects a velocity like SwiftUI and UIScrollView`() {
    #expect(Projection.standard.end(translation: -100, velocity: -1000) == -350)
    #expect(abs(Projection.scrolling.duration / .seconds(1) - 0.499_499_8) < 1e-6)
    #expect(
      Projection(.milliseconds(500)).end(translation: SwipeVector(x: 1), velocity: SwipeVector(x: 2, y: 4))
        == SwipeVector(x: 2, y: 2))
  }
}
