import FlickClient

let client = FlickClient(socket: "/tmp/demo.sock")
