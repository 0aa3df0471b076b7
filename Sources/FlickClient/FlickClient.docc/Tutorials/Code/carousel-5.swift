import FlickClient

let client = SwipeClient(socket: "/tmp/demo.sock")
let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592, -888])

/// Where the row rests.
var rest = 0.0

for try await swipe in client.swipes(in: cards) {
  guard let snap = swipe.snap else { continue }
  switch swipe.phase {
  case .begin, .update:
    draw(rest + swipe.translation.x)
  case .end, .cancel:
    rest = snap.offset
    draw(rest)
  case .press, .release: break
  }
}

@MainActor func draw(_ offset: Double) {
  print("the row is at", offset)
}
