import GestureCore
import PanelTuning
import Panels
import TestKit

extension BoundCase {
  /// The bounds of metrics that a station answers.
  static let stations = rest + lines + swipes + pairs + together + noise

  private static let rest: [BoundCase] = [
    BoundCase(description: "the worst rest", metric: .restingJitter, station: .resting, value: 0.8) {
      $0.tremble(by: 0.8, at: $0.middle)
      $0.tremble(by: 0.2, at: $0.middle)
    },
    BoundCase(description: "two resting fingers", metric: .restingJitter, station: .resting) { touches in
      for _ in 0..<240 { touches.scan(PanelPoint(x: 50, y: 50), PanelPoint(x: 90, y: 50)) }
      touches.lift()
    },
    BoundCase(
      description: "half at the left edge", metric: .restingJitter, station: .resting, statistic: .deviation,
      value: 0.2
    ) { $0.tremble(by: 0.8, at: PanelPoint(x: 2, y: 60)) },
    BoundCase(
      description: "half at the bottom edge", metric: .restingJitter, station: .resting,
      statistic: .deviation, value: 0.2
    ) { $0.tremble(by: 0.8, at: PanelPoint(x: 60, y: 134)) },
    BoundCase(
      description: "whole beyond 3.5 mm", metric: .restingJitter, station: .resting, statistic: .deviation,
      value: 0.4
    ) { $0.tremble(by: 0.8, at: PanelPoint(x: 4, y: 60)) },
    BoundCase(description: "4 taps are too few", metric: .tapRepeatability, station: .taps) {
      $0.tap(4, moving: 0)
    },
    BoundCase(description: "contacts that move 7 mm are not taps", metric: .tapRepeatability, station: .taps)
    {
      $0.tap(6, moving: 7)
    },
    BoundCase(description: "9 drummed contacts are too few", metric: .drumroll, station: .drumming) {
      $0.tap(9, moving: 0)
    },
  ]

  private static let lines: [BoundCase] = [
    BoundCase(description: "a line of 25 mm is too short", metric: .linearityMax, station: .line(.horizontal))
    {
      $0.line(50, from: 40, step: 0.5)
    },
    BoundCase(description: "15 reports are too few", metric: .linearityMax, station: .line(.horizontal)) {
      $0.line(15, from: 40, step: 4)
    },
    BoundCase(
      description: "the angle that is farthest from 45°", metric: .diagonalAngle, station: .line(.diagonal),
      value: 40
    ) { touches in
      // The tangents of 40° and of 47°.
      for tangent in [0.839100, 1.072369] {
        touches.play(1) { PanelPoint(x: 20 + 60 * $0, y: 20 + 60 * tangent * $0) }
        touches.lift()
        touches.wait(300)
      }
    },
    BoundCase(
      description: "right to left is not backward", metric: .backwardMotion, station: .line(.horizontal),
      value: 0
    ) { $0.line(100, from: 150, step: -1) },
    BoundCase(
      description: "the longest step back", metric: .backwardMotion, station: .line(.horizontal),
      statistic: .deviation, value: 0.5
    ) { touches in
      for number in 0..<90 {
        let back = Double(number >= 30 ? 1 : 0) + Double(number >= 60 ? 1 : 0)
        touches.scan(PanelPoint(x: 20 + Double(number) - back * 1.5, y: 60))
      }
      touches.lift()
    },
    BoundCase(description: "an edge missed by 20 mm", metric: .edgeReach, station: .edges) {
      $0.reachEdges(within: 20, reports: 60)
    },
    BoundCase(description: "16 reports at the edges are too few", metric: .edgeReach, station: .edges) {
      $0.reachEdges(within: 1, reports: 4)
    },
  ]

  private static let swipes: [BoundCase] = [
    BoundCase(description: "6 mm are not a fast swipe", metric: .reportsPerSwipe) { touches in
      for _ in 0..<4 { touches.swipe(length: 6) }
    },
    BoundCase(description: "150 mm/s are not fast", metric: .reportsPerSwipe) { touches in
      for _ in 0..<4 { touches.swipe(speed: 150) }
    },
    BoundCase(description: "2 fast swipes are too few", metric: .reportsPerSwipe) { touches in
      for _ in 0..<2 { touches.swipe() }
    },
    BoundCase(description: "the swipe with the fewest reports", metric: .reportsPerSwipe, value: 7) {
      touches in
      for length in [60.0, 60, 20] { touches.swipe(length: length) }
    },
    BoundCase(description: "4 first movements are too few", metric: .firstMoveJump) { touches in
      for _ in 0..<4 { touches.swipe() }
    },
    BoundCase(description: "the median first movement", metric: .firstMoveJump, value: 1) { touches in
      for jump in [0.0, 0, 0, 0, 6] {
        touches.swipe { number, _, position in
          number == 0 ? PanelPoint(x: position.x - jump, y: position.y) : position
        }
      }
    },
    BoundCase(description: "first movements below 0.5 mm", metric: .firstMoveJump) { touches in
      for _ in 0..<6 { touches.swipe(speed: 48, length: 20) }
    },
  ]

  private static let pairs: [BoundCase] = [
    BoundCase(description: "one pair is too few", metric: .fingerSeparation, station: .twoFingers) {
      $0.pair(1, apart: Translation(x: 11, y: 0), reports: 40)
    },
    BoundCase(
      description: "pairs of 4 reports are too short", metric: .fingerSeparation, station: .twoFingers
    ) { $0.pair(3, apart: Translation(x: 11, y: 0), reports: 4) },
    BoundCase(
      description: "a diagonal pair counts 12/15", metric: .fingerSeparation, station: .twoFingers,
      statistic: .deviation, value: 12
    ) { $0.pair(3, apart: Translation(x: 10.6066, y: 10.6066), reports: 40) },
    BoundCase(
      description: "a finger that rested for 100 ms", metric: .secondFingerPull, station: .twoFingers
    ) { touches in for _ in 0..<4 { touches.pull(0.8, before: 0.1) } },
    BoundCase(description: "two landings are too few", metric: .secondFingerPull, station: .twoFingers) {
      touches in for _ in 0..<2 { touches.pull(0.8) }
    },
    BoundCase(description: "the median pull", metric: .secondFingerPull, station: .twoFingers, value: 0.2) {
      touches in for pull in [0.2, 0.2, 0.2, 0.9] { touches.pull(pull) }
    },
    BoundCase(description: "a pull after 400 ms", metric: .secondFingerPull, station: .twoFingers, value: 0) {
      touches in for _ in 0..<4 { touches.pull(0.8, after: 0.4) }
    },
  ]

  /// Two fingers where one was asked for.
  private static let together: [BoundCase] = [
    BoundCase(description: "taps of two fingers", metric: .tapRepeatability, station: .taps) {
      $0.pair(6, apart: Translation(x: 20, y: 0), reports: 2)
    },
    BoundCase(description: "a line of two fingers", metric: .linearityMax, station: .line(.horizontal)) {
      $0.pair(1, apart: Translation(x: 20, y: 0), reports: 60)
    },
    BoundCase(description: "fast swipes of two fingers", metric: .reportsPerSwipe) { touches in
      for _ in 0..<4 {
        for number in 0..<15 {
          let position = PanelPoint(x: 40 + 4 * Double(number), y: 50)
          touches.scan(position, position + Translation(x: 20, y: 0))
        }
        touches.lift()
        touches.wait(300)
      }
    },
  ]

  private static let noise: [BoundCase] = [
    BoundCase(description: "100 positions are a grid", metric: .grid, value: 50) {
      $0.line(100, from: 40, step: 0.5)
    },
    BoundCase(description: "99 positions are not a grid", metric: .grid) {
      $0.line(99, from: 40, step: 0.5)
    },
    BoundCase(description: "2 s of rest are too short", metric: .noise) { $0.drift(2.5, speed: 0) },
    BoundCase(description: "3 mm/s are not a rest", metric: .noise) { $0.drift(6, speed: 3) },
    BoundCase(description: "3 mm/s where a rest was asked for", metric: .noise, station: .resting, value: 0) {
      $0.drift(6, speed: 3)
    },
    BoundCase(description: "the smooth wander of a hand is not noise", metric: .noise, value: 0) { touches in
      let middle = touches.middle
      touches.play(6) { middle + Translation(x: 0.5 * sine($0 * 4.4), y: 0.5 * sine($0 * 3.1)) }
      touches.lift()
    },
    BoundCase(description: "a drift is not noise", metric: .noise, value: 0) { $0.drift(6, speed: 1) },
  ]
}

extension MadeTouches {
  /// A finger that alternates between two positions for 3 s.
  fileprivate mutating func tremble(by distance: Double, at position: PanelPoint) {
    for number in 0..<Int(3 * panel.rate) {
      scan(PanelPoint(x: position.x, y: position.y + (number % 2 == 0 ? 0.5 : -0.5) * distance))
    }
    lift()
    wait(300)
  }

  fileprivate mutating func tap(_ count: Int, moving distance: Double) {
    let middle = middle
    for _ in 0..<count {
      play(0.1) { PanelPoint(x: middle.x + distance * $0 * 10, y: middle.y) }
      lift()
      wait(200)
    }
  }

  fileprivate mutating func line(_ reports: Int, from start: Double, step: Double) {
    for number in 0..<reports { scan(PanelPoint(x: start + step * Double(number), y: 60)) }
    lift()
  }

  /// A stroke from the middle to each edge, until that distance from it.
  fileprivate mutating func reachEdges(within rest: Double, reports: Int) {
    let size = panel.size
    let half = middle
    let targets = [
      PanelPoint(x: rest, y: half.y), PanelPoint(x: half.x, y: rest),
      PanelPoint(x: size.width - rest, y: half.y), PanelPoint(x: half.x, y: size.height - rest),
    ]
    for target in targets {
      for number in 1...reports { scan(half + (target - half) * (Double(number) / Double(reports))) }
      lift()
      wait(200)
    }
  }

  fileprivate mutating func pair(_ count: Int, apart: Translation, reports: Int) {
    for _ in 0..<count {
      for number in 0..<reports {
        let first = PanelPoint(x: 60 + Double(number), y: 50)
        scan(first, first + apart)
      }
      lift()
      wait(200)
    }
  }

  /// A resting finger that moves when a second finger has landed, or later.
  fileprivate mutating func pull(_ distance: Double, before: Double = 0.4, after: Double = 0) {
    let middle = middle
    play(before) { _ in middle }
    for number in 0..<80 {
      let isPulled = Double(number) / panel.rate >= after
      scan(
        PanelPoint(x: middle.x + (isPulled ? distance : 0), y: middle.y), PanelPoint(x: middle.x + 15, y: 60))
    }
    lift()
    wait(200)
  }

  fileprivate mutating func drift(_ seconds: Double, speed: Double) {
    play(seconds) { PanelPoint(x: 60 + speed * $0, y: 60) }
    lift()
  }
}
