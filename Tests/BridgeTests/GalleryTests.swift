import Foundation
import TestKit
import Testing

@Suite struct `flickctl gallery` {
  /// A folder with the gallery's layout and a picture of 600 kB.
  private static func folder() throws -> PrivateFolder {
    let folder = try PrivateFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("gallery"), withIntermediateDirectories: true)
    try folder.write("flick.js", "export const a = 1\n")
    try folder.write("gallery/index.html", "<!doctype html><title>Gallery</title>\n")
    try folder.write("gallery/large.png", [UInt8](repeating: 0x41, count: 600_000))
    return folder
  }

  private func gallery(
    _ arguments: [String] = [], _ body: @escaping @Sendable (RunningBridge) async throws -> Void
  ) async throws {
    let folder = try Self.folder()
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let served = try await RunningBridge.run(
        "gallery", ["--web", folder.path] + arguments, socket: daemon.socket
      ) { bridge in try await body(bridge) }
      #expect(served.code == 0, "\(served.errors)")
      let line = try JSON(served.output)
      #expect(line.url.text?.hasPrefix("http://127.0.0.1:") == true)
    }
    #expect(outcome.code == 0)
  }

  private func answer(
    of bridge: RunningBridge, _ method: String, _ path: String, _ headers: [(String, String)] = []
  ) async throws -> WebConnection.Answer {
    let connection = try bridge.connect()
    try await connection.request(method, path, [("Host", "localhost:\(bridge.port)")] + headers)
    return try await connection.answer()
  }

  @Test func `serves its page and files`() async throws {
    try await gallery { bridge in
      let root = try await answer(of: bridge, "GET", "/")
      #expect(root.status == 308)
      #expect(root.headers["location"] == "/gallery/")
      let page = try await answer(of: bridge, "GET", "/gallery/")
      #expect(page.status == 200)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.headers["x-content-type-options"] == "nosniff")
      #expect(page.body.hasPrefix("<!doctype html>"))
      let policy = try #require(page.headers["content-security-policy"])
      #expect(policy.contains("default-src 'none'"))
      #expect(policy.contains("connect-src 'self' ws://localhost:\(bridge.port);"))
      let script = try await answer(of: bridge, "GET", "/flick.js")
      #expect(script.headers["content-type"] == "text/javascript; charset=utf-8")
      #expect(script.headers["access-control-allow-origin"] == nil)
      let large = try await answer(of: bridge, "GET", "/gallery/large.png")
      #expect(large.body.utf8.count == 600_000)
      let head = try await answer(of: bridge, "HEAD", "/gallery/large.png")
      #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "600000")
    }
  }

  @Test func `refuses other paths, methods, hosts and origins`() async throws {
    try await gallery { bridge in
      for path in [
        "/../etc/passwd", "/%2e%2e/etc/passwd", "/gallery/..%2f..%2fetc/passwd", "/none", "//etc/passwd",
      ] {
        #expect(try await answer(of: bridge, "GET", path).status == 404, "\(path)")
      }
      for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"] {
        #expect(try await answer(of: bridge, method, "/flick.js").status == 405, "\(method)")
      }
      let foreign = try bridge.connect()
      try await foreign.request("GET", "/gallery/", [("Host", "evil.example:\(bridge.port)")])
      #expect(try await foreign.answer().status == 421)
      #expect(
        try await bridge.connect().open(port: bridge.port, origin: "http://localhost:8080").status == 403)
    }
  }

  @Test func `assigns its own page the level positions`() async throws {
    for host in ["127.0.0.1", "localhost"] {
      try await gallery { bridge in
        let (page, _, hello, _) = try await bridge.greetedPage(
          of: "http://\(host):\(bridge.port)", presenting: bridge.presenting())
        #expect(hello.level == "positions")
        #expect(try await page.next(of: "swipe").keys.contains("start"))
      }
    }
  }

  private static let session = "a-session-of-its-page-0123456789"

  @Test func `admits one page by its printed address, and again by session`()
    async throws
  {
    try await gallery { bridge in
      let own = "http://127.0.0.1:\(bridge.port)"
      func answer(_ presented: String?) async throws -> WebConnection.Answer {
        try await bridge.connect().open(port: bridge.port, origin: own, subprotocols: presented)
      }
      #expect(bridge.url.contains(/^http:\/\/127\.0\.0\.1:[0-9]+\/#token=[\w-]{32}$/), "\(bridge.url)")
      // A local user outside the groups knows the port and the usual subprotocols.
      for presented in [nil, "flickd", "flickd, flickd.token.\(Self.session)"] {
        #expect(try await answer(presented).status == 401)
      }
      let presented = bridge.presenting(session: Self.session)
      for reload in 0..<3 {
        let page = try await admitted(at: bridge, own, presented)
        #expect(try await page.next(of: "reply").ok == true)
        #expect(try await answer(bridge.presenting()).status == 401, "used, after \(reload) reloads")
      }
      let used = try await answer(bridge.presenting())
      #expect(used.status == 401 && used.body.contains("used already: run the command again"))
      #expect(try await answer("flickd, flickd.session.\(Self.session)x").status != 401, "it is dismissed")
    }
  }

  /// Connects the page again, as a browser does, until the bridge has noticed that the previous
  /// connection is closed.
  private func admitted(
    at bridge: RunningBridge, _ origin: String, _ presented: String
  ) async throws -> WebConnection {
    for _ in 0..<200 {
      let page = try await bridge.page(of: origin, presenting: presented)
      // A dismissed page receives a close frame first. The second frame of an admitted page comes
      // from flickd.
      try await page.send(#"{"id":1,"request":"ping"}"#)
      guard let frame = try await page.frame() else { continue }
      guard frame.code == nil else {
        #expect(frame.code == 1013, "\(frame.text)")
        try await Task.sleep(for: .milliseconds(20))
        continue
      }
      return page
    }
    throw TimedOut(description: "the session was never admitted again")
  }

  @Test func `closes a refused page's WebSocket with the reason and sends no line`()
    async throws
  {
    try await gallery { bridge in
      let own = "http://127.0.0.1:\(bridge.port)"
      let first = try await bridge.greetedPage(of: own, presenting: bridge.presenting(session: Self.session))
        .page
      let other = "\(String(Self.session.reversed()))"
      for (presented, code, words) in [
        (bridge.presenting(session: other), 1008, "used already"),
        ("flickd, flickd.session.\(other)", 1008, "missing or wrong"),
        (bridge.presenting(session: Self.session), 1013, "connected already"),
      ] {
        let page = try await bridge.page(of: own, presenting: presented)
        let frame = try #require(try await page.frame())
        #expect(frame.code == code && frame.text.contains(words), "\(frame)")
        try await page.send(frame: 8, frame.payload)
        try await page.untilClosed()
      }
      _ = try await first.next(of: "swipe")
    }
  }

  @Test func `admits every page with the file's token and prints no token`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("token", "\(Self.session)\n")
    try folder.setMode(0o600, of: "token")
    try await gallery(["--token-file", file]) { bridge in
      #expect(!bridge.url.contains("token"))
      let own = "http://127.0.0.1:\(bridge.port)"
      #expect(try await bridge.connect().open(port: bridge.port, origin: own).status == 401)
      let presented = "flickd, flickd.token.\(Self.session)"
      for _ in 0..<3 { _ = try await bridge.greetedPage(of: own, presenting: presented) }
    }
  }
}
