import LinuxIO
import NIOEmbedded
import Pipeline
import Terminal
import TestKit
import Testing

@testable import Bridge
@testable import PanelLab

/// A touchscreen that is unplugged when it is read.
private final class UnpluggedSource: FrameSource {
  let watch: PanelWatch
  let descriptor: Int32? = nil
  let due: Int64? = 0
  private(set) var isOver = false

  init(_ watch: PanelWatch) {
    self.watch = watch
  }

  func read(now _: Int64) { isOver = true }
}

@Suite struct `The loop of the studio` {
  /// Runs the loop until the touchscreen is gone, and returns what the page has received.
  private func run(_ requests: [String], at measured: MeasuredRoom) throws -> ([JSON], reason: String?) {
    let wakeup = try Wakeup()
    let feed = PageFeed(waking: wakeup)
    feed.open(EmbeddedChannel())
    for request in requests { #expect(feed.receive(Array(request.utf8))) }
    var loop = StudioLoop(
      .touchscreen(UnpluggedSource(measured.watch)), feed: feed, wakeup: wakeup, rooms: measured.rooms,
      isPrivateIncluded: false)
    var turns = try Turns(signals: [])
    do {
      try loop.run(&turns)
      Issue.record("the loop returned although the touchscreen is gone")
    } catch {
      #expect("\(error)".contains("75"), "\(error)")
    }
    let (lines, reason) = feed.takeLines()
    return (try lines.map { try JSON(String(decoding: $0, as: UTF8.self)) }, reason)
  }

  @Test func `ends with its touchscreen, and its page receives the report and the reason`() throws {
    let folder = try PrivateFolder()
    let measured = try MeasuredRoom(folder: StationFolder(folder.file("saved")))
    // The page requests no line, as if it were still drawing the last ones.
    let requests = [
      #"{"request":"measure","do":"begin"}"#, #"{"request":"measure","do":"skip","station":1}"#,
    ]
    let (messages, reason) = try run(requests, at: measured)
    #expect(messages.compactMap(\.type.text) == ["studio", "measure", "coverage", "report", "live"])
    #expect(messages[1].state == "over")
    #expect(reason == "the panel is gone: plug it in, and run flickctl studio again")
    #expect((reason ?? "").utf8.count <= 123)
    let saved = try SystemCalls.names(in: folder.file("saved")).sorted()
    #expect(saved == ["hands-off.evemu", "report.html", "resting.evemu"])
  }

  @Test func `leaves a saved report if nothing was measured`() throws {
    let folder = try PrivateFolder()
    let measured = try MeasuredRoom(folder: StationFolder(folder.file("saved")))
    let (messages, reason) = try run([#"{"request":"measure","do":"begin"}"#], at: measured)
    #expect(messages.compactMap(\.type.text) == ["studio", "measure", "coverage", "live"])
    #expect(messages[1].state == "asked" && reason != nil)
    #expect((try? SystemCalls.names(in: folder.file("saved"))) == nil)
  }
}
