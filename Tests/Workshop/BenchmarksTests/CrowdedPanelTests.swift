import FlickProtocol
import GestureCore
import Panels
import Pipeline
import Settings
import Testing

@testable import Benchmarks

@Suite struct `A crowded panel` {
  /// Keeps the newest fact of each swipe, and the zone that evaluates it.
  private struct Swipes: SwipeSink {
    let setup: PanelSetup
    var evaluator = ZoneEvaluator(zones: NestedZones.plans)
    var newest: [UInt64: SwipeFact] = [:]
    var zones: [UInt64: String] = [:]
    var phases: [SwipePhase] = []

    init(_ setup: PanelSetup) {
      self.setup = setup
    }

    mutating func receive(_ fact: borrowing SwipeFact) {
      let zone = evaluator.evaluate(fact, of: setup).zone
      newest[fact.swipe.number] = copy fact
      zones[fact.swipe.number] = zone?.snap == nil ? nil : zone?.name
      phases.append(fact.phase)
    }
  }

  private func played(_ panel: CrowdedPanel, frames: Int) throws -> Swipes {
    let identity = PanelIdentity(panelID: "crowded", source: .replay)
    let setup = try #require(PanelSetup(CrowdedPanel.description, identity: identity, settings: Settings()))
    var swipes = Swipes(setup)
    var numbering = SwipeNumbering()
    let pipeline = PanelPipeline(setup)
    for event in panel.frames(0..<frames) {
      pipeline.consume(event, numbering: &numbering, into: &swipes)
    }
    return swipes
  }

  @Test func `has a swipe for each finger, far from the others, in one of four zones`() throws {
    let panel = CrowdedPanel(fingers: 10, frames: 60, restless: false)
    for frames in [20, 40, 60] {
      let swipes = try played(panel, frames: frames)
      #expect(swipes.newest.count == 10)
      #expect(swipes.zones.count == 10)
      #expect(Set(swipes.zones.values) == Set(NestedZones.names))
      let positions = swipes.newest.values.map(\.location)
      for (number, one) in positions.enumerated() {
        for other in positions[(number + 1)...] { #expect((one - other).length > 139) }
      }
    }
  }

  @Test func `moves every finger in every frame`() throws {
    for fingers in [1, 10] {
      let panel = CrowdedPanel(fingers: fingers, frames: 100, restless: false)
      let swipes = try played(panel, frames: 100)
      let before = try played(panel, frames: 40)
      #expect(swipes.phases.count - before.phases.count == fingers * 60)
      #expect(swipes.phases.suffix(60 * fingers).allSatisfy { $0 == .update })
    }
  }

  @Test func `lifts and loses fingers if it is restless`() throws {
    let swipes = try played(CrowdedPanel(fingers: 10, frames: 720, restless: true), frames: 720)
    #expect(swipes.phases.count { $0 == .end } > 100)
    #expect(swipes.phases.contains(.cancel(.dropped)))
    #expect(!swipes.phases.contains(.cancel(.ghost)))
  }
}
