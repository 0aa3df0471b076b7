import GestureCore
import Panels
import TestKit
import Testing

@Suite struct `Random events` {
  /// Ten million in a release build, in every protocol: valid and invalid values, losses, time that
  /// goes back, slots out of range, ids that jump; a debug build tries few.
  @Test(arguments: [TouchProtocol.slots, .list, .single])
  func `report one begin and then one end for every contact and every swipe`(touchProtocol: TouchProtocol)
    throws
  {
    let panels = LibraryPanel.all.filter { $0.touchProtocol == touchProtocol }
    let share = trials(10_000_000, debug: 60_000) / 3
    let first: UInt64 = .random(in: 0..<1_000_000_000)
    let length = 20_000
    var totals = (landings: 0, begins: 0, ends: 0, cancels: 0)
    for seed in first..<(first + UInt64(share / length + 1)) {
      var source = RandomEvents(seed: seed, panel: panels[Int(seed % UInt64(panels.count))])
      let rig = Rig(try source.panel.setup())
      for number in 0..<length {
        let event = source.next()
        rig.consume(event)
        if number.isMultiple(of: 997) { rig.lose(.suspend, at: event.instant) }
        if number.isMultiple(of: 613) { rig.advance(to: event.instant + .seconds(1)) }
        guard let fault = rig.fault else { continue }
        Issue.record("seed \(seed), \(source.panel), event \(number): \(fault)")
        return
      }
      rig.lose(.shutdown, at: Instant(microseconds: 0))
      rig.end()
      try #require(rig.live.isEmpty && rig.ledger.open.isEmpty && rig.fault == nil, "seed \(seed)")
      let ledger = (rig.ledger.begins, rig.ledger.ends.count, rig.ledger.cancels)
      try #require(ledger.0 == ledger.1 + ledger.2, "seed \(seed), \(source.panel): \(ledger)")
      totals.landings += rig.landings
      totals.begins += ledger.0
      totals.ends += ledger.1
      totals.cancels += ledger.2
    }
    // The random events reach everything that is counted.
    #expect(totals.landings > 100 && totals.begins > 10 && totals.ends > 0 && totals.cancels > 0, "\(totals)")
  }
}

/// Events that no kernel sends, with enough valid ones for contacts that move.
struct RandomEvents {
  let panel: LibraryPanel
  private var generator: SplitMix64
  private var now = Instant(microseconds: 10_000_000_000)
  private var position: SIMD2<Int32> = .zero

  init(seed: UInt64, panel: LibraryPanel) {
    self.panel = panel
    generator = SplitMix64(seed: seed)
  }

  mutating func next() -> InputEvent {
    let isList = panel.touchProtocol == .list
    let isSingle = panel.touchProtocol == .single
    switch Int.random(in: 0..<1000, using: &generator) {
    case 0..<250:
      step()
      return event(EventCode.syn, EventCode.synReport, chance(500) ? 1 : 0)
    case 250..<450: return event(EventCode.abs, isSingle ? EventCode.x : EventCode.mtPositionX, walk(0))
    case 450..<600: return event(EventCode.abs, isSingle ? EventCode.y : EventCode.mtPositionY, walk(1))
    case 600..<700 where isList: return event(EventCode.syn, EventCode.synMTReport, 0)
    case 600..<680: return event(EventCode.abs, EventCode.mtSlot, slot())
    case 680..<780: return event(EventCode.abs, EventCode.mtTrackingID, id())
    case 780..<860: return event(EventCode.key, EventCode.btnTouch, chance(20) ? 2 : chance(3) ? 0 : 1)
    case 860..<870:
      let tool: Int32 = chance(4) ? EventCode.toolPalm : chance(50) ? wild() : 0
      return event(EventCode.abs, EventCode.mtToolType, tool)
    case 870..<900:
      return event(EventCode.abs, chance(2) ? EventCode.mtTouchMajor : EventCode.mtPressure, wild())
    case 900..<940: return event(EventCode.msc, EventCode.mscTimestamp, wild())
    case 940..<943: return event(EventCode.syn, EventCode.synDropped, 0)
    case 943..<950:
      return event(
        .random(in: 0...0x1f, using: &generator), .random(in: 0...0x2ff, using: &generator), wild())
    case 950..<960: return event(EventCode.abs, EventCode.mtPositionX, wild())
    default: return event(EventCode.abs, isSingle ? EventCode.x : EventCode.mtPositionX, walk(0))
    }
  }

  private mutating func chance(_ odds: Int) -> Bool { Int.random(in: 0..<odds, using: &generator) == 0 }

  private mutating func wild() -> Int32 {
    chance(4)
      ? [.min, -1, 0, .max].randomElement(using: &generator) ?? 0
      : .random(in: .min ... .max, using: &generator)
  }

  /// Usually an existing slot, and a low one.
  private mutating func slot() -> Int32 {
    chance(20)
      ? wild() : chance(10) ? .random(in: -2...70, using: &generator) : .random(in: 0...4, using: &generator)
  }

  private mutating func id() -> Int32 {
    chance(3) ? -1 : chance(20) ? wild() : .random(in: 0...40, using: &generator)
  }

  /// A few percent of the panel farther, occasionally anywhere.
  private mutating func walk(_ axis: Int) -> Int32 {
    let range = axis == 0 ? panel.device.horizontalAxis : panel.device.verticalAxis
    let reach = max(1, (range?.maximum ?? 100) / 20)
    position[axis] =
      chance(200) ? wild() / 4 : position[axis] &+ .random(in: -reach / 2...reach, using: &generator)
    if abs(Int64(position[axis])) > Int64(range?.maximum ?? 100) * 2 { position[axis] = 0 }
    return position[axis]
  }

  private mutating func step() {
    let step: Int64 =
      chance(50)
      ? [0, -1, -8000, 100_000, 31_000_000, 3_600_000_000, -3_600_000_000].randomElement(using: &generator)
        ?? 0
      : .random(in: 500...12_000, using: &generator)
    now = now + Interval(microseconds: step)
  }

  private func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(instant: now, type: type, code: code, value: value)
  }
}
