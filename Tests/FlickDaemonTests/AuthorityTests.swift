import Foundation
import TestKit
import Testing

@Suite struct `A client's authority over flickd` {
  /// A request of the protocol, in every form that could ask for more than a reply.
  struct Verb: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]

    init(_ name: String, _ fields: String...) {
      testDescription = name
      lines = fields.map { #"{"id":1,"request":"\#(name)"\#($0)}"# }
    }
  }

  private static let subscriptions = [
    #","phases":["begin","update","end","cancel"],"unit":"pt","max_rate_hz":60,"lookahead_ms":16,"activity":true"#,
    #","panels":["/dev/input/event0","../../etc/passwd"]"#,
    #","zones":[{"name":"/tmp/a","axis":"x","snap_points":[0,50]}]"#, "",
  ]

  static let verbs = [
    Verb("ping", ""), Verb("panels", ""), Verb("stats", ""),
    Verb("subscribe", subscriptions[0], subscriptions[1], subscriptions[2], subscriptions[3]),
    Verb("update", #","zone":"/tmp/a","offset":1"#),
  ]

  /// Requests that would act on the machine; flickd has none of them.
  private static let powers = [
    "inject", "grab", "run", "exec", "write", "record", "reload", "set", "configure", "load", "replay",
    "shutdown", "quit",
  ]

  /// What a process changed outside itself.
  private struct Doings: Equatable {
    /// The targets of its descriptors, by number.
    var files: [String: String]
    /// The processes that it started.
    var children: String
    /// Bytes and calls of write(2) and related calls.
    ///
    /// Data sent on a socket does not count (fs/read_write.c).
    var written: [Substring]
    /// The names in the folder of its socket and its configuration.
    var names: [String]

    init(of daemon: Daemon) throws {
      let folder = "/proc/\(daemon.process)"
      let manager = FileManager.default
      files = [:]
      for number in try manager.contentsOfDirectory(atPath: "\(folder)/fd") {
        files[number] = try? manager.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(number)")
      }
      children = try manager.contentsOfDirectory(atPath: "\(folder)/task").map {
        try String(contentsOfFile: "\(folder)/task/\($0)/children", encoding: .utf8)
      }.joined()
      written = try String(contentsOfFile: "\(folder)/io", encoding: .utf8).split(separator: "\n").filter {
        line in
        ["wchar:", "syscw:", "write_bytes:"].contains { line.hasPrefix($0) }
      }
      names = daemon.folder.names
    }
  }

  @Test func `is limited to these requests`() async throws {
    let schema = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/protocol.schema.json"), encoding: .utf8)
    let request = try JSON(schema)["$defs"].requestName["enum"]
    #expect(request.elements.compactMap(\.text) == Self.verbs.map(\.testDescription))
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      for power in Self.powers {
        try subscriber.send(#"{"id":1,"request":"\#(power)"}"# + "\n")
        #expect(try await subscriber.next(of: "reply").error.code == "unknown-request", "\(power)")
      }
    }
    #expect(outcome.code == 0)
  }

  @Test(arguments: verbs) func `is limited to replies: nothing is written, opened or started`(verb: Verb)
    async throws
  {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      // flickd writes the log lines of the connection before it sends a reply.
      try subscriber.send("{\"id\":0,\"request\":\"ping\"}\n")
      _ = try await subscriber.next(of: "reply")
      if verb.testDescription == "update" {
        try subscriber.send(Self.verbs[3].lines[2] + "\n")
        #expect(try await subscriber.next(of: "reply").ok == true)
      }
      let before = try Doings(of: daemon)
      #expect(before.files.count >= 3 && before.written.count == 3)
      for line in verb.lines {
        try subscriber.send(line + "\n")
        #expect(try await subscriber.next(of: "reply").ok == true, "\(line)")
      }
      // The next swipe is decided after the requests, and must not change anything either.
      _ = try await subscriber.next(of: "swipe")
      #expect(try Doings(of: daemon) == before)
    }
    #expect(outcome.code == 0)
  }

  @Test func `is measured by counts that a connection changes`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let first = try await daemon.subscriber()
      try first.send("{\"id\":0,\"request\":\"ping\"}\n")
      _ = try await first.next(of: "reply")
      let before = try Doings(of: daemon)
      // A new connection adds a descriptor and a line in the log.
      let second = try await daemon.subscriber()
      try second.send("{\"id\":0,\"request\":\"ping\"}\n")
      _ = try await second.next(of: "reply")
      let after = try Doings(of: daemon)
      #expect(after.files.count == before.files.count + 1)
      #expect(after.written != before.written)
    }
    #expect(outcome.code == 0)
  }
}
