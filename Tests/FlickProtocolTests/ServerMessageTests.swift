import GestureCore
import Testing

@testable import FlickProtocol

/// A message that was not read as itself.
private struct Unread: Error {
  let kind: String

  init(_ kind: String) {
    self.kind = kind
  }
}

@Suite struct `A message` {
  private func read(_ write: (inout LineWriter) -> Void) -> ServerMessage? {
    var line = LineWriter()
    write(&line)
    return ServerMessage(Array(line.bytes.dropLast()))
  }

  private let panel = PanelMessage(
    panelID: "p", name: "n\"", vendor: 0xeef, product: 5, serial: nil, node: "/dev/input/event5",
    source: .demo,
    width: 510.5, height: 287, scale: "kernel", rotation: 270, isMirrored: true,
    matrix: [1, 0, 0.25, 0, 1, 0],
    maxContacts: 10, liftDelayMicroseconds: 14_700)

  @Test func `is read as it was written`() throws {
    let hello = HelloMessage(epoch: "e", clock: .recording, level: .motion)
    guard case .hello(hello)? = read(hello.write) else { throw Unread("hello") }
    let bye = ByeMessage(reason: .slowConsumer, detail: "so")
    guard case .bye(bye)? = read(bye.write) else { throw Unread("bye") }
    let activity = ActivityMessage(panelID: "p", time: 5)
    guard case .activity(activity)? = read(activity.write) else { throw Unread("activity") }
    guard case .panel(let change, panel)? = read({ panel.write(.removed, into: &$0) }),
      change.value == .removed
    else { throw Unread("panel") }
    let written = StateMessage(panels: [panel], swipes: [(SwipeID(number: 4), "p")])
    guard case .state(let state)? = read(written.write) else { throw Unread("state") }
    #expect(state.panels == [panel])
    #expect(state.swipes.map(\.id.number) == [4])
    #expect(state.swipes.map(\.panelID) == ["p"])
  }

  @Test func `is read as the reply that it is`() throws {
    func content(_ reply: ReplyMessage) throws -> ReplyMessage.Content {
      guard case .reply(let read)? = read(reply.write) else {
        throw Unread("a reply")
      }
      #expect(read.id == reply.id)
      return read.content
    }
    guard case .granted = try content(ReplyMessage(to: .integer(-3))) else { throw Unread("granted") }
    guard case .panels([panel]) = try content(ReplyMessage(to: .string("a"), .panels([panel]))) else {
      throw Unread("panels")
    }
    guard case .swipes(let swipes) = try content(ReplyMessage(to: .integer(1), .swipes([]))), swipes.isEmpty
    else { throw Unread("swipes") }
    let refusal = RequestRefusal(id: nil, code: .tooMany, message: "no")
    guard case .refused(let code, message: "no") = try content(ReplyMessage(refusal)) else {
      throw Unread("refused")
    }
    #expect(code.value == .tooMany)
    var counts = PanelCounts(panelID: "p")
    counts.rejected.ghost = 2
    counts.swipes.add(.palm)
    for level in Level.allCases {
      let report = ConfigurationReport(.degraded, detail: "d", notes: ["a"])
      let stats = StatsMessage(.zero, panels: [counts], configuration: report, level: level)
      guard case .stats(stats) = try content(ReplyMessage(to: .integer(1), .stats(stats))) else {
        throw Unread("stats")
      }
    }
  }

  private static let swipe = #"""
    {"type":"swipe","phase":"end","seq":7,"swipe_id":41,"panel_id":"p","t_us":8,"unit":"mm","fingers":2,\#
    "translation":{"x":-9.5,"y":0.2},"velocity":{"x":-223.1,"y":3.2},"duration_us":182000,"edge":"left",\#
    "decision":{"kind":"flick","commit":true,"by":["velocity"],"direction":"left","distance":9.5,\#
    "distance_threshold":31.166,"speed":223.1,"speed_threshold":124.663,"predicted":65.3,\#
    "predicted_threshold":80,"no_commit":"short_travel","travel":9.5,"travel_threshold":6},\#
    "estimate":{"confidence":0.5},"zone":{"name":"c",\#
    "snap":{"from":0,"index":1,"steps":-1,"offset":-296},"spring":{"duration_us":5,"bounce":0,"stiffness":40,\#
    "damping":2,"initial_velocity":1,"relative_velocity":null,"settling_us":9}}}
    """#

  private func swipe(replacing old: String = "", with new: String = "") -> SwipeFields? {
    let line = old.isEmpty ? Self.swipe : Self.swipe.replacing(old, with: new)
    guard case .swipe(let swipe)? = ServerMessage(Array(line.utf8)) else { return nil }
    return swipe
  }

  @Test func `of a swipe has the fields of its line`() throws {
    let swipe = try #require(self.swipe())
    #expect(swipe.phase.value == .end)
    #expect((swipe.sequence, swipe.id, swipe.fingers) == (7, 41, 2))
    #expect(swipe.translation == Translation(x: -9.5, y: 0.2))
    #expect(swipe.start == nil)
    #expect(swipe.edge?.value == .left)
    #expect(swipe.decision?.kind.value == .flick)
    #expect(swipe.decision?.by == ["velocity"])
    #expect(swipe.decision?.predicted == 65.3)
    #expect(swipe.decision?.predictedThreshold == 80)
    #expect(swipe.decision?.noCommit?.value == .shortTravel)
    #expect(swipe.decision?.travel == 9.5)
    #expect(swipe.decision?.travelThreshold == 6)
    #expect(swipe.estimate?.confidence == 0.5)
    #expect(swipe.zone?.snap == ZoneSnap(from: 0, index: 1, steps: -1, offset: -296))
    #expect(swipe.zone?.handOff?.spring == Spring(mass: 1, stiffness: 40, damping: 2))
    #expect(swipe.zone?.handOff?.relativeVelocity == nil)
    #expect(swipe.zone?.handOff?.settlingMicroseconds == 9)
  }

  @Test func `of a later version is readable`() throws {
    #expect(swipe(replacing: #""end""#, with: #""hover""#)?.phase.text == "hover")
    #expect(
      swipe(replacing: #""left","distance""#, with: #""in","distance""#)?.decision?.direction?.value == nil)
    #expect(swipe(replacing: #""edge":"left""#, with: #""edge":"crown""#)?.edge?.text == "crown")
    #expect(swipe(replacing: #""flick""#, with: #""toss""#)?.decision?.kind.text == "toss")
    #expect(swipe(replacing: #""seq":7"#, with: #""seq":7,"news":{"a":[1]}"#) != nil)
    #expect(swipe(replacing: #""seq":7"#, with: #""seq":7.0"#)?.sequence == 7)
    guard case .unknown? = ServerMessage(Array(#"{"type":"news"}"#.utf8)) else { throw Unread("news") }
    let bye = ServerMessage(Array(#"{"type":"bye","reason":"tired"}"#.utf8))
    guard case .bye(let bye)? = bye, bye.reason.value == nil, bye.detail == "tired" else {
      throw Unread("bye")
    }
  }

  static let faulty = [
    "", "[]", #"{"type":1}"#, #"{"news":1}"#, #"{"type":"state","panels":[{}]}"#,
    #"{"type":"state","panels":{}}"#,
    #"{"type":"swipe","phase":"end"}"#, #"{"type":"swipe","swipe_id":1}"#,
    #"{"type":"swipe","phase":"end","swipe_id":"1"}"#, #"{"type":"swipe","phase":"end","swipe_id":1.5}"#,
    #"{"type":"swipe","phase":"end","swipe_id":1,"translation":{"x":1}}"#,
    #"{"type":"swipe","phase":"end","swipe_id":1,"decision":{"kind":"flick"}}"#,
    #"{"type":"reply","ok":true,"clients":1}"#,
  ]

  @Test(arguments: faulty) func `with a missing field or a value of another type is not readable`(
    line: String
  ) {
    #expect(ServerMessage(Array(line.utf8)) == nil)
  }
}

@Suite struct `The fields of a line` {
  @Test func `are found with their text`() throws {
    let text = #" { "a" : [1, {"b":2}] ,"c":"d\"","e":null,"f":-7 } "#
    let fields = try #require(LineFields(Array(text.utf8)))
    #expect(fields["a"].map { String(decoding: $0, as: UTF8.self) } == #"[1, {"b":2}]"#)
    #expect(try fields.string("c") == "d\"")
    #expect(try fields.integer("f") == -7)
    #expect(try fields.integer("e") == nil)
    #expect(fields["b"] == nil)
    #expect(
      String(decoding: fields.replacing("e", with: "true".utf8), as: UTF8.self)
        == #" { "a" : [1, {"b":2}] ,"c":"d\"","e":true,"f":-7 } "#)
  }

  @Test(arguments: ["", "[]", "{", #"{"a":1}{"#, "null", #"{"a"}"#]) func `are found only in a single object`(
    line: String
  ) {
    #expect(LineFields(Array(line.utf8)) == nil)
  }

  @Test func `are replaced in lines that are forwarded`() throws {
    func fields(_ line: String) throws -> LineFields { try #require(LineFields(Array(line.utf8))) }
    let hello = try fields(#"{"type":"hello","level":"positions"}"#)
    #expect(hello.kind == .hello && hello.level == .positions)
    #expect(hello.replacing(level: .motion) == Array(#"{"type":"hello","level":"motion"}"#.utf8))
    let reply = try fields(#"{"type":"reply","ok":true,"swipes":[{"swipe_id":1}]}"#)
    #expect(reply.refusal == nil)
    let panels = try fields(#"{"type":"reply","ok":true,"panels":[{"rate_hz":null}]}"#)
    let state = try fields(#"{"swipes":[],"type":"state","panels":[{"rate_hz":90}]}"#)
    #expect(
      state.replacing(panelsOf: panels, swipesOf: reply)
        == Array(#"{"swipes":[{"swipe_id":1}],"type":"state","panels":[{"rate_hz":null}]}"#.utf8))
    #expect(try fields(#"{"seq":9}"#).loweringSequence(by: 3) == Array(#"{"seq":6}"#.utf8))
    #expect(try fields(#"{"ok":false,"error":{"message":"no"}}"#).refusal == "no")
    #expect(try fields(#"{"type":"news"}"#).kind == nil)
  }
}
