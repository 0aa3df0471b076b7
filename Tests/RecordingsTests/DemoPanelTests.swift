import Foundation
import GestureCore
import Panels
import Recordings
import Testing

@Suite struct `A synthetic finger stroke` {
  private let stroke = FingerStroke(
    start: PanelPoint(x: 10, y: 20), target: PanelPoint(x: 110, y: -30), duration: .milliseconds(400))

  @Test func `has the speed profile of the minimum-jerk model`() {
    for step in 0...400 {
      let elapsed = Interval.milliseconds(Int64(step))
      let tau = Double(step) / 400
      // Flash and Hogan 1985: the derivative of the position, written out.
      let profile = (30 * pow(tau, 2) - 60 * pow(tau, 3) + 30 * pow(tau, 4)) / 0.4
      let velocity = stroke.velocity(at: elapsed)
      #expect(abs(velocity.x - 100 * profile) < 1e-9)
      #expect(abs(velocity.y + 50 * profile) < 1e-9)
      let position = stroke.location(at: elapsed)
      let share = 10 * pow(tau, 3) - 15 * pow(tau, 4) + 6 * pow(tau, 5)
      #expect(abs(position.x - (10 + 100 * share)) < 1e-9)
      #expect(abs(position.y - (20 - 50 * share)) < 1e-9)
    }
  }

  @Test func `is fastest in the middle, at 15/8 of the mean speed`() {
    #expect(abs(stroke.velocity(at: .milliseconds(200)).x - 1.875 * 100 / 0.4) < 1e-9)
  }

  @Test func `rests before its start and after its end`() {
    #expect(stroke.location(at: .milliseconds(-5)) == stroke.start)
    #expect(stroke.location(at: .seconds(9)) == stroke.target)
    #expect(stroke.velocity(at: .seconds(9)) == .zero)
    #expect(
      FingerStroke(start: stroke.start, target: stroke.target, duration: .zero).velocity(at: .zero) == .zero)
  }

  @Test func `lifts after its share of the duration`() {
    var flick = stroke
    flick.liftShare = 0.6
    #expect(flick.contactDuration == .milliseconds(240))
  }
}

@Suite struct `The demo panel` {
  /// One contact as the ordinary decoder reports it.
  private struct ReportedContact {
    var gesture: DemoPanel.Gesture
    var stroke: FingerStroke
    var landed: Instant
    var lifted: Instant?
    var positions: [PanelPoint]
  }

  private func play(seed: UInt64, frames: Int) -> (reported: [ReportedContact], events: [InputEvent]) {
    var panel = DemoPanel(seed: seed)
    let description = DemoPanel.description
    var decoder = SlotDecoder(
      description: description,
      geometry: PanelGeometry(description: description, size: PanelSize(description: description)))
    var reported: [ReportedContact] = []
    var all: [InputEvent] = []
    var events: [InputEvent] = []
    for _ in 0..<frames {
      let (gesture, stroke) = (panel.gesture, panel.stroke)
      panel.nextFrame(into: &events)
      all += events
      for event in events where decoder.consume(event) {
        for index in 0..<decoder.frame.count {
          let line = decoder.frame.contact(at: index)
          let instant = decoder.frame.instant
          switch line.report {
          case .landed:
            reported.append(
              ReportedContact(gesture: gesture, stroke: stroke, landed: instant, positions: [line.location]))
          case .moved, .still: reported[reported.count - 1].positions.append(line.location)
          case .lifted: reported[reported.count - 1].lifted = instant
          case .lost: Issue.record("the demo loses no contact")
          }
        }
      }
    }
    return (reported, all)
  }

  @Test func `reports that it is synthetic, and its size`() {
    let description = DemoPanel.description
    #expect(description.name == "flickd demo panel (synthetic)")
    let size = PanelSize(description: description)
    #expect(size.extent == DemoPanel.extent)
    #expect(size.scale == .kernel)
  }

  @Test func `is equal for equal seeds, and differs for others`() {
    let first = play(seed: 7, frames: 2000).events
    #expect(first == play(seed: 7, frames: 2000).events)
    #expect(first != play(seed: 8, frames: 2000).events)
  }

  @Test func `strokes about every 1.0 to 1.3 seconds, forever`() {
    let reported = play(seed: 1, frames: 20_000).reported
    #expect(reported.count > 200)
    for (stroke, next) in zip(reported, reported.dropFirst()) {
      let gap = next.landed - stroke.landed
      #expect(gap >= .milliseconds(999) && gap <= .milliseconds(1301))
    }
  }

  @Test func `never goes back in time, and stays within the panel`() {
    let played = play(seed: 3, frames: 5000)
    for (event, next) in zip(played.events, played.events.dropFirst()) {
      #expect(event.instant <= next.instant)
    }
    for position in played.reported.flatMap(\.positions) {
      #expect((0...217).contains(position.x) && (0...136).contains(position.y))
    }
  }

  @Test func `flicks in four directions, drags long and short`() {
    let reported = play(seed: 5, frames: 10_000).reported.dropLast()
    for heading in DemoPanel.Heading.allCases {
      #expect(reported.contains { $0.gesture == .flick(heading) })
    }
    for contact in reported {
      let displacement = (contact.positions[contact.positions.count - 1] - contact.positions[0]).length
      let speed = contact.stroke.velocity(at: contact.stroke.contactDuration).length
      // 31.17 mm and 124.7 mm/s are the default thresholds: 200 pt and 800 pt/s of 25.4/163 mm.
      switch contact.gesture {
      case .flick: #expect(speed > 150)
      case .longDrag: #expect(displacement > 40 && speed < 1)
      case .shortDrag: #expect(displacement < 25 && displacement > 10 && speed < 1)
      }
    }
  }

  @Test func `follows the model, except for a little noise`() {
    for contact in play(seed: 11, frames: 5000).reported.dropLast() {
      #expect((contact.positions[0] - contact.stroke.start).length < 0.4)
      let end = contact.stroke.location(at: contact.stroke.contactDuration)
      // A frame at 120 Hz of the fastest flick is 5 mm.
      #expect((contact.positions[contact.positions.count - 1] - end).length < 5.5)
    }
  }
}

extension FingerStroke {
  /// The velocity of the finger at `elapsed` after the landing: (x₁ − x₀)/T · 30τ²(1 − τ)².
  fileprivate func velocity(at elapsed: Interval) -> Velocity {
    guard duration > .zero else { return .zero }
    let tau = min(1, max(0, elapsed.seconds / duration.seconds))
    let displacement = (target - start) * (30 * tau * tau * (1 - tau) * (1 - tau) / duration.seconds)
    return Velocity(x: displacement.x, y: displacement.y)
  }
}
