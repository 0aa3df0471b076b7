import FlickClient

let client = SwipeClient(socket: "/tmp/demo.sock")
let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592, -888], spring: .snappy)

/// The offset at which the row rests.
var rest = 0.0
/// The flight of the row, and its start.
var flight: (path: Flight, since: Duration)?

for try await swipe in client.swipes(in: cards) {
  guard let snap = swipe.snap else { continue }
  switch swipe.phase {
  case .begin, .update:
    flight = nil
    draw(rest + swipe.translation.x)
  case .end, .cancel:
    flight = swipe.flight(from: rest + swipe.translation.x).map { ($0, swipe.time) }
    rest = snap.offset
  case .press, .release: break
  }
}

/// Draws a frame.
@MainActor func frame() {
  guard let (path, since) = flight else { return }
  draw(path.offset(after: SwipeClient.now - since))
}

@MainActor func draw(_ offset: Double) {
  print("the row is at", offset)
}
