import Foundation
import LinuxIO
import TestKit
import Testing

@testable import Bridge

/// Files of `--web` on real sockets, with clients of every manner.
@Suite(.ownThread) struct `A large file of the bridge` {
  /// 12 MB whose parts differ.
  private static let picture: [UInt8] = {
    var random = SplitMix64(seed: 48)
    let block = (0..<65_537).map { _ in UInt8.random(in: 0...255, using: &random) }
    var bytes: [UInt8] = []
    while bytes.count < 12_000_000 { bytes += block }
    return bytes
  }()

  /// The files, the bridge's socket, and a bridge that serves the files.
  private func bridge(
    by program: [String] = [Program.flickctl.path], environment: [String: String] = [:],
    _ body: @escaping @Sendable (RunningBridge, PrivateFolder) async throws -> Void
  ) async throws {
    let folder = try PrivateFolder()
    let web = try PrivateFolder()
    try web.write("picture.png", Self.picture)
    let served = try await RunningBridge.run(
      "bridge", ["--origin", RunningBridge.origin, "--web", web.path], by: program, environment: environment,
      socket: folder.file("s")
    ) { try await body($0, web) }
    #expect(served.code == 0, "\(served.errors)")
  }

  private func asking(
    _ bridge: RunningBridge, _ path: String = "/picture.png", by method: String = "GET",
    receiving bytes: Int32? = nil, _ headers: (String, String)...
  ) async throws -> WebConnection {
    let connection = try bridge.connect(receiving: bytes)
    try await connection.request(method, path, [("Host", "127.0.0.1:\(bridge.port)")] + headers)
    return connection
  }

  /// Sends a ping on a page's WebSocket, and awaits the pong.
  private func ping(_ page: WebConnection) async throws {
    try await page.send(frame: 9, Array("there".utf8))
    while let frame = try await page.frame(within: 5), frame.opcode != 10 {}
  }

  @Test func `arrives complete`() async throws {
    try await bridge { bridge, _ in
      let answer = try await asking(bridge).answer(within: 60)
      #expect(answer.status == 200 && answer.bytes == Self.picture)
      #expect(answer.headers["content-length"] == "\(Self.picture.count)")
      #expect(answer.headers["content-type"] == "image/png")
      #expect(answer.headers["etag"] == EntityTag(of: Self.picture).text)
      let head = try await asking(bridge, by: "HEAD").answer()
      #expect(head.status == 200 && head.bytes.isEmpty && head.headers == answer.headers)
    }
  }

  /// A script that pipes a request into `nc -N`, for example.
  @Test func `arrives complete at a client that sends nothing more`() async throws {
    try await bridge { bridge, _ in
      let connection = try await asking(bridge)
      connection.finishSending()
      #expect(try await connection.answer(within: 60).bytes == Self.picture)
    }
  }

  @Test func `is not read again for clients that have it`() async throws {
    try await bridge { bridge, web in
      // A file that has just changed has no reliable version.
      try await Task.sleep(for: .milliseconds(150))
      let tag = try #require(try await asking(bridge, by: "HEAD").answer().headers["etag"])
      let before = try Self.bytesRead(by: bridge)
      for said in [tag, "*", "\"a\", \(tag)", String(tag.dropFirst(2))] {
        for method in ["GET", "HEAD", "GET"] {
          let answer = try await asking(bridge, by: method, ("If-None-Match", said)).answer()
          #expect(answer.status == 304 && answer.headers["etag"] == tag && answer.bytes.isEmpty)
        }
      }
      #expect(try Self.bytesRead(by: bridge) - before < 100_000, "the requests, and not the file")
      try web.write("picture.png", Self.picture.reversed())
      let other = try await asking(bridge, by: "HEAD", ("If-None-Match", tag)).answer()
      #expect(other.status == 200 && other.headers["etag"] != tag)
    }
  }

  /// What the process has read from files and sockets.
  private static func bytesRead(by bridge: RunningBridge) throws -> Int {
    let counts = try String(contentsOfFile: "/proc/\(bridge.process)/io", encoding: .utf8)
    let line = try #require(counts.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
    return try #require(Int(line.dropFirst(7)))
  }

  @Test func `keeps its content if it is replaced or removed while it is sent`() async throws {
    try await bridge { bridge, web in
      let connection = try await asking(bridge, receiving: 4096)
      try await connection.beginning()
      try web.write("new.png", [UInt8](repeating: 0, count: 100))
      // The C strings live for the call.
      try #require(unsafe rename(web.file("new.png"), web.file("picture.png")) == 0)
      let other = try await asking(bridge, receiving: 4096)
      #expect(try await other.answer().bytes.count == 100)
      try SystemCalls.unlink(web.file("picture.png"))
      #expect(try await connection.answer(within: 60).bytes == Self.picture)
      #expect(try await asking(bridge).answer().status == 404)
    }
  }

  @Test func `is never completed with another content`() async throws {
    for change in [Self.picture.count / 2, Self.picture.count, Self.picture.count + 1] {
      try await bridge { bridge, web in
        let connection = try await asking(bridge, receiving: 4096)
        try await connection.beginning()
        try web.write("picture.png", [UInt8](repeating: 0, count: change))
        let bytes = try await connection.answer(within: 60).bytes
        #expect(bytes.count < Self.picture.count && Self.picture.starts(with: bytes), "\(change)")
        #expect(try await asking(bridge).answer(within: 60).bytes.count == change)
      }
    }
  }

  /// Regression: 12 such clients ended the bridge in the memory limit of its unit.
  @Test func `costs little for clients that do not read it`() async throws {
    try await bridge { bridge, _ in
      let page = try await bridge.page()
      let before = try bridge.residentKilobytes
      var idle: [WebConnection] = []
      for _ in 0..<120 { idle.append(try await asking(bridge, receiving: 4096)) }
      for connection in idle { try await connection.beginning() }
      try await ping(page)
      #expect(try bridge.peakKilobytes <= 64 * 1024)
      #expect(try bridge.residentKilobytes - before <= 16 * 1024)
      idle = []
      _ = try await waiting("its memory is released") {
        try bridge.residentKilobytes - before <= 8 * 1024 ? true : nil
      }
      #expect(try await asking(bridge).answer(within: 60).bytes == Self.picture)
    }
  }

  @Test func `is not sent to the end if the client stops reading`() async throws {
    try await bridge { bridge, _ in
      let start = ContinuousClock.now
      let connection = try await asking(bridge, receiving: 4096)
      try await connection.beginning()
      try await Task.sleep(for: .seconds(12))
      let bytes = try await connection.answer(within: 10).bytes
      #expect(bytes.count < 1_000_000 && Self.picture.starts(with: bytes))
      #expect(ContinuousClock.now - start >= .seconds(10))
      #expect(try await asking(bridge, by: "HEAD").answer().status == 200)
    }
  }

  @Test func `does not delay the end of the bridge`() async throws {
    try await bridge { bridge, _ in
      let connection = try await asking(bridge, receiving: 4096)
      try await connection.beginning()
      let start = ContinuousClock.now
      bridge.stop()
      // The process ends, and with it /proc/PID or its list of files.
      _ = try await waiting("the bridge ends", within: 60) {
        (try? SystemCalls.names(in: "/proc/\(bridge.process)/fd"))?.isEmpty == false ? nil : true
      }
      // The manager of the unit waits for 10 s.
      #expect(ContinuousClock.now - start < .seconds(8))
    }
  }

  /// A folder on a network file system whose server does not answer.
  @Test func `delays no page and no module if it cannot be read`() async throws {
    let files = try PrivateFolder()
    let library = try PreloadedLibrary("slow-read", in: files)
    let environment = ["LD_PRELOAD": library.path, "SLOW_WHILE": files.file("slow")]
    try await bridge(environment: environment) { bridge, _ in
      let page = try await bridge.page()
      let module = try await asking(bridge, "/flick/flick.js", by: "HEAD").answer()
      #expect(module.status == 200)
      try files.write("slow", "")
      var asking: [WebConnection] = []
      for _ in 0..<20 { asking.append(try await self.asking(bridge)) }
      for _ in 0..<20 {
        let start = ContinuousClock.now
        try await ping(page)
        #expect(ContinuousClock.now - start < .seconds(2))
      }
      #expect(try await self.asking(bridge, "/none.png").answer().status == 404)
      for connection in asking {
        let answer = try await connection.answer()
        #expect(answer.status == 503 && answer.headers["retry-after"] == "5")
      }
      try SystemCalls.unlink(files.file("slow"))
      #expect(try await self.asking(bridge).answer(within: 60).bytes == Self.picture)
    }
  }
}

@Suite struct `The descriptor limit of the bridge's unit` {
  /// `LimitNOFILE=` of the unit as it is installed.
  private static func limit() throws -> Int {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let unit = package.appendingPathComponent("systemd/flick-bridge.service")
    let lines = try String(contentsOf: unit, encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("LimitNOFILE=")
    }
    return try #require(lines.count == 1 ? Int(lines[0].dropFirst("LimitNOFILE=".count)) : nil, "\(lines)")
  }

  /// Each page has a connection to flickd, and each other connection may have an open file.
  @Test(.enabled(if: SystemCalls.effectiveUser() == 0, "needs root to use every connection of flickd"))
  func `is enough for all pages, and for a file on every other connection`() async throws {
    let limit = try Self.limit()
    let program = ["sh", "-c", "ulimit -n \(limit) && exec \"$@\"", "sh", Program.flickctl.path]
    let web = try PrivateFolder()
    try web.write("picture.png", [UInt8](repeating: 0, count: 4_000_000))
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let served = try await RunningBridge.run(
        "bridge", ["--origin", RunningBridge.origin, "--pages", "63", "--web", web.path], by: program,
        socket: daemon.socket
      ) { bridge in
        var pages: [WebConnection] = []
        for _ in 0..<63 { pages.append(try await bridge.greetedPage().page) }
        var readers: [WebConnection] = []
        for _ in 0..<128 {
          let connection = try bridge.connect(receiving: 4096)
          try await connection.request("GET", "/picture.png", [("Host", "127.0.0.1:\(bridge.port)")])
          try await connection.beginning()
          readers.append(connection)
        }
        let open = try SystemCalls.names(in: "/proc/\(bridge.process)/fd").count
        #expect(open >= 2 * pages.count + 2 * readers.count && open + 32 <= limit, "\(open) are open")
        try await pages[0].send(#"{"id":1,"request":"ping"}"#)
        #expect(try await pages[0].next(of: "reply").ok == true)
      }
      #expect(served.code == 0, "\(served.errors)")
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
  }
}
