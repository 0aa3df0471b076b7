import Foundation
import TestKit
import Testing

/// The example programs of the documentation, run unchanged.
enum Example {
  static let folder = root.appending(path: "docs/examples/clients")

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Runs an example against a demo until it has printed `lines` lines.
  ///
  /// `environment` adds variables to its environment.
  static func run(_ name: String, by shell: String, lines: Int, _ environment: [String: String] = [:])
    async throws -> Outcome
  {
    let heard = Heard()
    let built = try PrivateFolder()
    let example = try await arguments(name, by: shell, in: built)
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      _ = try await daemon.subscribe()
      let own = ["FLICKD_SOCKET": daemon.socket, "PATH": Tools.path]
      // The example ends at its next write, because `head` has closed the pipe.
      await heard.keep(
        try await Command(
          ["bash", "-c", "\"$@\" | head -n \(lines)", "bash"] + example,
          environment: own.merging(environment) { $1 }
        ).run())
    }
    #expect(outcome.code == 0)
    return try #require(await heard.outcome)
  }

  /// The command that runs an example.
  ///
  /// An example in C is built in `folder`, with the warnings that its first lines promise to avoid.
  static func arguments(_ name: String, by shell: String, in folder: PrivateFolder) async throws -> [String] {
    let file = Self.folder.appending(path: name).path
    guard shell == "cc" else { return [shell, file] }
    let program = folder.file("example")
    let built = try await Command(
      ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O2", "-o", program, file, "-lm"]
    ).run()
    #expect(built.code == 0, "\(built.errors)")
    return [program]
  }

  private actor Heard {
    var outcome: Outcome?
    func keep(_ outcome: Outcome) { self.outcome = outcome }
  }
}

@Suite struct `The examples of clients` {
  @Test func `appear unchanged in clients.md`() throws {
    let page = Example.folder.deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: page.appending(path: "clients.md"), encoding: .utf8)
    let names = try FileManager.default.contentsOfDirectory(atPath: Example.folder.path).sorted()
    #expect(names.count >= 5)
    for name in names {
      let file = try String(contentsOf: Example.folder.appending(path: name), encoding: .utf8)
      let parts = text.components(separatedBy: "<!-- \(name) -->\n```")
      try #require(parts.count == 2, "\(name) is not in clients.md once")
      let block = parts[1].drop { $0 != "\n" }.dropFirst()
      #expect(block.hasPrefix(file + "```"), "\(name) differs in clients.md")
    }
  }

  @Test(.enabled(if: Tools.areWanted("socat", "jq"), "needs socat and jq"))
  func `print committed swipes with jq`() async throws {
    let heard = try await Example.run("jq.sh", by: "sh", lines: 2)
    #expect(heard.lines.count == 2)
    for line in heard.lines {
      let words = line.split(separator: "\t")
      #expect(words.count == 2 && ["flick", "drag"].contains(words.first ?? ""), "\(line)")
    }
  }
}

@Suite struct `The examples of clients that subscribe` {
  /// The programs that print decisions in words.
  static let printers: [(shell: String, name: String)] = [
    ("python3", "listen.py"), ("node", "listen.mjs"), ("cc", "listen.c"),
  ]

  @Test(
    .enabled(if: Tools.areWanted("python3", "node", "cc"), "needs Python, Node and a C compiler"),
    arguments: printers)
  func `print decisions`(shell: String, name: String) async throws {
    let heard = try await Example.run(name, by: shell, lines: 2)
    #expect(heard.lines.count == 2)
    for line in heard.lines { #expect(line.hasPrefix("flick ") || line.hasPrefix("drag "), "\(line)") }
    #expect(!heard.errors.contains("refused"), "\(heard.errors)")
  }

  @Test(
    .enabled(if: Tools.areWanted("python3", "node", "cc"), "needs Python, Node and a C compiler"),
    arguments: printers)
  func `reconnect`(shell: String, name: String) async throws {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    let words = try await Example.arguments(name, by: shell, in: folder)
    async let heard = Command(
      ["bash", "-c", "\"$@\" | head -n 1", "bash"] + words,
      environment: ["FLICKD_SOCKET": folder.file("s"), "PATH": Tools.path]
    ).run()
    try await service.accept()
    try service.greet()
    _ = try await service.receive()
    try service.send(#"{"type":"bye","reason":"slow-consumer","detail":""}"#)
    service.hangUp()
    try await service.accept()
    try service.greet()
    #expect(try JSON(await service.receive()).request == "subscribe")
    let end = #"{"type":"swipe","phase":"end","decision":{"kind":"flick","direction":"up","commit":true}}"#
    for _ in 0..<20 {
      // The second write fails because `head` has closed the pipe, which ends the program.
      try service.send(end)
      try await Task.sleep(for: .milliseconds(20))
    }
    let outcome = try await heard
    #expect(outcome.lines.first?.hasPrefix("flick up ") == true)
    #expect(outcome.errors.contains("bye: slow-consumer"))
  }

  static let others: [(shell: String, name: String)] = [
    ("python3", "follow.py"), ("node", "follow.mjs"), ("cc", "follow.c"),
  ]

  @Test(
    .enabled(if: Tools.areWanted("python3", "node", "cc"), "needs Python, Node and a C compiler"),
    arguments: printers + others)
  func `print the remedy and end if the user may not connect`(shell: String, name: String) async throws {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    let words = try await Example.arguments(name, by: shell, in: folder)
    async let heard = Command(
      words, environment: ["FLICKD_SOCKET": folder.file("s"), "PATH": Tools.path]
    ).run()
    try await service.accept()
    // As flickd does: the connection ends before the program has sent anything.
    try service.send(#"{"type":"bye","reason":"denied","detail":"join the group flick"}"#)
    service.hangUp()
    let outcome = try await heard
    #expect(outcome.code == 77)
    #expect(outcome.errors == "bye: denied: join the group flick\n")
  }

  @Test(
    .enabled(if: Tools.areWanted("cc"), "needs a C compiler"),
    arguments: ["listen.c", "follow.c"])
  func `say that a path is too long`(name: String) async throws {
    let folder = try PrivateFolder()
    let words = try await Example.arguments(name, by: "cc", in: folder)
    let path = String(repeating: "a", count: 108)
    let outcome = try await Command(words, environment: ["FLICKD_SOCKET": path]).run()
    #expect(outcome.code == 64)
    #expect(outcome.errors == "\(path): the path is too long: use at most 107 bytes\n")
  }

  /// An end message, with extra fields before and after the relevant ones.
  private static func end(
    _ kind: String, _ direction: String, _ commit: Bool, type: String = "swipe", phase: String = "end",
    first: String = "", last: String = ""
  ) -> String {
    let decision = #"{\#(first)"kind":"\#(kind)","direction":\#(direction),"commit":\#(commit)\#(last)}"#
    return #"{\#(first)"type":"\#(type)","phase":"\#(phase)","decision":\#(decision)\#(last)}"#
  }

  private static let deep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)

  /// Lines that could mislead a simple scanner, and lines that it must find.
  static let trying: [(line: String, says: String?)] = [
    (end("flick", #""up""#, true), "flick up true"),
    (end("drag", "null", false), "drag null false"),
    (
      #" { "phase" : "end" ,"type" :"swipe", "decision": { "commit":true , "kind" :"a", "direction":"b"} } "#,
      "a b true"
    ),
    // Fields of other objects, and key names inside strings.
    (end("flick", #""down""#, true, first: #""a":{"kind":"no","type":"no","phase":{}},"#), "flick down true"),
    (
      end("flick", #""left""#, true, last: #","b":[{"commit":false},[-2.5e3,true],[],""]"#), "flick left true"
    ),
    (end("drag", #""up""#, true, first: #""c":"\"kind\":\"no\",\"type\":\"no\"\\","#), "drag up true"),
    (end("no", #""up""#, true, phase: "update"), nil),
    (end("no", #""up""#, true, type: "swipes"), nil),
    (end("no", #""up""#, true, type: "swip"), nil),
    (#"{"type":"swipe","phase":"cancel","reason":"palm"}"#, nil),
    // Lines that are not valid JSON.
    (String(end("no", #""up""#, true).dropLast()), nil),
    (end("no", #""up""#, true) + "}", nil),
    (end("no", #""up""#, true, last: ","), nil),
    (end("no", #""up""#, true, first: #""a","#), nil),
    (end("no", #""up""#, true, first: #""a":,"#), nil),
    (#"{"type":"swipe","phase":"end","a":"\"#, nil),
    (#"{"type":"swipe","phase":"end","a":"#, nil),
    (#"{"a":"#, nil), ("{", nil), ("\"", nil), ("", nil), ("null", nil), (#""type""#, nil),
    (String(repeating: "[", count: 15_000), nil),
    // Deeper than any message, and longer than the buffer.
    (end("no", #""up""#, true, last: #","d":\#(deep)"#), nil),
    (end("no", #""up""#, true, last: #","d":"\#(String(repeating: "a", count: 40_000))""#), nil),
    (end("flick", #""right""#, true), "flick right true"),
  ]

  @Test(.enabled(if: Tools.areWanted("cc"), "needs a C compiler"))
  func `match only the relevant fields in C`() async throws {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    let words = try await Example.arguments("listen.c", by: "cc", in: folder)
    async let heard = Command(words, environment: ["FLICKD_SOCKET": folder.file("s")]).run()
    try await service.accept()
    try service.greet()
    _ = try await service.receive()
    for (line, _) in Self.trying {
      try service.send(line)
      // The buffer of the example is smaller than the kernel's: long lines arrive in parts.
      try await Task.sleep(for: .milliseconds(2))
    }
    try service.send(#"{"type":"bye","reason":"denied","detail":"no"}"#)
    let outcome = try await heard
    #expect(outcome.lines == Self.trying.compactMap(\.says))
    #expect(outcome.errors == "bye: denied: no\n")
    #expect(outcome.code == 77)
  }

  @Test(.enabled(if: Tools.areWanted("socat"), "needs socat"))
  func `receive every phase in points`() async throws {
    let heard = try await Example.run("subscribe.sh", by: "sh", lines: 300)
    let lines = try heard.lines.map { try JSON($0) }
    let reply = try #require(lines.first { $0.type == "reply" })
    #expect(reply.ok == true)
    let swipes = lines.filter { $0.type == "swipe" && $0.unit == "pt" }
    #expect(Set(swipes.compactMap(\.phase.text)).isSuperset(of: ["begin", "update"]))
  }
}
