import Foundation
import TestKit
import Testing

@Suite struct `The command line of the bridge` {
  private static let cases: [(words: [String], code: Int32, says: String)] = [
    (["bridge"], 64, "add at least one --origin"),
    (["bridge", "--origin", "http://localhost:8080/app"], 64, "--origin"),
    (["bridge", "--origin", "http://localhost=all"], 64, "--origin"),
    (["bridge", "--origin", "null"], 64, "--origin"),
    (["bridge", "--origin", "*"], 64, "--origin"),
    (["bridge", "--origin", "http://a", "--listen", "0.0.0.0:7272"], 64, "--allow-network"),
    (["bridge", "--origin", "http://a", "--listen", "[::]:7272"], 64, "--allow-network"),
    (["bridge", "--origin", "http://a", "--listen", "7272"], 64, "--listen"),
    (["bridge", "--origin", "http://a", "--listen", "127.0.0.1:65536"], 64, "--listen"),
    (["bridge", "--origin", "http://a", "--listen", "127.0.0.1"], 64, "--listen"),
    (
      ["bridge", "--origin", "http://a", "--listen", "kiosk.example:1", "--allow-network"], 64,
      "this is not an IP address"
    ),
    (
      ["bridge", "--origin", "http://a", "--listen", "[12]:1", "--allow-network"], 64,
      "this is not an IP address"
    ),
    // A documentation address (RFC 5737), which no machine has.
    (
      ["bridge", "--origin", "http://a", "--listen", "203.0.113.1:0", "--allow-network"], 73,
      "this machine does not have this address"
    ),
    (["bridge", "--origin", "http://a", "--pages", "65"], 64, "--pages must be 1 to 64"),
    (["bridge", "--origin", "http://a", "--pages", "0"], 64, "--pages must be 1 to 64"),
    (["bridge", "--origin", "http://a", "--host", "a/b"], 64, "'a/b' is not a host name"),
    (["bridge", "--origin", "http://a", "--host", "a:80"], 64, "'a:80' is not a host name"),
    (["bridge", "--origin", "http://a", "--level", "all"], 64, "'all' is not a level"),
    (["bridge", "--origin", "http://a", "--orgin", "http://b"], 64, "--orgin"),
    (["bridge", "--origin", "http://a", "--token-file", "/nowhere/token"], 66, "No such file"),
    (["bridge", "--origin", "http://a", "--token-file", "/dev/null"], 65, "a token has 16 to 256"),
    (["bridge", "--origin", "http://a", "--web", "/nowhere"], 66, "No such file"),
    (["gallery", "--listen", "0.0.0.0:7273"], 64, "other machines can reach"),
    (["gallery", "--web", "/nowhere"], 66, "No such file"),
    (["gallery", "--origin", "http://a"], 64, "--origin"),
  ]

  @Test(arguments: cases) func `reports what is wrong`(words: [String], code: Int32, says: String)
    async throws
  {
    let outcome = try await Command([Program.flickctl.path] + words).run()
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `reports an address in use and what to do`() async throws {
    let folder = try PrivateFolder()
    try folder.write("index.html", "<p>")
    let served = try await RunningBridge.run(socket: folder.file("s")) { bridge in
      for words in [["bridge", "--origin", "http://a"], ["gallery", "--web", folder.path]] {
        let second = try await Command(
          [Program.flickctl.path] + words + ["--listen", "127.0.0.1:\(bridge.port)"]
        ).run()
        #expect(second.code == 73)
        #expect(
          second.errors.contains("cannot listen at 127.0.0.1:\(bridge.port): another program does"))
        #expect(second.errors.contains("ss -ltnp") && second.errors.contains("--listen"))
      }
    }
    #expect(served.code == 0)
  }

  @Test(arguments: ["bridge", "gallery"])
  func `reports at once that flickd cannot be reached, and what to do`(verb: String) async throws {
    let folder = try PrivateFolder()
    let socket = folder.file("s")
    let words = verb == "bridge" ? ["--origin", "http://a"] : []
    let outcome = try await RunningBridge.run(verb, words, socket: socket) { _ in }
    #expect(outcome.code == 0)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("flickd cannot be reached at \(socket)"), "\(lines)")
    #expect(lines[0].contains("`flickd --demo --socket") && lines[0].hasSuffix("pages wait until then"))
  }

  private static let tokens: [(content: String, mode: Int, code: Int32, says: String)] = [
    ("correct-horse-battery\n", 0o644, 77, "every user can read this token"),
    ("correct-horse-battery\n", 0o604, 77, "chmod o="),
    ("correct-horse-battery\n", 0o000, 77, "Permission denied"),
    ("short\n", 0o640, 65, "a token has 16 to 256"),
    ("correct horse battery\n", 0o600, 65, "a token has 16 to 256"),
    ("correct-horse-battery\nstaple\n", 0o600, 65, "a token has 16 to 256"),
    (String(repeating: "a", count: 257), 0o600, 65, "a token has 16 to 256"),
    (String(repeating: "a", count: 5000), 0o600, 65, "File too large"),
  ]

  @Test(arguments: tokens) func `rejects a malformed or world-readable token`(
    content: String, mode: Int, code: Int32, says: String
  ) async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("token", content)
    // Root can read a file of mode 000, so another user must run this case.
    var command = try mode == 0 ? Command.asNobody(.flickctl, from: folder) : Command(.flickctl)
    try folder.setMode(mode, of: "token")
    command.commandLine += [
      "bridge", "--origin", "http://a", "--listen", "127.0.0.1:0", "--token-file", file,
    ]
    let outcome = try await command.run()
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
    #expect(!outcome.errors.contains("correct"), "the token is not printed")
  }
}

@Suite struct `The page of the gallery` {
  private static let installed = ["/usr/share/flickd/web", "/usr/local/share/flickd/web"]

  /// A copy of flickctl in its own folder; `bin` imitates an installed program.
  private func program(in folder: PrivateFolder, _ path: String) throws -> [String] {
    var words = try Program.flickctl.copy(into: folder)
    try FileManager.default.createDirectory(atPath: folder.file(path), withIntermediateDirectories: true)
    let copy = folder.file("\(path)/flickctl")
    try FileManager.default.linkItem(atPath: folder.file("flickctl"), toPath: copy)
    words[words.count - 1] = copy
    return words
  }

  private func page(of program: [String], in folder: PrivateFolder) async throws -> String {
    let page = Said()
    let served = try await RunningBridge.run("gallery", [], by: program, socket: folder.file("s")) { bridge in
      let connection = try bridge.connect()
      try await connection.request("GET", "/gallery/", [("Host", "127.0.0.1:\(bridge.port)")])
      await page.keep(try await connection.answer().body)
    }
    #expect(served.code == 0, "\(served.errors)")
    return await page.text
  }

  private actor Said {
    var text = ""
    func keep(_ text: String) { self.text = text }
  }

  @Test(arguments: [("bin", "share/flickd/web"), (".build/debug", "Sources/Web")])
  func `is found beside the program`(path: String, web: String) async throws {
    let folder = try PrivateFolder()
    let words = try program(in: folder, path)
    try FileManager.default.createDirectory(
      atPath: folder.file("\(web)/gallery"), withIntermediateDirectories: true)
    try folder.write("\(web)/gallery/index.html", "this one\n")
    #expect(try await page(of: words, in: folder) == "this one\n")
  }

  @Test func `is found in the sources`() async throws {
    let folder = try PrivateFolder()
    let page = try await page(of: [Program.flickctl.path], in: folder)
    #expect(page.contains("<title>flickd gallery"))
  }

  @Test(
    .enabled(
      if: !installed.contains { FileManager.default.fileExists(atPath: $0) }, "a gallery is installed here"))
  func `names every searched folder if it is missing`() async throws {
    let folder = try PrivateFolder()
    let words = try program(in: folder, "bin")
    let outcome = try await Command(words + ["gallery", "--listen", "127.0.0.1:0"]).run()
    #expect(outcome.code == 66)
    for said in [folder.file("share/flickd/web"), "/usr/share/flickd/web", "make install", "--web"] {
      #expect(outcome.errors.contains(said), "\(outcome.errors)")
    }
  }
}
