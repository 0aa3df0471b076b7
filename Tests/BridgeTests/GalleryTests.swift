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
