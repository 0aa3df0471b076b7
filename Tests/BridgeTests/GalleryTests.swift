import Foundation
import TestKit
import Testing

@Suite struct `flickctl gallery` {
  /// A folder as the gallery's is laid out, with a picture of some size.
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
    _ body: @escaping @Sendable (RunningBridge) async throws -> Void
  ) async throws {
    let folder = try Self.folder()
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let served = try await RunningBridge.run("gallery", ["--web", folder.path], socket: daemon.socket) {
        bridge in
        try await body(bridge)
      }
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

  @Test func `serves its page and what belongs to it`() async throws {
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

  @Test func `serves nothing else, and nobody else`() async throws {
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

  @Test func `tells its own page everything`() async throws {
    try await gallery { bridge in
      for host in ["127.0.0.1", "localhost"] {
        let (page, _, hello, _) = try await bridge.greetedPage(of: "http://\(host):\(bridge.port)")
        #expect(hello.level == "positions")
        #expect(try await page.next(of: "swipe").keys.contains("start"))
      }
    }
  }
}

@Suite struct `The command line of the bridge` {
  private static let cases: [(words: [String], code: Int32, says: String)] = [
    (["bridge"], 64, "name at least one --origin"),
    (["bridge", "--origin", "http://localhost:8080/app"], 64, "--origin"),
    (["bridge", "--origin", "http://localhost=all"], 64, "--origin"),
    (["bridge", "--origin", "null"], 64, "--origin"),
    (["bridge", "--origin", "http://a", "--listen", "0.0.0.0:7272"], 64, "--allow-network"),
    (["bridge", "--origin", "http://a", "--listen", "7272"], 64, "--listen"),
    (["bridge", "--origin", "http://a", "--pages", "65"], 64, "--pages is 1 to 64"),
    (["bridge", "--origin", "http://a", "--host", "a/b"], 64, "'a/b' is no name of a host"),
    (["bridge", "--origin", "http://a", "--level", "all"], 64, "'all' is no level"),
    (["bridge", "--origin", "http://a", "--token-file", "/nowhere/token"], 66, "No such file"),
    (["bridge", "--origin", "http://a", "--token-file", "/dev/null"], 65, "a token has 16 to 256"),
    (["bridge", "--origin", "http://a", "--web", "/nowhere"], 66, "No such file"),
    (["gallery", "--listen", "0.0.0.0:7273"], 64, "can be reached by other machines"),
    (["gallery", "--web", "/nowhere"], 66, "No such file"),
  ]

  @Test(arguments: cases) func `says what is wrong with it`(words: [String], code: Int32, says: String)
    async throws
  {
    let outcome = try await Command([Program.flickctl.path] + words).run()
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `says that its place is taken`() async throws {
    let folder = try PrivateFolder()
    let served = try await RunningBridge.run(socket: folder.file("s")) { bridge in
      let second = try await Command(
        .flickctl, "bridge", "--origin", "http://a", "--listen", "127.0.0.1:\(bridge.port)"
      ).run()
      #expect(second.code == 73)
      #expect(second.errors.contains("cannot be listened at: Address already in use"))
    }
    #expect(served.code == 0)
  }
}
