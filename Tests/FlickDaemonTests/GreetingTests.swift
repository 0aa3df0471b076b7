import TestKit
import Testing

@Suite struct `A connection to flickd` {
  @Test func `gets hello, then state, with the fields of the contract`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (_, hello, state) = try await daemon.subscribe()
      #expect(
        hello.keys == [
          "type", "server", "version", "protocol", "epoch", "clock", "level", "features", "limits",
        ])
      #expect(hello.type == "hello")
      #expect(hello.server == "flickd")
      #expect(hello.protocol.major == 1)
      #expect(hello.clock == "monotonic")
      #expect(hello.level == "positions")
      #expect(
        hello.limits
          == .object([
            "clients": 64, "clients_per_user": 16, "queued_bytes": 65536, "request_bytes": 16384,
            "request_bytes_per_second": 32768, "depth": 16, "half_line_us": 2_000_000,
          ]))
      #expect(
        hello.features
          == .array([
            "subscribe", "update", "zones", "max_rate_hz", "lookahead_ms", "activity", "level", "press",
            "presses_at_rest",
          ]))

      #expect(state.keys == ["type", "panels", "swipes"])
      #expect(state.type == "state")
      let panel = try #require(state.panels.elements.first)
      #expect(
        panel.keys == [
          "panel_id", "name", "vendor", "product", "serial", "node", "source", "width_mm", "height_mm",
          "scale", "rotation", "max_contacts", "rate_hz", "lift_delay_us", "lift_delay_source",
        ])
      #expect(panel.node == .null)
      #expect(panel.width_mm == 217)
      #expect(panel.height_mm == 136)
      #expect(panel.max_contacts == 2)
    }
    #expect(outcome.code == 0)
  }

  @Test func `has the same epoch as others, and another after a restart`() async throws {
    let epochs = Epochs()
    for _ in 0..<2 {
      _ = try await Daemon.run(["--demo"]) { daemon in
        for _ in 0..<2 {
          let (_, hello, _) = try await daemon.subscribe()
          await epochs.add(hello.epoch.text)
        }
      }
    }
    let seen = await epochs.all
    #expect(seen.count == 4)
    #expect(seen[0] == seen[1])
    #expect(seen[2] == seen[3])
    #expect(seen[0] != seen[2])
  }

  @Test func `gets only ends and cancels by default, numbered from 1 without gaps`()
    async throws
  {
    let folder = try PrivateFolder()
    let files = [
      try folder.write("a.evemu", MadeRecording.oneFinger.bytes),
      try folder.write("b.evemu", MadeRecording.stillDown.bytes),
    ]
    let outcome = try await Daemon.run(
      files.flatMap { ["--replay", $0] }, in: folder, ending: .byItself
    ) { daemon in
      let subscriber = try await daemon.subscriber()
      let lines = try await subscriber.rest().map { try JSON($0) }
      #expect(lines.last?.type == "bye")
      let swipes = lines.dropLast()
      #expect(swipes.map(\.phase) == ["end", "end", "end", "cancel"])
      #expect(swipes.map(\.seq) == [1, 2, 3, 4])
      #expect(swipes.map(\.swipe_id) == [1, 2, 3, 4])
      let common: Set = [
        "type", "phase", "seq", "swipe_id", "panel_id", "t_us", "unit", "fingers", "start", "location",
        "translation", "duration_us", "idle_us", "edge", "zone",
      ]
      for line in swipes {
        let own: Set =
          line.phase == "cancel"
          ? ["reason"]
          : [
            "velocity", "projection_us", "predicted_end_translation", "predicted_end_location", "decision",
            "estimate",
          ]
        #expect(line.keys == common.union(own))
      }
      let end = try #require(swipes.first)
      #expect(
        end.decision.keys == [
          "kind", "commit", "by", "direction", "distance", "distance_threshold", "speed", "speed_threshold",
          "no_commit", "travel", "travel_threshold",
        ])
      #expect(end.estimate.keys == ["samples", "window_us", "age_us", "confidence"])
      #expect(swipes.map { $0.decision.kind } == ["flick", "drag", "drag", .null])
      #expect(swipes.map { $0.decision.commit } == [true, true, false, .null])
      #expect(swipes.map { $0.decision.no_commit } == [.null, .null, "below_thresholds", .null])
      #expect(swipes.map { $0.decision.direction } == ["left", "right", "up", .null])
      #expect(swipes.last?.reason == "unplugged")
    }
    #expect(outcome.code == 0)
  }
}

/// The epochs that were seen, in order.
private actor Epochs {
  private(set) var all: [String] = []

  func add(_ epoch: String?) {
    if let epoch { all.append(epoch) }
  }
}

@Suite struct `The demo panel of flickd` {
  @Test func `shows ten decisions in sequence and reports that it is synthetic`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (subscriber, _, state) = try await daemon.subscribe()
      let panel = try #require(state.panels.elements.first)
      #expect(panel.source == "demo")
      #expect(panel.name.text?.contains("synthetic") == true)
      #expect(panel.panel_id == "demo:synthetic")
      var commits = 0
      for number in 1...10 {
        let swipe = try await subscriber.next()
        #expect(swipe.phase == "end")
        #expect(swipe.seq == .number(Double(number)))
        #expect(swipe.panel_id == "demo:synthetic")
        if swipe.decision.commit == true { commits += 1 }
      }
      // Two of its ten strokes are short drags, which return.
      #expect(commits == 8)
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("synthetic"))
  }
}
