import Foundation
import GestureCore
import Recordings
import TestKit
import Testing

@testable import PanelLab

@Suite(.ownThread) struct `The messages of the studio` {
  private static let cases = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Cases/studio.json")

  /// The paths of all fields, such as `decision.by` and `contacts[].x`.
  private static func fields(of value: JSON, at path: String = "") -> Set<String> {
    switch value {
    case .object(let fields):
      fields.reduce(into: []) { paths, field in
        let own = path.isEmpty ? field.key : "\(path).\(field.key)"
        paths.insert(own)
        paths.formUnion(Self.fields(of: field.value, at: own))
      }
    case .array(let elements):
      elements.reduce(into: []) { $0.formUnion(Self.fields(of: $1, at: path + "[]")) }
    case .null, .bool, .number, .string: []
    }
  }

  private static func fieldsByType(_ messages: [JSON]) -> [String: Set<String>] {
    messages.reduce(into: [:]) { fields, message in
      fields[message.type.text ?? "", default: []].formUnion(Self.fields(of: message))
    }
  }

  @Test func `have the fields that the page's reader is tested with`() throws {
    let page = StudioPage(.oneFinger, config: pin(x: 10))
    page.open()
    page.play(until: 300, frame: 20)
    page.receive(#"{"request":"replay","number":1}"#)
    page.receive(#"{"request":"replay","number":7}"#)
    let cases = try JSON(try String(contentsOf: Self.cases, encoding: .utf8)).elements
    let written =
      try page.lines.map { try JSON(String(decoding: $0, as: UTF8.self)) } + Self.tuneLines
      + Self.measureLines()
    #expect(cases.count == 29)
    #expect(Self.fieldsByType(written) == Self.fieldsByType(cases))
  }

  /// The lines of the room Tune in a session of six people, and at the end of one of one person.
  private static var tuneLines: [JSON] {
    let page = TunePage(config: TunePage.slow)
    page.open()
    page.begin(people: 6)
    MadeTries(people: 6).play(on: page)
    page.ask(TunePage.field)
    page.touch(MadeTries.flick(), isDrawn: true)
    page.begin(people: 1)
    page.ask(for: "proceed")
    page.touch(MadeTries.flick())
    page.touch(MadeTries.tap)
    page.ask(for: "finish")
    return page.lines.filter { ["tune", "proposal", "feel"].contains($0.type.text) }
  }

  /// A short measurement: it has each type of message, and each field with a value.
  private static func measureLines() throws -> [JSON] {
    let room = try MeasuredRoom()
    room.take()
    room.request("begin")
    for _ in 0..<3 { room.request("skip") }
    room.tapTargets()
    while room.station != "swipes" { room.request("skip") }
    room.play(try Recording.read(bytes: FaultyPanel.recordings(.deadStrip)[1].bytes, fileName: "a.evemu"))
    room.request("end")
    return ["measure", "coverage", "report"].flatMap(room.messages)
  }

  private static let requests: [(line: String, request: StudioRequest?)] = [
    (#"{"request":"live"}"#, .live), (#"{"request":"replay","number":3}"#, .replay(3)),
    (#"{"request":"replay"}"#, nil), (#"{"request":"replay","number":"3"}"#, nil),
    (#"{"request":"other"}"#, nil), (#"{"request":7}"#, nil), ("live", nil), ("", nil), ("[]", nil),
    (#"{"request":"replay","number":1e300}"#, nil),
  ]

  @Test func `accept only requests`() {
    for (line, request) in Self.requests { #expect(StudioRequest(Array(line.utf8)) == request, "\(line)") }
  }
}

/// A private zone of 20 mm x 136 mm.
private func pin(x: Int) -> String {
  """
  [[zone]]
  name = "pin"
  private = true
  rectangle = ["\(x)mm", "0mm", "20mm", "136mm"]
  """
}

@Suite struct `A page of the studio` {
  @Test func `receives nothing before it is open, has requested, and after it is closed`() {
    let page = StudioPage(.oneFinger)
    page.play(until: 50, frame: 10)
    #expect(page.lines.isEmpty)
    page.open()
    page.play(until: 100, frame: nil)
    #expect(page.lines.isEmpty)
    page.close()
    page.play(until: 150, frame: 10)
    #expect(page.lines.isEmpty)
  }

  @Test func `receives one message for each frame that it draws`() throws {
    let page = StudioPage(.oneFinger)
    page.open()
    page.play(until: 200, frame: 50)
    #expect(try page.messages("live").count == 4)
  }

  @Test func `receives the last lines although it has not drawn the ones before`() throws {
    let page = StudioPage(.oneFinger)
    page.takeLast()
    #expect(page.lines.isEmpty)
    page.open()
    page.play(until: 200, frame: nil)
    #expect(page.lines.isEmpty)
    page.takeLast()
    #expect(try page.messages("live").count == 1 && page.messages("studio").count == 1)
    page.close()
    page.takeLast()
    #expect(try page.messages("live").count == 1)
  }

  @Test func `receives every position although it draws fewer frames than the panel reports`() throws {
    let (slow, fast) = (StudioPage(.oneFinger), StudioPage(.oneFinger))
    for (page, frame) in [(slow, Int64(60)), (fast, 1)] {
      page.open()
      page.play(until: 200, frame: frame)
      page.receive(#"{"request":"live"}"#)
      page.take()
    }
    let positions = try [slow, fast].map { page in
      try page.messages("live").flatMap { $0.contacts.elements.flatMap(\.trail.elements).map { "\($0)" } }
    }
    #expect(positions[0].count > 15)
    #expect(positions[0] == positions[1])
  }

  @Test func `is greeted first, and again when it is connected again`() throws {
    let page = StudioPage(.oneFinger)
    for _ in 0..<2 {
      page.open()
      page.receive(#"{"request":"live"}"#)
      page.take()
    }
    #expect(
      try page.lines.map { try JSON(String(decoding: $0, as: UTF8.self)).type.text } == [
        "studio", "live", "studio", "live",
      ])
    let panel = try #require(try page.messages("studio").first).panel
    #expect(panel.name == "Made panel" && panel.size_known == true)
  }

  @Test func `receives each decision once, and its replay while it is kept`() throws {
    let page = StudioPage(.oneFinger)
    page.open()
    page.play(until: 2500, frame: 16)
    let decisions = try page.messages("decision")
    #expect(decisions.map(\.number.value) == [1, 2, 3])
    #expect(decisions.map(\.decision.commit) == [true, true, false])
    page.receive(#"{"request":"replay","number":2}"#)
    page.receive(#"{"request":"replay","number":4}"#)
    let replays = try page.messages("replay")
    #expect(replays.count == 2)
    let moments = replays[0].swipe.moments.elements
    #expect(moments.count > 50 && moments.first?.t_us == 0)
    let last = try #require(moments.last)
    #expect(last.distance == decisions[1].decision.distance && last.commit == true)
    #expect((last.fit.samples.value ?? 0) > 0)
    #expect(replays[1].swipe == .null)
  }

  @Test func `receives nothing of contacts in a private zone, unless it is requested`() throws {
    // The first finger starts at x = 150, the others at 60 and 100.
    let hidden = StudioPage(.oneFinger, config: pin(x: 140))
    let shown = StudioPage(.oneFinger, config: pin(x: 140), isPrivateIncluded: true)
    for page in [hidden, shown] {
      page.open()
      page.play(until: 250, frame: 16)
    }
    #expect(
      try hidden.messages("live").allSatisfy { $0.contacts.elements.isEmpty && $0.swipes.elements.isEmpty })
    #expect(try shown.messages("live").contains { !$0.contacts.elements.isEmpty })
    for page in [hidden, shown] {
      page.play(until: 2500, frame: 16)
      page.receive(#"{"request":"replay","number":1}"#)
    }
    #expect(try hidden.messages("decision").count == 2)
    #expect(try shown.messages("decision").count == 3)
    // The replay of the first kept swipe is that of the second finger.
    #expect(try hidden.messages("replay").first?.swipe.x.value == 60)
    #expect(try hidden.messages("studio").first?["private"].elements.count == 1)
    #expect(try shown.messages("studio").first?.private_included == true)
  }

  @Test func `keeps twenty swipes, and half of the moments of a long one`() throws {
    let taps = (0..<23).map { number in
      MadeRecording.Finger(
        at: Int64(number) * 400, from: (60, 60), by: (40, 0), lasting: 200, liftShare: 0.8)
    }
    let page = StudioPage(MadeRecording(taps))
    page.open()
    page.play(until: 10_000, frame: 16)
    page.receive(#"{"request":"replay","number":3}"#)
    page.receive(#"{"request":"replay","number":4}"#)
    #expect(try page.messages("replay").map { $0.swipe == .null } == [true, false])

    let long = StudioPage(.slowDrag)
    long.open()
    long.play(until: 30_000, frame: 16)
    long.receive(#"{"request":"replay","number":1}"#)
    let moments = try #require(try long.messages("replay").first).swipe.moments.elements
    #expect((240...SwipeRecord.maxMoments).contains(moments.count))
    #expect(moments.first?.t_us == 0)
    #expect(zip(moments, moments.dropFirst()).allSatisfy { ($0.t_us.value ?? 0) <= ($1.t_us.value ?? 0) })
  }
}
