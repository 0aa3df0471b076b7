import FlickInteractions

let client = SwipeClient(socket: "/tmp/demo.sock")
var carousel = CardCarousel(count: 4)

for try await swipe in client.swipes(in: carousel.zone("cards")) {
  carousel.handle(swipe)
  draw(carousel.draw(at: SwipeClient.now))
}

/// Draws a frame, also the one in which the row rests; returns whether the row moves on.
@MainActor func frame() -> Bool {
  let now = SwipeClient.now
  draw(carousel.draw(at: now))
  return carousel.isMoving(at: now)
}

@MainActor func draw(_ offset: Double) {
  print("card", carousel.index, "in front, the row is at", offset)
}
