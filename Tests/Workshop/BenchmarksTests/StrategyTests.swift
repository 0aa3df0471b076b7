import TestKit
import Testing

@testable import Benchmarks

@Suite struct `A reference strategy` {
  /// A stroke of samples every `step` µs, lifted with the last one.
  private func stroke(_ positions: [(x: Double, y: Double)], step: Double) -> Stroke {
    let samples = positions.enumerated().map {
      Stroke.Sample(time: Double($0.offset) * step, x: $0.element.x, y: $0.element.y)
    }
    return Stroke(samples: samples, release: samples.last?.time)
  }

  @Test(.enabled(if: Material.isWanted(Material.vectors), Comment(rawValue: Material.vectorsComment)))
  func `returns every number that the vectors state`() throws {
    var seen: [Strategy: Int] = [:]
    for file in try VectorFolder.read(try Material.path("vectors")) {
      for vector in file.vectors {
        for (name, stated) in vector.expected {
          guard let strategy = Strategy(vectorName: name) else { continue }
          // The script that comes with the vectors counts a missing answer as 0.
          let answer = vector.answer(of: strategy) ?? .zero
          for (given, wanted) in [(answer.x, stated.x), (answer.y, stated.y)] {
            guard let wanted else { continue }
            seen[strategy, default: 0] += 1
            #expect(
              vector.tolerance.accepts(given, for: wanted), "\(vector.name) \(name): \(given), not \(wanted)")
          }
        }
      }
    }
    #expect(seen[.lsq2, default: 0] >= 60)
    #expect(seen[.impulse, default: 0] >= 50)
    for strategy in [Strategy.lsq1, .lsq3, .flutterIOS] { #expect(seen[strategy, default: 0] > 0) }
  }

  @Test(arguments: Strategy.allCases) func `is exact for steady movement`(strategy: Strategy) throws {
    let steady = stroke((0..<30).map { (3 * Double($0), -4 * Double($0)) }, step: 8000)
    let answer = try #require(strategy.velocity(of: steady))
    #expect(abs(answer.x - 375) < 0.5)
    #expect(abs(answer.y + 500) < 0.5)
  }

  @Test(arguments: [(Strategy.lsq2, 1.0), (.lsq3, 1), (.lsq1, 0.76), (.wholeStroke, 0.5)])
  func `follows acceleration as far as its degree allows`(strategy: Strategy, part: Double) throws {
    // 4000 px/s² for 200 ms.
    let rising = stroke((0...25).map { (2000 * Double($0 * $0) * 0.008 * 0.008, 0) }, step: 8000)
    let answer = try #require(strategy.velocity(of: rising))
    #expect(abs(answer.x - 800 * part) < 40)
  }

  @Test(
    arguments: [
      (Strategy.ours, 80_000), (.lsq2, 40_000), (.impulse, 40_000), (.lastSegment, 32_000),
      (.meanOfThree, 100_000), (.flutterIOS, 40_000),
    ] as [(Strategy, Double)])
  func `treats a lift later than its bound as a rest`(strategy: Strategy, bound: Double) throws {
    var late = stroke((0..<20).map { (5 * Double($0), 0) }, step: 8000)
    let newest = try #require(late.samples.last).time
    late.release = newest + bound
    #expect(try #require(strategy.velocity(of: late)).x > 600)
    late.release = newest + bound + 1
    #expect(strategy.velocity(of: late) == .zero)
  }

  @Test(arguments: Strategy.allCases) func `is at rest without enough samples`(strategy: Strategy) {
    #expect(strategy.velocity(of: Stroke()) == .zero)
    #expect(strategy.velocity(of: stroke([(3, 4)], step: 1)) == .zero)
    #expect(strategy.velocity(of: stroke([(3, 4), (9, 9), (1, 1)], step: 0))?.isFinite == true)
  }

  @Test func `reads differential strokes only if it is impulse`() throws {
    var wheel = stroke([(0, 0), (0, 5), (0, 5), (0, 5)], step: 10_000)
    wheel.isDifferential = true
    for strategy in Strategy.allCases where strategy != .impulse {
      #expect(strategy.velocity(of: wheel) == nil)
    }
    #expect(try #require(Strategy.impulse.velocity(of: wheel)).y == 500)
  }

  @Test func `in closed form equals lsq2`() {
    for stated in StrokeSuite(strokesPerCell: 20, seed: 5).strokes(.minimumJerk, rate: 120) {
      var tracker = ReferenceTracker()
      for sample in stated.stroke.samples { tracker.append(x: sample.x, y: sample.y, at: Int64(sample.time)) }
      let fast = tracker.velocity()
      let plain = PolynomialStrategy(degree: 2).velocity(of: stated.stroke)
      #expect((fast - plain).length < 1e-6 * max(1, plain.length))
    }
  }
}
