import TestKit
import Testing

@testable import GestureCore

/// A spring, a state, and the fourth-order Runge–Kutta integration of its movement.
private struct Integration {
  var spring: Spring
  var state: Spring.State

  private func slope(_ state: Spring.State) -> (x: Double, v: Double) {
    (state.velocity, -spring.stiffness * state.displacement - spring.damping * state.velocity)
  }

  mutating func step(_ time: Double) {
    func moved(_ slope: (x: Double, v: Double), _ time: Double) -> Spring.State {
      Spring.State(
        displacement: state.displacement + slope.x * time, velocity: state.velocity + slope.v * time)
    }
    let first = slope(state)
    let second = slope(moved(first, time / 2))
    let third = slope(moved(second, time / 2))
    let fourth = slope(moved(third, time))
    state.displacement += time / 6 * (first.x + 2 * second.x + 2 * third.x + fourth.x)
    state.velocity += time / 6 * (first.v + 2 * second.v + 2 * third.v + fourth.v)
  }
}

@Suite struct `A spring` {
  @Test func `has the numbers of SwiftUI's family`() {
    let smooth = Spring(duration: 0.5, bounce: 0)
    #expect(abs(smooth.stiffness - 157.913_670_417_429_7) < 1e-9)
    #expect(abs(smooth.damping - 25.132_741_228_718_3) < 1e-9)
    let bouncy = Spring(duration: 0.5, bounce: 0.3)
    #expect(abs(bouncy.damping - 0.7 * smooth.damping) < 1e-9)
    #expect(bouncy.stiffness == smooth.stiffness)
    #expect(abs(Spring(duration: 0.5, bounce: -0.5).damping - 2 * smooth.damping) < 1e-9)
    #expect(Spring.standard == smooth)
  }

  @Test func `clamps a bounce that is out of bounds`() {
    #expect(Spring(duration: 1, bounce: -1) == Spring(duration: 1, bounce: -0.99))
    #expect(Spring(duration: 1, bounce: 2) == Spring(duration: 1, bounce: 1))
    #expect(Spring(duration: 1, bounce: 1).damping == 0)
  }

  @Test(arguments: 0..<10) func `is equal in each of its three forms`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let duration = Double.random(in: 0.05...5, using: &random)
      let bounce = Double.random(in: -0.98...1, using: &random)
      let fraction = Double.random(in: 0...50, using: &random)
      let mass = Double.random(in: 0.1...10, using: &random)
      let stiffness = Double.random(in: 0.5...5000, using: &random)
      let damping = Double.random(in: 0...500, using: &random)
      let perceived = Spring(duration: duration, bounce: bounce)
      Self.expectNear(perceived.duration, duration, seed)
      Self.expectNear(perceived.bounce, bounce, seed)
      let responsive = Spring(response: duration, dampingFraction: fraction)
      Self.expectNear(responsive.duration, duration, seed)
      Self.expectNear(responsive.dampingFraction, fraction, seed)
      let physical = Spring(mass: mass, stiffness: stiffness, damping: damping)
      Self.expectNear(physical.stiffness * mass, stiffness, seed)
      Self.expectNear(physical.damping * mass, damping, seed)
      for spring in [perceived, responsive, physical] {
        // The bounce alone is clamped: below −0.99 it no longer represents this damping.
        let byBounce =
          spring.bounce > -0.99 ? [Spring(duration: spring.duration, bounce: spring.bounce)] : []
        for other in byBounce + [
          Spring(response: spring.duration, dampingFraction: spring.dampingFraction),
          Spring(mass: mass, stiffness: spring.stiffness * mass, damping: spring.damping * mass),
        ] {
          Self.expectNear(other.stiffness, spring.stiffness, seed)
          Self.expectNear(other.damping, spring.damping, seed)
          Self.expectNear(other.duration, spring.duration, seed)
          Self.expectNear(other.dampingFraction, spring.dampingFraction, seed)
          Self.expectNear(other.bounce, spring.bounce, seed)
        }
      }
    }
  }

  private static func expectNear(_ found: Double, _ stated: Double, _ seed: UInt64) {
    #expect(abs(found - stated) <= 1e-9 * max(abs(stated), 1), "seed \(seed)")
  }

  /// Any bounce; every fourth spring is critically damped, or almost, and every eighth creeps.
  private static func bounce(_ number: Int, _ random: inout SplitMix64) -> Double {
    switch number % 8 {
    case 0: 0
    case 4: Double.random(in: -1e-6...1e-6, using: &random)
    case 6: Double.random(in: -0.95 ... -0.7, using: &random)
    default: Double.random(in: -0.7...0.98, using: &random)
    }
  }

  private static func start(_ random: inout SplitMix64) -> Spring.State {
    Spring.State(
      displacement: Double.random(in: -300...300, using: &random),
      velocity: Double.random(in: -5000...5000, using: &random))
  }

  /// The number of integration steps for a time, so that the error is far below a millionth.
  private static func steps(of time: Double, _ spring: Spring) -> Int {
    let pace = spring.stiffness.squareRoot()
    return Int((60 * time * pace * max(1, spring.dampingFraction)).rounded(.up)) + 1
  }

  /// 1,000 springs, each compared at ten moments.
  @Test(arguments: 0..<10) func `moves as its integration does, to a millionth`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for number in 0..<100 {
      let duration = Double.random(in: 0.1...2, using: &random)
      let spring = Spring(duration: duration, bounce: Self.bounce(number, &random))
      let start = Self.start(&random)
      let pace = spring.stiffness.squareRoot()
      let part = duration * Double.random(in: 0.005...0.15, using: &random)
      let steps = Self.steps(of: part, spring)
      var integration = Integration(spring: spring, state: start)
      for look in 1...10 {
        for _ in 0..<steps { integration.step(part / Double(steps)) }
        let exact = integration.state
        let found = spring.state(after: part * Double(look), from: start)
        // The error is relative to the movement at that moment, not to that at the start.
        let swing = abs(exact.displacement) + abs(exact.velocity) / pace
        #expect(abs(found.displacement - exact.displacement) <= 1e-6 * swing, "seed \(seed), \(spring)")
        #expect(abs(found.velocity - exact.velocity) <= 1e-6 * swing * pace, "seed \(seed), \(spring)")
      }
    }
  }

  @Test(arguments: 0..<10) func `keeps position and velocity when its target changes`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    for number in 0..<100 {
      let first = Spring(
        duration: Double.random(in: 0.1...2, using: &random), bounce: Self.bounce(number, &random))
      let second = Spring(
        duration: Double.random(in: 0.1...2, using: &random), bounce: Self.bounce(number / 8, &random))
      let start = Self.start(&random)
      let (target, other) = (
        Double.random(in: -600...600, using: &random), Double.random(in: -600...600, using: &random)
      )
      let turn = first.duration * Double.random(in: 0...1, using: &random)
      let before = first.state(after: turn, from: start)
      let offset = target + before.displacement
      let taken = Spring.State(displacement: offset - other, velocity: before.velocity)
      let after = second.state(after: 0, from: taken)
      #expect(abs(other + after.displacement - offset) <= 1e-9 * (1 + abs(offset)), "seed \(seed)")
      #expect(after.velocity == before.velocity, "seed \(seed)")

      // Shortly before and after, the content moved as its velocity predicts: no jump, no corner.
      let scale =
        abs(before.displacement) + abs(taken.displacement) + abs(before.velocity)
        / min(first.stiffness, second.stiffness).squareRoot()
      let pace = max(first.stiffness, second.stiffness).squareRoot()
      let stiffest = max(1, first.dampingFraction, second.dampingFraction)
      let moment = min(1e-6, turn)
      let earlier = target + first.state(after: turn - moment, from: start).displacement
      let later = other + second.state(after: moment, from: taken).displacement
      let bend = scale * pace * pace * stiffest * stiffest * 4 * moment * moment
      #expect(abs(offset - before.velocity * moment - earlier) <= bend + 1e-9, "seed \(seed)")
      #expect(abs(offset + before.velocity * moment - later) <= bend + 1e-9, "seed \(seed)")

      // One integration of the whole movement, in which the target jumps.
      var integration = Integration(spring: first, state: start)
      let steps = Self.steps(of: turn, first)
      for _ in 0..<steps { integration.step(turn / Double(steps)) }
      integration.spring = second
      integration.state.displacement += target - other
      let rest = second.duration * 0.3
      let more = Self.steps(of: rest, second)
      for _ in 0..<more { integration.step(rest / Double(more)) }
      let end = second.state(after: rest, from: taken)
      let swing = abs(taken.displacement) + abs(taken.velocity) / second.stiffness.squareRoot()
      #expect(abs(end.displacement - integration.state.displacement) <= 1e-6 * swing, "seed \(seed)")
    }
  }

  @Test func `that is handed off to itself continues unchanged`() {
    let start = Spring.State(displacement: 234.8, velocity: -1432)
    for bounce in [-0.9, 0, 0.4] {
      let spring = Spring(duration: 0.5, bounce: bounce)
      for turn in [0.01, 0.1, 0.3] {
        let taken = spring.state(after: 0.2, from: spring.state(after: turn, from: start))
        let whole = spring.state(after: turn + 0.2, from: start)
        #expect(abs(taken.displacement - whole.displacement) < 1e-9)
        #expect(abs(taken.velocity - whole.velocity) < 1e-9)
      }
    }
  }

  @Test func `with invalid parameters is the standard one`() {
    for spring in [
      Spring(duration: 0, bounce: 0), Spring(duration: .nan, bounce: 0), Spring(duration: 1e300, bounce: 0),
      Spring(mass: 0, stiffness: 1, damping: 1), Spring(mass: 1, stiffness: -3, damping: 1),
      Spring(mass: 1, stiffness: 3, damping: .infinity), Spring(response: 1, dampingFraction: .nan),
    ] {
      #expect(spring == .standard)
    }
    #expect(Spring(response: 1, dampingFraction: -1).damping == 0)
  }

  @Test func `starts at its given state, and comes to rest`() {
    let start = Spring.State(displacement: -234.8, velocity: -1432)
    for bounce in [-0.9, -0.3, 0, 1e-9, 0.4, 0.9] {
      let spring = Spring(duration: 0.5, bounce: bounce)
      #expect(spring.state(after: 0, from: start) == start)
      // 1000 s.
      #expect(abs(spring.state(after: 1000, from: start).displacement) < 1e-9)
    }
  }

  /// 1,000 springs, each sampled at least a thousand times in its settling time, then for as long
  /// again.
  @Test(arguments: 0..<10)
  func `settles to a thousandth, within 1 % of the true time`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    for number in 0..<100 {
      let duration = Double.random(in: 0.1...2, using: &random)
      let spring = Spring(duration: duration, bounce: min(Self.bounce(number, &random), 0.9))
      var start = Self.start(&random)
      if number % 3 == 0 { start.velocity = 0 }
      let tolerance = 0.001 * max(abs(start.displacement), 0.1)
      let found = spring.settlingTime(from: start, within: tolerance)

      var integration = Integration(spring: spring, state: start)
      // Enough steps that the integration of a creeping spring does not diverge.
      let steps = max(1000, Int(found * spring.damping))
      let step = found / Double(steps)
      var last = 0.0
      for count in 0..<2 * steps {
        if abs(integration.state.displacement) > tolerance { last = Double(count) * step }
        integration.step(step)
      }
      #expect(abs(found - last) <= 0.01 * last, "seed \(seed), \(spring) from \(start)")
    }
  }

  @Test func `never settles without damping, and is settled at rest`() {
    let start = Spring.State(displacement: 10, velocity: 0)
    #expect(Spring(duration: 1, bounce: 1).settlingTime(from: start, within: 0.01) == .infinity)
    let rest = Spring.State(displacement: 0, velocity: 0)
    #expect(Spring.standard.settlingTime(from: rest, within: 0.001) == 0)
    #expect(Spring(duration: 1, bounce: 1).settlingTime(from: rest, within: 0.001) == 0)
  }
}
