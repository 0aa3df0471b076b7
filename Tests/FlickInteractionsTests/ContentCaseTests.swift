import FlickInteractions
import TestKit
import Testing

/// The cases of Tests/Cases/content.json, which Tests/Web/content.test.mjs reads too.
private struct ContentCases: Decodable {
  struct Band: Decodable {
    var extent: Double
    var constant: Double
    var pull: Double
    var displacement: Double
    var slope: Double
  }
  struct Stated: Decodable {
    var start: Double?
    var bounds: [Double?]?
    var extent: Double?
    var keepsSlop: Bool?
    var follow: ContentSpring?
  }
  struct Step: Decodable {
    var `do`: String
    /// In µs, as ``at``.
    var time: Int64
    var at: Int64
    var phase: String?
    var id: Int64?
    var displacement: Double?
    var velocity: Double?
    var slop: Double?
    var target: Double?
    var spring: ContentSpring?
    var bounds: [Double?]?
    var offset: Double
    var rate: Double
    var start: Double
    var isHeld: Bool
    var isFlying: Bool?
  }
  struct Case: Decodable {
    var name: String
    var content: Stated
    var steps: [Step]
  }

  var bands: [Band]
  var content: [Case]
}

/// JSON has no infinity: null stands for a side without a bound.
private func range(_ bounds: [Double?]?) -> ClosedRange<Double>? {
  bounds.map { ($0[0] ?? -.infinity)...($0[1] ?? .infinity) }
}

private func isNear(_ found: Double, _ stated: Double) -> Bool {
  abs(found - stated) <= 1e-9 * (1 + abs(stated))
}

/// A spring of a case, in one of the two forms that the cases of content use.
private struct ContentSpring: Decodable {
  var duration: Double?
  var bounce: Double?
  var response: Double?
  var dampingFraction: Double?

  var form: Spring.Form {
    if let response, let dampingFraction {
      return .response(.seconds(response), dampingFraction: dampingFraction)
    }
    return duration.map { .perceived(duration: .seconds($0), bounce: bounce ?? 0) }
      ?? .perceived(bounce: bounce ?? 0)
  }
}

@Suite struct `Content with stated truth` {
  private let cases: ContentCases

  init() throws {
    cases = try CaseTable("content").cases()
  }

  private func apply(_ step: ContentCases.Step, to content: inout SwipeContent) throws {
    let spring = try step.spring.map { try Spring($0.form) } ?? .standard
    switch step.do {
    case "track":
      let phases: [String: Swipe.Phase] = ["begin": .begin, "update": .update, "end": .end]
      let phase = phases[step.phase ?? ""] ?? .cancel
      let swipe = Swipe(id: try #require(step.id), phase: phase, time: .microseconds(step.time))
      _ = content.track(
        swipe, by: try #require(step.displacement), velocity: step.velocity ?? 0, slop: step.slop ?? 0)
    case "draw": _ = content.draw(at: .microseconds(step.time))
    case "press": content.press(at: .microseconds(step.time))
    case "resume": content.resume(at: .microseconds(step.time))
    case "release":
      content.release(
        to: try #require(step.target), velocity: step.velocity, spring: spring, at: .microseconds(step.time))
    case "go": content.go(to: try #require(step.target), spring: spring, at: .microseconds(step.time))
    case "put": content.put(at: try #require(step.target))
    case "confine": content.confine(to: range(step.bounds), spring: spring, at: .microseconds(step.time))
    default: Issue.record("there is no step \(step.do)")
    }
  }

  @Test func `is where the case states, at the stated velocity, to a billionth`() throws {
    #expect(cases.content.count >= 80)
    for row in cases.content {
      var content = SwipeContent(
        at: row.content.start ?? 0, bounds: range(row.content.bounds),
        band: row.content.extent.map { RubberBand(extent: $0) }, keepsSlop: row.content.keepsSlop ?? false,
        follow: try row.content.follow.map { try Spring($0.form) })
      for (number, step) in row.steps.enumerated() {
        try apply(step, to: &content)
        let words = Comment(rawValue: "\(row.name), step \(number): \(step.do)")
        #expect(isNear(content.offset(at: .microseconds(step.at)), step.offset), words)
        #expect(isNear(content.velocity(at: .microseconds(step.at)), step.rate), words)
        #expect(isNear(content.start, step.start), words)
        #expect(content.isHeld == step.isHeld, words)
        if let isFlying = step.isFlying {
          #expect(content.isFlying(at: .microseconds(step.at)) == isFlying, words)
        }
      }
    }
  }

  @Test func `stretches as the law of the rubber band states`() {
    #expect(cases.bands.count >= 100)
    for row in cases.bands {
      let band = RubberBand(extent: row.extent, constant: row.constant)
      #expect(isNear(band.displacement(ofPull: row.pull), row.displacement), "\(row)")
      #expect(isNear(band.slope(atPull: row.pull), row.slope), "\(row)")
      guard row.extent > 0 else { continue }
      let tolerance = 1e-9 * abs(row.pull) * (1 + abs(row.pull) / row.extent)
      #expect(abs(band.pull(forDisplacement: row.displacement) - row.pull) <= tolerance, "\(row)")
    }
    let band = RubberBand(extent: 280)
    #expect(band.displacement(ofPull: -.infinity) == -280)
    #expect(band.pull(forDisplacement: 280) == .infinity)
    #expect(RubberBand(extent: 0).pull(forDisplacement: 1) == .infinity)
  }

  @Test(.enabled(if: Tools.areWanted("python3"), "needs Python"))
  func `is what content.py computes in decimals of 60 digits`() async throws {
    let outcome = try await CaseTable("content").check()
    #expect(outcome.code == 0, "\(outcome.output)")
  }
}

@Suite struct `Content under random calls` {
  @Test(arguments: [26 as UInt64, 27, 28])
  func `has finite numbers and comes to rest`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0]
    func number() -> Double {
      Int.random(in: 0..<10, using: &dice) == 0
        ? odd[Int.random(in: 0..<6, using: &dice)] : Double.random(in: -2000...2000, using: &dice)
    }
    func bounds() -> ClosedRange<Double>? {
      [nil, -500...0, 0...0, -Double.infinity...40, 0...Double.infinity].randomElement(using: &dice) ?? nil
    }
    func spring() -> Spring {
      [.smooth, .bouncy, Spring(duration: .seconds(60), bounce: -0.99), Spring(bounce: 0.99)].randomElement(
        using: &dice)
        ?? .smooth
    }
    var content = SwipeContent()
    var time = Duration.zero
    for call in 0..<10_000 {
      if call % 500 == 0 {
        let band = [nil, RubberBand(extent: 0), RubberBand(extent: 300)].randomElement(using: &dice) ?? nil
        content = SwipeContent(
          at: number(), bounds: bounds(), band: band, keepsSlop: Bool.random(using: &dice))
      }
      time += .microseconds(Int.random(in: -5_000...30_000, using: &dice))
      let phase = [Swipe.Phase.begin, .update, .end, .cancel].randomElement(using: &dice) ?? .begin
      let swipe = Swipe(id: Int64.random(in: 1...3, using: &dice), phase: phase, time: time)
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: _ = content.track(swipe, by: number(), velocity: number(), slop: number())
      case 1: _ = content.draw(at: time)
      case 2: content.press(at: time)
      case 3: content.resume(at: time)
      case 4: content.put(at: number())
      case 5: content.release(to: number(), velocity: number(), spring: spring(), at: time)
      case 6: content.go(to: number(), spring: spring(), at: time)
      default: content.confine(to: bounds(), spring: spring(), at: time)
      }
      let words = Comment(rawValue: "call \(call) of seed \(seed)")
      #expect(content.offset(at: time).isFinite && content.velocity(at: time).isFinite, words)
      guard !content.isHeld else { continue }
      let end = time + .seconds(1_000_000)
      #expect(!content.isFlying(at: end), words)
      #expect(abs(content.offset(at: end) - content.start) <= 0.5, words)
      #expect(content.bounds.contains(content.start), words)
    }
  }
}
