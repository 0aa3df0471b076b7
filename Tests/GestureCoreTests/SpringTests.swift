import TestKit
import Testing

@testable import GestureCore

/// A spring, a state, and the fourth-order Runge–Kutta integration of what it does.
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

  @Test func `counts a bounce that is out of bounds as the nearest within them`() {
    #expect(Spring(duration: 1, bounce: -1) == Spring(duration: 1, bounce: -0.99))
    #expect(Spring(duration: 1, bounce: 2) == Spring(duration: 1, bounce: 1))
    #expect(Spring(duration: 1, bounce: 1).damping == 0)
  }

  @Test(arguments: 0..<10) func `says the same in each of its three forms`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let duration = Double.random(in: 0.05...5, using: &random)
      let bounce = Double.random(in: -0.9...1, using: &random)
      let spring = Spring(duration: duration, bounce: bounce)
      #expect(abs(spring.duration - duration) < 1e-12 * duration.rounded(.up), "seed \(seed)")
      #expect(abs(spring.bounce - bounce) < 1e-9, "seed \(seed)")
      let mass = Double.random(in: 0.1...10, using: &random)
      for other in [
        Spring(duration: spring.duration, bounce: spring.bounce),
        Spring(response: spring.duration, dampingFraction: spring.dampingFraction),
        Spring(mass: mass, stiffness: spring.stiffness * mass, damping: spring.damping * mass),
      ] {
        #expect(abs(other.stiffness - spring.stiffness) <= 1e-9 * spring.stiffness, "seed \(seed)")
        #expect(abs(other.damping - spring.damping) <= 1e-9 * (spring.damping + 1), "seed \(seed)")
      }
    }
  }

  /// Any bounce; every fourth spring is critically damped, or nearly.
  private static func bounce(_ number: Int, _ random: inout SplitMix64) -> Double {
    switch number % 8 {
    case 0: 0
    case 4: Double.random(in: -1e-6...1e-6, using: &random)
    default: Double.random(in: -0.7...0.98, using: &random)
    }
  }

  @Test(arguments: 0..<10) func `moves as its integration does`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for number in 0..<100 {
      let duration = Double.random(in: 0.1...2, using: &random)
      let spring = Spring(duration: duration, bounce: Self.bounce(number, &random))
      let start = Spring.State(
        displacement: Double.random(in: -300...300, using: &random),
        velocity: Double.random(in: -5000...5000, using: &random))
      let end = duration * Double.random(in: 0.05...1.5, using: &random)
      var integration = Integration(spring: spring, state: start)
      for _ in 0..<2000 { integration.step(end / 2000) }
      let found = spring.state(after: end, from: start)
      let pace = spring.stiffness.squareRoot()
      let scale = abs(start.displacement) + abs(start.velocity) / pace
      #expect(
        abs(found.displacement - integration.state.displacement) <= 1e-6 * scale, "seed \(seed), \(spring)")
      #expect(
        abs(found.velocity - integration.state.velocity) <= 1e-6 * scale * pace, "seed \(seed), \(spring)")
    }
  }

  @Test func `that is none is the standard one`() {
    for spring in [
      Spring(duration: 0, bounce: 0), Spring(duration: .nan, bounce: 0), Spring(duration: 1e300, bounce: 0),
      Spring(mass: 0, stiffness: 1, damping: 1), Spring(mass: 1, stiffness: -3, damping: 1),
      Spring(mass: 1, stiffness: 3, damping: .infinity), Spring(response: 1, dampingFraction: .nan),
    ] {
      #expect(spring == .standard)
    }
    #expect(Spring(response: 1, dampingFraction: -1).damping == 0)
  }

  @Test func `starts where it is let go, and comes to rest`() {
    let start = Spring.State(displacement: -234.8, velocity: -1432)
    for bounce in [-0.9, -0.3, 0, 1e-9, 0.4, 0.9] {
      let spring = Spring(duration: 0.5, bounce: bounce)
      #expect(spring.state(after: 0, from: start) == start)
      #expect(abs(spring.state(after: 1000, from: start).displacement) < 1e-9)
    }
  }

  @Test(arguments: 0..<10) func `has settled when nothing is left of a thousandth`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for number in 0..<20 {
      let duration = Double.random(in: 0.1...2, using: &random)
      let spring = Spring(duration: duration, bounce: min(Self.bounce(number, &random), 0.9))
      let start = Spring.State(
        displacement: Double.random(in: -300...300, using: &random),
        velocity: number % 3 == 0 ? 0 : Double.random(in: -5000...5000, using: &random))
      let tolerance = 0.001 * max(abs(start.displacement), 0.1)
      let found = spring.settlingTime(from: start, within: tolerance)

      var integration = Integration(spring: spring, state: start)
      let step = duration / 500
      var last = 0.0
      for count in 0..<Int(2 * found / step) + 500 {
        if abs(integration.state.displacement) > tolerance { last = Double(count) * step }
        integration.step(step)
      }
      #expect(abs(found - last) <= 0.01 * last + step, "seed \(seed), \(spring) from \(start)")
    }
  }

  @Test func `without damping never settles, and with nothing to do has settled`() {
    let start = Spring.State(displacement: 10, velocity: 0)
    #expect(Spring(duration: 1, bounce: 1).settlingTime(from: start, within: 0.01) == .infinity)
    let rest = Spring.State(displacement: 0, velocity: 0)
    #expect(Spring.standard.settlingTime(from: rest, within: 0.001) == 0)
    #expect(Spring(duration: 1, bounce: 1).settlingTime(from: rest, within: 0.001) == 0)
  }
}
