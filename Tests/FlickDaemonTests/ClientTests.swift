import Foundation
import LinuxIO
import TestKit
import Testing

@Suite struct `A client of flickd` {
  /// Two seconds of nothing, then six hundred swipes in 9 s, 420 kB of lines: ten fingers at a
  /// time, down, across and up again within 42 ms, as fast as fingers are; landings and lifts fall
  /// on frames.
  ///
  /// Queue and kernel hold about 90 kB of ends for a reader, so one that never reads is let go 1.9
  /// s after the first.
  private func storm(in folder: PrivateFolder) throws -> String {
    let fingers = (0..<600).map { number in
      MadeRecording.Finger(
        at: 2002 + Int64(number / 10) * 154, from: (20 + 15 * Double(number % 10), 20), by: (0, 60),
        lasting: 42)
    }
    return try folder.write("storm.evemu", MadeRecording(fingers, period: 7000).bytes)
  }

  @Test func `that never reads is told so at last, and costs neither others nor memory`() async throws {
    let folder = try PrivateFolder()
    let files = try PrivateFolder()
    let file = try storm(in: folder)
    let config = try folder.write("apart.toml", "[swipe]\nfingers_apart = \"0mm\"\n")
    let outcome = try await Daemon.run(["--config", config, "--replay", file], in: folder, ending: .byItself)
    {
      daemon in
      // A process, since the threads of these tests are shared with others that calculate. The
      // recording starts with the first client: on a busy machine this one once came 2 s later than
      // the other, and missed ten swipes.
      let lines = files.file("lines")
      async let reading = Command([
        "socat", "-u", "UNIX-CONNECT:\(daemon.socket),retry=400,interval=0.05", "CREATE:\(lines)",
      ]).run()
      _ = try await waiting("the reader's first line") { FileManager.default.contents(atPath: lines)?.first }
      let lazy = try await daemon.connect()
      try await Task.sleep(for: .seconds(4))
      let before = try daemon.residentKilobytes
      // It was let go at 3.9 s, and has until 8.9 s to read why.
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

  @Test func `is answered on each request line, and stays subscribed`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (subscriber, _, _) = try await daemon.subscribe()
      try subscriber.send("{\"id\":1,\"request\":\"ping\"}\n\nnonsense\n")
      #expect(try await subscriber.next(of: "reply").ok == true)
      #expect(try await subscriber.next(of: "reply").ok == false)
      _ = try await subscriber.next(of: "swipe")
    }
    #expect(outcome.code == 0)
  }

  @Test func `that sends a line over 16 KiB is let go`() async throws {
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

  @Test func `that has ended its input stays subscribed and keeps nobody busy`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (subscriber, _, _) = try await daemon.subscribe()
      subscriber.endInput()
      #expect(try await subscriber.next().seq == 1)
      let before = try daemon.processorTicks
      try await Task.sleep(for: .seconds(1))
      // A loop that spins takes a hundred ticks a second; the demo itself takes one or two.
      let ticks = try daemon.processorTicks - before
      #expect(ticks < 10)
      #expect(try await subscriber.next().seq == 2)
    }
    #expect(outcome.code == 0)
  }

  @Test func `is turned away when every connection is taken`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      var (subscribers, refusal) = try await daemon.crowd()
      let lines = try await daemon.connect().rest().map { try JSON($0) }
      #expect(lines.map(\.type) == ["bye"])
      #expect(lines.first?.reason == "limit")
      #expect(lines.first?.detail == .string(refusal))
      subscribers.removeFirst()
      // flickd has yet to see that one has left.
      while try await daemon.connect().next().type != "hello" { try await Task.sleep(for: .milliseconds(50)) }
      #expect(try await subscribers[0].next().type == "swipe")
    }
    #expect(outcome.code == 0)
  }
}
