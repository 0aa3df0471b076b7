import FlickClient

let client = FlickClient(socket: "/tmp/demo.sock")
var carousel = CardCarousel(count: 4)

for try await swipe in client.swipes() {
  carousel.handle(swipe)
  draw(carousel.draw(at: FlickClient.now))
}

/// Draws a frame.
@MainActor func frame() {
  guard carousel.isMoving(at: FlickClient.now) else { return }
  draw(carousel.draw(at: FlickClient.now))
}

@MainActor func draw(_ offset: Double) {
  print("card", carousel.index, "in front, the row is at", offset)
}
