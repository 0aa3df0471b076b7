import Panels
import TestKit
import Testing

@Suite struct `A subscription to flickd` {
  private static let every = #""phases":["begin","update","end","cancel"]"#

  /// Sends a subscription and returns the reply.
  private func reply(to fields: String, from subscriber: Subscriber) async throws -> JSON {
    try subscriber.send("{\"id\":1,\"request\":\"subscribe\",\(fields)}\n")
    return try await subscriber.next(of: "reply")
  }

  @Test func `gets what it requests, and the active swipe in the reply`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("slow.evemu", MadeRecording.slowDrag.bytes)
    let outcome = try await Daemon.run(["--replay", file], in: folder) { daemon in
      let subscriber = try await daemon.subscriber()
      let active = try await daemon.activeSwipe()
      let first = try await reply(to: "\(Self.every),\"unit\":\"fraction\"", from: subscriber)
      #expect(first.keys == ["type", "id", "ok", "swipes"])
      #expect(first.ok == true)
      #expect(first.swipes == .array([active]))
      let line = try await subscriber.next()
      #expect(line.phase == "update", "its begin is over")
      #expect(line.seq == 1)
      #expect(line.unit == "fraction")
      #expect((0...1).contains(try #require(line.location.x.value)))

      let other = try await reply(to: "\(Self.every),\"panel_id\":\"another\"", from: subscriber)
      #expect(other.swipes == .array([]))
      // No line about the panel comes before the reply to the next request.
      try subscriber.send("{\"id\":2,\"request\":\"ping\"}\n")
      #expect(try await subscriber.next().id == 2)
      let again = try await reply(to: "\(Self.every),\"fingers\":[1]", from: subscriber)
      #expect(again.swipes == .array([active]))
      #expect(try await subscriber.next().unit == "mm")
    }
    #expect(outcome.code == 0)
  }

  @Test func `gets the lookahead, also at a limited rate`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("slow.evemu", MadeRecording.slowDrag.bytes)
    let outcome = try await Daemon.run(["--replay", file], in: folder) { daemon in
      let subscriber = try await daemon.subscriber()
      _ = try await reply(to: "\(Self.every),\"lookahead_ms\":33.3,\"max_rate_hz\":20", from: subscriber)
      for number in 0..<10 {
        let line = try await subscriber.next()
        #expect(line.phase == (number == 0 ? "begin" : "update"))
        for axis in ["x", "y"] {
          let now = try #require(line.translation[axis].value)
          let ahead = now + 0.0333 * (try #require(line.velocity[axis].value))
          #expect(abs(try #require(line.lookahead_translation[axis].value) - ahead) < 0.0011, "rounded")
        }
      }
      _ = try await reply(to: Self.every, from: subscriber)
      #expect(try await subscriber.next().lookahead_translation == .null)
    }
    #expect(outcome.code == 0)
  }

  @Test func `beyond its level is refused, and the previous one stays`() async throws {
    let folder = try PrivateFolder()
    // A bad configuration limits every client to decisions.
    let config = try folder.write("bad.toml", "[swipe]\nslop = 3\n")
    let outcome = try await Daemon.run(["--config", config, "--demo"], in: folder) { daemon in
      let subscriber = try await daemon.subscriber()
      for fields in [Self.every, #""phases":["begin","end"]"#, #""lookahead_ms":16"#] {
        let refusal = try await reply(to: fields, from: subscriber)
        #expect(refusal.ok == false)
        #expect(refusal.error.code == "forbidden")
      }
      let zones = #""zones":[{"name":"a","rectangle":{"x":0,"y":0,"width":9,"height":9}}]"#
      #expect(try await reply(to: zones, from: subscriber).error.code == "forbidden")
      let swipe = try await subscriber.next(of: "swipe")
      #expect(swipe.phase == "end")
      #expect(swipe.keys.isDisjoint(with: ["start", "location", "translation", "edge"]))
      #expect(try await reply(to: #""phases":["cancel"],"unit":"pt""#, from: subscriber).ok == true)
    }
    #expect(outcome.code == 0)
  }

  @Test func `with zones that contradict themselves is refused, and the previous one stays`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      let refusal = try await reply(to: #""zones":[{"name":"a","distance":1}]"#, from: subscriber)
      #expect(refusal.error.code == "bad-value")
      #expect(try #require(refusal.error.message.text).hasPrefix("`zones[0]`: `distance`, 1.0 mm"))
      #expect(try await subscriber.next(of: "swipe").unit == "mm")
    }
    #expect(outcome.code == 0)
  }

  @Test func `can lower the connection's level, and never raise it`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (subscriber, hello, _) = try await daemon.subscribe()
      #expect(hello.level == "positions")
      #expect(try await reply(to: "\(Self.every),\"level\":\"motion\"", from: subscriber).ok == true)
      let update = try await subscriber.next(of: "swipe")
      #expect(update.keys.isDisjoint(with: ["start", "location", "predicted_end_location"]))
      #expect(update.keys.contains("translation"))
      let more = #""level":"decisions","phases":["begin"]"#
      #expect(try await reply(to: more, from: subscriber).error.code == "forbidden")
      #expect(try await reply(to: #""level":"decisions""#, from: subscriber).ok == true)
      let end = try await subscriber.next(of: "swipe")
      #expect(end.phase == "end")
      #expect(end.keys.isDisjoint(with: ["start", "location", "translation", "edge"]))
      // The counts that a tap would change depend on the level too.
      try subscriber.send("{\"id\":2,\"request\":\"stats\"}\n")
      let counts = try await subscriber.next(of: "reply")
      #expect(counts.ok == true && counts.turns == .null)
      #expect(counts.panels.elements.allSatisfy { $0.frames == .null })
      #expect(try await reply(to: #""level":"positions""#, from: subscriber).ok == true)
      #expect(try await subscriber.next(of: "swipe").keys.contains("start"))
    }
    #expect(outcome.code == 0)
  }

  @Test func `accepts updates only for its own zones`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      func update(_ zone: String) async throws -> JSON {
        try subscriber.send("{\"id\":3,\"request\":\"update\",\"zone\":\"\(zone)\",\"offset\":5}\n")
        return try await subscriber.next(of: "reply")
      }
      #expect(try await update("cards").error.code == "bad-value")
      #expect(try await reply(to: #""zones":[{"name":"cards"}]"#, from: subscriber).ok == true)
      #expect(try await update("cards").ok == true)
      #expect(try await update("maps").error.code == "bad-value")
    }
    #expect(outcome.code == 0)
  }

  @Test func `gets no more updates than its maximum rate`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("slow.evemu", MadeRecording.slowDrag.bytes)
    let outcome = try await Daemon.run(["--replay", file], in: folder) { daemon in
      let subscriber = try await daemon.subscriber()
      _ = try await reply(to: "\(Self.every),\"max_rate_hz\":20", from: subscriber)
      #expect(try await subscriber.next().phase == "begin")
      var times: [Double] = []
      for _ in 0..<31 {
        let line = try await subscriber.next()
        #expect(line.phase == "update")
        #expect(line.merged == .null, "it wanted no more")
        times.append(try #require(line.t_us.value))
      }
      // 30 intervals of 50 ms, within a tenth, less a frame of 8.3 ms at either end.
      #expect(times[30] - times[0] > 0.9 * 1_500_000 - 16_667)
    }
    #expect(outcome.code == 0)
  }

  @Test(.enabled(if: Tools.areWanted("socat"), "needs socat"))
  func `that is read late gets every begin and end, and the newest updates`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("ten.evemu", MadeRecording.tenFingers(after: 1000).bytes)
    let config = try folder.write("apart.toml", "[swipe]\nfingers_apart = \"0mm\"\n")
    let outcome = try await Daemon.run(["--config", config, "--replay", file], in: folder, ending: .byItself)
    {
      daemon in
      // The recording starts with the client, and is silent for a second, until the subscription is
      // in force. After 1.4 s, its lines and the bye wait to be read.
      let files = try PrivateFolder()
      try files.write("request", #"{"id":1,"request":"subscribe",\#(Self.every)}"# + "\n")
      try await daemon.runClients(["cat request; sleep 3; cat > lines"], in: files)
      let lines = try files.messages(in: "lines")
      #expect(lines.last?.reason == "shutdown")
      let swipes = lines.filter { $0.type == "swipe" }
      #expect(swipes.map(\.seq) == (1...swipes.count).map { .number(Double($0)) })
      for phase in ["begin", "end"] {
        let numbers = swipes.filter { $0.phase.text == phase }.compactMap { $0.swipe_id.value }
        #expect(numbers.sorted() == (1...10).map(Double.init), "\(phase)")
      }
      #expect(swipes.contains { $0.merged.value ?? 0 > 0 })
      #expect(swipes.allSatisfy { $0.merged == .null || $0.phase == "update" })
    }
    #expect(outcome.code == 0)
  }

  @Test func `gets an activity line each second of a contact, also without frames`()
    async throws
  {
    let folder = try PrivateFolder()
    // The finger is down for 5 s; the panel reports only the start, the middle and the end.
    let still = MadeRecording(
      [MadeRecording.Finger(at: 0, from: (50, 50), by: (0, 1), lasting: 2600)], period: 2_500_000)
    let file = try folder.write("still.evemu", still.bytes)
    let outcome = try await Daemon.run(["--replay", file], in: folder, ending: .byItself) { daemon in
      let other = try await daemon.connect()
      let subscriber = try await daemon.subscriber()
      _ = try await reply(to: #""activity":true"#, from: subscriber)
      let lines = try await subscriber.rest().map { try JSON($0) }.filter { $0.type == "activity" }
      #expect((3...6).contains(lines.count), "\(lines.count)")
      #expect(lines.allSatisfy { $0.panel_id == "replay:still.evemu" })
      let types = try await other.rest().map { try JSON($0).type }
      #expect(!types.contains("activity"))
    }
    #expect(outcome.code == 0)
  }

  @Test func `gets no activity line within a second of the last`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      _ = try await reply(to: #""activity":true,"panel_id":"demo:synthetic""#, from: subscriber)
      var before: Double?
      for _ in 0..<3 {
        let line = try await subscriber.next(of: "activity")
        #expect(line.keys == ["type", "panel_id", "t_us"])
        let time = try #require(line.t_us.value)
        if let before { #expect(time - before >= 1_000_000) }
        before = time
      }
    }
    #expect(outcome.code == 0)
  }
}
