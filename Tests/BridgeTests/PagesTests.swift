import FlickProtocol
import TestKit
import Testing

@testable import Bridge

@Suite struct `Pages of the bridge` {
  @Test func `are closed and forgotten if they do not answer pings`() async throws {
    let folder = try PrivateFolder()
    var settings = BridgeServer.Settings(address: "127.0.0.1", port: 0, socket: folder.file("s"))
    settings.origins = [try #require(Origin(RunningBridge.origin)): .decisions]
    settings.heartbeat = .milliseconds(50)
    let server = try BridgeServer(settings)
    defer { server.stop() }
    let deaf = try WebConnection(port: server.port)
    #expect(try await deaf.open(port: server.port).status == 101)
    var heard: [UInt8] = []
    while let frame = try await deaf.frame() { heard.append(frame.opcode) }
    #expect(heard == [1, 9], "the line about the missing flickd, and one ping")
    _ = try await waiting("the page is forgotten") { server.pages == 0 ? true : nil }
  }

  @Test func `stay connected through restarts of flickd, and are notified`() async throws {
    let folder = try PrivateFolder()
    let origins = ["d": "decisions", "m": "motion", "p": "positions"]
    let arguments = origins.flatMap { ["--origin", "http://\($0).example=\($1)"] }
    let served = try await RunningBridge.run("bridge", arguments, socket: folder.file("s")) { bridge in
      var pages: [WebConnection] = []
      for name in origins.keys { pages.append(try await bridge.page(of: "http://\(name).example")) }
      for page in pages { #expect(try await page.next().state == "disconnected") }
      var epochs: Set<String> = []
      for _ in 0..<3 {
        async let life = Daemon.run(["--demo"], in: folder, ending: .byItself) { _ in }
        let daemon = try await Daemon.running(in: folder)
        for page in pages {
          #expect(try await page.next().state == "connected")
          epochs.insert(try #require(try await page.next(of: "hello").epoch.text))
        }
        for page in pages { #expect(try await page.next(of: "swipe").seq.value == 1) }
        daemon.send(.kill)
        _ = try await life
        for page in pages { #expect(try await page.next(of: "bridge").state == "disconnected") }
      }
      #expect(epochs.count == 3, "another flickd each time")
    }
    #expect(served.code == 0)
  }

  @Test func `are closed when the bridge stops, without a delay by slow ones`()
    async throws
  {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let arguments = ["--origin", "http://p.example=positions"]
      let served = try await RunningBridge.run("bridge", arguments, socket: daemon.socket) { bridge in
        let deaf = try await bridge.page(of: "http://p.example", receiving: 4096)
        // More than the kernel buffers on both sides.
        for _ in 0..<400 { try await deaf.send(frame: 9, [UInt8](repeating: 0x20, count: 125)) }
        var pages: [WebConnection] = []
        for _ in 0..<3 { pages.append(try await bridge.greetedPage(of: "http://p.example").page) }
        bridge.stop()
        for page in pages {
          let close = try await page.close()
          #expect(close?.code == 1001)
          #expect(close?.text == "the bridge stops")
          try await page.send(frame: 8, close?.payload ?? [])
          try await page.untilClosed()
        }
      }
      #expect(served.code == 0)
    }
    #expect(outcome.code == 0)
  }
}
