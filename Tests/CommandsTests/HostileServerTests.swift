import FlickProtocol
import TestKit
import Testing

@Suite struct `A hostile server` {
  /// A fixed seed gives the same faults in each run; another number here gives others.
  private static let seed: UInt64 = 20

  @Test(arguments: [(words: [], lines: 5000), (words: ["--json"], lines: 3000)])
  func `cannot crash listen or control its terminal`(words: [String], lines: Int) async throws {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    var hostile = try HostileLines(seed: Self.seed)
    let sent = (0..<lines).map { _ in hostile.next() }
    let command = Command(
      [Program.flickctl.path, "listen", "--no-reconnect", "--socket", folder.file("s")] + words)
    async let shown = command.run(within: 300)
    try await service.accept()
    try service.greet()
    // One write: the socket is full after the first lines, so a separate line would find no room.
    let bye = #"{"type":"bye","reason":"shutdown","detail":"\u001b[2J\nflickctl: forged"}"#
    try await service.send(sent + [Array(bye.utf8)])
    service.hangUp()
    let outcome = try await shown
    #expect(outcome.code == 0, "seed \(Self.seed): \(outcome.errors.suffix(2000))")
    let expected = words == ["--json"] ? lines : sent.count(where: isForPeople)
    #expect(expected > 1000 && outcome.lines.count >= expected, "seed \(Self.seed): \(expected)")
    expectText(outcome)
  }

  /// Whether `listen` prints a human-readable line.
  private func isForPeople(_ line: [UInt8]) -> Bool {
    switch ServerMessage(line) {
    case .hello, .state, .swipe, .press, .panel, .activity: true
    case .reply, .bye, .unknown, nil: false
    }
  }

  @Test(arguments: ["status", "stats"], [[], ["--json"]])
  func `cannot crash status and stats or control their terminal`(verb: String, words: [String])
    async throws
  {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    var hostile = try HostileLines(seed: Self.seed)
    for (number, end) in ["turn_us", "\"error\"", "\"bye\"", "turn_us", "width_mm", "turn_us"].enumerated() {
      let command = Command([Program.flickctl.path, verb, "--socket", folder.file("s")] + words)
      async let shown = command.run(within: 300)
      try await service.accept()
      try service.greet()
      var lines: [[UInt8]] = []
      while lines.count < 110 {
        let line = hostile.next()
        if !isReply(line) { lines.append(line) }
      }
      try await service.send(lines + (0..<10).map { _ in hostile.next(like: end) })
      service.hangUp()
      let outcome = try await shown
      #expect(outcome.code != nil, "seed \(Self.seed), \(verb) \(number): ended by a signal")
      expectText(outcome)
    }
  }

  @Test func `cannot crash status, listen and stats with a panel of 1e308 mm`() async throws {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    let panel =
      #"{"panel_id":"p","name":"n","source":"live","width_mm":1e308,"height_mm":-1e308,"#
      + #""scale":"kernel","rotation":0}"#
    let cancels = #"{"palm":9223372036854775807,"size":9223372036854775807}"#
    for words in [["status"], ["stats"], ["listen", "--no-reconnect"]] {
      async let shown = Command([Program.flickctl.path] + words + ["--socket", folder.file("s")]).run()
      try await service.accept()
      try service.greet()
      try service.send(#"{"type":"state","panels":[\#(panel)],"swipes":[]}"#)
      try service.send(
        #"{"type":"reply","id":1,"ok":true,"clients":1,"panels":[{"panel_id":"p","dropped":0,"swipes":0,"#
          + #""flicks":0,"drags":0,"commits":0,"cancels":\#(cancels)}]}"#)
      try service.send(#"{"type":"bye","reason":"shutdown"}"#)
      service.hangUp()
      let outcome = try await shown
      #expect(outcome.code == 0, "\(words): \(outcome.errors)")
      if words != ["stats"] { #expect(outcome.output.contains("1e+308 x -1e+308 mm"), "\(outcome.output)") }
    }
  }

  @Test(arguments: ["bye", "reply"])
  func `has the escapes in its refusal printed as text`(type: String) async throws {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    async let shown = Command(.flickctl, "status", "--socket", folder.file("s")).run()
    try await service.accept()
    let text = #"\u001b[2Jgone\nflickctl: forged\u009b\u202e"#
    try service.send(
      type == "bye"
        ? #"{"type":"bye","reason":"limit","detail":"\#(text)"}"#
        : #"{"type":"reply","id":1,"ok":false,"error":{"code":"bad-value","message":"\#(text)"}}"#)
    service.hangUp()
    let outcome = try await shown
    #expect(
      outcome.errors.hasSuffix(#": \u{1b}[2Jgone\nflickctl: forged\u{9b}\u{202e}"# + "\n"),
      "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  /// Whether a line could be taken for the reply that ends a command.
  ///
  /// Such a line must come after the others.
  private func isReply(_ line: [UInt8]) -> Bool {
    String(decoding: line, as: UTF8.self).contains("\"reply\"")
  }

  private func expectText(_ outcome: Outcome) {
    for scalar in (outcome.output + outcome.errors).unicodeScalars where scalar != "\n" {
      let isControl = scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
      let isInvisible = [.format, .lineSeparator, .paragraphSeparator].contains(
        scalar.properties.generalCategory)
      if isControl || isInvisible {
        Issue.record("seed \(Self.seed): U+\(String(scalar.value, radix: 16)) reached the terminal")
        return
      }
    }
  }
}
