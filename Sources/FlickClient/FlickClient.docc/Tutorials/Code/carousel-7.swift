import FlickClient

let client = FlickClient(socket: "/tmp/demo.sock")
let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592, -888], spring: .snappy)
let swipes = client.swipes(in: cards)

/// Where the row rests, or where a finger has caught it.
var rest = 0.0
/// The row's way there, and since when it is on it.
var flight: (way: Flight, since: Int64)?

for try await swipe in swipes {
  guard let snap = swipe.snap else { continue }
  switch swipe.phase {
  case .begin:
    if let (way, since) = flight {
      rest = way.offset(after: Double(swipe.time - since) * 1e-6)
      flight = nil
      try await swipes.update("cards", offset: rest)
    }
    draw(rest + swipe.translation.x)
  case .update:
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
