import TestKit
import Testing

@Suite struct `A page` {
  private static let every = #"{"id":1,"request":"subscribe","phases":["begin","update","end","cancel"]}"#
  private static let origins = [
    "--origin", "http://d.example", "--origin", "http://m.example=motion", "--origin",
    "http://p.example=positions",
  ]

  private func bridge(
    _ arguments: [String] = origins, demo: [String] = ["--demo"],
    _ body: @escaping @Sendable (RunningBridge, Daemon) async throws -> Void
  ) async throws {
    let outcome = try await Daemon.run(demo) { daemon in
      let served = try await RunningBridge.run("bridge", arguments, socket: daemon.socket) { bridge in
        try await body(bridge, daemon)
      }
      #expect(served.code == 0, "\(served.errors)")
    }
    #expect(outcome.code == 0)
  }

  @Test func `receives what the level of its origin allows`() async throws {
    let positions: Set = ["start", "location", "predicted_end_location"]
    let vectors: Set = ["translation", "predicted_end_translation", "edge"]
    try await bridge { bridge, _ in
      for (name, level, hidden) in [
        ("d", "decisions", positions.union(vectors)), ("m", "motion", positions), ("p", "positions", []),
      ] {
        let (page, state, hello, _) = try await bridge.greetedPage(of: "http://\(name).example")
        #expect(state.state == "connected" && state.repeated == false)
        #expect(hello.type == "hello" && hello.level.text == level)
        try await page.send(Self.every)
        // Some swipes may come before the reply; three that come after it are of the subscription.
        var (replies, swipes, answered): ([JSON], [JSON], Int) = ([], [], 0)
        while answered < 3 {
          let line = try await page.next()
          if line.type == "reply" { replies.append(line) }
          guard line.type == "swipe" else { continue }
          swipes.append(line)
          answered += replies.count
        }
        #expect(replies[0].ok == .bool(level != "decisions"))
        if level == "decisions" { #expect(replies[0].error.code == "forbidden") }
        for (index, line) in swipes.enumerated() {
          #expect(line.seq.value == Double(index + 1), "numbers begin with the page")
          #expect(line.keys.isDisjoint(with: hidden), "\(level)")
          #expect(level != "decisions" || line.phase == "end")
        }
        try await page.send(#"{"id":2,"request":"stats"}"#)
        #expect((try await page.next(of: "reply").turns == .null) == (level != "positions"))
        let zone = #""zones":[{"name":"a","rectangle":{"x":0,"y":0,"width":9,"height":9}}]"#
        try await page.send(#"{"id":3,"request":"subscribe",\#(zone)}"#)
        #expect(try await page.next(of: "reply").ok == .bool(level == "positions"))
        try await page.send(#"{"id":4,"request":"subscribe","level":"positions"}"#)
        #expect(try await page.next(of: "reply").ok == .bool(level == "positions"))
      }
    }
  }

  @Test func `receives no rate or lift delay that touches have taught below positions`() async throws {
    try await bridge { bridge, daemon in
      let (client, _, first) = try await daemon.subscribe()
      var known = JSON.null
      while known == .null {
        try client.send(#"{"id":1,"request":"panels"}"# + "\n")
        known = try await client.next(of: "reply").panels.elements[0].rate_hz
      }
      for (name, isSent) in [("d", false), ("m", false), ("p", true)] {
        let panel = try await bridge.greetedPage(of: "http://\(name).example").state.panels.elements[0]
        #expect(panel.panel_id == first.panels.elements[0].panel_id)
        #expect((panel.rate_hz != .null) == isSent, "\(name)")
      }
    }
  }

  @Test func `receives the same lines as a socket client`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("one.evemu", MadeRecording.oneFinger.bytes)
    let offline = try await Command(.flickctl, "replay", file).run()
    // The recording starts with the first subscription, so the page must be the first subscriber.
    let outcome = try await Daemon.run(["--replay", file], ending: .byItself) { daemon in
      let served = try await RunningBridge.run(
        "bridge", ["--origin", "http://p.example=positions"], socket: daemon.socket
      ) { bridge in
        _ = try await waiting("the socket") { daemon.folder.names.contains("s") ? true : nil }
        let page = try await bridge.page(of: "http://p.example")
        var lines: [String] = []
        while let frame = try await page.frame(), frame.opcode == 1 {
          lines.append(frame.text)
          if try JSON(frame.text).state == "disconnected" { break }
        }
        #expect(lines.filter { $0.hasPrefix("{\"type\":\"swipe\"") } == offline.lines)
      }
      #expect(served.code == 0)
    }
    #expect(outcome.code == 0)
  }

  @Test func `is notified of a restart and keeps its subscription`() async throws {
    let folder = try PrivateFolder()
    let served = try await RunningBridge.run(
      "bridge", ["--origin", "http://m.example=motion"], socket: folder.file("s")
    ) { bridge in
      async let first = Daemon.run(["--demo"], in: folder, ending: .byItself) { _ in }
      let daemon = try await Daemon.running(in: folder)
      let (page, _, hello, _) = try await bridge.greetedPage(of: "http://m.example")
      try await page.send(#"{"id":1,"request":"subscribe","phases":["begin"],"unit":"pt"}"#)
      #expect(try await page.next(of: "reply").ok == true)
      daemon.send(.kill)
      _ = try await first
      let loss = try await page.next(of: "bridge")
      #expect(loss.state == "disconnected")
      #expect(loss.detail.text?.isEmpty == false)
      // A request during the outage is answered after it.
      try await page.send(#"{"id":2,"request":"ping"}"#)
      async let second = Daemon.run(["--demo"], in: folder, ending: .byItself) { _ in }
      let back = try await page.next(of: "bridge")
      #expect(back.state == "connected" && back.repeated == true)
      let other = try await page.next()
      #expect(other.type == "hello" && other.level == "motion" && other.epoch != hello.epoch)
      #expect(try await page.next().type == "state")
      #expect(try await page.next(of: "reply").id == 2)
      let swipe = try await page.next(of: "swipe")
      #expect(swipe.phase == "begin" && swipe.unit == "pt" && swipe.seq == 1)
      try await Daemon.running(in: folder).send(.terminate)
      #expect(try await second.code == 0)
    }
    #expect(served.code == 0)
  }

  @Test func `is notified at once if flickd is not running`() async throws {
    let folder = try PrivateFolder()
    let served = try await RunningBridge.run(socket: folder.file("s")) { bridge in
      let page = try await bridge.page()
      let line = try await page.next()
      #expect(line.type == "bridge" && line.state == "disconnected")
      #expect(line.detail == "flickd cannot be reached: No such file or directory")
    }
    #expect(served.code == 0)
  }

  @Test func `is closed when the bridge stops`() async throws {
    try await bridge { bridge, _ in
      let page = try await bridge.page(of: "http://m.example")
      _ = try await page.next(of: "state")
      bridge.stop()
      let close = try await page.close()
      #expect(close?.code == 1001)
      try await page.send(frame: 8, close?.payload ?? [])
      try await page.untilClosed()
    }
  }

  @Test(arguments: ["a refusal", "a pong"])
  func `is closed if it does not read the answers that it causes`(answer: String) async throws {
    try await bridge { bridge, daemon in
      let page = try await bridge.page(of: "http://p.example", receiving: 4096)
      let (other, _, _, _) = try await bridge.greetedPage(of: "http://p.example")
      let frame: (opcode: UInt8, payload: [UInt8]) =
        answer == "a pong" ? (9, [UInt8](repeating: 0x20, count: 125)) : (1, Array("{".utf8))
      let client = try await daemon.subscriber()
      func clients() async throws -> Double? {
        try client.send("{\"id\":1,\"request\":\"stats\"}\n")
        return try await client.next(of: "reply").clients.value
      }
      while try await clients() != 3 { try await Task.sleep(for: .milliseconds(5)) }
      // The kernel's buffers on both sides fill first. The client count of flickd drops when the
      // bridge closes the page, which then has 5 s to read: enough for a page, but not for a test
      // on a busy machine that must still send the rest of a fixed number of frames.
      while try await clients() == 3 {
        for _ in 0..<500 { try await page.send(frame: frame.opcode, frame.payload) }
      }
      let close = try await page.close()
      #expect(close?.code == 1013, "\(String(describing: close))")
      #expect(try await other.next(of: "swipe").type == "swipe")
    }
  }

  @Test func `receives a slow-consumer bye if it does not read its replies`() async throws {
    try await bridge { bridge, daemon in
      let slow = try await bridge.page(of: "http://p.example", receiving: 4096)
      let client = try await daemon.subscriber()
      var count = 0.0
      // Replies count towards the 64 KiB that may wait; each is 20 times as long as its request. On
      // a busy machine the bridge forwards the requests much later.
      let end = ContinuousClock.now + .seconds(30)
      while count == 0, ContinuousClock.now < end {
        for _ in 0..<60 { try await slow.send(#"{"id":1,"request":"stats"}"#) }
        try client.send("{\"id\":1,\"request\":\"stats\"}\n")
        count = try await client.next(of: "reply").slow_consumers.value ?? 0
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(count == 1)
      var last = ""
      while let frame = try await slow.frame() {
        if frame.code != nil {
          #expect(frame.code == 1013)
          break
        }
        last = frame.text
      }
      #expect(last.contains(#""reason":"slow-consumer""#))
      let (other, _, _, _) = try await bridge.greetedPage(of: "http://p.example")
      #expect(try await other.next(of: "swipe").type == "swipe")
    }
  }

  @Test func `does not slow other pages down if it does not read`() async throws {
    try await bridge { bridge, daemon in
      let slow = try await bridge.page(of: "http://p.example", receiving: 4096)
      try await slow.send(Self.every)
      let (quick, _, _, _) = try await bridge.greetedPage(of: "http://p.example")
      try await quick.send(Self.every)
      let client = try await daemon.subscriber()
      var ends = 0
      var last = 0.0
      // Twelve swipes are enough for merges and too few to fill the queue: begins and ends are
      // never dropped, and 60 swipes fill 64 KiB.
      while ends < 12 {
        let line = try await quick.next(of: "swipe")
        let number = try #require(line.seq.value)
        #expect(last == 0 || number == last + 1, "none is missing")
        last = number
        if line.phase == "end" { ends += 1 }
      }
      try client.send("{\"id\":1,\"request\":\"stats\"}\n")
      let counts = try await client.next(of: "reply")
      #expect(try #require(counts.merged.value) > 0, "flickd merges for the slow page")
      #expect(counts.slow_consumers == 0)
      // The slow page continues with the newest update.
      var merged = 0.0
      for _ in 0..<400 where merged == 0 { merged = try await slow.next(of: "swipe").merged.value ?? 0 }
      #expect(merged > 0)
    }
  }
}
