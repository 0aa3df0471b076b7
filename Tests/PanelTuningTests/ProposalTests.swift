import GestureCore
import PanelTuning
import Panels
import Recordings
import TestKit
import Testing

@Suite struct `A proposal of thresholds` {
  /// A 95 % interval misses the truth once in 20 groups; more than 2 of 6 would be chance once in
  /// 450 times.
  @Test func `finds the speed that separates the flicks of people from their drags`() throws {
    var misses: [UInt64] = []
    for seed in 1...6 as ClosedRange<UInt64> {
      let threshold = [60.0, 140, 260][Int(seed % 3)]
      let people = MadePeople(threshold: threshold, seed: seed)
      let proposal = ThresholdProposal(of: people.strokes, cost: 0.05, seed: 1)
      let speed = try #require(proposal.thresholds.speed)
      let interval = try #require(proposal.intervals[.velocity])
      if !interval.contains(threshold) { misses.append(seed) }
      #expect(interval.contains(speed) && abs(speed / threshold - 1) < 0.15, "seed \(seed): \(speed)")
      #expect(proposal.isStable, "seed \(seed): \(proposal)")
      #expect(proposal.gaps.isEmpty)
    }
    #expect(misses.count <= 2, "the intervals of these seeds miss the truth: \(misses)")
  }

  @Test func `finds the speed if drags are further below it than flicks are above`() throws {
    var errors: [Double] = []
    for seed in 1...6 as ClosedRange<UInt64> {
      let people = MadePeople(isUneven: true, seed: seed)
      let proposal = ThresholdProposal(of: people.strokes, cost: 0.05, seed: 1)
      #expect(proposal.isStable, "seed \(seed): \(proposal)")
      errors.append(try #require(proposal.thresholds.speed) / people.threshold - 1)
    }
    #expect(errors.allSatisfy { abs($0) < 0.08 }, "\(errors)")
    #expect(abs(errors.reduce(0, +) / 6) < 0.04, "\(errors)")
  }

  @Test func `keeps the speed near the present one if every drag rests before the lift`() throws {
    func speed(_ present: Double) throws -> Double {
      var strokes = MadePeople(seed: 4).strokes
      for index in strokes.indices {
        strokes[index].rule.speed = .init(x: present, y: present)
        if strokes[index].label == .drag { strokes[index].lift?.velocity = Velocity(x: 0, y: 0) }
      }
      return try #require(ThresholdProposal(of: strokes, cost: 0.05, seed: 1).thresholds.speed)
    }
    #expect(try speed(125) == 125)
    // Half of the flicks are slower than 390 mm/s.
    #expect(try (150..<300).contains(speed(390)))
  }

  @Test(arguments: 5...9) func `holds for people whom it does not know`(seed: UInt64) {
    let all = MadePeople(people: 40, seed: seed).strokes
    let (known, unknown) = Self.halves(all, seed: seed)
    let thresholds = ThresholdProposal(of: known, cost: 0.05, seed: 1).thresholds
    let rule = CriterionRates(.rule, of: unknown, with: thresholds)
    #expect(rule.mistaken.count == 0, "seed \(seed)")
    #expect(rule.caught.share ?? 0 >= 0.97, "seed \(seed): \(rule)")
    let flicks = CriterionRates(.velocity, of: unknown, with: thresholds)
    #expect(flicks.caught.share ?? 0 >= 0.97, "seed \(seed): \(flicks)")
  }

  @Test func `keeps a distance that misses no drag, and lowers one that misses many`() throws {
    let far = ThresholdProposal(of: MadePeople(shortestDrag: 45, seed: 2).strokes, cost: 0.05, seed: 1)
    #expect(far.thresholds.distance == MadePeople.rule.distance.x)
    let short = ThresholdProposal(of: MadePeople(shortestDrag: 18, seed: 2).strokes, cost: 0.05, seed: 1)
    let distance = try #require(short.thresholds.distance)
    #expect((10..<24).contains(distance), "\(distance)")
  }

  @Test func `keeps a distance if other people could ask for no change`() throws {
    var strokes = MadePeople(people: 10, shortestDrag: 40, seed: 2).strokes
    for index in strokes.indices where strokes[index].person == "p0" && strokes[index].label == .drag {
      guard let displacement = strokes[index].lift?.translation else { continue }
      strokes[index].lift?.translation = Translation(x: 0.55 * displacement.x, y: 0.55 * displacement.y)
    }
    // One person in ten drags over half of the length. Among others, it could be no one in ten.
    let proposal = ThresholdProposal(of: strokes, cost: 0.05, seed: 1)
    let present = MadePeople.rule.distance.x
    #expect(proposal.thresholds.distance == present && !proposal.isStable(.distance))
    let interval = try #require(proposal.intervals[.distance])
    #expect(interval.lowerBound < 0.8 * present && interval.upperBound == present, "\(interval)")
  }

  @Test func `raises the smallest travel of a flick for people whose finger slides in a tap`() throws {
    var people = MadePeople(sliding: 6, seed: 3)
    var strokes = people.strokes
    for index in strokes.indices { strokes[index].rule.travelThreshold = 3 }
    let raised = try #require(
      ThresholdProposal(of: strokes, cost: 0.05, seed: 1).thresholds.travelThreshold)
    #expect((5...9).contains(raised), "\(raised)")
    people.sliding = 0
    #expect(ThresholdProposal(of: people.strokes, cost: 0.05, seed: 1).thresholds.travelThreshold == 6)
  }

  @Test func `proposes no speed below 20 flicks of 5 people, and says why`() throws {
    for people in [MadePeople(people: 4, each: 30, seed: 1), MadePeople(people: 6, each: 3, seed: 1)] {
      let proposal = ThresholdProposal(of: people.strokes, cost: 0.05, seed: 1)
      #expect(proposal.thresholds.speed == nil && proposal.intervals[.velocity] == nil)
      let gap = try #require(proposal.gaps.first { $0.key == .velocity })
      #expect(
        gap.why.contains("flicks of \(people.people) people are too few for velocity: record at least 20"))
      #expect(!proposal.isStable)
    }
    #expect(
      ThresholdProposal(of: MadePeople(people: 5, each: 4, seed: 1).strokes, cost: 1, seed: 1).gaps.isEmpty)
  }

  @Test func `is not stable when the people contradict each other`() {
    var strokes = MadePeople(people: 6, each: 6, seed: 4).strokes
    for index in strokes.indices where ["p0", "p1"].contains(strokes[index].person) {
      guard let velocity = strokes[index].lift?.velocity else { continue }
      strokes[index].lift?.velocity = Velocity(x: 6 * velocity.x, y: 6 * velocity.y)
    }
    let proposal = ThresholdProposal(of: strokes, cost: 0.05, seed: 1)
    #expect(proposal.thresholds.speed != nil && !proposal.isStable)
  }

  @Test func `is the same for the same strokes and seed`() {
    let strokes = MadePeople(people: 8, seed: 6).strokes
    let first = ThresholdProposal(of: strokes, cost: 0.05, seed: 7)
    #expect(first == ThresholdProposal(of: strokes, cost: 0.05, seed: 7))
    #expect(first.intervals != ThresholdProposal(of: strokes, cost: 0.05, seed: 8).intervals)
  }

  @Test func `follows the cost of a miss`() throws {
    let people = MadePeople(logarithm: 0.47, sliding: 12, seed: 8)
    func travel(_ cost: Double) throws -> Double {
      try #require(
        ThresholdProposal(of: people.strokes, cost: cost, seed: 1).thresholds.travelThreshold)
    }
    #expect(try travel(0.01) >= travel(10))
  }

  /// Regression: the time grew with the square of the number of people, to 4 s for 3000.
  @Test(.ownThread) func `takes the time of the strokes, for however many people they are of`() throws {
    func propose(_ people: Int, each: Int) throws -> (time: Duration, proposal: ThresholdProposal) {
      let strokes = MadePeople(people: people, each: each, seed: 5).strokes
      let clock = ContinuousClock()
      let start = clock.now
      let proposal = ThresholdProposal(of: strokes, cost: 0.05, seed: 1)
      let leftOut = ThresholdProposal.leavingOutEachPerson(of: strokes, cost: 0.05, seed: 1)
      #expect(leftOut.count == people && leftOut.allSatisfy { $0.rates.mistaken.count == 0 })
      return (clock.now - start, proposal)
    }
    let (few, many) = (try propose(125, each: 8), try propose(1000, each: 1))
    #expect(many.time < few.time * 3, "\(many.time) and \(few.time)")
    for proposal in [few.proposal, many.proposal] {
      let speed = try #require(proposal.thresholds.speed)
      #expect(abs(speed / 140 - 1) < 0.1 && proposal.isStable, "\(proposal)")
    }
    func width(_ proposal: ThresholdProposal) throws -> Double {
      let interval = try #require(proposal.intervals[.velocity])
      return interval.upperBound / interval.lowerBound - 1
    }
    #expect(try (0.3...3).contains(width(many.proposal) / width(few.proposal)))
  }

  @Test func `judges each person by thresholds of the others`() {
    let strokes = MadePeople(people: 7, seed: 9).strokes
    let people = ThresholdProposal.leavingOutEachPerson(of: strokes, cost: 0.05, seed: 1)
    #expect(people.map(\.person) == (0..<7).map { "p\($0)" })
    #expect(people.allSatisfy { $0.rates.caught.trials == 24 && $0.rates.mistaken.trials == 12 })
    #expect(people.allSatisfy { $0.rates.mistaken.count == 0 })
  }

  /// The strokes of a random half of the people, and of the rest.
  static func halves(_ strokes: [LabelledStroke], seed: UInt64) -> ([LabelledStroke], [LabelledStroke]) {
    var random = SplitMix64(seed: seed)
    let names = Set(strokes.map(\.person)).sorted().shuffled(using: &random)
    let known = Set(names.prefix(names.count / 2))
    return (strokes.filter { known.contains($0.person) }, strokes.filter { !known.contains($0.person) })
  }
}
