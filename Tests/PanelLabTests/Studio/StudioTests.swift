import Foundation
import TestKit
import Testing

@Suite struct `flickctl studio` {
  private static let session = "a-session-of-its-page-0123456789"
  private static let live = #"{"request":"live"}"#

  /// Runs the command with a recording.
  private func studio(
    _ arguments: [String] = [], recording: [UInt8] = MadeRecording.oneFinger.bytes, config: String = "",
    _ body: @escaping @Sendable (RunningBridge) async throws -> Void
  ) async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("fingers.evemu", recording)
    let none = try folder.write("flickd.toml", config)
    let outcome = try await RunningBridge.run(
      "studio", ["--config", none, file] + arguments, socket: nil, body)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test func `serves its page, and leads to it`() async throws {
    try await studio { studio in
      let address = /^http:\/\/127\.0\.0\.1:[0-9]+\/studio\/#token=[\w-]{32}$/
      #expect(studio.url.contains(address), "\(studio.url)")
      for (path, status, words) in [
        ("/", 308, "/studio/"), ("/studio/", 200, "<title>flickd studio</title>"),
        ("/none", 404, "no such file"),
      ] {
        let connection = try studio.connect()
        try await connection.request("GET", path, [("Host", "localhost:\(studio.port)")])
        let answer = try await connection.answer()
        #expect(answer.status == status && answer.body.contains(words), "\(path)")
      }
    }
  }

  @Test func `plays the recording to its page from the first request on`() async throws {
    try await studio { studio in
      let page = try await studio.page(
        of: "http://127.0.0.1:\(studio.port)", presenting: studio.presenting())
      try await page.say(Self.live)
      #expect(try await page.next(of: "studio").panel.name == "Made panel")
      var decisions: [JSON] = []
      var mostContacts = 0
      while decisions.count < 3 {
        let message = try await page.next()
        if message.type == "decision" { decisions.append(message) }
        guard message.type == "live" else { continue }
        mostContacts = max(mostContacts, message.contacts.elements.count)
        try await page.say(Self.live)
      }
      #expect(decisions.map(\.decision.commit) == [true, true, false])
      #expect(mostContacts > 0)
      try await page.say(#"{"request":"replay","number":2}"#)
      let replay = try await page.next(of: "replay")
      #expect(replay.swipe.moments.elements.count > 50)
    }
  }

  @Test func `sends nothing to a page that does not draw`() async throws {
    try await studio { studio in
      let page = try await studio.page(
        of: "http://127.0.0.1:\(studio.port)", presenting: studio.presenting())
      try await Task.sleep(for: .milliseconds(500))
      try await page.say(#"{"request":"replay","number":9}"#)
      // The first line is the answer, so no other line was sent before.
      #expect(try await page.next().type == "replay")
    }
  }

  @Test func `admits no other origin, no other token and no second page`() async throws {
    try await studio { studio in
      let own = "http://127.0.0.1:\(studio.port)"
      func status(_ origin: String?, _ presented: String?) async throws -> Int {
        try await studio.connect().open(port: studio.port, origin: origin, subprotocols: presented).status
      }
      for origin in [
        "http://localhost:8080", "http://localhost:7273", "https://127.0.0.1:\(studio.port)", "null", nil,
      ] {
        #expect(try await status(origin, studio.presenting()) == 403, "\(origin ?? "none")")
      }
      for presented in [nil, "flickd", "flickd, flickd.token.\(Self.session)"] {
        #expect(try await status(own, presented) == 401, "\(presented ?? "none")")
      }
      let page = try await studio.page(of: own, presenting: studio.presenting())
      #expect(try await status(own, studio.presenting()) == 503)
      try await page.say(Self.live)
      _ = try await page.next(of: "live")
    }
  }

  @Test func `refuses a second page with what to do, and admits it when the first one is gone`() async throws
  {
    let folder = try PrivateFolder()
    let token = try folder.write("token", Self.session)
    try folder.setMode(0o600, of: "token")
    try await studio(["--token-file", token]) { studio in
      let own = "http://127.0.0.1:\(studio.port)"
      func presented(by session: Character) -> String {
        "flickd, flickd.token.\(Self.session), flickd.session.\(String(repeating: session, count: 32))"
      }
      do {
        let first = try await studio.page(of: own, presenting: presented(by: "a"))
        try await first.say(Self.live)
        _ = try await first.next(of: "live")
        let second = try await studio.page(of: own, presenting: presented(by: "b"))
        let close = try #require(try await second.close())
        #expect(close.code == 1013 && close.text == "another page is open: close it first")
      }
      let next = try await admitted(at: studio, own, presented(by: "b"))
      _ = try await next.next(of: "live")
    }
  }

  @Test func `admits its page again after a reload, which gets everything again`() async throws {
    try await studio { studio in
      let own = "http://127.0.0.1:\(studio.port)"
      let presented = studio.presenting(session: Self.session)
      for _ in 0..<3 {
        let page = try await admitted(at: studio, own, presented)
        _ = try await page.next(of: "live")
      }
    }
  }

  /// Connects as a browser does after a reload, until the server has noticed that the previous
  /// connection is closed; returns a page whose greeting was the first line.
  private func admitted(
    at studio: RunningBridge, _ origin: String, _ presented: String
  ) async throws -> WebConnection {
    for _ in 0..<200 {
      let page = try await studio.page(of: origin, presenting: presented)
      try await page.say(Self.live)
      guard let frame = try await page.frame() else { continue }
      guard frame.code == nil else {
        #expect(frame.code == 1013, "\(frame.text)")
        try await Task.sleep(for: .milliseconds(20))
        continue
      }
      #expect(try JSON(frame.text).type == "studio")
      return page
    }
    throw TimedOut(description: "the page was never admitted again")
  }

  @Test func `sends no contact of a private zone, unless it is requested`() async throws {
    let pin = """
      [[zone]]
      name = "pin"
      private = true
      rectangle = ["0mm", "0mm", "100%", "100%"]
      """
    for isIncluded in [false, true] {
      try await studio(isIncluded ? ["--include-private"] : [], config: pin) { studio in
        let page = try await studio.page(
          of: "http://127.0.0.1:\(studio.port)", presenting: studio.presenting())
        // A busy machine may keep the page from each moment with a contact, but from no decision.
        var hasDecisions = false
        try await page.say(Self.live)
        while true {
          let message = try await page.next()
          hasDecisions = hasDecisions || message.type == "decision"
          guard message.type == "live" else { continue }
          #expect(isIncluded || message.contacts.elements.isEmpty)
          if message.note == "the recording is over" { break }
          try await page.say(Self.live)
        }
        #expect(hasDecisions == isIncluded)
      }
    }
  }

  @Test func `refuses other machines and files that are not recordings`() async throws {
    let folder = try PrivateFolder()
    let empty = try folder.write("empty.evemu", "")
    for (arguments, code) in [
      (["--listen", "0.0.0.0:0"], Int32(64)), ([empty], 65), ([folder.file("none.evemu")], 66),
      // A measurement needs a touchscreen.
      ([try folder.write("made.evemu", MadeRecording.oneFinger.bytes), "--save", folder.path], 64),
    ] {
      let outcome = try await Command([Program.flickctl.path, "studio"] + arguments).run()
      #expect(outcome.code == code, "\(arguments)")
    }
  }
}

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `flickctl studio with a touchscreen` {
  private static let panel = MockDevice.panel(5, udev: MockMachine.touchscreen)

  /// Runs the command in this folder, beside a panel that plays flicks.
  ///
  /// The command must resolve a relative path against its working folder, and not against $PWD.
  private func studio(
    in files: PrivateFolder, _ arguments: [String] = [],
    _ body: @escaping @Sendable (WebConnection) async throws -> Void
  ) async throws -> Outcome {
    let machine = try MockMachine([Self.panel], events: .flicks(), in: files)
    try files.write("none.toml", "")
    let web = try PrivateFolder()
    try web.write("index.html", "<title>flickd studio</title>")
    let folder = ["env", "-C", files.path, "PWD=/nonexistent"]
    let program = folder + machine.prefix + (try Program.flickctl.copy(into: files))
    return try await RunningBridge.run(
      "studio", ["--config", "none.toml", "--web", web.path] + arguments, by: program, socket: nil
    ) { studio in
      try await body(
        studio.page(of: "http://127.0.0.1:\(studio.port)", presenting: studio.presenting()))
    }
  }

  @Test func `shows the touches of the panel to its page`() async throws {
    let outcome = try await studio(in: PrivateFolder()) { page in
      var types: Set<String> = []
      repeat {
        try await page.say(#"{"request":"live"}"#)
        while true {
          let message = try await page.next()
          types.insert(message.type.text ?? "")
          if message.type == "studio" {
            #expect(message.panel.source == "/dev/input/event5")
            #expect(message.rooms.elements.contains("tune"))
          }
          if message.type == "live" { break }
        }
      } while !types.contains("decision")
      #expect(types.contains("tune"))
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test func `has the room Measure, which measures the panel and ends with a report`() async throws {
    let files = try PrivateFolder()
    let outcome = try await studio(in: files, ["--save", "saved"]) { page in
      try await page.say(#"{"request":"live"}"#)
      #expect(try await page.next(of: "studio").rooms.elements == ["live", "measure", "tune"])
      try await page.say(#"{"request":"measure","do":"begin"}"#)
      for station in 1...7 {
        try await page.say(#"{"request":"measure","do":"skip","station":\#(station)}"#)
      }
      while true {
        let message = try await page.next()
        if message.type == "live" { try await page.say(#"{"request":"live"}"#) }
        if message.type == "report" {
          #expect(message.page.text?.contains("data-metric=\"report_rate\"") == true)
          break
        }
        guard message.type == "measure", let station = message.station.number.value,
          message.results.elements.contains(where: { $0.metric == "report_rate" && $0["value"] != .null })
        else { continue }
        // On a busy machine, the walk may have left station 8 before the page receives this.
        #expect(station > 8 || station == 8 && message.station.word == "swipes")
        try await page.say(#"{"request":"measure","do":"end","station":\#(Int(station))}"#)
      }
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    let saved = files.file("saved")
    #expect(outcome.errors.contains("saved the recordings and report.html in \(saved)"))
    let again = try await Command(
      .flickctl, "measure", "--config", files.file("none.toml"), "swipes=\(saved)/swipes.evemu"
    ).run()
    #expect(again.output.contains("report_rate"))
  }

  @Test func `saves the report of the room Tune with --save`() async throws {
    let files = try PrivateFolder()
    let saved = files.file("saved")
    let outcome = try await studio(in: files, ["--save", "saved"]) { page in
      for line in [#""do":"begin","people":1"#, #""do":"field","field":[0,0,1,1]"#, #""do":"proceed""#] {
        try await page.say(#"{"request":"tune",\#(line)}"#)
      }
      try await page.say(#"{"request":"live"}"#)
      var isEnded = false
      while true {
        let message = try await page.next()
        if message.type == "live" { try await page.say(#"{"request":"live"}"#) }
        if message.type == "proposal" {
          let file = try String(contentsOfFile: "\(saved)/tuning.html", encoding: .utf8)
          #expect(message.report.page.text == file && file.contains("data-people=\"1\""))
          break
        }
        guard message.type == "tune", !isEnded, (message.strokes.value ?? 0) > 0 else { continue }
        isEnded = true
        try await page.say(#"{"request":"tune","do":"finish"}"#)
      }
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("saved tuning.html in \(saved)"), "\(outcome.errors)")
  }

  @Test func `ends with 77 and the command that helps if the panel is unreadable`() async throws {
    let folder = try PrivateFolder()
    var closed = Self.panel
    closed.answersCalls = false
    let machine = try MockMachine([closed], forbidden: [closed], in: folder)
    let program = try Program.flickctl.copy(into: folder)
    let none = try folder.write("none.toml", "")
    let outcome = try await Command(machine.prefix + program + ["studio", "--config", none]).run()
    #expect(outcome.code == 77)
    #expect(outcome.errors.contains("setfacl -m u:"), "\(outcome.errors)")
  }
}
