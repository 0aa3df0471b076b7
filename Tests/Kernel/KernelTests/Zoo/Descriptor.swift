import Recordings
import TestKit

/// One touchscreen from the collection of HID report descriptors.
struct Descriptor: Sendable {
  let device: HIDDescription
  /// The units of both axes.
  private let span: (x: Double, y: Double)
  /// The whole number of units per mm that the kernel computes from the descriptor; nil if the
  /// descriptor specifies no length.
  private let resolution: (x: Double, y: Double)?

  /// The descriptors that the kernel leaves to hid-multitouch, in the order of the file.
  static func all() throws -> [Descriptor] {
    let table = try JSON(
      String(decoding: try Material.bytes("recordings/hid-touchscreens.json"), as: UTF8.self))
    return table.elements.filter { $0.likely_driver == "hid-multitouch" }.map(Descriptor.init)
  }

  private init(_ row: JSON) {
    func number(_ field: JSON) -> UInt16 { UInt16(field.value ?? 0) }
    func span(_ range: JSON) -> Double {
      let limits = range.elements.compactMap(\.value)
      return limits[1] - limits[0]
    }
    var device = HIDDescription()
    device.name = row.name.text ?? ""
    device.bus = number(row.bus)
    device.vendor = number(row.vid)
    device.product = number(row.pid)
    let digits = Array((row.rdesc.text ?? "").utf8)
    device.descriptor = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
    self.device = device
    self.span = (span(row.x_logical), span(row.y_logical))
    let (x, y) = (row.x_res_per_mm.value ?? 0, row.y_res_per_mm.value ?? 0)
    resolution = x > 0 && y > 0 ? (x, y) : nil
  }

  /// The size in mm, from the descriptor or from a better source; nil if no source specifies one.
  func size(correctedTo correction: (x: Double, y: Double)?) -> (width: Double, height: Double)? {
    guard let units = correction ?? resolution else { return nil }
    return (span.x / units.x, span.y / units.y)
  }
}
