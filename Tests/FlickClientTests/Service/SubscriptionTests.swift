import FlickClient
import TestKit
import Testing

@Suite struct `A subscription of the client` {
  /// Subscriptions, and the requests that they produce.
  static let requests: [(subscription: SwipeSubscription, request: String)] = [
    (
      SwipeSubscription(),
      #"{"id":1,"request":"subscribe","phases":["begin","update","end","cancel"],"unit":"pt"}"#
    ),
    (
      SwipeSubscription(
        unit: .millimeters, phases: [.end, .cancel], panels: ["a"], fingers: [2, 1], maxRate: 30,
        lookahead: .microseconds(16_667), reportsActivity: true),
      #"{"id":1,"request":"subscribe","panel_id":"a","fingers":[1,2],"max_rate_hz":30,"lookahead_ms":16.667,"activity":true}"#
    ),
    (
      SwipeSubscription(unit: .pixels(width: 1920, height: 1080), phases: [.end], panels: ["a \"b\""]),
      #"{"id":1,"request":"subscribe","phases":["end"],"unit":"px","surface":{"width":1920,"height":1080},"#
        + #""panel_id":"a \"b\""}"#
    ),
    (
      SwipeSubscription(
        zones: [SwipeZone("cards", axis: .horizontal, snapPoints: [0, -296, -592], offset: -296)],
        unit: .fraction, phases: [.end, .cancel]),
      #"{"id":1,"request":"subscribe","unit":"fraction","#
        + #""zones":[{"name":"cards","axis":"x","snap_points":[0,-296,-592],"offset":-296}]}"#
    ),
    (
      SwipeSubscription(zones: [SwipeZone("menu", along: .bottomLeft, depth: 40)]),
      #"{"id":1,"request":"subscribe","phases":["begin","update","end","cancel"],"unit":"pt","#
        + #""zones":[{"name":"menu","edge":"bottom_left","depth":40}]}"#
    ),
    (
      SwipeSubscription(zones: [everything], phases: [.end, .cancel]),
      #"{"id":1,"request":"subscribe","unit":"pt","zones":[{"name":"all","#
        + #""rectangle":{"x":1,"y":2,"width":30,"height":40.5},"axis":"y","directions":["up","left_down"],"#
        + #""commit_if":["distance","velocity","predicted"],"distance":100,"velocity":500.25,"predicted":0.000001,"#
        + #""projection_us":499500,"reversal":"ignore","flick_min_travel":30,"max_steps":2,"wrap":360,"#
        + #""spring":{"duration_us":400000,"bounce":0.15}}]}"#
    ),
  ]

  private static var everything: SwipeZone {
    SwipeZone(
      "all", in: SwipeZone.Rectangle(x: 1, y: 2, width: 30, height: 40.5), axis: .vertical,
      directions: [.leftDown, .up], commitIf: [.predicted, .distance, .velocity], distanceThreshold: 100,
      speedThreshold: 500.25, predictedThreshold: 0.000_001, projection: .scrolling, reversal: .ignore,
      flickMinTravel: 30, maxSteps: 2, wrap: 360,
      spring: Spring(duration: .milliseconds(400), bounce: 0.15))
  }

  @Test(arguments: requests) func `becomes a request of the protocol`(
    subscription: SwipeSubscription, request: String
  ) async throws {
    let played = try PlayedService()
    let heard = Heard(played.client.events(subscription))
    #expect(try await played.accept() == request)
    guard case .connected(let service) = try await heard.next() else {
      Issue.record("the greeting comes first")
      return
    }
    #expect(service.epoch == "a")
    #expect(service.version == "9.8.7")
    #expect(service.level == .motion)
    #expect(!service.isRestarted)
  }

  /// One value of an enumeration each; a value unknown to the protocol would be omitted.
  static let words: [(word: String, subscription: SwipeSubscription)] =
    [Swipe.Phase.begin, .update, .end, .cancel].map { ($0.rawValue, SwipeSubscription(phases: [$0])) }
    + SwipeZone.Edge.allCases.map { edge in (edge.rawValue, asking { $0.edge = edge }) }
    + SwipeZone.Axis.all.map { axis in (axis.word, asking { $0.axis = axis }) }
    + SwipeZone.Reversal.all.map { reversal in (reversal.word, asking { $0.reversal = reversal }) }
    + Swipe.Direction.all.map { direction in (direction.word, asking { $0.directions = [direction] }) }
    + Swipe.Criterion.allCases.map { criterion in (criterion.rawValue, asking { $0.commitIf = [criterion] }) }

  private static func asking(_ change: (inout SwipeZone) -> Void) -> SwipeSubscription {
    var zone = SwipeZone("1")
    change(&zone)
    return SwipeSubscription(zones: [zone], phases: [.begin, .end])
  }

  @Test(arguments: words) func `can request each value`(word: String, subscription: SwipeSubscription)
    async throws
  {
    let played = try PlayedService()
    let heard = Heard(played.client.events(subscription))
    let request = try await played.accept()
    #expect(request.contains("\"\(word)\""), "\(request)")
    _ = try await heard.connected()
  }

  @Test func `sends the duration and the bounce of a spring in any form`() async throws {
    let played = try PlayedService()
    let spring = Spring(response: .seconds(60), dampingFraction: 100)
    let heard = Heard(played.client.events(in: SwipeZone("a", spring: spring)))
    let request = try await played.accept()
    #expect(request.hasSuffix(#""spring":{"duration_us":60000000,"bounce":-0.99}}]}"#), "\(request)")
    _ = try await heard.connected()
  }

  /// Lines of the protocol, and the errors that they cause.
  static let endings: [(line: String, error: FlickError)] = [
    (
      #"{"type":"bye","reason":"denied","detail":"join the group flick"}"#, .denied("join the group flick")
    ),
    (
      #"{"type":"bye","reason":"protocol","detail":"too long"}"#, .dismissed("too long")
    ),
    (
      #"{"type":"hello","server":"flickd","version":"9","protocol":{"major":2,"minor":0},"epoch":"a"}"#,
      .incompatible(major: 2)
    ),
  ]

  @Test(arguments: endings) func `ends if waiting would not help`(line: String, error: FlickError)
    async throws
  {
    let played = try PlayedService()
    let heard = Heard(played.client.events())
    try await played.service.accept()
    try played.service.send(line)
    #expect(try await heard.end() == error)
    #expect(error.description.count > 30, "the error contains what to do next")
  }

  @Test(arguments: ["forbidden", "bad-value", "too-many", "unknown-field"])
  func `ends if it is refused`(code: String) async throws {
    let played = try PlayedService()
    let heard = Heard(played.client.events())
    try await played.service.accept()
    try played.service.greet()
    _ = try await played.service.receive()
    try played.service.send(
      #"{"type":"reply","id":1,"ok":false,"error":{"code":"\#(code)","message":"that cannot be"}}"#)
    #expect(try await heard.end() == .refused(code: code, message: "that cannot be"))
  }

  @Test func `skips swipes from before its reply`() async throws {
    let played = try PlayedService()
    let heard = Heard(played.client.events())
    try await played.service.accept()
    try played.service.greet()
    _ = try await played.service.receive()
    try played.send("end", 7, number: 1)
    try played.service.send(#"{"type":"reply","id":1,"ok":true,"swipes":[]}"#)
    try played.send("begin", 8, number: 2, x: -10)
    _ = try await heard.connected()
    let swipe = try await heard.swipe()
    #expect(swipe.id == 8)
    #expect(swipe.translation == SwipeVector(x: -10))
    #expect(swipe.predictedEndTranslation == SwipeVector(x: -260))
    #expect(swipe.velocity == SwipeVector(x: -1000))
    #expect(swipe.decision?.direction == .left)
    #expect(swipe.decision?.by == [.velocity])
    #expect(swipe.location == nil)
  }

  @Test func `ignores messages and fields of later versions`() async throws {
    let played = try PlayedService()
    let heard = Heard(played.client.events())
    try await played.accept()
    try played.service.send(#"{"type":"weather","sun":true}"#)
    try played.service.send(
      #"{"type":"panel","change":"removed","panel_id":"p","name":"eGalax","vendor":"0eef","product":"0005","#
        + #""serial":null,"node":null,"source":"live","width_mm":510,"height_mm":287,"scale":"config","rotation":0,"#
        + #""max_contacts":10,"rate_hz":null,"lift_delay_us":0,"colour":"red"}"#)
    _ = try await heard.connected()
    guard case .panel(let change, let panel) = try await heard.next() else {
      Issue.record("a panel went")
      return
    }
    #expect(change == .removed)
    #expect(panel.id == "p")
    #expect(panel.width == 510)
  }
}
