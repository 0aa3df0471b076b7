import GestureCore
import Panels
import TestKit
import Testing

@Suite(.ownThread) struct `The row of cards of the room Tune` {
  /// A page with its field on the row of cards; with five people it has a proposal.
  private func felt(people: Int = 1) -> TunePage {
    let page = TunePage(config: TunePage.slow)
    page.open()
    page.begin(people: people)
    if people > 1 { MadeTries(people: people).play(on: page) } else { page.ask(for: "finish") }
    page.ask(TunePage.field)
    page.forget()
    return page
  }

  @Test func `follows the finger, and decides by the rule in force`() throws {
    let page = felt(people: 5)
    // Faster than the proposed S, slower than the present one, and shorter than D.
    page.touch(MadeTries.flick(), isDrawn: true)
    let moving = page.lines.filter { $0.type == "feel" && $0.swipe.ended == false }
    #expect(moving.count > 3)
    #expect(moving.compactMap(\.swipe.x.value).sorted(by: >) == moving.compactMap(\.swipe.x.value))
    let first = page.newest("feel")
    #expect(first.rule == "present" && first.swipe.ended == true && first.swipe.commit == false)
    #expect(first.swipe.present.commit == false && first.swipe.proposed.commit == true)
    page.ask(#"{"request":"tune","do":"feel","rule":"proposed"}"#)
    #expect(page.newest("feel").rule == "proposed" && page.newest("feel").swipe == .null)
    page.touch(MadeTries.flick())
    let second = page.newest("feel").swipe
    #expect(second.commit == true && second.direction == "left" && second.ended == true)
  }

  @Test func `goes to no card by a swipe across it, and ignores swipes that start elsewhere`() {
    let page = felt()
    page.touch(.init(at: 0, from: (150, 40), by: (2, 60), lasting: 200, liftShare: 0.6))
    #expect(page.newest("feel").swipe.ended == true && page.newest("feel").swipe.commit == false)
    page.forget()
    page.touch(.init(at: 0, from: (20, 130), by: (80, 2), lasting: 200, liftShare: 0.6))
    #expect(!page.types.contains("feel"))
  }

  @Test func `counts no swipe on it as a try`() {
    let page = TunePage()
    page.open()
    page.begin(people: 1)
    page.ask(for: "proceed")
    page.touch(MadeTries.flick())
    page.ask(for: "finish")
    page.touch(MadeTries.flick())
    #expect(page.newest("feel").swipe.ended == true && page.newest("tune").strokes == 1)
    page.ask(for: "undo")
    #expect(page.words == "1 flick 0")
  }

  @Test func `returns without a decision when the swipe is cancelled`() {
    let page = felt()
    page.touch(MadeTries.drag)
    let number = page.newest("feel").swipe.number
    page.play(
      MadeRecording([MadeTries.drag], dropped: 200).events.map { event in
        var event = event
        event.instant = event.instant + .seconds(10_000)
        return event
      })
    let swipe = page.newest("feel").swipe
    #expect(swipe.number != number && swipe.cancelled == true && swipe.ended == true && swipe.commit == false)
  }
}
