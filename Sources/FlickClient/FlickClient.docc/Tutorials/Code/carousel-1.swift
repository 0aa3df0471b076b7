import FlickClient

let client = SwipeClient(socket: "/tmp/demo.sock")
