import FlickClient

let client = SwipeClient(socket: "/tmp/demo.sock")

for try await swipe in client.swipes() {
  print(swipe.phase, swipe.translation.x, swipe.velocity.x)
}
