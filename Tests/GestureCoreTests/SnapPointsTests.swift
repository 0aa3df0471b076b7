import TestKit
import Testing

@testable import GestureCore

private func points(_ offsets: [Double], period: Double? = nil, maxSteps: Int? = nil) -> SnapPoints {
  var points = SnapPoints(period: period, maxSteps: maxSteps)
  for offset in offsets { _ = points.insert(offset) }
  return points
}

extension SnapPoints {
  // For `#expect`, which cannot call mutating functions.

  fileprivate func number(near offset: Double, velocity: Double = 0) -> Int {
    var points = self
    return points.nearest(to: offset, velocity: velocity)
  }

  fileprivate func meant(near offset: Double, velocity: Double = 0, from: Int) -> Int {
    var points = self
    return points.target(near: offset, velocity: velocity, from: from)
  }

  fileprivate func snapOffset(of number: Int) -> Double {
    var points = self
    return points.offset(of: number)
  }

  fileprivate func position(of number: Int) -> Int {
    var points = self
    return points.index(of: number)
  }

  fileprivate func done(at offset: Double, from: Int) -> Double {
    var points = self
    return points.progress(at: offset, from: from)
  }

  fileprivate var offsets: [Double] { (0..<count).map { snapOffset(of: $0) } }
}

@Suite struct `Snap points` {
  static let lists: [(stated: [Double], kept: [Double])] = [
    ([0, 100, 200], [0, 100, 200]), ([0, -296, -592], [0, -296, -592]), ([50], [50]),
    ([0, 200, 100, 100], [0, 100, 200]), ([0, -592, -296], [0, -296, -592]), ([5, 5, 5], [5]),
    ([0, 1e-10, 3], [0, 3]), ([.nan, 1, .infinity, 2], [1, 2]),
  ]

  @Test(arguments: lists)
  func `are sorted in their own direction, without duplicates`(stated: [Double], kept: [Double]) {
    #expect(points(stated).offsets == kept)
  }

  @Test func `are at most sixty-four`() {
    var points = SnapPoints()
    let taken = (0..<65).map { points.insert(Double($0)) }
    #expect(taken == (0..<65).map { $0 < 64 })
    #expect(points.count == 64)
    #expect(points.number(near: 1000) == 63)
  }

  /// From a snap point, the content is released at an offset with a velocity; the number is that of
  /// the expected snap point.
  struct Row: Sendable {
    var offset: Double
    var velocity = 0.0
    var from = 0
    var target: Int
  }

  static let rows = [
    Row(offset: -100, target: 0), Row(offset: -147.9, target: 0), Row(offset: -148.1, target: 1),
    // In the middle the sign of the velocity decides; without velocity, the content returns to its
    // side.
    Row(offset: -148, velocity: -1, target: 1), Row(offset: -148, velocity: 1, from: 1, target: 0),
    Row(offset: -148, target: 0), Row(offset: -148, from: 1, target: 1), Row(offset: -444, target: 1),
    Row(offset: -444, from: 2, target: 2), Row(offset: -444, velocity: 1, from: 2, target: 1),
    // Beyond the ends.
    Row(offset: 500, velocity: 900, target: 0), Row(offset: -5000, target: 2),
    Row(offset: .infinity, target: 0), Row(offset: -.infinity, target: 2),
  ]

  @Test(arguments: rows) func `resolve to the nearest`(row: Row) {
    let points = points([0, -296, -592])
    #expect(points.meant(near: row.offset, velocity: row.velocity, from: row.from) == row.target)
  }

  @Test func `tie in every unit`() {
    for factor in [25.4 / 163, 0.1, 1.0 / 3, 510.0 / 1920] {
      let points = points([0, -296, -592, -888].map { $0 * factor })
      for between in [-148.0, -444, -740] {
        let below = points.number(near: between * factor, velocity: 1)
        #expect(points.number(near: between * factor, velocity: -1) == below + 1, "\(between) × \(factor)")
      }
    }
  }

  static let limits: [(maxSteps: Int?, target: Int)] = [(nil, 5), (9, 5), (2, 4), (1, 3), (0, 2), (.max, 5)]

  @Test(arguments: limits) func `are passed at most max_steps at a time`(maxSteps: Int?, target: Int) {
    let points = points([0, 10, 20, 30, 40, 50], maxSteps: maxSteps)
    #expect(points.meant(near: 1e9, velocity: 1, from: 2) == target)
    #expect(points.meant(near: -1e9, velocity: 1, from: 2) == max(0, 2 - min(maxSteps ?? 9, 9)))
  }

  static let dial: [(offset: Double, index: Int, number: Int, snapped: Double)] = [
    (10, 0, 0, 0), (91, 1, 1, 90), (350, 0, 4, 360), (-20, 0, 0, 0), (-80, 3, -1, -90), (-359, 0, -4, -360),
    (730, 0, 8, 720), (1000, 3, 11, 990),
  ]

  @Test(arguments: dial)
  func `of a dial repeat`(offset: Double, index: Int, number: Int, snapped: Double) {
    for stated in [[0, 90, 180, 270], [0.0, 90, 180, 270, 360, 450]] {
      let points = points(stated, period: 360)
      #expect(points.count == 4)
      #expect(points.number(near: offset) == number)
      #expect(points.position(of: number) == index)
      #expect(points.snapOffset(of: number) == snapped)
    }
  }

  @Test func `of a dial that goes down are numbered downwards across the seam`() {
    let points = points([0, -100, -200], period: 300)
    #expect(points.offsets == [0, -100, -200])
    #expect(points.meant(near: -301, from: 2) == 3)
    #expect(points.position(of: 3) == 0)
    #expect(points.snapOffset(of: 3) == -300)
    #expect(points.meant(near: 90, from: 0) == -1)
    #expect(points.position(of: -1) == 2)
    #expect(points.snapOffset(of: -1) == 100)
    #expect(points.done(at: -250, from: 2) == 0.5)
  }

  @Test func `of a dial pass max_steps over the seam`() {
    let points = points([0, 90, 180, 270], period: 360, maxSteps: 2)
    #expect(points.meant(near: 2000, velocity: 1, from: 3) == 5)
    #expect(points.position(of: 5) == 1)
  }

  @Test func `of a dial survive an absurd offset`() {
    let points = points([0, 90], period: 0.001)
    for offset in [1e300, -1e300, .infinity, -.infinity, .nan] {
      let number = points.number(near: offset)
      #expect((0..<points.count).contains(points.position(of: number)))
    }
  }

  @Test func `report the progress to the neighbour`() {
    let points = points([0, -296, -592])
    #expect(points.done(at: -74, from: 0) == 0.25)
    #expect(points.done(at: -296, from: 0) == 1)
    #expect(points.done(at: -222, from: 1) == 0.25)
    #expect(points.done(at: 30, from: 0) == 0, "there is no neighbour")
    #expect(points.done(at: -592, from: 2) == 0)
  }

  @Test(arguments: 0..<10) func `never resolve to one while another is nearer`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let period = Double.random(in: 0...1, using: &random) < 0.5 ? nil : 200.0
      let points = points(
        (0..<Int(Double.random(in: 1...20, using: &random))).map { _ in
          Double.random(in: -100...100, using: &random)
        }, period: period)
      let offset = Double.random(in: -700...700, using: &random)
      let found = points.number(near: offset, velocity: Double.random(in: -1...1, using: &random))
      let distance = abs(points.snapOffset(of: found) - offset)
      let others = period == nil ? 0..<points.count : (found - points.count)..<(found + points.count + 1)
      for other in others {
        #expect(abs(points.snapOffset(of: other) - offset) >= distance - 2e-9, "seed \(seed)")
      }
      #expect(points.number(near: points.snapOffset(of: found)) == found, "seed \(seed)")
    }
  }
}
