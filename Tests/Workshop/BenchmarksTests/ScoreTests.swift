import Testing

@testable import Benchmarks

@Suite struct `A score` {
  private func vector(
    _ expected: [String: VelocityVector.Expectation], kind: String = "recorded", slope: Double = 400
  ) -> VelocityVector {
    let samples = (0..<12).map { Stroke.Sample(time: Double($0) * 10_000, x: slope * Double($0) / 100, y: 0) }
    return VelocityVector(
      name: "v", kind: kind, stroke: Stroke(samples: samples, release: samples.last?.time),
      expected: expected,
      tolerance: VelocityVector.Tolerance(relative: 0.2, absolute: 0), isCancelled: false, maxVelocity: nil)
  }

  private func expectation(_ x: Double, _ y: Double? = nil) -> VelocityVector.Expectation {
    VelocityVector.Expectation(x: .speed(x), y: y.map { .speed($0) })
  }

  @Test func `computes quantiles as the vectors' own script does`() {
    let hundred = Quantiles((0..<100).reversed().map(Double.init))
    #expect(hundred == Quantiles(Array(stride(from: 0.0, through: 99, by: 1))))
    #expect(hundred.p50 == 50)
    #expect(hundred.p90 == 90)
    #expect(hundred.p99 == 99)
    #expect(Quantiles([7]).p99 == 7)
    #expect(Quantiles([]).p50 == nil)
  }

  @Test func `computes errors relative to the truth, or to 100 px/s if that is more`() {
    #expect(PixelVelocity(x: 300, y: 40).error(from: PixelVelocity(x: 300, y: 0)) == 40.0 / 3)
    #expect(PixelVelocity(x: 30, y: 0).error(from: .zero) == 30)
  }

  @Test func `counts flicks inside and outside the band of lsq2 and impulse`() throws {
    let band = try #require(FlickBand(vector(["lsq2": expectation(400), "impulse": expectation(500)])))
    #expect(band.isAlongX && band.sign == 1)
    #expect((band.lower, band.upper) == (320, 600))
    #expect(band.comparison(with: PixelVelocity(x: 320, y: 900)) == .inside)
    #expect(band.comparison(with: PixelVelocity(x: 319.9, y: 0)) == .outside)
    #expect(band.comparison(with: PixelVelocity(x: 600.1, y: 0)) == .outside)
    #expect(band.comparison(with: .zero) == .outside)
    #expect(band.comparison(with: PixelVelocity(x: -1, y: 0)) == .backwards)
  }

  @Test func `calculates the bound that the source leaves out`() throws {
    // The samples give 400 px/s by every strategy; the source states −800 by lsq2, so the flick
    // went left.
    let band = try #require(FlickBand(vector(["lsq2": expectation(-800)])))
    #expect(band.sign == -1)
    #expect(abs(band.lower - 0.8 * -400) < 1e-9)
    #expect(abs(band.upper - 960) < 1e-9)
    // The flick went along y, so that axis counts.
    let down = try #require(FlickBand(vector(["impulse": expectation(200, 700)])))
    #expect(!down.isAlongX)
  }

  @Test func `has no band for anything but a recorded flick`() {
    #expect(FlickBand(vector(["lsq2": expectation(400)], kind: "synthetic")) == nil)
    #expect(FlickBand(vector(["lsq2": expectation(99)])) == nil)
    #expect(FlickBand(vector(["noncausal": expectation(400)])) == nil)
    var wheel = vector(["impulse": expectation(400)])
    wheel.stroke.isDifferential = true
    #expect(FlickBand(wheel) == nil)
  }

  @Test func `counts wrong directions of fast strokes, and all wrong signs`() throws {
    let vectors = [
      vector(["noncausal": expectation(-301)]), vector(["noncausal": expectation(-299)]),
      vector(["noncausal": expectation(400)]), vector(["sign": expectation(-1)]),
      vector(["sign": expectation(1)]),
    ]
    let score = VectorScore(.lsq2, on: vectors)
    #expect(score.rows.map(\.against) == ["noncausal", "sign"])
    #expect(score.rows.map(\.wrong) == [1, 1])
    #expect(score.rows.map(\.error.count) == [3, 0])
  }

  @Test(arguments: [nil, 500.0]) func `counts answers that are not finite, for every prefix`(cap: Double?) {
    var leap = vector(["lsq2": expectation(400)])
    leap.maxVelocity = cap
    leap.stroke.samples = [(0.0, -1e308), (1, 1e308), (2, 0)].map { Stroke.Sample(time: $0.0, x: $0.1, y: 0) }
    leap.stroke.release = nil
    // The whole vector and two prefixes, each with the finger down and lifted.
    #expect(VectorScore(.lastSegment, on: [leap]).nonFinite == 5)
    #expect(VectorScore(.wholeStroke, on: [leap]).nonFinite > 0)
    #expect(VectorScore(.flutterIOS, on: [vector(["lsq2": expectation(400)])]).nonFinite == 0)
  }

  @Test func `counts missed, flipped, wrong and phantom strokes`() throws {
    let suite = StrokeSuite(strokesPerCell: 30)
    let fast = suite.strokes(.constant, rate: 60).filter { $0.truth.length > 1000 }
    let stopped = suite.strokes(.stop, rate: 60)
    #expect(!fast.isEmpty)
    var perfect = SyntheticScore()
    var blind = SyntheticScore()
    var opposite = SyntheticScore()
    for stated in fast + stopped {
      perfect.add(stated.truth, to: stated)
      blind.add(.zero, to: stated)
      opposite.add(PixelVelocity(x: 400 - stated.truth.x, y: -stated.truth.y), to: stated)
    }
    opposite.add(PixelVelocity(x: .nan, y: 0), to: try #require(fast.first))
    let part = 100 * Double(fast.count) / Double(fast.count + 30)
    #expect(perfect.summary.error.p99 == 0)
    #expect((perfect.summary.wrong, perfect.summary.missed, perfect.summary.flip) == (0, 0, 0))
    #expect(perfect.summary.phantom == 0)
    #expect((blind.summary.missed, blind.summary.flip) == (part, part))
    #expect(opposite.summary.wrong > 0)
    #expect(opposite.summary.phantom == 100)
    #expect(opposite.summary.nonFinite == 1)
  }
}
