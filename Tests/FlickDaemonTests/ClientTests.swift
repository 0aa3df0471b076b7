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
    return try folder.write("storm.evemu", MadeRecording(fingers, period: 7000).bytes)
  }

  @Test func `that never reads gets a bye, and costs neither others nor memory`() async throws {
    let folder = try PrivateFolder()
    let files = try PrivateFolder()
    let file = try storm(in: folder)
    let config = try folder.write("apart.toml", "[swipe]\nfingers_apart = \"0mm\"\n")
    let outcome = try await Daemon.run(["--config", config, "--replay", file], in: folder, ending: .byItself)
    {
      daemon in
      // The reader is a process, because other tests share the threads of this one. The recording
      // starts with the first client: on a busy machine the reader once connected 2 s after the
      // other client, and missed ten swipes.
      let lines = files.file("lines")
      async let reading = Command([
        "socat", "-u", "UNIX-CONNECT:\(daemon.socket),retry=400,interval=0.05", "CREATE:\(lines)",
      ]).run()
      _ = try await waiting("the reader's first line") { FileManager.default.contents(atPath: lines)?.first }
      let lazy = try await daemon.connect()
      try await Task.sleep(for: .seconds(4))
      let before = try daemon.residentKilobytes
      // flickd disconnected the client at 3.9 s; the client can read the bye until 8.9 s.
      try await Task.sleep(for: .seconds(2))
      let late = try await lazy.rest().map { try JSON($0) }
      let growth = try daemon.residentKilobytes - before
      #expect(growth < 512, "\(growth) kB")
      #expect(late.prefix(2).map(\.type) == ["hello", "state"])
      #expect(late.last?.type == "bye")
      #expect(late.last?.reason == "slow-consumer")
      let numbers = late.dropFirst(2).dropLast().map(\.seq)
      #expect(numbers == (1...max(1, numbers.count)).map { .number(Double($0)) })
      #expect(numbers.count < 200)

      #expect(try await reading.code == 0)
      let heard = try String(contentsOfFile: lines, encoding: .utf8).split(separator: "\n").map {
        try JSON(String($0))
      }
      #expect(heard.filter { $0.type == "swipe" }.map(\.seq) == (1...600).map { .number(Double($0)) })
      #expect(heard.last?.reason == "shutdown")
    }
    #expect(outcome.code == 0)
  }

  @Test func `gets a reply to each request line, and stays subscribed`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (subscriber, _, _) = try await daemon.subscribe()
      try subscriber.send("{\"id\":1,\"request\":\"ping\"}\n\nnonsense\n")
      #expect(try await subscriber.next(of: "reply").ok == true)
      #expect(try await subscriber.next(of: "reply").ok == false)
      _ = try await subscriber.next(of: "swipe")
    }
    #expect(outcome.code == 0)
  }

  @Test func `that sends a line over 16 KiB is disconnected`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (subscriber, _, _) = try await daemon.subscribe()
      let (neighbour, _, _) = try await daemon.subscribe()
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
      let (subscriber, _, _) = try await daemon.subscribe()
      subscriber.endInput()
      #expect(try await subscriber.next().seq == 1)
      let before = try daemon.processorTicks
      try await Task.sleep(for: .seconds(1))
      // A loop that spins uses a hundred ticks a second; the demo itself uses one or two.
      let ticks = try daemon.processorTicks - before
      #expect(ticks < 10)
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
