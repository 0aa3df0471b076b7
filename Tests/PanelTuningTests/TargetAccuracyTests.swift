import GestureCore
import PanelTuning
import Panels
import TestKit
import Testing

/// A picture that a panel reports moved, turned and scaled about its middle.
private struct Planted: Sendable, CustomStringConvertible {
  var offset = Translation.zero
  /// Clockwise, in degrees.
  var rotation = 0.0
  var scale = (x: 1.0, y: 1.0)
  /// The standard deviation of each reported position on each axis, in mm.
  var noise = 0.0

  var description: String {
    "offset \(offset.x), \(offset.y) mm, \(rotation)°, scale \(scale.x), \(scale.y), noise \(noise) mm"
  }

  /// Where a touch at this position of the picture is reported on the picture.
  func report(_ position: PanelPoint, on extent: Extent) -> PanelPoint {
    let middle = PanelPoint(x: extent.width / 2, y: extent.height / 2)
    let displacement = position - middle
    let (x, y) = (displacement.x * scale.x, displacement.y * scale.y)
    let (sine, cosine) = (sine(rotation / 180 * .pi), sine((90 - rotation) / 180 * .pi))
    return middle + Translation(x: x * cosine - y * sine, y: x * sine + y * cosine) + offset
  }

  private func sine(_ angle: Double) -> Double { PanelTuningTests.sine(angle) }

  static let all: [Planted] = [0, 0.3].flatMap { noise in
    [
      Planted(offset: Translation(x: 2, y: 0), noise: noise),
      Planted(offset: Translation(x: -1.2, y: 1.6), noise: noise),
      Planted(rotation: 1, noise: noise), Planted(rotation: -1, noise: noise),
      Planted(offset: Translation(x: 0, y: -2), rotation: 1, noise: noise),
      Planted(offset: Translation(x: 2, y: 0), rotation: 1, scale: (1.02, 0.97), noise: noise),
    ]
  }
}

/// Nine taps on nine targets, each by a finger that rolls while it lands and lifts.
private struct TappedPicture {
  static let fractions = [0.1, 0.5, 0.9].flatMap { y in [0.1, 0.5, 0.9].map { (x: $0, y: y) } }

  private(set) var walk: StationWalk
  private var now = Instant(microseconds: 0)

  /// `glass` is how the panel lies under the picture.
  init(
    _ planted: Planted, on glass: LaidGlass = LaidGlass(isMirrored: false, degrees: 0), seed: UInt64 = 1,
    resolution: Int32 = 100
  ) throws {
    let panel = MadePanel.all[4]
    var device = panel.device
    for code in device.axes.keys { device.axes[code]?.resolution = resolution == 0 ? 0 : 100 }
    let orientation = try #require(Orientation.Rotation(rawValue: glass.degrees))
    let measured = MeasuredPanel(device)
    let geometry = PanelGeometry(
      description: device, size: PanelSize(description: device), isMirrored: glass.isMirrored,
      rotation: orientation)
    walk = StationWalk(measured, geometry: geometry, stations: [.targets], patience: .seconds(60))
    walk.start(at: now)
    let isAsked = walk.ask(for: Self.fractions)
    #expect(isAsked)
    var touches = try MadeTouches(panel, seed: seed)
    let extent = geometry.extent
    for target in Self.fractions {
      let tapped = PanelPoint(x: target.x * extent.width, y: target.y * extent.height)
      let centre = planted.report(tapped, on: extent)
      // A fingertip rolls by a third of a mm while it lands, and back while it lifts.
      for number in 0...12 {
        let roll = 0.3 * (Double((number - 6).magnitude) / 6 - 0.5)
        let noise = Translation(x: planted.noise * touches.bell(), y: planted.noise * touches.bell())
        let point = centre + Translation(x: 0, y: roll) + noise
        let own = glass.position(point.x / extent.width, point.y / extent.height)
        touches.scan(PanelPoint(x: own.x * panel.size.width, y: own.y * panel.size.height))
      }
      touches.lift()
      touches.wait(500)
    }
    var reader = FrameReader(measured)
    for event in touches.events {
      for frame in reader.consume(event) { walk.add(frame) }
    }
    now = Instant(microseconds: touches.now)
  }

  var accuracy: TargetAccuracy { walk.targets.accuracy }
}

@Suite struct `The accuracy against targets` {
  private static let glasses =
    [0, 90, 180, 270].map { LaidGlass(isMirrored: false, degrees: $0) } + [
      LaidGlass(isMirrored: true, degrees: 90)
    ]

  @Test(arguments: Planted.all, glasses)
  private func `recovers a planted offset and a planted rotation within 10 %`(
    planted: Planted, glass: LaidGlass
  ) throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      let tapped = try TappedPicture(planted, on: glass, seed: seed)
      let fit = try #require(tapped.accuracy.fit, "\(tapped.accuracy.missingFit ?? "")")
      #expect((fit.offset - planted.offset).length <= 0.2, "\(fit.offset)")
      #expect((fit.rotation - planted.rotation).magnitude <= 0.1, "\(fit.rotation)")
      #expect((fit.horizontalScale - planted.scale.x).magnitude <= 0.005)
      #expect((fit.verticalScale - planted.scale.y).magnitude <= 0.005)
    }
  }

  @Test func `is the distance of 95 % of the touches, and a touch at the edge counts half`() throws {
    let extent = Extent(width: 200, height: 100)
    var accuracy = TargetAccuracy(extent: extent)
    for number in 0..<19 {
      let target = PanelPoint(x: 20 + 8 * Double(number), y: 50)
      _ = accuracy.add(.init(target: target, location: target + Translation(x: 0.6, y: 0)))
    }
    let corner = PanelPoint(x: 100, y: 98)
    _ = accuracy.add(.init(target: corner, location: corner + Translation(x: 0, y: -1.8)))
    let measurement = accuracy.measurement
    #expect(measurement.metric == .accuracy && measurement.samples == 20)
    #expect(abs(try #require(measurement.value) - 0.66) < 1e-9)
    #expect(abs(try #require(measurement.number(.deviation)) - 0.9) < 1e-9)
    #expect(abs(try #require(measurement.number(.maximum)) - 1.8) < 1e-9)
    let words = LimitTable().grades(of: measurement).map(\.grade.word)
    #expect(words == ["pass", "pass"])
  }

  @Test(arguments: [(0.8, "pass"), (1.2, "fail")])
  func `is judged by the limits of Windows`(offset: Double, word: String) throws {
    let tapped = try TappedPicture(Planted(offset: Translation(x: offset, y: 0)))
    let grades = LimitTable().grades(of: tapped.accuracy.measurement)
    #expect(grades.map(\.row.source) == [.windows8, .windows10])
    #expect(grades.map(\.grade.word) == [word, word])
    let accuracy = try #require(tapped.walk.measurements.first { $0.metric == .accuracy })
    #expect(accuracy == tapped.accuracy.measurement)
  }

  @Test func `has a reason instead of a value for too few targets, and for an unknown size`() throws {
    var accuracy = TargetAccuracy(extent: Extent(width: 200, height: 100))
    for number in 0..<4 {
      let target = PanelPoint(x: 50 * Double(number), y: 20 * Double(number))
      _ = accuracy.add(.init(target: target, location: target))
    }
    #expect(accuracy.measurement.value == nil && accuracy.fit == nil)
    #expect(accuracy.measurement.why == "4 tapped targets are too few: tap at least 5")
    #expect(accuracy.missingFit == accuracy.measurement.why)
    let unsized = try TappedPicture(Planted(), resolution: 0)
    #expect(unsized.accuracy.touches.count == 9)
    #expect(unsized.accuracy.measurement.why?.contains("set size") == true && unsized.accuracy.fit == nil)
  }

  @Test func `has no fit for targets on a line or close together`() {
    for step in [Translation(x: 20, y: 0), Translation(x: 0, y: 10), Translation(x: 3, y: 3)] {
      var accuracy = TargetAccuracy(extent: Extent(width: 200, height: 100))
      for number in 0..<6 {
        let target = PanelPoint(x: 50, y: 20) + step * Double(number)
        _ = accuracy.add(.init(target: target, location: target))
      }
      #expect(accuracy.measurement.value == 0)
      #expect(accuracy.fit == nil && accuracy.missingFit?.contains("over the whole picture") == true)
    }
  }

  @Test func `does not count a tap far beside its target, and says what may be wrong`() throws {
    var accuracy = TargetAccuracy(extent: Extent(width: 200, height: 100))
    let target = PanelPoint(x: 100, y: 50)
    for (distance, counts) in [(0.0, true), (24.9, true), (25.1, false)] {
      let isCounted = accuracy.add(.init(target: target, location: target + Translation(x: 0, y: distance)))
      #expect(isCounted == counts, "\(distance)")
    }
    #expect(accuracy.touches.count == 2 && accuracy.misses == 1)
    // The panel reports the picture upside down, so the first target is never met.
    let tapped = try TappedPicture(Planted(rotation: 180))
    #expect(tapped.accuracy.touches.count == 1 && tapped.accuracy.misses == 8)
    #expect(tapped.accuracy.measurement.why?.contains("flickctl orient") == true)
    let measured = tapped.walk.measurements.first { $0.metric == .accuracy }
    #expect(measured?.why == tapped.accuracy.measurement.why)
  }

  @Test func `needs targets on the picture`() {
    var taps = TargetTaps(
      MeasuredPanel(MadePanel.all[0].device), geometry: MeasuredPanel(MadePanel.all[0].device).geometry)
    for bad in [[], [(x: 1.1, y: 0.5)], [(x: 0.5, y: -.infinity)], [(x: .nan, y: 0.5)]] {
      let isAsked = taps.ask(for: bad)
      #expect(!isAsked && taps.targets.isEmpty && taps.next == nil && !taps.isComplete)
    }
  }
}
