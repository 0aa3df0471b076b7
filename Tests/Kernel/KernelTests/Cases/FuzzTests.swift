import GestureCore
import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

/// Panels whose driver sets a fuzz, with the kernel's smoothing and, under libinput's rules, with
/// that of flickd.
@Suite(
  .inGuest, .inVirtualTime, .serialized,
  .enabled(if: LibinputRules.isWanted, Comment(rawValue: LibinputRules.comment)))
struct `A panel with fuzz` {
  enum Smoothing: String, CaseIterable, Sendable {
    case kernel
    case flickd
  }

  private static let panels = LibraryPanel.all.filter { $0.device.horizontalAxis?.fuzz ?? 0 > 0 }

  /// Plays a script on the panel, and checks who smooths and that a replay decides alike.
  private func perform(
    _ script: PanelScript, on panel: LibraryPanel, smoothedBy smoothing: Smoothing, as name: String
  ) async throws -> Performance {
    var stage = Stage(.events(panel.device))
    stage.keepsKernelEvents = true
    let performance: Performance
    let name = "\(name) \(smoothing) \(panel.device.name) \(panel.device.product)"
    switch smoothing {
    case .kernel: performance = try await stage.perform(script, as: name)
    case .flickd:
      let stage = stage
      var result: Performance?
      try await LibinputRules.apply { result = try await stage.perform(script, as: name) }
      performance = try #require(result)
    }
    let fuzz = panel.device.horizontalAxis?.fuzz
    #expect(performance.recording.description.horizontalAxis?.fuzz == fuzz)
    #expect(performance.kernel.description.horizontalAxis?.fuzz == (smoothing == .kernel ? fuzz : 0))
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
    return performance
  }

  @Test func `is one of several`() {
    #expect(Self.panels.count >= 4, "\(Self.panels)")
  }

  /// Noise up to the fuzz or half a millimetre each way, and a drift of 0.02 mm/s, for 20 s.
  ///
  /// The seed is constant, because three runs of a case must decide alike.
  @Test(arguments: panels, Smoothing.allCases)
  func `sees no flick and no commit of a finger that rests`(
    panel: LibraryPanel, smoothing: Smoothing
  ) async throws {
    var random = SplitMix64(seed: 35)
    var writer = try PanelWriter(panel, hasKernel: false)
    let (center, noise) = (writer.point(40, 60), panel.restNoise)
    var script = PanelScript()
    var now = Interval.zero
    while now < .seconds(20) {
      let position = PanelPoint(
        x: center.x + 0.02 * now.seconds + .random(in: -noise.x...noise.x, using: &random),
        y: center.y + .random(in: -noise.y...noise.y, using: &random))
      script.append(.events(writer.scan([PanelWriter.Finger(1, position)], at: now.instant)), at: now)
      now = now + panel.period
    }
    now = now + panel.liftDelay
    script.append(.events(writer.scan([], at: now.instant)), at: now)
    let performance = try await perform(script, on: panel, smoothedBy: smoothing, as: "still")
    #expect(performance.counts?.contacts == 1)
    #expect(performance.recording.events.count { $0.endsFrame } > 100, "the finger moved")
    #expect(
      !performance.outcomes.contains { $0.contains("flick") || $0.contains("commit") },
      "\(performance.outcomes)")
  }

  /// A flick, a finger that is suddenly elsewhere, a slow drag, and a flick of two fingers.
  @Test(arguments: panels)
  func `rejects ghosts and decides alike, with and without libinput's rules`(panel: LibraryPanel) async throws
  {
    var writer = try PanelWriter(panel, hasKernel: false)
    var script = PanelScript()
    var now = Interval.zero
    func scan(_ fingers: [(Double, Double)]) {
      let fingers = fingers.enumerated().map { PanelWriter.Finger($0 + 1, writer.point($1.0, $1.1)) }
      script.append(.events(writer.scan(fingers, at: now.instant)), at: now)
      now = now + panel.period
    }
    func lift() {
      now = now + panel.liftDelay
      scan([])
      now = now + .seconds(1)
    }
    for number in 0..<12 { scan([(20 + 2 * Double(number), 50)]) }
    lift()
    for number in 0..<12 { scan([(20 + 2 * Double(number), 30)]) }
    for number in 0..<6 { scan([(90 + Double(number) / 4, 90)]) }
    lift()
    for number in 0..<60 { scan([(70 - Double(number) / 2, 40)]) }
    for _ in 0..<40 { scan([(40.5, 40)]) }
    lift()
    for number in 0..<12 { scan([(30, 70 - 2 * Double(number)), (40, 70 - 2 * Double(number))]) }
    lift()
    let kernel = try await perform(script, on: panel, smoothedBy: .kernel, as: "ghost")
    let flickd = try await perform(script, on: panel, smoothedBy: .flickd, as: "ghost")
    #expect(kernel.outcomes == flickd.outcomes)
    #expect(kernel.outcomes.contains("cancel ghost"), "\(kernel.outcomes)")
    #expect(kernel.outcomes.count { $0.hasPrefix("end flick") } == 2, "\(kernel.outcomes)")
    #expect(kernel.counts?.rejected == flickd.counts?.rejected)
  }
}

extension Interval {
  /// The moment this long after the begin of a script.
  fileprivate var instant: Instant { Instant(microseconds: microseconds) }
}

extension LibraryPanel {
  /// How far the position of a resting finger varies each way, in mm: the fuzz, or half a
  /// millimetre.
  fileprivate var restNoise: Translation {
    func fuzz(_ axis: AxisRange?, _ length: Double) -> Double {
      axis.map { Double($0.fuzz) * length / (Double($0.maximum) - Double($0.minimum)) } ?? 0
    }
    return Translation(
      x: max(0.5, fuzz(device.horizontalAxis, extent.width)),
      y: max(0.5, fuzz(device.verticalAxis, extent.height)))
  }
}
