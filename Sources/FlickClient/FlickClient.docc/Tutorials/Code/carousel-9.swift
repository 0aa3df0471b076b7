import FlickClient

let client = SwipeClient(socket: "/tmp/demo.sock")
var carousel = CardCarousel(count: 4)

for try await swipe in client.swipes(in: carousel.zone("cards")) {
  carousel.handle(swipe)
  draw(carousel.draw(at: SwipeClient.now))
}

/// Draws a frame.
@MainActor func frame() {
  guard carousel.isMoving(at: SwipeClient.now) else { return }
  draw(carousel.draw(at: SwipeClient.now))
}

@MainActor func draw(_ offset: Double) {
  print("card", carousel.index, "in front, the row is at", offset)
}
