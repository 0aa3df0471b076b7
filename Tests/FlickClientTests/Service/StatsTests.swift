import FlickClient
import TestKit
import Testing

@Suite struct `The counts that a client requests` {
  @Test func `are those of the service and of its panels`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let client = SwipeClient(socket: daemon.socket)
      let first = try #require(try await client.stats())
      let panel = try #require(try await client.panels().first)
      #expect(first.panels.map(\.id) == [panel.id])
      #expect(first.configuration == nil)
      #expect(first.service.clients == 1 && first.service.refused == 0)
      #expect(try #require(first.service.uptime) > .zero)
      var ends = 0
      for try await swipe in client.swipes() where swipe.phase == .end {
        ends += 1
        if ends == 2 { break }
      }
      let later = try #require(try await client.stats())
      let counts = try #require(later.panels.first)
      #expect(counts.swipes >= 2 && counts.flicks + counts.drags == counts.swipes)
      #expect(counts.dropped == 0 && counts.cancels == [:] && counts.rejected == [:])
      #expect(try #require(counts.contacts) >= 2 && counts.frames ?? 0 > 20)
      let latency = try #require(later.service.latency)
      #expect(latency.count > 0 && later.service.turns ?? 0 > 0)
      #expect(latency.max >= latency.p50)
    }
    #expect(outcome.code == 0)
  }

  @Test func `show a configuration that is wrong`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("bad.toml", "[swipe]\ndistance = \"wide\"\n")
    let outcome = try await Daemon.run(["--demo", "--config", config], in: folder) { daemon in
      _ = try await waiting("the socket") { daemon.folder.names.contains("s") ? true : nil }
      let stats = try #require(try await SwipeClient(socket: daemon.socket).stats())
      let configuration = try #require(stats.configuration)
      #expect(configuration.state.value == .degraded && configuration.detail?.isEmpty == false)
      // The level is `decisions` then, and a tap must change no number of that level.
      #expect(stats.panels.first?.contacts == nil && stats.service.turns == nil)
    }
    #expect(outcome.code == 0)
  }

  @Test func `are requested again after a lost connection, in one line`() async throws {
    let played = try PlayedService()
    let client = played.client
    let asking = Task { try await client.stats() }
    try await played.service.accept()
    played.service.hangUp()
    try await played.service.accept()
    try played.service.greet()
    #expect(try await played.service.receive() == #"{"id":1,"request":"stats"}"#)
    try played.service.send(
      #"{"type":"reply","id":1,"ok":true,"clients":3,"configuration":{"state":"odd","detail":"d"},"#
        + #""panels":[{"panel_id":"p","dropped":2,"swipes":9,"flicks":5,"drags":4,"commits":7,"#
        + #""cancels":{"palm":1}}]}"#)
    let found = try #require(try await asking.value)
    var panel = FlickStats.Panel(id: "p")
    (panel.dropped, panel.swipes, panel.flicks, panel.drags, panel.commits) = (2, 9, 5, 4, 7)
    panel.cancels = ["palm": 1]
    var expected = FlickStats(panels: [panel])
    expected.service.clients = 3
    expected.configuration = found.configuration
    #expect(found == expected)
    // A later version can add states.
    let configuration = try #require(found.configuration)
    #expect(configuration.state.text == "odd" && configuration.state.value == nil)
    #expect(configuration.detail == "d" && configuration.notes.isEmpty)
  }

  @Test func `are refused with the words of the service`() async throws {
    let played = try PlayedService()
    let client = played.client
    let asking = Task { try await client.stats() }
    try await played.service.accept()
    try played.service.greet()
    try played.service.send(
      #"{"type":"reply","id":1,"ok":false,"error":{"code":"unknown-request","message":"no"}}"#)
    await #expect(throws: FlickError.refused(code: "unknown-request", message: "no")) {
      try await asking.value
    }
  }

  @Test func `fail at once without a service, unless the client waits`() async throws {
    let folder = try PrivateFolder()
    var client = SwipeClient(socket: folder.file("s"), waitsForService: false)
    let error = FlickError.unreachable(path: folder.file("s"), reason: "No such file or directory")
    await #expect(throws: error) { try await client.stats() }
    let played = try PlayedService()
    client.socket = played.folder.file("s")
    let asking = Task { [client] in try await client.panels() }
    try await played.service.accept()
    played.service.hangUp()
    let lost = await #expect(throws: FlickError.self) { try await asking.value }
    guard case .unreachable? = lost else {
      Issue.record("\(String(describing: lost))")
      return
    }
  }

  @Test func `are nil in a cancelled task`() async throws {
    let folder = try PrivateFolder()
    let client = SwipeClient(socket: folder.file("s"))
    let asking = Task { try await client.stats() }
    try await Task.sleep(for: .milliseconds(50))
    asking.cancel()
    #expect(try await asking.value == nil)
  }
}
