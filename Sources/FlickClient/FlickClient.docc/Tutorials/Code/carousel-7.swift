import FlickClient

let client = SwipeClient(socket: "/tmp/demo.sock")
let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592, -888], spring: .snappy)
let swipes = client.swipes(in: cards)

/// The offset at which the row rests, or at which a finger stopped it.
var rest = 0.0
/// The flight of the row, and its start.
var flight: (path: Flight, since: Duration)?

for try await swipe in swipes {
  guard let snap = swipe.snap else { continue }
  switch swipe.phase {
  case .begin:
    if let (path, since) = flight {
      rest = path.offset(after: swipe.time - since)
      flight = nil
      try await swipes.update("cards", offset: rest)
    }
    draw(rest + swipe.translation.x)
  case .update:
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
