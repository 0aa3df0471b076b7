import FlickClient

let client = SwipeClient(socket: "/tmp/demo.sock")
let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592, -888])

for try await swipe in client.swipes(in: cards) {
  guard let snap = swipe.snap else { continue }
  print(swipe.phase, "from card", snap.from, "to card", snap.index)
}
