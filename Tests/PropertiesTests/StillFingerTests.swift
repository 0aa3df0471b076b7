import FlickProtocol
import GestureCore
import Panels
import Pipeline
import TestKit
import Testing

@Suite struct `A finger that rests for a minute` {
  /// Noise up to the panel's fuzz or half a millimetre each way, and a drift of 0.02 mm/s, for 60
  /// s; a debug build tries a few.
  @Test func `causes no flick and no commit, on any panel`() throws {
    let first: UInt64 = .random(in: 0..<1_000_000_000)
    var counts = (flicks: 0, commits: 0, swipes: 0)
    let trials = UInt64(trials(1000, debug: 4))
    for seed in first..<(first + trials) {
      let panel = LibraryPanel.all[Int(seed % UInt64(LibraryPanel.all.count))]
      let reported = try ends(on: panel, seed: seed)
      counts.swipes += reported.count
      counts.flicks += reported.count { $0.kind == .flick }
      counts.commits += reported.count { $0.commit }
      if counts.flicks + counts.commits > 0 {
        Issue.record("seed \(seed), \(panel): \(reported)")
        return
      }
    }
    // The noise passes the slop on some panels; otherwise this would test nothing.
    #expect(counts.swipes > 0 || trials < 1000)
  }

  /// The decisions for a minute of noise and the lift after it.
  private func ends(on panel: LibraryPanel, seed: UInt64) throws -> [Decision] {
    var generator = SplitMix64(seed: seed)
    let setup = try panel.setup()
    let pipeline = PanelPipeline(setup)
    var writer = try PanelWriter(panel)
    var numbering = SwipeNumbering()
    var ledger = Ledger(rule: setup.rule)
    let noise = panel.noise
    let center = writer.point(
      .random(in: 10...90, using: &generator), .random(in: 10...90, using: &generator))
    let angle = Int.random(in: 0..<4, using: &generator)
    let drift = [(0.02, 0), (0, 0.02), (-0.02, 0), (0, -0.02)][angle]
    // Panels are faster and slower than those of the recordings, and timestamps are uneven.
    let period = Interval(
      microseconds: panel.period.microseconds * Int64.random(in: 60...200, using: &generator) / 100)
    let start = Instant(microseconds: 5_000_000)
    var now = start
    func consume(_ events: [InputEvent]) {
      for event in events { pipeline.consume(event, numbering: &numbering, into: &ledger) }
    }
    while now - start < .seconds(60) {
      let time = (now - start).seconds
      let position = PanelPoint(
        x: center.x + drift.0 * time + .random(in: -noise.x...noise.x, using: &generator),
        y: center.y + drift.1 * time + .random(in: -noise.y...noise.y, using: &generator))
      consume(writer.scan([PanelWriter.Finger(1, position)], at: now))
      now = now + period + Interval(microseconds: .random(in: -500...500, using: &generator))
    }
    consume(writer.scan([], at: now + panel.liftDelay))
    try #require(ledger.fault == nil, "seed \(seed), \(panel)")
    try #require(pipeline.counts.message.contactsDown == 0, "seed \(seed), \(panel)")
    return ledger.ends
  }
}

extension LibraryPanel {
  /// How far a resting finger's position varies each way: the axis' fuzz, or half a millimetre, in
  /// mm.
  fileprivate var noise: Translation {
    func fuzz(_ axis: AxisRange?, _ length: Double) -> Double {
      axis.map { Double($0.fuzz) * length / (Double($0.maximum) - Double($0.minimum)) } ?? 0
    }
    return Translation(
      x: max(0.5, fuzz(device.horizontalAxis, extent.width)),
      y: max(0.5, fuzz(device.verticalAxis, extent.height)))
  }
}
