import FlickInteractions
import Testing

/// An app's own code, as the documents show it: it reads any sequence of events.
@MainActor private func follow(
  _ events: some AsyncSequence<SwipeEvent, some Error>
) async throws -> [String] {
  var carousel = CardCarousel(count: 3)
  var lines: [String] = []
  for try await event in events {
    switch event {
    case .connected(let service): lines.append("\(service.panels.map(\.name)) of flickd \(service.version)")
    case .swipe(let swipe):
      carousel.handle(swipe)
      if swipe.phase == .end { lines.append("card \(carousel.index)") }
    case .panel(let change, let panel): lines.append("\(panel.name) \(change)")
    case .activity(let panelID): lines.append("\(panelID) is touched")
    case .disconnected(let why): lines.append("disconnected: \(why)")
    }
  }
  return lines
}

@Suite struct `The code of an app` {
  @Test func `is tested without flickd, by events that the test makes`() async throws {
    let panel = FlickService.Panel(id: "p", name: "Panel", width: 510, height: 287, reportRate: 120)
    var begin = Swipe(id: 1, phase: .begin, translation: SwipeVector(x: -12), velocity: SwipeVector(x: -900))
    begin.slop = 10
    let end = Swipe(
      id: 1, phase: .end, time: .milliseconds(80), translation: SwipeVector(x: -100),
      velocity: SwipeVector(x: -900), predictedEndTranslation: SwipeVector(x: -325))
    let made: [SwipeEvent] = [
      .connected(FlickService(version: "1", panels: [panel])), .activity(panelID: "p"), .swipe(begin),
      .swipe(end), .panel(.removed, panel), .disconnected(.closed),
    ]
    let played = AsyncStream { flickd in
      made.forEach { flickd.yield($0) }
      flickd.finish()
    }
    #expect(
      try await follow(played) == [
        "[\"Panel\"] of flickd 1", "p is touched", "card 1", "Panel removed",
        "disconnected: flickd closed the connection without a reason",
      ])
  }

  @Test func `makes the counts of a view of flickd's health`() {
    var stats = FlickStats(panels: [FlickStats.Panel(id: "p")])
    stats.configuration = ConfigurationReport(.degraded, detail: "swipe.distance")
    stats.service.latency = DurationSummary(count: 3, p50: .microseconds(80))
    #expect(stats.panels[0].dropped == 0 && stats.service.latency?.p50 == .microseconds(80))
  }
}
