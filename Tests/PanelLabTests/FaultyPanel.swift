import GestureCore
import Panels
import Recordings
import TestKit

/// Recordings of a made panel with one planted fault, or with none.
struct FaultyPanel {
  /// What is wrong with the panel; the raw value is the word of the page.
  enum Fault: String, CaseIterable {
    case none
    case noise = "noisy_positions"
    case lostReports = "lost_reports"
    case lowRate = "low_rate"
    case deadStrip = "dead_strip"
    case lateLift = "late_lift"
    case firstJump = "first_jump"
  }

  let fault: Fault
  private var touches: MadeTouches
  private var random = SplitMix64(seed: 11)
  /// Where the finger landed, and whether the panel has reported a movement since.
  private var landing: PanelPoint?
  private var hasMoved = false

  /// The strip in which the panel reports no finger, in mm.
  static let strip = 100.0...108.0
  /// How late the panel reports lifts, in ms.
  static let delay = 70.0
  private static let heldBack = 8.0

  private init(_ fault: Fault) throws {
    self.fault = fault
    touches = try MadeTouches(
      MadePanel(
        rate: fault == .lowRate ? 45 : 120, size: Extent(width: 217, height: 136), unitsPerMillimetre: 100),
      seed: 5)
  }

  /// The recordings of a panel, each with its station.
  static func recordings(_ fault: Fault) throws -> [(station: String, bytes: [UInt8])] {
    var resting = try FaultyPanel(fault)
    resting.rest()
    var swipes = try FaultyPanel(fault)
    swipes.cover()
    swipes.flick()
    return [("resting", resting.bytes), ("swipes", swipes.bytes)]
  }

  private var bytes: [UInt8] {
    var device = touches.panel.device
    device.name = "Example panel"
    return EvemuWriter.write(device, events: touches.events)
  }

  private mutating func chance() -> Double { Double.random(in: 0...1, using: &random) }

  // MARK: Fingers

  /// A finger that rests for six seconds.
  private mutating func rest() {
    for _ in 0..<Int(6 * touches.panel.rate) { report(touches.middle) }
    touches.lift()
  }

  /// Strokes from left to right over the whole glass.
  private mutating func cover() {
    for row in 0..<26 {
      stroke(from: PanelPoint(x: 3, y: 4 + Double(row) * 5.1), by: 210, speed: 180 + 90 * chance())
    }
  }

  private mutating func flick() {
    for _ in 0..<14 {
      stroke(
        from: PanelPoint(x: 20 + 20 * chance(), y: 20 + 95 * chance()), by: 60, speed: 350 + 250 * chance())
    }
  }

  /// A stroke whose speed rises at its start, as a hand's does; the finger lifts while it moves.
  private mutating func stroke(from start: PanelPoint, by length: Double, speed: Double) {
    var x = 0.0
    let (bend, rate) = (0.04 * chance() - 0.02, touches.panel.rate)
    // Strokes do not begin at a scan.
    let phase = chance() * speed / rate
    while x < length {
      report(PanelPoint(x: start.x + phase + x, y: start.y + bend * x))
      x += speed * min(1, 0.7 + x / 40) / rate * (0.95 + 0.1 * chance())
    }
    touches.lift(after: fault == .lateLift ? Self.delay : nil)
    landing = nil
    hasMoved = false
    touches.wait(600)
  }

  // MARK: The panel

  /// One scan of a finger, as the faulty panel reports it.
  private mutating func report(_ position: PanelPoint) {
    let first = landing ?? position
    landing = first
    switch fault {
    case .noise:
      touches.scan(PanelPoint(x: position.x + 0.35 * touches.bell(), y: position.y + 0.35 * touches.bell()))
    case .lostReports where position != first && chance() < 0.03:
      for _ in 0..<2 { touches.wait(1000 / touches.panel.rate) }
    case .deadStrip where Self.strip.contains(position.x):
      touches.scan([])
    case .firstJump where !hasMoved && (position - first).length < Self.heldBack:
      touches.scan(first)
    default:
      hasMoved = position != first
      touches.scan(position)
    }
  }
}
