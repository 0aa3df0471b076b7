import GestureCore
import Panels
import TestKit
import Testing

@Suite struct `Contacts held while a panel opens` {
  /// A panel returns, or flickd starts, with fingers on the glass: in all protocols.
  @Test func `are reported only after they lift and land again, 100 times of 100`() throws {
    let first: UInt64 = .random(in: 0..<1_000_000_000)
    for seed in first..<(first + 100) {
      var generator = SplitMix64(seed: seed)
      let panel = LibraryPanel.all[Int(seed % UInt64(LibraryPanel.all.count))]
      var writer = try PanelWriter(panel)
      var now = Instant(microseconds: 1_000_000)
      let count = Int.random(in: 1...min(5, panel.fingers), using: &generator)
      var positions = (0..<count).map { number in
        writer.point(Double(10 + number * 15), .random(in: 20...60, using: &generator))
      }
      func fingers() -> [PanelWriter.Finger] {
        positions.enumerated().map { PanelWriter.Finger($0.offset, $0.element) }
      }
      _ = writer.scan(fingers(), at: now)

      let rig = Rig(try panel.setup())
      rig.consume(try #require(writer.kernel).registers.positions(of: panel, at: now))
      for _ in 0..<30 {
        now = now + panel.period
        for index in positions.indices { positions[index].y += 0.7 }
        rig.consume(writer.scan(fingers(), at: now))
        try #require(rig.landings == 0, "seed \(seed), \(panel): \(count) fingers were held")
      }
      rig.consume(writer.scan([], at: now + panel.period))
      try #require(rig.landings == 0 && rig.decoder.contactsDown == 0, "seed \(seed), \(panel)")
      rig.consume(
        writer.stroke(
          from: (30, 50), by: Translation(x: min(60, panel.extent.width * 0.4), y: 0),
          lasting: .milliseconds(90), at: now + .seconds(1)))
      let ends = rig.ledger.ends
      try #require(ends.count == 1 && ends[0].direction == .right, "seed \(seed), \(panel): \(ends)")
      #expect(rig.fault == nil, "seed \(seed), \(panel)")
    }
  }
}
