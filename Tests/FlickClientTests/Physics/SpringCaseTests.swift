import FlickClient
import TestKit
import Testing

/// The cases of Tests/Cases/springs.json, which Tests/Web/springs.test.mjs reads too.
private struct SpringCases: Decodable {
  struct Numbers: Decodable {
    var spring: StatedSpring
    var stiffness: Double
    var damping: Double
    var duration: Double
    var dampingFraction: Double
    var bounce: Double
  }
  struct State: Decodable {
    var displacement: Double
    var velocity: Double
  }
  struct Motion: Decodable {
    var spring: StatedSpring
    var start: State
    var time: Double
    var displacement: Double
    var velocity: Double
  }
  struct SettlingTime: Decodable {
    var spring: StatedSpring
    var start: State
    var tolerance: Double
    var settlingTime: Double
  }
  struct Invalid: Decodable {
    var spring: StatedSpring
    var parameter: String
  }
  struct Preset: Decodable {
    var name: String
    var duration: Double
    var dampingFraction: Double
  }

  var springs: [Numbers]
  var motions: [Motion]
  var settlingTimes: [SettlingTime]
  var invalid: [Invalid]
  var presets: [Preset]
}

/// A spring as a case specifies it: the parameters of one form.
struct StatedSpring: Decodable {
  var duration: Double?
  var bounce: Double?
  var response: Double?
  var dampingFraction: Double?
  var mass: Double?
  var stiffness: Double?
  var damping: Double?

  /// Whether a `Duration` can have the stated times.
  var hasDurations: Bool { [duration, response].allSatisfy { abs($0 ?? 0) < 1e12 } }

  var form: Spring.Form {
    if let stiffness, let damping {
      return mass.map { .physical(mass: $0, stiffness: stiffness, damping: damping) }
        ?? .physical(stiffness: stiffness, damping: damping)
    }
    if let response {
      return dampingFraction.map { .response(.seconds(response), dampingFraction: $0) }
        ?? .response(.seconds(response))
    }
    switch (duration, bounce) {
    case (let duration?, let bounce?): return .perceived(duration: .seconds(duration), bounce: bounce)
    case (let duration?, nil): return .perceived(duration: .seconds(duration))
    case (nil, let bounce?): return .perceived(bounce: bounce)
    case (nil, nil): return .perceived()
    }
  }
}

@Suite struct `Springs with stated truth` {
  private let cases: SpringCases

  init() throws {
    cases = try CaseTable("springs").cases()
  }

  private static func isNear(_ found: Double, _ stated: Double, _ tolerance: Double) -> Bool {
    abs(found - stated) <= tolerance
  }

  @Test func `have the same numbers in each form`() throws {
    #expect(cases.springs.count >= 25)
    for row in cases.springs {
      let found = try Spring(row.spring.form)
      let forms = [
        found, try Spring(.perceived(duration: found.duration, bounce: found.bounce)),
        try Spring(.response(found.duration, dampingFraction: found.dampingFraction)),
        try Spring(.physical(mass: 2, stiffness: 2 * found.stiffness, damping: 2 * found.damping)),
      ]
      for form in forms {
        #expect(Self.isNear(form.stiffness, row.stiffness, 1e-9 * row.stiffness), "\(row.spring)")
        #expect(Self.isNear(form.damping, row.damping, 1e-9 * row.damping), "\(row.spring)")
        #expect(Self.isNear(form.duration / .seconds(1), row.duration, 1e-9 * row.duration), "\(row.spring)")
        #expect(
          Self.isNear(form.dampingFraction, row.dampingFraction, 1e-9 * row.dampingFraction), "\(row.spring)")
        #expect(Self.isNear(form.bounce, row.bounce, 1e-9), "\(row.spring)")
      }
    }
  }

  @Test func `move as stated, to a billionth`() throws {
    #expect(cases.motions.count >= 400)
    for row in cases.motions {
      let spring = try Spring(row.spring.form)
      let flight = Flight(
        from: 300 + row.start.displacement, to: 300, velocity: row.start.velocity, spring: spring)
      let pace = spring.stiffness.squareRoot()
      let swing = abs(row.start.displacement) + abs(row.start.velocity) / pace + 300
      let words = Comment(rawValue: "\(row.spring) from \(row.start) after \(row.time)")
      #expect(
        Self.isNear(flight.offset(after: .seconds(row.time)), 300 + row.displacement, 1e-9 * swing), words)
      let tolerance = 1e-9 * swing * pace * max(spring.dampingFraction, 1)
      #expect(Self.isNear(flight.velocity(after: .seconds(row.time)), row.velocity, tolerance), words)
    }
  }

  @Test func `come to rest at the stated time`() throws {
    #expect(cases.settlingTimes.count >= 80)
    for row in cases.settlingTimes {
      let flight = Flight(
        from: row.start.displacement, to: 0, velocity: row.start.velocity, spring: try Spring(row.spring.form)
      )
      let found = flight.settlingDuration(within: row.tolerance) / .seconds(1)
      #expect(Self.isNear(found, row.settlingTime, 1e-6 + 1e-9 * row.settlingTime), "\(row)")
    }
  }

  @Test func `are refused with the name of the parameter`() throws {
    let invalid = cases.invalid.filter(\.spring.hasDurations)
    #expect(invalid.count >= 40)
    for row in invalid {
      let error = try #require(throws: InvalidSpring.self) { _ = try Spring(row.spring.form) }
      #expect(error.parameter.rawValue == row.parameter, "\(row.spring)")
      #expect(error.description.hasPrefix("\(row.parameter) is "), "\(error)")
      #expect(error.description.contains(": use "), "\(error)")
    }
  }

  @Test func `have SwiftUI's names`() {
    let presets: [String: Spring] = [
      "standard": .standard, "smooth": .smooth, "snappy": .snappy, "bouncy": .bouncy,
      "interactive": .interactive,
    ]
    #expect(cases.presets.count == presets.count)
    for row in cases.presets {
      #expect(
        Self.isNear((presets[row.name]?.duration ?? .zero) / .seconds(1), row.duration, 1e-12), "\(row.name)")
      #expect(Self.isNear(presets[row.name]?.dampingFraction ?? 0, row.dampingFraction, 1e-12), "\(row.name)")
    }
  }

  @Test(.enabled(if: Tools.areWanted("python3"), "needs Python"))
  func `are what springs.py computes in decimals of 60 digits`() async throws {
    let outcome = try await CaseTable("springs").check()
    #expect(outcome.code == 0, "\(outcome.output)")
  }
}

@Suite struct `A spring with invalid values` {
  @Test func `stops the program with the reason`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Spring(duration: .milliseconds(500), bounce: 1)
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(printed.contains("bounce is 1.0: use -0.99 to 0.99"), "\(printed)")
  }
}
