import FlickProtocol
import GestureCore
import Requests
import TestKit
import Testing

@Suite struct `A written request` {
  private static func subscription(_ change: (inout Subscription) -> Void) -> Request.Verb {
    var subscription = Subscription()
    change(&subscription)
    return .subscribe(subscription)
  }

  private static func zone(_ change: (inout ZoneSpec<Double>) -> Void) -> Request.Verb {
    subscription {
      var zone = ZoneSpec(name: "a \"b\" ß")
      change(&zone)
      $0.zones = [zone, ZoneSpec(name: "other")]
    }
  }

  /// Every verb and every field, one at a time.
  static let verbs: [Request.Verb] = [
    .ping, .panels, .stats, .update(ZoneUpdate(zone: "cards", offset: -148.5)), .subscribe(Subscription()),
    subscription { $0.phases = [.begin, .update, .end, .cancel] }, subscription { $0.phases = [.begin] },
    subscription { ($0.phases, $0.pressesAtRest) = ([.press, .release], true) },
    subscription { $0.unit = .points }, subscription { $0.unit = .fraction },
    subscription {
      ($0.unit, $0.panels, $0.surface) = (.pixels, ["p"], Surface(width: 1920.5, height: 1080))
    },
    subscription { $0.panels = ["p"] }, subscription { $0.panels = ["p", "q\n"] },
    subscription { $0.fingers = FingerCounts([1, 2, 10]) }, subscription { $0.maxRate = 59.94 },
    subscription { $0.lookahead = Interval(microseconds: 8333) },
    subscription { $0.activity = true }, subscription { $0.level = .motion },
    subscription { $0.zones = [] },
    zone { $0.rectangle = ZoneRectangle(x: -1, y: 2, width: 3.25, height: 4) }, zone { $0.axis = .x },
    zone { ($0.edge, $0.depth) = (.topRight, 5.5) }, zone { $0.edge = .left },
    zone { $0.isExclusion = true },
    zone { $0.axis = .y },
    zone {
      $0.directions = DirectionSet([.left, .right, .up, .down, .leftUp, .leftDown, .rightUp, .rightDown])
    },
    zone { $0.commitIf = DecisionRule.CommitCriteria(distance: true) },
    zone { $0.commitIf = DecisionRule.CommitCriteria(velocity: true, predicted: true) },
    zone { $0.distanceThreshold = 0 },
    zone { $0.speedThreshold = 800.5 }, zone { $0.predictedThreshold = 0.000_001 },
    zone { $0.projection = 499_500 * 1e-6 }, zone { $0.reversal = .follow },
    zone { $0.reversal = .ignore }, zone { $0.flickMinTravel = 7.25 },
    zone { $0.snapPoints = [0, -296, -592.125, 1e9] },
    zone { $0.offset = -296 }, zone { $0.maxSteps = 3 }, zone { $0.wrap = 360 },
    zone { $0.spring = .perceived(duration: 500_000 * 1e-6, bounce: -0.15) },
    zone { $0.spring = .response(300_000 * 1e-6, dampingFraction: 0.7) },
    zone { $0.spring = .physical(mass: 1, stiffness: 158.25, damping: 20) },
  ]

  @Test(arguments: verbs) func `is read back unchanged, and valid by the schema`(verb: Request.Verb) throws {
    for id in [Request.ID.integer(-7), .string("a \"b\"")] {
      let request = Request(id: id, verb: verb)
      let line = Self.line(request)
      #expect(try Request(line: Array(line.utf8).span) == request, "\(line)")
      let faults = try ProtocolSchema.read().faults(of: try OrderedJSON(line), by: "request")
      #expect(faults.isEmpty, "\(line)")
    }
  }

  private static func line(_ request: Request) -> String {
    var writer = LineWriter()
    writer.request(request)
    return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
  }

  @Test(arguments: 0..<4) func `that was generated is read back unchanged`(seed: UInt64) throws {
    var generated = GeneratedJSON(random: SplitMix64(seed: seed))
    var seen = 0
    for _ in 0..<2000 {
      let line = generated.request()
      // A number with more than six decimal places is written rounded.
      guard !["e-", "E-", "00000004"].contains(where: { line.contains($0) }),
        let request = try? Request(line: Array(line.utf8).span)
      else { continue }
      // τ of a deceleration rate is read as whole microseconds, and written as such.
      seen += 1
      #expect(try Request(line: Array(Self.line(request).utf8).span) == request, "seed \(seed): \(line)")
    }
    #expect(seen > 300, "seed \(seed)")
  }
}
