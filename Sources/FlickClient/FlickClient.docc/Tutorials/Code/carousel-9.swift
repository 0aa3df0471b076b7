import FlickClient

let client = FlickClient(socket: "/tmp/demo.sock")
var carousel = CardCarousel(count: 4)

for try await swipe in client.swipes() {
  carousel.handle(swipe)
  draw(carousel.row.offset(at: swipe.time))
}

/// Draws a frame.
@MainActor func frame() {
  guard carousel.row.isFlying(at: FlickClient.now) else { return }
  draw(carousel.row.offset(at: FlickClient.now))
}

@MainActor func draw(_ offset: Double) {
  print("card", carousel.index, "in front, the row is at", offset)
}
