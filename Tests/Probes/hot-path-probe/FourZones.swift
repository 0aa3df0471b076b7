import FlickProtocol
import GestureCore
import Pipeline

/// The quarters of the glass, all along x, one of them a dial, each with as many snap points as there can be.
enum FourZones {
  static var plans: [ZonePlan] {
    let ruler = ZoneRuler(unit: .fraction, surface: nil, millimetersPerPoint: 25.4 / 163)
    return (0..<4).map { number in
      var zone = ZoneRequest(name: "a quarter of the glass, number \(number)")
      zone.rectangle = ZoneRectangle(
        x: number % 2 == 0 ? 0 : 0.5, y: number < 2 ? 0 : 0.5, width: 0.5, height: 0.5)
      zone.axis = .x
      zone.snapPoints = (0..<64).map { Double($0) * -0.02 }
      zone.wrap = number == 3 ? 1.28 : nil
      zone.spring = .perceived(durationMicroseconds: 500_000, bounce: Double(number) * 0.3 - 0.3)
      return ZonePlan(zone, ruler: ruler)
    }
  }
}
