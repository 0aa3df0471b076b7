import LinuxIO
import TestKit
import Testing

@Suite struct `A lost connection of flickctl listen` {
  let folder: PrivateFolder
  let service: StandInService

  init() throws {
    folder = try PrivateFolder()
    service = try StandInService(at: folder.file("s"))
  }

  private var path: String { folder.file("s") }

  private func said(_ outcome: Outcome) -> [String] { outcome.errors.split(separator: "\n").map(String.init) }

  private func bye(_ reason: String, _ detail: String = "so it is") throws {
    try service.send(#"{"type":"bye","reason":"\#(reason)","detail":"\#(detail)"}"#)
    service.hangUp()
  }

  @Test func `is restored, and a restart of flickd is reported`() async throws {
    let command = Command(.flickctl, "listen", "--json", "--count", "2", "--socket", path)
    async let heard = command.run()
    try await service.accept()
    try service.greet(epoch: "a")
    try service.sendCancel(sequence: 1, swipe: 7)
    service.hangUp()
    try await service.accept()
    try service.greet(epoch: "b")
    try service.sendCancel(sequence: 1, swipe: 1)
    let outcome = try await heard
    #expect(outcome.code == 0)
    let types = try outcome.lines.map { try JSON($0).type }
    #expect(types == ["hello", "state", "swipe", "hello", "state", "swipe"])
    let said = said(outcome)
    try #require(said.count == 2)
    #expect(
      said[0]
        == "flickctl: the connection to flickd is lost: flickd closed it without a reason; connecting again")
    #expect(said[1].hasPrefix("flickctl: connected to flickd again after "))
    #expect(said[1].contains("flickd was restarted"))
  }

  @Test(arguments: ["slow-consumer", "shutdown"])
  func `is restored after a bye, and a gap is reported`(reason: String) async throws {
    let command = Command(.flickctl, "listen", "--count", "1", "--socket", path)
    async let heard = command.run()
    try await service.accept()
    try service.greet(epoch: "a")
    try bye(reason)
    // The first attempt is refused, which must not end the command.
    try await service.accept()
    try bye("limit")
    try await service.accept()
    try service.greet(epoch: "a")
    try service.sendCancel(sequence: 1, swipe: 8)
    let outcome = try await heard
    #expect(outcome.code == 0)
    let said = said(outcome)
    try #require(said.count == 2)
    #expect(said[0] == "flickctl: the connection to flickd is lost: so it is; connecting again")
    #expect(said[1].hasSuffix(": lines sent meanwhile are lost"))
  }

  @Test func `ends the command after the last recording`() async throws {
    let command = Command(.flickctl, "listen", "--json", "--socket", path)
    async let heard = command.run()
    try await service.accept()
    try service.greet(clock: "recording")
    try bye("shutdown")
    let outcome = try await heard
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
    #expect(outcome.lines.count == 3)
  }

  /// The byes after which a reconnection is useless, and the exit codes.
  static let endings: [(reason: String, words: [String], code: Int32)] = [
    ("denied", [], 77), ("protocol", [], 75), ("shutdown", ["--no-reconnect"], 0),
    ("slow-consumer", ["--no-reconnect"], 75),
  ]

  @Test(arguments: endings) func `stays lost after a final bye`(reason: String, words: [String], code: Int32)
    async throws
  {
    let command = Command([Program.flickctl.path, "listen", "--socket", path] + words)
    async let heard = command.run()
    try await service.accept()
    try service.greet()
    try bye(reason)
    let outcome = try await heard
    #expect(outcome.code == code)
    #expect(!outcome.errors.contains("again after"))
  }

  @Test func `is an error with --no-reconnect`() async throws {
    let command = Command(.flickctl, "listen", "--no-reconnect", "--socket", path)
    async let heard = command.run()
    try await service.accept()
    try service.greet()
    service.hangUp()
    let outcome = try await heard
    #expect(outcome.code == 69)
    #expect(
      outcome.errors.hasPrefix("flickctl: flickd closed the connection without a reason: is this its socket?")
    )
  }

  @Test func `is restored to the next flickd after a kill`() async throws {
    let folder = try PrivateFolder()
    let (output, errors) = (folder.file("output"), folder.file("errors"))
    let script = """
      while ! [ -S "$1" ]; do sleep 0.2; done
      exec "$0" listen --json --socket "$1" > "$2" 2> "$3"
      """
    let words = ["bash", "-c", script, Program.flickctl.path, folder.file("s"), output, errors]
    // flickctl runs during both lives of flickd.
    let patience = 180.0
    async let listened = Command(words).run(within: patience) { process in
      try await Self.isRestored(output, errors, within: patience)
      Daemon(folder: folder, socket: folder.file("s"), process: process).send(.terminate)
    }
    let first = try await Daemon.run(["--demo"], in: folder, ending: .byItself) { daemon in
      // A connection that ends before its first lines is not restored.
      _ = try await waiting("a swipe", within: patience) {
        try Self.types(in: output).contains("swipe") ? true : nil
      }
      daemon.send(.kill)
    }
    #expect(first.code == nil)
    let second = try await Daemon.run(["--demo"], in: folder) { _ in
      try await Self.isRestored(output, errors, within: patience)
    }
    #expect(second.code == 0)
    #expect(try await listened.code == nil)
  }

  /// Waits until flickctl has printed the greeting of a second flickd, and that it is another one.
  private static func isRestored(_ output: String, _ errors: String, within patience: Double) async throws {
    _ = try await waiting("the greeting of a second flickd", within: patience) {
      let said = String(decoding: try SystemCalls.contentsIfAny(of: errors) ?? [], as: UTF8.self)
      let greetings = try types(in: output).count { $0 == "hello" }
      return greetings == 2 && said.contains("flickd was restarted") ? true : nil
    }
  }

  /// The types of the whole lines in a file that grows.
  private static func types(in output: String) throws -> [JSON] {
    let text = String(decoding: try SystemCalls.contentsIfAny(of: output) ?? [], as: UTF8.self)
    return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      try JSON(String($0)).type
    }
  }
}

@Suite struct `A subscription of flickctl listen` {
  /// Options, and the request that they produce.
  static let requests: [(words: [String], request: String)] = [
    (["--phases", "update,begin"], #"{"id":1,"request":"subscribe","phases":["begin","update"]}"#),
    (["--unit", "fraction"], #"{"id":1,"request":"subscribe","unit":"fraction"}"#),
    (["--panel", "a \"b\""], #"{"id":1,"request":"subscribe","panel_id":"a \"b\""}"#),
    (["--panel", "a", "--panel", "b"], #"{"id":1,"request":"subscribe","panels":["a","b"]}"#),
    (["--max-rate", "30"], #"{"id":1,"request":"subscribe","max_rate_hz":30}"#),
    (
      ["--phases", "begin,cancel", "--lookahead", "8.3333"],
      #"{"id":1,"request":"subscribe","phases":["begin","cancel"],"lookahead_ms":8.333}"#
    ),
    (["--fingers", "2,3"], #"{"id":1,"request":"subscribe","fingers":[2,3]}"#),
    (
      ["--activity", "--unit", "pt", "--max-rate", "1.5"],
      #"{"id":1,"request":"subscribe","unit":"pt","max_rate_hz":1.5,"activity":true}"#
    ),
  ]

  @Test(arguments: requests) func `is requested after the state, and applies from its reply`(
    words: [String], request: String
  ) async throws {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    let command = Command(
      [Program.flickctl.path, "listen", "--json", "--count", "1", "--socket", folder.file("s")] + words)
    async let heard = command.run()
    try await service.accept()
    try service.greet()
    #expect(try await service.receive() == request)
    try service.sendCancel(sequence: 1, swipe: 1)
    try service.send(#"{"type":"reply","id":1,"ok":true,"swipes":[]}"#)
    try service.sendCancel(sequence: 2, swipe: 2)
    let outcome = try await heard
    #expect(outcome.code == 0)
    let lines = try outcome.lines.map { try JSON($0) }
    #expect(lines.map(\.type) == ["hello", "state", "reply", "swipe"])
    #expect(lines.last?.swipe_id == 2)
  }

  /// Error codes of a refusal, and the exit codes of the command.
  static let refusals: [(code: String, exit: Int32)] = [
    ("forbidden", 77), ("too-many", 75), ("unknown-request", 69), ("surface-required", 64), ("bad-value", 64),
  ]

  @Test(arguments: refusals) func `ends the command if refused`(code: String, exit: Int32) async throws {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    async let heard = Command(.flickctl, "listen", "--activity", "--socket", folder.file("s")).run()
    try await service.accept()
    try service.greet()
    _ = try await service.receive()
    try service.send(
      #"{"type":"reply","id":1,"ok":false,"error":{"code":"\#(code)","message":"that cannot be"}}"#)
    let outcome = try await heard
    #expect(outcome.code == exit)
    #expect(outcome.errors == "flickctl: flickd refused the request: that cannot be\n")
  }

  @Test(arguments: [
    ["--fingers", "0"], ["--fingers", "1,"], ["--max-rate", "0"], ["--lookahead", "0.9"],
    ["--lookahead", "101"],
    ["--unit", "inch"], ["--phases", "tap"],
  ])
  func `is a usage error if an option is invalid`(words: [String]) async throws {
    let outcome = try await Command([Program.flickctl.path, "listen", "--socket", "/nowhere"] + words).run()
    #expect(outcome.code == 64)
  }
}
