import FlickProtocol
import GestureCore
import Panels
import Recordings
import Settings
import Testing

@testable import Pipeline

@Suite struct `A swipe that is withheld below positions` {
  private let panel: PanelSetup

  init() throws {
    panel = try #require(StatedSwipe.panel())
  }

  /// The facts of slow swipes to the right, one for each length in mm.
  private func swipes(of lengths: [Double]) -> [SwipeFact] {
    lengths.enumerated().flatMap { number, length in
      let swipe = StatedSwipe(number: UInt64(number + 1))
      let end = Int64(length * 10)
      return [(SwipePhase.begin, 20), (.update, end - 1), (.end, end)].map { phase, time in
        swipe.fact(phase, at: time, velocity: 10)
      }
    }
  }

  private func cards(_ change: (inout ZoneSpec<Double>) -> Void) -> View {
    var cards = ZoneSpec<Double>.cards
    change(&cards)
    return .made(.motion) { ($0.zones, $0.owner) = ([cards], 1) }
  }

  /// Regression: it moved the content of a snap zone, so a later decision showed it.
  @Test func `moves no content of a client that never sees it`() throws {
    let view = cards { ($0.snapPoints, $0.offset) = ([-60, 0], -25) }
    var (plain, disturbed) = (SwipeEncoder(view), SwipeEncoder(view))
    let lines = plain.lines(of: swipes(of: [8]), on: panel)
    let others = disturbed.lines(of: swipes(of: [3.5, 8]), on: panel)
    #expect(lines.count == 2)
    #expect(lines == others, "and it has no id there")
  }

  /// Regression: such a client saw 4 of 4, and the ids of the others had a gap.
  @Test func `stays withheld from a client whose own zone would let it commit`() throws {
    let facts = swipes(of: [8, 3.5, 3.5, 8])
    for view in [cards { ($0.snapPoints, $0.distanceThreshold) = ([], 2) }, .made(.motion)] {
      var encoder = SwipeEncoder(view)
      let lines = try encoder.lines(of: facts, on: panel).map { try ReadLine($0.utf8) }
      #expect(lines.compactMap(\.swipe_id) == [1, 1, 2, 2])
    }
  }

  /// Regression: content at the level `motion` jumped by 4 mm at each begin, which said the slop of
  /// the recogniser.
  @Test func `has its displacement as the slop, up to 5 mm, when its begin comes late`() throws {
    var settings = Settings()
    settings.swipe.distance = .millimeters(4)
    let identity = PanelIdentity(panelID: "glass", source: .replay)
    let panel = try #require(
      PanelSetup(DemoPanel.description, identity: identity, settings: settings))
    for (length, slop) in [(8.0, 5.0), (5.5, 5), (4.5, 4.5)] {
      let facts = [(SwipePhase.begin, 2.0), (.update, length - 0.1), (.end, length)].map { phase, travel in
        StatedSwipe().fact(phase, at: Int64(travel * 10), velocity: 10)
      }
      var (encoder, authority) = (SwipeEncoder(.made(.motion)), SwipeEncoder(.made()))
      let late = try encoder.lines(of: facts, on: panel).map { try ReadLine($0.utf8) }
      #expect(late.first?.phase == "begin" && late.first?.slop == slop, "\(length) mm")
      let whole = try authority.lines(of: facts, on: panel).map { try ReadLine($0.utf8) }
      #expect(whole.first?.slop.map { $0 < 3 } == true, "that of the recogniser")
    }
  }
}
