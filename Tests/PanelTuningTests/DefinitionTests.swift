import GestureCore
import PanelTuning
import Panels
import TestKit
import Testing

/// A made recording at a bound of a metric's definition, with the only right answer.
struct BoundCase: Sendable, CustomStringConvertible {
  var description: String
  var metric: MetricName
  var station: Station?
  var statistic = Statistic.value
  /// The right answer; nil if the metric must not be measured.
  var value: Double?
  /// 120 Hz, 217 × 136 mm, 100 units a millimetre.
  var panel = MadePanel.all[4]
  var make: @Sendable (inout MadeTouches) -> Void

  static let all = sampleCounts + left + chosen + stations

  /// The minimum number of samples, and one below.
  private static let sampleCounts: [BoundCase] = [
    BoundCase(description: "20 intervals are enough", metric: .reportRate, value: 120) { $0.stroke(0..<23) },
    BoundCase(description: "19 intervals are too few", metric: .reportRate) { $0.stroke(0..<22) },
    BoundCase(description: "4 lifts are too few", metric: .liftDelay) { touches in
      for _ in 0..<4 { touches.swipe() }
    },
    BoundCase(description: "1.1 s of a device clock are enough", metric: .scanTime, value: 0) {
      $0.rest(for: 1.1)
    },
    BoundCase(description: "0.95 s of a device clock are too few", metric: .scanTime) { $0.rest(for: 0.95) },
    BoundCase(description: "9.9 s without fingers are too few", metric: .ghosts, station: .handsOff) {
      $0.wait(9900)
    },
    BoundCase(description: "10 s without fingers are enough", metric: .ghosts, station: .handsOff, value: 0) {
      $0.wait(10_000)
    },
    BoundCase(description: "a rest of 1.3 s is too short", metric: .restingJitter, station: .resting) {
      $0.rest(for: 1.3)
    },
    BoundCase(
      description: "a rest of 1.5 s is long enough", metric: .restingJitter, station: .resting, value: 0
    ) { $0.rest(for: 1.5) },
  ]

  /// What does not count.
  private static let left: [BoundCase] = [
    BoundCase(description: "an interval of 150 ms is a rest", metric: .reportGap, value: 1) { touches in
      touches.stroke(0..<12, 29..<44)
    },
    BoundCase(description: "an interval of 83 ms is a gap", metric: .reportGap, value: 10) { touches in
      touches.stroke(0..<12, 21..<40)
    },
    BoundCase(description: "missing reports are not jitter", metric: .stampJitter, value: 0) { touches in
      touches.stroke(0..<5, 6..<10, 11..<15, 16..<20, 21..<25, 26..<30)
    },
    BoundCase(
      description: "steps of one unit are not movement", metric: .reportRate,
      panel: MadePanel(rate: 240, size: Extent(width: 217, height: 136), unitsPerMillimetre: 4)
    ) { touches in
      for number in 0..<60 { touches.scan(PanelPoint(x: 20 + Double(number) / 4, y: 50)) }
      touches.lift()
    },
    BoundCase(description: "a silence of 170 ms is the finger's", metric: .liftDelay) { touches in
      for _ in 0..<6 { touches.swipe(delay: 170) }
    },
    BoundCase(description: "an unplugged contact is not a lost lift", metric: .lostLifts, value: 0) {
      $0.swipe()
      $0.scan($0.middle)
    },
    BoundCase(
      description: "the roll of a landing is not jitter", metric: .restingJitter, station: .resting, value: 0
    ) { touches in
      let middle = touches.middle
      touches.play(2) { PanelPoint(x: middle.x + ($0 < 0.1 ? 1 : 0), y: middle.y) }
      touches.lift()
    },
  ]

  /// Which of several numbers is the answer.
  private static let chosen: [BoundCase] = [
    BoundCase(description: "a slow clock deviates too", metric: .scanTime, statistic: .deviation, value: 3) {
      $0.rest(for: 3)
      $0.scaleClock(by: 0.97)
    },
    BoundCase(description: "the median jump", metric: .liftJump, value: 1) { touches in
      for jump in [1.0, 1, 1, 1, 3] {
        touches.swipe { number, count, position in
          number == count ? PanelPoint(x: position.x, y: position.y + jump) : position
        }
      }
    },
    BoundCase(description: "a missing report is not a jump", metric: .liftJump, value: 0) { touches in
      for _ in 0..<6 {
        touches.stroke(0..<14, 15..<16)
        touches.wait(300)
      }
    },
  ]
}

extension MadeTouches {
  /// A stroke at 4 mm a period with a report in each period of `parts`, then a lift.
  fileprivate mutating func stroke(_ parts: Range<Int>...) {
    var next = 0
    for number in parts.joined() {
      wait(Double(panel.period) / 1000 * Double(number - next))
      scan(PanelPoint(x: 20 + 4 * Double(number), y: 50))
      next = number + 1
    }
    lift()
  }

  /// A finger that rests in the middle.
  fileprivate mutating func rest(for seconds: Double) {
    let middle = middle
    play(seconds) { _ in middle }
    lift()
  }
}

@Suite struct `The definition of a metric` {
  @Test(arguments: BoundCase.all)
  func `has exact bounds`(each: BoundCase) throws {
    var touches = try MadeTouches(each.panel)
    each.make(&touches)
    let measurement = try #require(touches.measured(station: each.station).first(each.metric))
    let number = measurement.number(each.statistic)
    if let value = each.value {
      let near = abs(try #require(number, "\(measurement.why ?? "")") - value)
      #expect(near <= max(0.02, value * 0.01), "measured \(number ?? 0)")
    } else {
      #expect(number == nil)
    }
  }

  @Test func `adds the seconds without fingers of several segments`() {
    let panel = MeasuredPanel(MadePanel.all[4].device)
    var metrics = PanelMetrics(panel)
    for segment in 0..<2 {
      var reader = FrameReader(panel, segment: segment, station: .handsOff)
      metrics.add(reader.start(at: Instant(microseconds: 0)))
      for frame in reader.finish(at: Instant(microseconds: 6_000_000)) { metrics.add(frame) }
    }
    #expect(metrics.measurements.first(.ghosts)?.value == 0)
  }

  @Test func `has the percentiles 5, 50 and 95 as its spread`() throws {
    var touches = try MadeTouches(MadePanel.all[4])
    for delay in 20...40 { touches.swipe(delay: Double(delay)) }
    let spread = try #require(touches.measured().first(.liftDelay)?.spread)
    #expect(abs(spread.p5 - 21) < 0.1 && abs(spread.p50 - 30) < 0.1 && abs(spread.p95 - 39) < 0.1)
  }
}
