import Foundation
import TestKit
import Testing

@Suite struct `A transcript of a connection` {
  /// The recordings that transcripts name.
  private static let recordings: [String: MadeRecording] = [
    "oneFinger": .oneFinger, "dropped": .dropped, "stillDown": .stillDown, "afterTap": .afterTap,
  ]

  /// Sends every request of a transcript to a new flickd, and returns the received lines.
  ///
  /// All requests wait in the socket when flickd accepts the connection and starts the recording.
  /// A recording for requests leaves time for the replies, so the speed of this process does not
  /// matter.
  private func heard(_ requests: [String], playing recording: MadeRecording) async throws -> [String] {
    let folder = try PrivateFolder()
    let file = try folder.write("panel.evemu", recording.bytes)
    let heard = Lines()
    let outcome = try await Daemon.run(["--replay", file], in: folder, ending: .byItself) { daemon in
      let subscribers = try await daemon.subscribeTogether([requests])
      await heard.add(try await subscribers[0].rest())
    }
    #expect(outcome.code == 0)
    return await heard.all
  }

  /// FLICKD_WRITE_GOLDEN rewrites the files; the difference of the files then shows the changes.
  @Test(arguments: try Transcript.names) func `is unchanged`(name: String) async throws {
    let file = Transcript.folder.appending(path: name)
    let golden = Transcript(try String(contentsOf: file, encoding: .utf8))
    let recording = try #require(
      golden.recording.flatMap { Self.recordings[$0] }, "\(name): which recording?")
    let now = try golden.hearing(try await heard(golden.requests, playing: recording))
    if ProcessInfo.processInfo.environment["FLICKD_WRITE_GOLDEN"] != nil {
      try now.text.write(to: file, atomically: true, encoding: .utf8)
    } else if let difference = try golden.firstDifference(from: now) {
      Issue.record("\(name):\n\(difference)")
    }
  }

  static let changes: [(now: String, isSame: Bool)] = [
    (#"{"a":1,"b":{"c":[1,2]},"d":"x"}"#, true),
    (#"{"a":1,"new":0,"b":{"n":0,"c":[1,2],"m":0},"d":7,"z":0}"#, true),
    (#"{"a":2,"b":{"c":[1,2]},"d":"x"}"#, false), (#"{"b":{"c":[1,2]},"a":1,"d":"x"}"#, false),
    (#"{"a":1,"b":{"c":[1,2,3]},"d":"x"}"#, false), (#"{"a":1,"b":{},"d":"x"}"#, false),
    (#"{"a":1,"b":{"c":[1,2]}}"#, false),
  ]

  @Test(arguments: changes) func `may gain fields, and lose or move none`(now: String, isSame: Bool) throws {
    let was = Transcript("# a\n> {}\n< {\"a\":1,\"b\":{\"c\":[1,2]},\"d\":\"*\"}\n")
    let later = Transcript("# a\n> {}\n< \(now)\n")
    #expect(try (was.firstDifference(from: later) == nil) == isSame)
    #expect(try was.firstDifference(from: Transcript("# a\n> {}\n")) != nil)
  }

  @Test func `masks values that differ in each run`() throws {
    let asked = Transcript("recording: x\n> {\"id\":1}\n")
    let reported = try asked.hearing([
      #"{"type":"state","version":"0.1.0","a":1,"epoch":"12"}"#,
      #"{"type":"reply","turns":17,"turn_us":{"p50":1},"panels":[{"frames":7,"features":["b"]}]}"#, "{}",
    ])
    #expect(
      reported.text == """
        recording: x
        < {"type":"state","version":"*","a":1,"epoch":"*"}
        > {"id":1}
        < {"type":"reply","turns":"*","turn_us":"*","panels":[{"frames":"*","features":"*"}]}
        < {}

        """)
  }
}

extension MadeRecording {
  /// A tap, and a flick to the left two seconds later, when every request has its reply.
  fileprivate static var afterTap: MadeRecording {
    MadeRecording([
      Finger(at: 0, from: (150, 70), by: (0.2, 0), lasting: 40),
      Finger(at: 2000, from: (150, 70), by: (-100, 4), lasting: 400, liftShare: 0.6),
    ])
  }
}
