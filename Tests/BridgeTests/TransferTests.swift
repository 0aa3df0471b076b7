import Compression
import Foundation
import TestKit
import Testing

@Suite struct `The files of the gallery` {
  private func gallery(
    _ arguments: [String] = [], _ body: @escaping @Sendable (RunningBridge) async throws -> Void
  ) async throws {
    let folder = try PrivateFolder()
    let served = try await RunningBridge.run("gallery", arguments, socket: folder.file("s"), body)
    #expect(served.code == 0, "\(served.errors)")
  }

  private func answer(
    of bridge: RunningBridge, _ path: String, by method: String = "GET", _ headers: (String, String)...
  ) async throws -> WebConnection.Answer {
    let connection = try bridge.connect()
    try await connection.request(method, path, [("Host", "localhost:\(bridge.port)")] + headers)
    return try await connection.answer()
  }

  @Test func `are sent as gzip to clients that accept it`() async throws {
    try await gallery { bridge in
      let plain = try await answer(of: bridge, "/flick.js")
      let packed = try await answer(of: bridge, "/flick.js", ("Accept-Encoding", "gzip, deflate, br, zstd"))
      #expect(plain.headers["content-encoding"] == nil)
      #expect(packed.headers["content-encoding"] == "gzip")
      #expect(packed.bytes.count < plain.bytes.count)
      #expect(try Gzip.unpack(packed.bytes, limit: 1 << 20) == plain.bytes)
      for answer in [plain, packed] {
        #expect(answer.status == 200)
        #expect(answer.headers["vary"] == "Accept-Encoding, Origin")
        #expect(answer.headers["content-length"] == "\(answer.bytes.count)")
        #expect(answer.headers["content-type"] == "text/javascript; charset=utf-8")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["cache-control"] == "no-cache")
        #expect(answer.headers["etag"] == plain.headers["etag"])
      }
      let head = try await answer(of: bridge, "/flick.js", by: "HEAD", ("Accept-Encoding", "gzip"))
      #expect(head.status == 200 && head.bytes.isEmpty)
      #expect(head.headers["content-length"] == "\(packed.bytes.count)")
      #expect(head.headers["content-encoding"] == "gzip")
      for refusal in ["gzip;q=0", "identity, gzip;q=0.5", "br"] {
        let answer = try await answer(of: bridge, "/flick.js", ("Accept-Encoding", refusal))
        #expect(answer.bytes == plain.bytes, "\(refusal)")
      }
      // Two headers count as one.
      let twice = try await answer(
        of: bridge, "/flick.js", ("Accept-Encoding", "br"), ("Accept-Encoding", "gzip"))
      #expect(twice.bytes == packed.bytes)
    }
  }

  @Test func `are not sent again to a client that has them`() async throws {
    try await gallery { bridge in
      let first = try await answer(of: bridge, "/gallery/", ("Accept-Encoding", "gzip"))
      let tag = try #require(first.headers["etag"])
      for (method, said) in [
        ("GET", tag), ("HEAD", tag), ("GET", "\"a\", \(tag)"), ("GET", "*"),
        ("GET", String(tag.dropFirst(2))),
      ] {
        let again = try await answer(of: bridge, "/gallery/", by: method, ("If-None-Match", said))
        #expect(again.status == 304, "\(said)")
        #expect(again.bytes.isEmpty)
        #expect(again.headers["etag"] == tag)
        #expect(again.headers["vary"] == first.headers["vary"])
        #expect(again.headers["cache-control"] == "no-cache")
        #expect(again.headers["content-encoding"] == nil && again.headers["content-length"] == nil)
      }
      #expect(try await answer(of: bridge, "/gallery/", ("If-None-Match", "\"a\"")).status == 200)
      #expect(try await answer(of: bridge, "/gallery/none", ("If-None-Match", "*")).status == 404)
    }
  }

  /// Fetches what a browser fetches: the page and, recursively, every file that it names.
  @Test func `are at most 250 kB in transfer, all from the bridge`() async throws {
    try await gallery { bridge in
      var (open, seen, weight, plain) = (["/gallery/"], Set(["/gallery/"]), 0, 0)
      while let path = open.popLast() {
        let answer = try await answer(of: bridge, path, ("Accept-Encoding", "gzip"))
        #expect(answer.status == 200, "\(path)")
        let isPacked = answer.headers["content-encoding"] == "gzip"
        let bytes = isPacked ? try Gzip.unpack(answer.bytes, limit: 1 << 20) : answer.bytes
        // Each header line adds four bytes: two between name and value, two at its end.
        let head = answer.headers.reduce(17) { $0 + $1.key.utf8.count + $1.value.utf8.count + 4 }
        weight += head + answer.bytes.count
        plain += bytes.count
        for named in Self.named(in: String(decoding: bytes, as: UTF8.self), of: path) {
          let base = URL(string: "http://localhost\(path)")
          let address = try #require(URL(string: named, relativeTo: base)?.absoluteURL)
          #expect(address.host == "localhost", "\(path) names \(named)")
          if seen.insert(address.path).inserted { open.append(address.path) }
        }
      }
      print("gallery: \(seen.count) files of \(plain) bytes come in \(weight), with their heads")
      #expect(seen.isSuperset(of: ["/flick/client.js", "/flick/spring.js", "/gallery/show.css"]))
      #expect(weight <= 250_000)
    }
  }

  /// The addresses that a file loads.
  private static func named(in text: String, of path: String) -> [String] {
    let pattern =
      path.hasSuffix(".js")
      ? #"(?:from|import)\s*\(?\s*'([^']+)'"#
      : path.hasSuffix(".css") ? #"url\(\s*["']?([^"')]+)"# : #"(?:src|href)="([^"]+)""#
    guard let regex = try? Regex(pattern, as: (Substring, Substring).self) else { return [] }
    return text.matches(of: regex).map { String($0.1) }.filter {
      // A link to a folder is another page.
      !$0.hasPrefix("data:") && !$0.hasPrefix("#") && !$0.hasSuffix("/")
    }
  }
}

@Suite struct `swift-nio` {
  /// A Swift program contains the module names of its types.
  @Test func `is in flickctl, and not in flickd`() throws {
    for (program, isThere) in [(Program.flickctl, true), (.flickd, false)] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: program.path))
      for name in ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"] {
        #expect((bytes.range(of: Data(name.utf8)) != nil) == isThere, "\(program): \(name)")
      }
    }
  }
}
