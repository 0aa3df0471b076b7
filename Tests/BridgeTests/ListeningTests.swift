import Foundation
import TestKit
import Testing

@Suite struct `The address of the bridge` {
  @Test(arguments: [("bridge", "ws"), ("gallery", "http")])
  func `has a free port for port 0, and is printed`(verb: String, scheme: String) async throws {
    let folder = try PrivateFolder()
    try folder.write("index.html", "")
    let own = verb == "bridge" ? ["--origin", "http://a"] : ["--web", folder.path]
    for isJSON in [false, true] {
      let said = folder.file("said-\(isJSON)")
      let words =
        [Program.flickctl.path, verb, "--listen", "localhost:0", "--socket", folder.file("s")] + own
      let outcome = try await Command(
        ["sh", "-c", "exec \"$@\" >'\(said)'", "sh"] + words + (isJSON ? ["--json"] : [])
      ).run(within: 60) { process in
        let line = try await waiting("the address") { () -> String? in
          guard let text = try? String(contentsOfFile: said, encoding: .utf8) else { return nil }
          return text.hasSuffix("\n") ? String(text.dropLast()) : nil
        }
        let address = try isJSON ? #require(JSON(line).url.text) : line
        let port = try #require(
          address.wholeMatch(of: /([a-z]+):\/\/localhost:([0-9]+)\/(?:#token=[\w-]{32})?/).map {
            (String($0.1), UInt16($0.2))
          })
        #expect(port.0 == scheme)
        _ = try WebConnection(port: try #require(port.1))
        kill(process, SIGTERM)
      }
      #expect(outcome.code == 0)
    }
  }

  @Test(.enabled(if: WebConnection.hasSix, "needs IPv6")) func `may be ::1`() async throws {
    let folder = try PrivateFolder()
    let served = try await RunningBridge.run(at: "[::1]", socket: folder.file("s")) { bridge in
      for (host, status) in [("[::1]", 101), ("localhost", 101), ("[::2]", 421)] {
        let page = try WebConnection(port: bridge.port, bySix: true)
        #expect(try await page.open(port: bridge.port, host: "\(host):\(bridge.port)").status == status)
      }
      #expect(throws: TimedOut.self) { try WebConnection(port: bridge.port) }
    }
    #expect(served.code == 0)
    #expect(try JSON(served.output).url.text?.hasPrefix("ws://[::1]:") == true)
  }

  @Test func `may be on the network, under the specified names`() async throws {
    let folder = try PrivateFolder()
    let arguments = ["--allow-network", "--origin", RunningBridge.origin, "--host", "Kiosk.example"]
    let served = try await RunningBridge.run("bridge", arguments, at: "0.0.0.0", socket: folder.file("s")) {
      bridge in
      for (host, status) in [
        ("kiosk.example", 101), ("KIOSK.example", 101), ("localhost", 101), ("other.example", 421),
        ("0.0.0.0", 421), ("a.kiosk.example", 421),
      ] {
        let page = try bridge.connect()
        let answer = try await page.open(port: bridge.port, host: "\(host):\(bridge.port)")
        #expect(answer.status == status, "\(host)")
      }
    }
    #expect(served.code == 0)
  }

  @Test(arguments: ["bridge", "gallery"])
  func `is open from READY until STOPPING`(verb: String) async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    try folder.write("index.html", "")
    let own = verb == "bridge" ? ["--origin", "http://a"] : ["--web", folder.path]
    let served = try await RunningBridge.run(
      verb, own, environment: ["NOTIFY_SOCKET": manager.path], socket: folder.file("s")
    ) { bridge in
      let scheme = verb == "bridge" ? "ws" : "http"
      let url = "\(scheme)://127.0.0.1:\(bridge.port)/"
      #expect(try await manager.next() == ["READY=1", "STATUS=serves pages at \(url)"])
      // One attempt, without waiting: the port is open at READY.
      _ = try bridge.connect()
      bridge.stop()
      #expect(try await manager.next() == ["STOPPING=1"])
    }
    #expect(served.code == 0)
  }

  @Test func `is not reported to the service manager if the start fails`() async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    let outcome = try await Command(
      .flickctl, "bridge", "--origin", "http://a", "--listen", "203.0.113.1:0", "--allow-network",
      environment: ["NOTIFY_SOCKET": manager.path]
    ).run()
    #expect(outcome.code == 73)
    await #expect(throws: TimedOut.self) { try await within(0.2, "silence") { try await manager.next() } }
  }
}
