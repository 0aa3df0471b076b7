import Foundation
import TestKit
import Testing

/// What the bridge refuses, while flickd and the other pages continue.
@Suite struct `The bridge` {
  private static let page = RunningBridge.origin

  /// Runs flickd on its demo panel and a bridge; a page and a client that were connected before
  /// `body` must still be served after it.
  private func bridge(
    _ arguments: [String] = ["--origin", page], presenting token: String? = nil, withClient: Bool = true,
    _ body: @escaping @Sendable (RunningBridge) async throws -> Void
  ) async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let client = withClient ? try await daemon.subscriber() : nil
      let served = try await RunningBridge.run("bridge", arguments, socket: daemon.socket) { bridge in
        let other = try bridge.connect()
        #expect(try await other.open(port: bridge.port, subprotocols: token).status == 101)
        _ = try await other.next(of: "state")
        try await body(bridge)
        try await other.send(#"{"id":7,"request":"ping"}"#)
        #expect(try await other.next(of: "reply").id == 7)
        _ = try await other.next(of: "swipe")
      }
      #expect(served.code == 0, "\(served.errors)")
      #expect(try JSON(served.output).type == "listening")
      if let client {
        try client.send("{\"id\":1,\"request\":\"ping\"}\n")
        #expect(try await client.next(of: "reply").ok == true)
      }
    }
    #expect(outcome.code == 0)
  }

  private static let wrong: [(origin: String?, host: String?, status: Int)] = [
    ("http://evil.example", nil, 403), (nil, nil, 403), ("null", nil, 403),
    ("http://localhost:8081", nil, 403),
    (page, "evil.example", 421), (page, "evil.example:PORT", 421), (page, "127.0.0.1:1", 421),
    (page, "localhost:PORT", 101),
  ]

  @Test func `admits only pages of its origins, under its own names`() async throws {
    try await bridge { bridge in
      for (origin, host, status) in Self.wrong {
        let host = host?.replacingOccurrences(of: "PORT", with: "\(bridge.port)")
        let answer = try await bridge.connect().open(port: bridge.port, origin: origin, host: host)
        #expect(answer.status == status, "\(origin ?? "-") at \(host ?? "-")")
        #expect(status == 101 || answer.body.count > 20, "the answer contains the reason")
        #expect(
          answer.headers["sec-websocket-accept"] == (status == 101 ? "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" : nil))
      }
    }
  }

  @Test func `closes the WebSocket of a foreign page that has a session, with the reason`() async throws {
    try await bridge { bridge in
      let session = "flickd, flickd.session.a-session-of-its-page-0123456789"
      for origin in ["http://evil.example", "null"] {
        let page = try await bridge.page(of: origin, presenting: session)
        let frame = try #require(try await page.frame())
        #expect(frame.code == 1008 && frame.text.contains("origin are not admitted"), "\(frame)")
        try await page.send(frame: 8, frame.payload)
        try await page.untilClosed()
      }
      let rebound = try await bridge.connect().open(
        port: bridge.port, host: "evil.example:\(bridge.port)", subprotocols: session)
      #expect(rebound.status == 421, "a page under another host name receives nothing")
    }
  }

  @Test func `requires the token if one is set`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("token", "correct-horse-battery\n")
    try folder.setMode(0o600, of: "token")
    let right = "flickd, flickd.token.correct-horse-battery"
    try await bridge(["--origin", Self.page, "--token-file", file], presenting: right) { bridge in
      for said in [nil, "flickd", "flickd, flickd.token.wrong", "flickd.token."] {
        let answer = try await bridge.connect().open(port: bridge.port, subprotocols: said)
        #expect(answer.status == 401, "\(said ?? "-")")
      }
      let answer = try await bridge.connect().open(port: bridge.port, subprotocols: right)
      #expect(answer.status == 101)
      #expect(answer.headers["sec-websocket-protocol"] == "flickd")
    }
  }

  @Test func `answers plain HTTP with 426`() async throws {
    try await bridge { bridge in
      let host = ("Host", "127.0.0.1:\(bridge.port)")
      for (method, path) in [("GET", "/"), ("HEAD", "/"), ("POST", "/"), ("GET", "/etc/passwd")] {
        let connection = try bridge.connect()
        try await connection.request(method, path, [host])
        let answer = try await connection.answer()
        #expect(answer.status == 426, "\(method) \(path)")
        #expect(answer.headers["upgrade"] == "websocket")
      }
      // A WebSocket without its key, or of another version.
      for headers in [
        [], [("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "8")],
      ] {
        let connection = try bridge.connect()
        try await connection.request(
          "GET", "/",
          [host, ("Origin", Self.page), ("Upgrade", "websocket"), ("Connection", "Upgrade")] + headers)
        #expect(try await connection.answer().status == 426)
      }
      let nonsense = try bridge.connect()
      try await nonsense.send(Array("\u{16}\u{3}\u{1} no HTTP\r\n\r\n".utf8))
      #expect(try await nonsense.answer().status == 400)
      let long = try bridge.connect()
      try await long.request("GET", "/", [host, ("Cookie", String(repeating: "a", count: 20_000))])
      #expect(try await long.answer().status / 100 == 4)
    }
  }

  @Test func `closes a page that violates the protocol, with a code`() async throws {
    try await bridge { bridge in
      let text = Array("{}".utf8)
      let cases: [(code: Int, say: @Sendable (WebConnection) async throws -> Void)] = [
        (1009, { try await $0.send(frame: 1, [UInt8](repeating: 0x20, count: 70_000)) }),
        (
          1009,
          { page in
            try await page.send(frame: 1, [UInt8](repeating: 0x20, count: 40_000), isFinal: false)
            try await page.send(frame: 0, [UInt8](repeating: 0x20, count: 30_000))
          }
        ),
        (1003, { try await $0.send(frame: 2, text) }),
        (1007, { try await $0.send(frame: 1, [0x22, 0xff, 0x22]) }),
        (1002, { try await $0.send(frame: 1, text, isMasked: false) }),
        (1002, { try await $0.send(frame: 3, text) }),
        (1002, { try await $0.send(frame: 9, text, isFinal: false) }),
        (1002, { try await $0.send(frame: 0, text) }),
        (1008, { try await $0.send(#"{"id":"\#(String(repeating: "a", count: 20_000))"}"#) }),
        (1008, { try await $0.send(String(repeating: "[", count: 20)) }),
      ]
      for (index, (code, send)) in cases.enumerated() {
        let page = try await bridge.page()
        _ = try await page.next(of: "state")
        try await send(page)
        let close = try await page.close()
        #expect(close?.code == code, "\(index)")
        #expect(close?.text.isEmpty == false)
        try await page.send(frame: 8, close?.payload ?? [])
        try await page.untilClosed()
      }
    }
  }

  @Test func `answers requests and pings`() async throws {
    try await bridge { bridge in
      let page = try await bridge.page()
      _ = try await page.next(of: "state")
      // Blank text is neither a request nor an error.
      try await page.send(frame: 1, [UInt8](repeating: 0x20, count: 16_000))
      try await page.send("{\"id\":1,\n\"request\":\"ping\"}")
      #expect(try await page.next(of: "reply").ok == true)
      try await page.send(frame: 1, Array(#"{"id":2,"requ"#.utf8), isFinal: false)
      try await page.send(frame: 9, Array("there".utf8))
      try await page.send(frame: 0, Array(#"est":"pong"}"#.utf8))
      var seen: Set<String> = []
      while seen.count < 2, let frame = try await page.frame() {
        if frame.opcode == 10 { seen.insert(frame.text) }
        if frame.opcode == 1, try JSON(frame.text).error.code == "unknown-request" { seen.insert("reply") }
      }
      #expect(seen == ["there", "reply"])
      try await page.send(frame: 8, [0x03, 0xe8])
      #expect(try await page.close()?.code == 1000)
      try await page.untilClosed()
    }
  }

  @Test func `serves sixteen pages and refuses the rest of a hundred`() async throws {
    // flickd allows each user except root sixteen connections; the sixteen pages use all of them.
    try await bridge(withClient: false) { bridge in
      var pages: [WebConnection] = []
      var statuses: [Int: Int] = [:]
      for _ in 0..<100 {
        let page = try bridge.connect()
        let answer = try await page.open(port: bridge.port)
        statuses[answer.status, default: 0] += 1
        if answer.status == 101 { pages.append(page) }
      }
      // The sixteenth is the page that `bridge` opened first.
      #expect(statuses == [101: 15, 503: 85])
      for page in pages { #expect(try await page.next(of: "hello").type == "hello") }
      try await pages.removeFirst().send(frame: 8, [0x03, 0xe8])
      _ = try await waiting("room for another") { true }
      var isServed = false
      for _ in 0..<200 where !isServed {
        isServed = try await bridge.connect().open(port: bridge.port).status == 101
      }
      #expect(isServed, "a page that goes makes room")
    }
  }

  @Test func `limits the number of pages to --pages`() async throws {
    try await bridge(["--origin", Self.page, "--pages", "2"]) { bridge in
      let page = try await bridge.page()
      #expect(try await bridge.connect().open(port: bridge.port).status == 503)
      _ = try await page.next(of: "hello")
    }
  }

  @Test func `closes the oldest silent connections if there are many`() async throws {
    try await bridge { bridge in
      let silent = try (0..<160).map { _ in try bridge.connect() }
      // 128 connections are kept: the first 32 make room immediately, and the last are closed
      // later.
      try await silent[0].untilClosed(within: 20)
      try await silent[31].untilClosed(within: 20)
      #expect(try await bridge.connect().open(port: bridge.port).status == 101)
      try await silent[159].untilClosed(within: 30)
    }
  }

  @Test func `admits every page despite slow connections that reconnect`() async throws {
    try await bridge { bridge in
      let dribblers = try Dribblers(200, port: bridge.port)
      for _ in 0..<20 {
        try dribblers.dribble()
        let page = try await bridge.page()
        try dribblers.dribble()
        _ = try await page.next(of: "state")
      }
      #expect(dribblers.made > 200, "some make room")
    }
  }

  @Test func `compares ten wrong tokens, then one a second, and admits its page`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("token", "\(Self.token)\n")
    try folder.setMode(0o600, of: "token")
    let right = "flickd, flickd.token.\(Self.token)"
    try await bridge(["--origin", Self.page, "--token-file", file], presenting: right) { bridge in
      let start = ContinuousClock.now
      var statuses: [Int: Int] = [:]
      for guess in 0..<60 {
        let said = "flickd, flickd.token.wrong-horse-battery-\(guess)"
        let answer = try await bridge.connect().open(port: bridge.port, subprotocols: said)
        statuses[answer.status, default: 0] += 1
        if answer.status == 429 { #expect(answer.headers["retry-after"] == "1") }
      }
      #expect(Set(statuses.keys).isSubset(of: [401, 429]))
      let seconds = Int((ContinuousClock.now - start) / .seconds(1))
      #expect(statuses[401, default: 0] <= 10 + seconds + 1, "\(statuses) in \(seconds) s")
      #expect(try await bridge.connect().open(port: bridge.port, subprotocols: right).status == 101)
    }
  }

  private static let token = "correct-horse-battery-staple-0123"
}
