import FlickClient
import Testing

// A call through the protocol does not warn about what is deprecated.
private protocol FormerApp {
  func run()
}

@Suite struct `An app with former names` {
  @Test(arguments: [Types() as any FormerApp & Sendable, Seconds(), Thresholds()])
  private func `works as with the present names`(app: any FormerApp & Sendable) { app.run() }
}

private struct Types: FormerApp {
  @available(*, deprecated) func run() {
    let client: FlickClient = SwipeClient(socket: "/tmp/s")
    #expect(client == SwipeClient(socket: "/tmp/s"))
    let levels: [Service.Level] = FlickService.Level.allCases
    #expect(levels.count == 3)
    let content = Content(at: 3)
    #expect(content == SwipeContent(at: 3))
    #expect(Vector(x: 1) == SwipeVector(x: 1))
  }
}

private struct Seconds: FormerApp {
  @available(*, deprecated) func run() {
    #expect(Spring(duration: 0.4, bounce: 0.2) == Spring(duration: .milliseconds(400), bounce: 0.2))
    #expect(Spring(response: 0.3) == Spring(response: .milliseconds(300)))
    #expect(Projection(seconds: 0.5) == Projection(.milliseconds(500)))
    #expect(Projection.standard.seconds == 0.25)
    let flight = Flight(from: -100, to: 0, velocity: 20)
    #expect(flight.offset(after: 0.1) == flight.offset(after: .milliseconds(100)))
    #expect(flight.velocity(after: 0.1) == flight.velocity(after: .milliseconds(100)))
    #expect(flight.settlingTime() == flight.settlingDuration() / .seconds(1))
    #expect(flight.retargeted(to: 9, after: 0.1) == flight.retargeted(to: 9, after: .milliseconds(100)))
    let handOff = Swipe.HandOff(spring: .standard, velocity: 0, settlingDuration: .milliseconds(700))
    #expect(handOff.settlingTime == 0.7)
  }
}

private struct Thresholds: FormerApp {
  @available(*, deprecated) func run() {
    var zone = SwipeZone("a")
    (zone.distance, zone.velocity, zone.predicted) = (1, 2, 3)
    #expect(zone.distanceThreshold == 1 && zone.speedThreshold == 2 && zone.predictedThreshold == 3)
    #expect(zone.distance == 1 && zone.velocity == 2 && zone.predicted == 3)
    var card = DismissibleCard()
    (card.distance, card.speed) = (100, 500)
    #expect(card == DismissibleCard(distanceThreshold: 100, speedThreshold: 500))
    var sheet = DismissibleSheet()
    sheet.speed = 500
    #expect(sheet.speedThreshold == 500)
    var swiped = SwipeCard()
    (swiped.distance, swiped.speed) = (50, 400)
    #expect(swiped == SwipeCard(distanceThreshold: 50, speedThreshold: 400))
    var spring = SpringCard()
    (spring.distance, spring.speed, spring.predicted) = (50, 400, 300)
    #expect(spring.speedThreshold == 400)
    #expect(spring.distance == 50 && spring.predictedThreshold == 300)
  }
}
