import Compression
import Foundation
import TestKit
import Testing

@testable import Bridge

@Suite struct `The modules of the bridge` {
  /// The import map that the bridge serves.
  private struct ImportMap: Decodable {
    var imports: [String: String]
    var integrity: [String: String]
  }
  /// The part of package.json that names the entry modules.
  private struct Manifest: Decodable {
    var exports: [String: Entry]
    enum Entry: Decodable {
      case module(String)
      case file

      init(from decoder: any Decoder) throws {
        let conditions = try? decoder.container(keyedBy: Condition.self)
        self = try conditions.map { Entry.module(try $0.decode(String.self, forKey: .default)) } ?? .file
      }
      private enum Condition: CodingKey { case `default` }
    }
  }

  private static let web = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Web")

  private func bridge(
    _ arguments: [String] = [], _ body: @escaping @Sendable (RunningBridge) async throws -> Void
  ) async throws -> Outcome {
    let folder = try PrivateFolder()
    let outcome = try await RunningBridge.run(
      "bridge", ["--origin", RunningBridge.origin] + arguments, socket: folder.file("s"), body)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome
  }

  private func answer(
    of bridge: RunningBridge, _ path: String, by method: String = "GET", host: String = "127.0.0.1",
    origin: String? = RunningBridge.origin, _ headers: (String, String)...
  ) async throws -> WebConnection.Answer {
    let connection = try bridge.connect()
    let own = [("Host", "\(host):\(bridge.port)")] + (origin.map { [("Origin", $0)] } ?? [])
    try await connection.request(method, path, own + headers)
    return try await connection.answer()
  }

  @Test func `are served to pages of admitted origins, with everything that they import`() async throws {
    _ = try await bridge { bridge in
      var (open, seen) = (["/flick/flick.js"], Set(["/flick/flick.js"]))
      while let path = open.popLast() {
        let answer = try await answer(of: bridge, path)
        #expect(answer.status == 200, "\(path)")
        #expect(answer.headers["access-control-allow-origin"] == RunningBridge.origin)
        #expect(answer.headers["vary"] == "Accept-Encoding, Origin")
        #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
        #expect(answer.headers["content-type"] == "text/javascript; charset=utf-8")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["cache-control"] == "no-cache")
        for named in answer.body.matches(of: #/(?:from|import) '(\.[^']+)'/#) {
          let base = URL(string: "http://localhost\(path)")
          let address = try #require(URL(string: String(named.1), relativeTo: base)?.absoluteURL.path)
          if seen.insert(address).inserted { open.append(address) }
        }
      }
      #expect(seen.contains("/flick/flick/spring.js") && seen.count > 20)
    }
  }

  @Test func `are refused to pages of other origins, whether they exist or not`() async throws {
    let outcome = try await bridge { bridge in
      for path in ["/flick/flick.js", "/flick/none.js", "/flick/importmap.json", "/flick/"] {
        for origin in ["http://evil.example", "http://localhost:8081", "null", "", "*"] {
          let answer = try await answer(of: bridge, path, origin: origin)
          #expect(answer.status == 403, "\(path) \(origin)")
          #expect(answer.body == "pages of this origin are not admitted: add the origin with --origin\n")
          #expect(answer.headers["access-control-allow-origin"] == nil && answer.headers["etag"] == nil)
        }
      }
      let two = try await answer(of: bridge, "/flick/flick.js", ("Origin", "http://evil.example"))
      #expect(two.status == 403)
      #expect(try await answer(of: bridge, "/flick/flick.js", host: "evil.example").status == 421)
    }
    #expect(outcome.errors.contains("a page of http://evil.example is refused"), "\(outcome.errors)")
  }

  /// A browser sends no origin for a page of the bridge itself, for an address that a user enters,
  /// and for a script that is not a module; the policy keeps that script from foreign pages.
  @Test func `are served to a program without an origin, for pages of the bridge alone`() async throws {
    _ = try await bridge { bridge in
      let answer = try await answer(of: bridge, "/flick/flick.js", origin: nil)
      #expect(answer.status == 200 && answer.body.contains("export"))
      #expect(answer.headers["access-control-allow-origin"] == nil)
      #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
    }
  }

  @Test func `have a strong tag and a digest in each encoding`() async throws {
    _ = try await bridge { bridge in
      let path = "/flick/flick/spring.js"
      let plain = try await answer(of: bridge, path)
      let packed = try await answer(of: bridge, path, ("Accept-Encoding", "gzip"))
      #expect(packed.headers["content-encoding"] == "gzip")
      #expect(try Gzip.unpack(packed.bytes, limit: 1 << 20) == plain.bytes)
      for answer in [plain, packed] {
        let digest = Digest(of: answer.bytes).base64
        #expect(answer.headers["repr-digest"] == "sha-256=:\(digest):")
        #expect(answer.headers["etag"] == "\"\(digest)\"")
      }
      let tag = try #require(packed.headers["etag"])
      for said in [tag, "W/\(tag)", "\"a\", \(tag)", "*"] {
        let again = try await answer(of: bridge, path, ("Accept-Encoding", "gzip"), ("If-None-Match", said))
        #expect(again.status == 304 && again.bytes.isEmpty, "\(said)")
        #expect(again.headers["etag"] == tag)
        #expect(again.headers["access-control-allow-origin"] == RunningBridge.origin)
      }
      // The other encoding has other bytes, and thus another tag.
      #expect(try await answer(of: bridge, path, ("If-None-Match", tag)).status == 200)
    }
  }

  @Test func `are listed in an import map with the names of the npm package`() async throws {
    let manifest = try JSONDecoder().decode(
      Manifest.self, from: Data(contentsOf: Self.web.appending(path: "package.json")))
    _ = try await bridge { bridge in
      for host in ["127.0.0.1", "localhost", "[::1]"] {
        let answer = try await answer(of: bridge, "/flick/importmap.json", host: host)
        #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
        let map = try JSONDecoder().decode(ImportMap.self, from: Data(answer.bytes))
        let root = "http://\(host):\(bridge.port)/flick/"
        var imports: [String: String] = [:]
        for case (let name, .module(let file)) in manifest.exports {
          imports["flickd\(name.dropFirst())"] = root + file.dropFirst(2)
        }
        #expect(map.imports == imports)
        #expect(Set(imports.values).isSubset(of: map.integrity.keys))
        guard host == "127.0.0.1" else { continue }
        for (address, integrity) in map.integrity {
          let path = try #require(URL(string: address)).path
          let module = try await self.answer(of: bridge, path)
          #expect(module.status == 200 && integrity == "sha256-\(Digest(of: module.bytes).base64)", "\(path)")
        }
      }
    }
  }

  @Test func `are scripts only, without the gallery`() async throws {
    _ = try await bridge { bridge in
      for path in [
        "/flick/gallery/show.js", "/flick/studio/studio.js", "/flick/replay/player.js",
        "/flick/design/elements.js", "/flick/gallery/", "/flick/package.json", "/flick/flick.d.ts", "/flick/",
        "/flick/../flick.js", "/flick/%66lick.js", "/flick//flick.js",
      ] {
        #expect(try await answer(of: bridge, path).status == 404, "\(path)")
      }
      for path in ["/flick.js", "/gallery/", "/flick"] {
        #expect(try await answer(of: bridge, path).status == 426, "\(path)")
      }
      for method in ["POST", "OPTIONS", "DELETE"] {
        #expect(try await answer(of: bridge, "/flick/flick.js", by: method).status == 405, "\(method)")
      }
      let head = try await answer(of: bridge, "/flick/flick.js", by: "HEAD")
      #expect(head.status == 200 && head.bytes.isEmpty && head.headers["etag"] != nil)
    }
  }

  @Test func `make room for a file of --web at the same path`() async throws {
    let folder = try PrivateFolder()
    try FileManager.default.createDirectory(atPath: folder.file("flick"), withIntermediateDirectories: true)
    try folder.write("flick/flick.js", "own\n")
    _ = try await bridge(["--web", folder.path]) { bridge in
      let own = try await answer(of: bridge, "/flick/flick.js")
      let module = try await answer(of: bridge, "/flick/flick/spring.js")
      let none = try await answer(of: bridge, "/none")
      #expect(own.body == "own\n" && module.body.contains("export") && none.status == 404)
    }
  }

  @Test func `need not be installed`() async throws {
    let folder = try PrivateFolder()
    let server = try BridgeServer(.init(address: "127.0.0.1", port: 0, socket: folder.file("s")))
    defer { server.stop() }
    let connection = try WebConnection(port: server.port)
    try await connection.request("GET", "/flick/flick.js", [("Host", "127.0.0.1:\(server.port)")])
    #expect(try await connection.answer().status == 426)
  }
}
