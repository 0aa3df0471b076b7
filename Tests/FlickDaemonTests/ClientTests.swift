import Foundation
import LinuxIO
import TestKit
import Testing

@Suite struct `A client of flickd` {
  /// Two seconds of silence, then 600 swipes in 9 s: 420 kB of lines.
  ///
  /// Ten fingers at a time land, move and lift within 42 ms, which is as fast as fingers are.
  /// Landings and lifts fall on frames. The queue and the kernel buffer about 90 kB of lines for a
  /// client, so flickd disconnects a client that never reads 1.9 s after the first swipe.
  private func storm(in folder: PrivateFolder) throws -> String {
    let fingers = (0..<600).map { number in
      MadeRecording.Finger(
        at: 2002 + Int64(number / 10) * 154, from: (20 + 15 * Double(number % 10), 20), by: (0, 60),
        lasting: 42)
    }
    return try folder.write("storm.evemu", MadeRecording(fingers, period: 7000, startsSilent: true).bytes)
  }

  @Test(.enabled(if: Tools.areWanted("socat"), "needs socat"))
  func `that never reads gets a bye, and costs neither others nor memory`() async throws {
    let folder = try PrivateFolder()
    let files = try PrivateFolder()
    let file = try storm(in: folder)
    let config = try folder.write("apart.toml", "[swipe]\nfingers_apart = \"0mm\"\n")
    let outcome = try await Daemon.run(["--config", config, "--replay", file], in: folder, ending: .byItself)
    {
      daemon in
      // The recording starts with the first client. flickd disconnects the lazy client at 3.9 s,
      // and it can read the bye until 8.9 s.
      let memory = "grep VmRSS: /proc/\(daemon.process)/status"
      let lazy = "sleep 4; \(memory) > before; sleep 2; cat > late; \(memory) > after"
      try await daemon.runClients(["cat > heard", lazy], in: files)
      let sizes = try ["before", "after"].map { try #require(Int(files.text(of: $0).filter(\.isNumber))) }
      #expect(sizes[1] - sizes[0] < 512, "\(sizes) kB")
      let late = try files.messages(in: "late")
      #expect(late.prefix(2).map(\.type) == ["hello", "state"])
      #expect(late.last?.type == "bye")
      #expect(late.last?.reason == "slow-consumer")
      let numbers = late.dropFirst(2).dropLast().map(\.seq)
      #expect(numbers == (1...max(1, numbers.count)).map { .number(Double($0)) })
      #expect(numbers.count < 200)

      let heard = try files.messages(in: "heard")
      #expect(heard.filter { $0.type == "swipe" }.map(\.seq) == (1...600).map { .number(Double($0)) })
      #expect(heard.last?.reason == "shutdown")
    }
    #expect(outcome.code == 0)
  }

  @Test func `gets a reply to each request line, and stays subscribed`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      try subscriber.send("{\"id\":1,\"request\":\"ping\"}\n\nnonsense\n")
      #expect(try await subscriber.next(of: "reply").ok == true)
      #expect(try await subscriber.next(of: "reply").ok == false)
      _ = try await subscriber.next(of: "swipe")
    }
    #expect(outcome.code == 0)
  }

  @Test func `that sends a line over 16 KiB is disconnected`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      let neighbour = try await daemon.subscriber()
      try subscriber.send(String(repeating: "x", count: 16382) + "\n")
      #expect(try await subscriber.next(of: "reply").error.code == "bad-json")
      try subscriber.send(String(repeating: "x", count: 16384))
      let last = try await subscriber.rest().map { try JSON($0) }
      #expect(last.last?.type == "bye")
      #expect(last.last?.reason == "protocol")
      #expect(try await neighbour.next().type == "swipe")
    }
    #expect(outcome.code == 0)
  }

  @Test func `that has ended its input stays subscribed and uses no processor time`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      subscriber.endInput()
      #expect(try await subscriber.next().seq == 1)
      let (before, start) = (try daemon.processorTicks, ContinuousClock.now)
      try await Task.sleep(for: .seconds(1))
      // A loop that spins uses a hundred ticks a second; the demo itself uses one or two.
      let ticks = try daemon.processorTicks - before
      let seconds = (ContinuousClock.now - start) / Duration.seconds(1)
      #expect(Double(ticks) < 10 * seconds)
      #expect(try await subscriber.next().seq == 2)
    }
    #expect(outcome.code == 0)
  }

  @Test func `is turned away if every connection is in use`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      var (subscribers, refusal) = try await daemon.crowd()
      let lines = try await daemon.connect().rest().map { try JSON($0) }
      #expect(lines.map(\.type) == ["bye"])
      #expect(lines.first?.reason == "limit")
      #expect(lines.first?.detail == .string(refusal))
      subscribers.removeFirst()
      // flickd may not have noticed yet that one client left.
      while try await daemon.connect().next().type != "hello" { try await Task.sleep(for: .milliseconds(50)) }
      #expect(try await subscribers[0].next().type == "swipe")
    }
    #expect(outcome.code == 0)
  }
}
