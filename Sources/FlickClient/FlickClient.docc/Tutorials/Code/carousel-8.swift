import FlickClient

let client = SwipeClient(socket: "/tmp/demo.sock")
let cards = SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592, -888], spring: .snappy)

for try await event in client.events(in: cards) {
  switch event {
  case .connected(let service): print("connected, panels:", service.panels.map(\.name))
  case .disconnected(let why): print("disconnected:", why)
  case .panel(let change, let panel): print(panel.name, change)
  case .activity: break  // only if the subscription asks for it
  case .swipe(let swipe): print(swipe.phase, swipe.snap?.index ?? 0)
  }
}
