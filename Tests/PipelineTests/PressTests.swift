import ConfigurationFiles
import FlickProtocol
import GestureCore
import Panels
import Settings
import TestKit
import Testing

@testable import Pipeline

/// A panel with zones, and what a connection that asks for presses receives.
private struct PressGlass {
  typealias Finger = MadeRecording.Finger

  var zones = [Self.row()]
  var level = Level.positions
  var phases: Phases = [.begin, .end, .cancel, .press, .release]
  var fingers: FingerCounts?
  var pressesAtRest = false
  var toml = ""
  /// The time in ms at which the app sets the offset of the row.
  var moved: Int64?
  /// The time in ms at which the panel goes.
  var unplugged: Int64?

  /// Cards of 100 mm in a row.
  static func row(
    _ name: String = "row", axis: Axis = .x, _ rectangle: ZoneRectangle<Double>? = nil
  ) -> ZoneSpec<Double> {
    var zone = ZoneSpec<Double>(name: name)
    zone.axis = axis
    zone.snapPoints = [0, -100, -200]
    zone.rectangle = rectangle
    return zone
  }

  /// A flick to the left, which ends at about 200 ms; its content is in flight until about 1 s.
  static let flick = Finger(at: 0, from: (150, 70), by: (-100, 4), lasting: 400, liftShare: 0.5)

  static func tap(at time: Int64, _ x: Double = 120, _ y: Double = 70, lasting: Int64 = 80) -> Finger {
    Finger(at: time, from: (x, y), by: (0.1, 0), lasting: lasting)
  }

  /// The lines of a flick and of further fingers.
  func lines(_ fingers: [Finger]) throws -> [[UInt8]] {
    let reading = Settings.read([ConfigurationFile(name: "test.toml", bytes: Array(toml.utf8))])
    try #require(reading.diagnostics == [])
    let identity = PanelIdentity(panelID: "glass", source: .replay)
    let setup = try #require(
      PanelSetup(MadeRecording.description, identity: identity, settings: reading.settings))
    var view = View(level: level, phases: phases)
    view.zones = zones
    view.fingers = self.fingers
    view.pressesAtRest = pressesAtRest
    var log = LineLog(SwipeEncoder(view: view, millimetersPerPoint: 0.16), of: setup)
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var moved = moved
    for event in MadeRecording([Self.flick] + fingers).events {
      let time = event.instant.microseconds / 1000 - 1000
      if let unplugged, time >= unplugged {
        pipeline.lose(.unplugged, at: event.instant, numbering: &numbering, into: &log)
        break
      }
      if let due = moved, time >= due {
        moved = nil
        let isKnown = log.encoder.update(ZoneUpdate(zone: "row", offset: -100), owner: 1)
        #expect(isKnown)
      }
      pipeline.consume(event, numbering: &numbering, into: &log)
    }
    return log.bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  /// The lines in short words, without those of the first flick.
  func words(_ fingers: Finger...) throws -> [String] {
    let rows = try lines(fingers).compactMap { PressRow($0) }
    #expect(rows.map(\.sequence) == rows.indices.map { Int64($0 + 1) })
    let words = rows.map(\.text)
    let first = phases.contains(.begin) ? ["begin row", "end row"] : ["end row"]
    guard words.starts(with: first) else { return words }
    return Array(words.dropFirst(first.count))
  }
}

@Suite struct `A finger on content at rest` {
  private typealias Finger = MadeRecording.Finger
  private let tap = PressGlass.tap(at: 4000)
  /// A glass whose connection asks for such fingers; the first flick presses too.
  private var glass: PressGlass { PressGlass(pressesAtRest: true) }

  private func words(_ glass: PressGlass, _ fingers: Finger...) throws -> [String] {
    let rows = try glass.lines(fingers).compactMap { PressRow($0)?.text }
    try #require(rows.starts(with: ["press row 1", "begin row 1", "end row"]), "\(rows)")
    return Array(rows.dropFirst(3))
  }

  @Test func `presses, and releases without a swipe`() throws {
    #expect(try words(glass, tap) == ["press row 2", "release row 2"])
    // In flight, the same finger presses once.
    #expect(try words(glass, PressGlass.tap(at: 400)) == ["press row 2", "release row 2"])
    var still = glass
    still.zones[0].snapPoints = []
    #expect(try words(still, tap) == ["press row 2", "release row 2"])
    var moved = glass
    moved.moved = 300
    #expect(try words(moved, PressGlass.tap(at: 400)) == ["press row 2", "release row 2"])
  }

  @Test func `does not press in mid-swipe`() throws {
    let long = Finger(at: 4000, from: (150, 70), by: (-90, 0), lasting: 800)
    let beside = PressGlass.tap(at: 4400, 100, 110, lasting: 200)
    #expect(try words(glass, long, beside) == ["press row 2", "begin row 2", "end row"])
  }

  @Test func `presses content in flight rather than a smaller zone at rest`() throws {
    var glass = glass
    glass.zones.append(
      PressGlass.row("list", axis: .y, ZoneRectangle(x: 90, y: 90, width: 60, height: 40)))
    let low = PressGlass.tap(at: 400, 120, 110)
    #expect(try words(glass, low) == ["press row 2", "release row 2"])
    #expect(try words(glass, PressGlass.tap(at: 4000, 120, 110)) == ["press list 2", "release list 2"])
  }

  @Test func `never presses outside of zones, in an exclude zone or in a private zone`() throws {
    var glass = glass
    glass.zones[0].rectangle = ZoneRectangle(x: 0, y: 0, width: 217, height: 100)
    #expect(try words(glass, PressGlass.tap(at: 4000, 120, 120)) == [])
    var hole = ZoneSpec<Double>(name: "hole")
    hole.isExclusion = true
    hole.rectangle = ZoneRectangle(x: 100, y: 50, width: 40, height: 40)
    glass.zones.append(hole)
    #expect(try words(glass, tap) == [])
    var secret = self.glass
    secret.toml = """
      [[zone]]
      name = "pin"
      private = true
      rectangle = ["46%", "36%", "19%", "30%"]
      """
    #expect(try words(secret, tap) == [])
    #expect(try words(secret, PressGlass.tap(at: 4000, 60)) == ["press row 2", "release row 2"])
  }

  @Test func `ends by a cancel if its panel goes`() throws {
    var glass = glass
    glass.unplugged = 4050
    #expect(try words(glass, tap) == ["press row 2", "cancel row 2 unplugged"])
  }
}

@Suite struct `A finger on content in flight` {
  private typealias Finger = MadeRecording.Finger
  private let tap = PressGlass.tap(at: 400)
  private let swipe = Finger(at: 400, from: (120, 70), by: (-40, 0), lasting: 400)

  @Test func `does not press content at rest`() throws {
    #expect(try PressGlass().words(PressGlass.tap(at: 4000)) == [])
    var still = PressGlass()
    still.zones[0].snapPoints = []
    #expect(try still.words(tap) == [])
    var elsewhere = PressGlass()
    elsewhere.zones[0].rectangle = ZoneRectangle(x: 0, y: 0, width: 217, height: 100)
    #expect(try elsewhere.words(PressGlass.tap(at: 400, 120, 120)) == [])
  }

  @Test func `counts as in flight for three seconds on a spring that never settles`() throws {
    var glass = PressGlass()
    glass.zones[0].spring = .physical(mass: 1, stiffness: 100, damping: 0)
    #expect(try glass.words(PressGlass.tap(at: 3000)) == ["press row 1", "release row 1"])
    #expect(try glass.words(PressGlass.tap(at: 3300)) == [])
  }

  @Test func `is released alone where the subscription excludes its swipe`() throws {
    var glass = PressGlass()
    glass.fingers = FingerCounts([2])
    let second = Finger(at: 0, from: (150, 95), by: (-100, 4), lasting: 400, liftShare: 0.5)
    #expect(
      try glass.words(second, swipe) == ["press row 1", "release row 1"])
    var noBegins = PressGlass()
    noBegins.phases.remove(.begin)
    #expect(try noBegins.words(swipe) == ["press row 1", "release row 1", "end row"])
  }

  @Test func `ends by a cancel if it pinches or is lost`() throws {
    let apart = [
      Finger(at: 400, from: (100, 70), by: (-30, 0), lasting: 400),
      Finger(at: 400, from: (140, 70), by: (30, 0), lasting: 400),
    ]
    #expect(
      try PressGlass().words(apart[0], apart[1])
        == ["press row 1", "press row 2", "cancel row 1 pinch", "cancel row 2 pinch"])
    var glass = PressGlass()
    glass.unplugged = 450
    #expect(try glass.words(tap) == ["press row 1", "cancel row 1 unplugged"])
  }

  @Test func `never presses in an exclude zone or a private zone`() throws {
    var glass = PressGlass()
    var hole = ZoneSpec<Double>(name: "hole")
    hole.isExclusion = true
    hole.rectangle = ZoneRectangle(x: 100, y: 50, width: 40, height: 40)
    glass.zones.append(hole)
    #expect(try glass.words(tap) == [])
    #expect(try glass.words(PressGlass.tap(at: 400, 60)) == ["press row 1", "release row 1"])
    var secret = PressGlass()
    secret.toml = """
      [[zone]]
      name = "pin"
      private = true
      rectangle = ["46%", "36%", "19%", "30%"]
      """
    #expect(try secret.words(tap) == [])
    #expect(try secret.words(PressGlass.tap(at: 400, 60)) == ["press row 1", "release row 1"])
  }

  @Test func `presses the smallest zone in flight, not the smallest zone`() throws {
    var glass = PressGlass()
    glass.zones.append(
      PressGlass.row("list", axis: .y, ZoneRectangle(x: 90, y: 40, width: 100, height: 60)))
    #expect(try glass.words(tap) == ["press row 1", "release row 1"])
    let down = Finger(at: 300, from: (120, 50), by: (0, 50), lasting: 400, liftShare: 0.5)
    #expect(
      try glass.words(down, PressGlass.tap(at: 700))
        == ["press row 1", "release row 1", "begin list", "end list", "press list 2", "release list 2"])
  }

  @Test func `waits below positions until its swipe may be seen`() throws {
    var glass = PressGlass()
    glass.level = .motion
    let short = Finger(at: 400, from: (120, 70), by: (-4, 0), lasting: 300)
    #expect(try glass.words(short) == ["press row 1", "release row 1"])
    #expect(try glass.words(swipe) == ["press row 1", "begin row 1", "end row"])
    glass.unplugged = 600
    #expect(try glass.words(short) == ["press row 1", "cancel row 1 unplugged"])
  }

  @Test func `reveals no position`() throws {
    let lines = try PressGlass().lines([tap]).suffix(2).map { try JSON(String(decoding: $0, as: UTF8.self)) }
    let keys: Set = ["type", "phase", "seq", "press_id", "panel_id", "t_us", "zone"]
    for line in lines {
      #expect(Set(line.keys) == keys)
      #expect(line.zone.keys == ["name"])
    }
    #expect(lines.map { $0.phase.text } == ["press", "release"])
  }

  @Test(.enabled(if: Material.isWanted(Material.strokes), Comment(rawValue: Material.comment)))
  func `presses only in flight, at any level, over 23,710 taps of people`() throws {
    #expect(try presses(ofTapsAt: .positions) > 100)
    // Most taps that slip are withheld there, so few are followed by a flight.
    #expect(try presses(ofTapsAt: .motion) > 0)
  }

  /// How many taps pressed; each that does must land in flight, and no other may.
  private func presses(ofTapsAt level: Level) throws -> Int {
    let identity = PanelIdentity(panelID: "glass", source: .replay)
    let setup = try #require(
      PanelSetup(TappedTablet.description, identity: identity, settings: Settings()))
    var view = View(level: level, phases: [.begin, .end, .cancel, .press, .release])
    view.zones = [PressGlass.row()]
    var log = LineLog(SwipeEncoder(view: view, millimetersPerPoint: 0.16), of: setup)
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var (flightEnd, pressed) = (Int64.min, 0)
    for tap in try TappedTablet.taps() {
      let landing = try #require(tap.first).instant.microseconds
      let read = log.bytes.count
      for event in tap { pipeline.consume(event, numbering: &numbering, into: &log) }
      let lines = log.bytes[read...].split(separator: UInt8(ascii: "\n"))
      let presses = lines.count { PressRow($0)?.text.hasPrefix("press") ?? false }
      try #require(
        presses == (landing <= flightEnd ? 1 : 0), "a tap at \(landing), flight until \(flightEnd)")
      pressed += presses
      for line in lines {
        guard case .swipe(let swipe)? = ServerMessage(Array(line)), let flight = swipe.zone?.handOff else {
          continue
        }
        flightEnd = swipe.time + min(flight.settlingMicroseconds ?? 3_000_000, 3_000_000)
      }
    }
    return pressed
  }
}
