import GestureCore
import Testing

@testable import Pipeline

@Suite struct `The held updates of a view` {
  private let panel: PanelSetup

  init() throws {
    panel = try #require(StatedSwipe.panel())
  }

  private func update(_ swipe: UInt64, at time: Int64, isOffered: Bool = false) -> HeldUpdates.Update {
    HeldUpdates.Update(
      StatedSwipe(number: swipe).fact(.update, at: time), of: panel, frameTime: time, isOffered: isOffered)
  }

  @Test func `keep the newest of each swipe`() {
    var held = HeldUpdates()
    for (swipe, time) in [(2, 10), (1, 11), (2, 20), (3, 21), (2, 30)] as [(UInt64, Int64)] {
      held.hold(update(swipe, at: time))
    }
    #expect(held.updates.map { $0?.fact.swipe.number } == [2, 1, 3])
    #expect(held.updates.map { $0?.frameTime } == [30, 11, 21])
    held.remove(at: 1)
    #expect(held.updates.map { $0?.frameTime } == [30, nil, 21])
    held.hold(update(4, at: 40))
    #expect(held.updates.map { $0?.frameTime } == [30, 40, 21])
  }

  /// Such an update counts as skipped: no client could have it. What a pace delays does not count.
  @Test func `report whether they lose one that no client was offered`() {
    var held = HeldUpdates()
    var losses = [held.hold(update(1, at: 10)), held.hold(update(1, at: 20))]
    held.noteOffer(at: 0)
    losses += [held.hold(update(1, at: 30)), held.drop(SwipeID(number: 1)), held.drop(SwipeID(number: 1))]
    held.hold(update(1, at: 40, isOffered: true))
    losses.append(held.drop(SwipeID(number: 1)))
    #expect(losses == [false, true, false, true, false, false])
    #expect(held.isEmpty)
  }
}
