import GestureCore
import PanelTuning
import Panels
import TestKit

/// A made recording with a known value of one metric.
struct Plant: Sendable, CustomStringConvertible {
  var metric: MetricName
  var unit: MetricUnit
  var axis: Measurement.Axis = .both
  var station: Station?
  var value: Double
  /// The tolerance as an absolute number; 5 % of the value if nil.
  var tolerance: (@Sendable (MadePanel) -> Double)?
  var make: @Sendable (inout MadeTouches, _ value: Double) -> Void

  var description: String { "\(metric.rawValue) \(value)" }

  func isNear(_ measured: Double, on panel: MadePanel) -> Bool {
    (measured - value).magnitude <= tolerance?(panel) ?? value.magnitude * 0.05
  }
}

extension Plant {
  static let all = always + resting + lines + fingers

  /// Metrics that need no station.
  static let always: [Plant] = [
    Plant(metric: .reportGap, unit: .ratio, value: 2) { touches, value in
      for _ in 0..<4 {
        touches.swipe { number, count, position in position }
      }
      // A missing scan in the middle of a swipe.
      let start = touches.middle.x - 30
      let step = 400 / touches.panel.rate
      for number in 0..<20 where number != 8 {
        if number == 9 { touches.wait(Double(touches.panel.period) / 1000 * (value - 1)) }
        touches.scan(PanelPoint(x: start + Double(number) * step, y: 50))
      }
      touches.lift()
    },
    Plant(metric: .firstMoveJump, unit: .ratio, value: 1.9) { touches, value in
      for _ in 0..<6 {
        let step = 400 / touches.panel.rate
        touches.swipe { number, _, position in
          number == 0 ? PanelPoint(x: position.x - (value - 1) * step, y: position.y) : position
        }
      }
    },
    Plant(metric: .reportsPerSwipe, unit: .count, value: 4) { touches, value in
      let step = 20 / (value - 1)
      for _ in 0..<5 { touches.swipe(speed: step * touches.panel.rate, length: 20 - 0.01) }
    },
    Plant(metric: .liftDelay, unit: .milliseconds, value: 24, tolerance: { Double($0.period) / 1000 }) {
      touches, value in
      for _ in 0..<7 { touches.swipe(delay: value) }
    },
    Plant(metric: .liftDelay, unit: .milliseconds, value: 124, tolerance: { _ in 6.2 }) { touches, value in
      for _ in 0..<7 { touches.swipe(delay: value) }
    },
    Plant(metric: .liftJump, unit: .millimetres, value: 1.5) { touches, value in
      for _ in 0..<6 {
        touches.swipe { number, count, position in
          number == count ? PanelPoint(x: position.x, y: position.y + value) : position
        }
      }
    },
    Plant(metric: .lostLifts, unit: .count, value: 2) { touches, value in
      for _ in 0..<5 { touches.swipe() }
      touches.changeEvents { events in
        var lifts = 0
        return events.filter { event in
          guard event.code == EventCode.mtTrackingID, event.value == -1, event.type == EventCode.abs else {
            return true
          }
          lifts += 1
          return lifts > Int(value)
        }
      }
    },
    Plant(metric: .stampJitter, unit: .milliseconds, value: 1) { touches, value in
      for _ in 0..<6 { touches.swipe() }
      touches.changeEvents { events in
        var frame = 0
        return events.map { event in
          var event = event
          // Intervals alternate between T + J/2 and T − J/2, so the deviation from one is J.
          event.instant = event.instant + Interval(microseconds: frame % 2 == 0 ? 0 : Int64(value * 500))
          if event.endsFrame { frame += 1 }
          return event
        }
      }
    },
    Plant(metric: .scanTime, unit: .percent, value: 3) { touches, value in
      for _ in 0..<10 { touches.swipe(speed: 200) }
      touches.scaleClock(by: 1 + value / 100)
    },
    Plant(metric: .grid, unit: .units, axis: .x, value: 7) { touches, value in
      // The speed changes, as a hand's does: equal steps would be a grid of their own.
      touches.play(12) { PanelPoint(x: 60 + 40 * sine($0 * 1.3), y: 20 + $0 * 8) }
      touches.lift()
      touches.changeEvents { events in
        events.map { event in
          var event = event
          let codes = [EventCode.mtPositionX, EventCode.mtPositionY]
          if event.type == EventCode.abs, codes.contains(event.code) {
            event.value = event.value / Int32(value) * Int32(value)
          }
          return event
        }
      }
    },
    Plant(metric: .noise, unit: .millimetres, value: 0.15) { touches, value in
      let middle = touches.middle
      for _ in 0..<Int(30 * touches.panel.rate) {
        touches.scan(
          PanelPoint(x: middle.x + value * touches.bell(), y: middle.y + value * touches.bell()))
      }
      touches.lift()
    },
    Plant(metric: .contacts, unit: .count, station: .manyFingers, value: 7) { touches, value in
      touches.rest(fingers: Int(value))
    },
    Plant(
      metric: .deadStrip, unit: .millimetres, axis: .x, station: .swipes, value: 8, tolerance: { _ in 0.4 }
    ) { touches, value in touches.cross(strip: value) },
    Plant(metric: .droppedEvents, unit: .count, value: 2) { touches, value in
      for _ in 0..<3 { touches.swipe() }
      touches.drop(Int(value))
    },
    Plant(metric: .statedSize, unit: .millimetres, axis: .x, value: 217, tolerance: { $0.size.width - 217 }) {
      touches, _ in touches.swipe()
    },
  ]

  static let resting: [Plant] = [
    Plant(metric: .ghosts, unit: .count, station: .handsOff, value: 3) { touches, value in
      touches.wait(10_000)
      for _ in 0..<Int(value) {
        touches.scan(touches.middle)
        touches.lift()
        touches.wait(2000)
      }
    },
    Plant(metric: .restingJitter, unit: .millimetres, station: .resting, value: 0.8) { touches, value in
      let middle = touches.middle
      for index in 0..<Int(3 * touches.panel.rate) {
        touches.scan(PanelPoint(x: middle.x + (index % 2 == 0 ? 0 : value), y: middle.y))
      }
      touches.lift()
    },
    Plant(metric: .tapRepeatability, unit: .millimetres, station: .taps, value: 0.4) { touches, value in
      let middle = touches.middle
      for (x, y) in [(0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 0.0), (0.0, 0.0)] {
        touches.play(0.1) { _ in PanelPoint(x: middle.x + x * value, y: middle.y + y * value) }
        touches.lift()
        touches.wait(200)
      }
    },
    Plant(metric: .drumroll, unit: .millimetres, station: .drumming, value: 1.6) { touches, value in
      let middle = touches.middle
      for _ in 0..<12 {
        touches.play(0.15) { PanelPoint(x: middle.x + ($0 < 0.06 ? 0 : 2 * value), y: middle.y) }
        touches.lift()
        touches.wait(50)
      }
    },
  ]

  static let lines: [Plant] = [
    Plant(metric: .linearityMax, unit: .millimetres, station: .line(.horizontal), value: 0.8) {
      $0.spike($1)
    },
    Plant(metric: .linearityRMS, unit: .millimetres, station: .line(.horizontal), value: 0.4) {
      $0.wave(amplitude: $1 * 2.0.squareRoot())
    },
    Plant(
      metric: .diagonalAngle, unit: .degrees, station: .line(.diagonal), value: 47, tolerance: { _ in 0.1 }
    ) {
      touches, value in
      let tangent = sine(value / 180 * .pi) / sine((90 - value) / 180 * .pi)
      touches.play(2) { PanelPoint(x: 20 + 35 * $0, y: 20 + 35 * tangent * $0) }
      touches.lift()
    },
    Plant(metric: .backwardMotion, unit: .millimetres, station: .line(.vertical), value: 1.2) {
      touches, value in
      for index in 0..<90 {
        // Three steps back of a third of the value each.
        let back = Double(index >= 30 ? 1 : 0) + Double(index >= 50 ? 1 : 0) + Double(index >= 70 ? 1 : 0)
        touches.scan(PanelPoint(x: 60, y: 20 + Double(index) * 0.6 - back * (value / 3 + 0.6)))
      }
      touches.lift()
    },
    Plant(metric: .edgeReach, unit: .millimetres, station: .edges, value: 0.8) { touches, value in
      let size = touches.panel.size
      let half = touches.middle
      let targets = [
        PanelPoint(x: value, y: half.y), PanelPoint(x: half.x, y: value / 2),
        PanelPoint(x: size.width - value / 2, y: half.y), PanelPoint(x: half.x, y: size.height - value / 2),
      ]
      for target in targets {
        touches.play(0.5) { half + (target - half) * min(1, $0 / 0.4) }
        touches.lift()
        touches.wait(200)
      }
    },
  ]

  static let fingers: [Plant] = [
    Plant(metric: .fingerSeparation, unit: .millimetres, station: .twoFingers, value: 11) { touches, value in
      let half = touches.middle
      for _ in 0..<3 {
        for index in 0...40 {
          let distance = value + Double((index - 20).magnitude)
          touches.scan(
            PanelPoint(x: half.x - 20, y: half.y), PanelPoint(x: half.x - 20 + distance, y: half.y))
        }
        touches.lift()
        touches.wait(200)
      }
    },
    Plant(metric: .secondFingerPull, unit: .millimetres, station: .twoFingers, value: 0.8) { touches, value in
      let half = touches.middle
      for _ in 0..<4 {
        touches.play(0.4) { _ in half }
        let pulled = PanelPoint(x: half.x + value, y: half.y)
        for _ in 0..<30 { touches.scan(pulled, PanelPoint(x: half.x + 15, y: half.y)) }
        touches.lift()
        touches.wait(200)
      }
    },
  ]
}

extension MadeTouches {
  /// Slow swipes across a strip in the middle, in which the panel loses the finger.
  mutating func cross(strip: Double) {
    let dead = (middle.x - strip / 2)...(middle.x + strip / 2)
    for row in 0..<16 {
      let (y, begin) = (20 + Double(row) * 6, middle.x - 40 - Double(row) * 0.13)
      for step in 0...Int(panel.rate * 0.8) {
        let x = begin + Double(step) * 100 / panel.rate
        if dead.contains(x) { scan([]) } else { scan(PanelPoint(x: x, y: y)) }
      }
      lift()
      wait(600)
    }
  }

  /// A line along a ruler on which one report is beside the line.
  mutating func spike(_ height: Double) {
    for index in 0...240 {
      scan(PanelPoint(x: 20 + Double(index) * 0.5, y: middle.y + (index == 120 ? height : 0)))
    }
    lift()
  }

  /// A line along a ruler with a sine of 8 mm around it.
  mutating func wave(amplitude: Double) {
    let y = middle.y
    let speed = panel.rate * 0.5
    play(160 / speed) { time in
      let displacement = time * speed
      return PanelPoint(x: 20 + displacement, y: y + amplitude * sine(displacement / 8 * 2 * .pi))
    }
    lift()
  }

  mutating func rest(fingers: Int) {
    for _ in 0..<30 {
      scan((0..<fingers).map { PanelWriter.Finger($0 + 1, PanelPoint(x: 20 + 18 * Double($0), y: 50)) })
    }
    lift()
  }

  /// Makes the panel's own clock faster.
  mutating func scaleClock(by factor: Double) {
    changeEvents { events in
      events.map { event in
        var event = event
        if event.type == EventCode.msc, event.code == EventCode.mscTimestamp {
          event.value = Int32((Double(event.value) * factor).rounded())
        }
        return event
      }
    }
  }

  /// Reports lost events that number of times, between two frames.
  mutating func drop(_ count: Int) {
    var left = count
    changeEvents { events in
      events.flatMap { event in
        guard event.endsFrame, left > 0 else { return [event] }
        left -= 1
        let dropped = InputEvent(
          instant: event.instant, type: EventCode.syn, code: EventCode.synDropped, value: 0)
        return [event, dropped, event]
      }
    }
  }
}
