import FlickClient

let client = FlickClient(socket: "/tmp/demo.sock")
let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592, -888], spring: .snappy)

/// Where the row rests.
var rest = 0.0
/// The row's way there, and since when it is on it.
var flight: (way: Flight, since: Int64)?

for try await swipe in client.swipes(in: cards) {
  guard let snap = swipe.snap else { continue }
  switch swipe.phase {
  case .begin, .update:
    flight = nil
    draw(rest + swipe.translation.x)
  case .end, .cancel:
    flight = swipe.flight(from: rest + swipe.translation.x).map { ($0, swipe.time) }
    rest = snap.offset
  }
}

/// What the screen calls for each frame.
@MainActor func frame() {
  guard let (way, since) = flight else { return }
  draw(way.offset(after: Double(FlickClient.now - since) * 1e-6))
}

@MainActor func draw(_ offset: Double) {
  print("the row lies at", offset)
}
