public import GestureCore
public import Recordings

/// A virtual touchscreen like a Windows 8 panel that converts scenarios to HID reports.
///
/// Its one input report has tip, confidence, contact identifier, X and Y for every finger, then
/// contact count and scan time. Two feature reports contain the maximum contact count and the
/// certification with which hid-multitouch treats the device as a Windows 8 panel. The kernel
/// derives 20 units per millimetre on both axes from the physical size.
public struct HIDTouches: Equatable, Sendable {
  /// The number of fingers that fit in one report.
  public let fingers: Int
  /// The size of the glass, in mm.
  public let size: Extent

  private static let unitsPerMillimeter = 20.0
  private static let inputID: UInt8 = 1
  private static let contactCountID: UInt8 = 2
  private static let certificationID: UInt8 = 3
  private static let bytesPerFinger = 6
  /// The interval between reports while fingers rest.
  ///
  /// hid-multitouch lifts a finger after 100 ms without a report. A report in every scan would turn
  /// a late lift in a scenario, which is a silence, into a rest.
  private static let restPeriod = Interval.milliseconds(64)

  /// Creates a panel with 1 … 20 fingers and sides of 1 … 1600 mm; other values are clamped.
  ///
  /// At 1600 mm the units need 15 bits, which is the limit of Windows.
  public init(fingers: Int = 10, size: Extent = Scenario.extent) {
    self.fingers = min(max(fingers, 1), 20)
    self.size = Extent(width: min(max(size.width, 1), 1600), height: min(max(size.height, 1), 1600))
  }

  /// Returns the panel's actions with their times.
  ///
  /// Resting fingers are reported every 64 ms, moving fingers every 8 ms. A `drop`, a position
  /// beyond the panel, and too many fingers are errors.
  public func script(of scenario: Scenario) throws(ScenarioError) -> PanelScript {
    let frames = try ScenarioFrames(
      scenario, extent: size, capacity: fingers, rest: .reported(every: Self.restPeriod))
    if let line = scenario.lineOfSlots { throw .needsSlots(scenario, line: line) }
    var contacts = ContactIdentifiers()
    var script = PanelScript(lasting: frames.now)
    for (line, offset, action) in frames.actions {
      switch action {
      case .frame(let touches): script.append(.report(report(touches, &contacts, at: offset)), at: offset)
      case .unplug:
        contacts = ContactIdentifiers()
        script.append(.unplug, at: offset)
      case .plug: script.append(.plug, at: offset)
      case .cue(let action): script.append(.cue(action), at: offset)
      case .drop: throw .drop(in: scenario, line: line)
      }
    }
    return script
  }

  private func report(
    _ touches: [ScenarioFrames.Touch], _ contacts: inout ContactIdentifiers, at offset: Interval
  ) -> [UInt8] {
    var bytes: [UInt8] = [Self.inputID]
    for touch in touches {
      // Tip and confidence: a contact that lifts is reported once more, without its tip.
      bytes.append(touch.change == .lifted ? 0b10 : 0b11)
      bytes.append(contacts.identifier(of: touch))
      Self.append(units(touch.position.x, of: size.width), to: &bytes)
      Self.append(units(touch.position.y, of: size.height), to: &bytes)
    }
    bytes += [UInt8](repeating: 0, count: (fingers - touches.count) * Self.bytesPerFinger)
    // The scan time counts units of 100 µs in 16 bits.
    Self.append(UInt16(truncatingIfNeeded: offset.microseconds / 100), to: &bytes)
    bytes.append(UInt8(touches.count))
    return bytes
  }

  private func units(_ length: Double, of whole: Double) -> UInt16 {
    UInt16((min(max(length, 0), whole) * Self.unitsPerMillimeter).rounded())
  }

  private static func append(_ value: UInt16, to bytes: inout [UInt8]) {
    bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  /// Assigns to each finger the smallest free identifier, like real panels.
  private struct ContactIdentifiers {
    private var current: [Int: UInt8] = [:]

    mutating func identifier(of touch: ScenarioFrames.Touch) -> UInt8 {
      let known = current[touch.finger]
      let free = (0...UInt8.max).first { !current.values.contains($0) } ?? 0
      let identifier = known ?? free
      current[touch.finger] = touch.change == .lifted ? nil : identifier
      return identifier
    }
  }
}

// MARK: - Descriptor

extension HIDTouches {
  /// The description of the panel.
  public var description: HIDDescription {
    var description = HIDDescription()
    description.name = "Scenario panel"
    description.bus = 3
    description.descriptor = descriptor
    return description
  }

  private var descriptor: [UInt8] {
    var items = Items()
    items.add(.usagePage, 0x0d)
    items.add(.usage, 0x04)
    items.add(.collection, 1)
    items.add(.reportID, Int(Self.inputID))
    for _ in 0..<fingers { addFinger(to: &items) }
    items.add(.usagePage, 0x0d)
    addScanTime(to: &items)
    items.addValue(usage: 0x54, bits: 8, maximum: 127, as: .input)
    items.add(.reportID, Int(Self.contactCountID))
    items.addValue(usage: 0x55, bits: 8, maximum: fingers, as: .feature)
    items.add(.reportID, Int(Self.certificationID))
    items.add(.usagePage, 0xff00)
    // The kernel requires exactly 256 bytes (hid_scan_feature_usage).
    items.addValue(usage: 0xc5, bits: 8, count: 256, maximum: 255, as: .feature)
    items.add(.endCollection)
    return items.bytes
  }

  private func addFinger(to items: inout Items) {
    items.add(.usagePage, 0x0d)
    items.add(.usage, 0x22)
    items.add(.collection, 2)
    items.addValue(usage: 0x42, bits: 1, maximum: 1, as: .input)
    items.addValue(usage: 0x47, bits: 1, maximum: 1, as: .input)
    items.add(.reportCount, 6)
    items.add(.input, 0b11)
    items.addValue(usage: 0x51, bits: 8, maximum: 255, as: .input)
    items.add(.usagePage, 0x01)
    // Centimetres times 10⁻²; the exponent is a signed four-bit number.
    items.add(.unit, 0x11)
    items.add(.unitExponent, 0x0e)
    for (usage, length) in [(0x30, size.width), (0x31, size.height)] {
      items.add(.physicalMaximum, Int((length * 10).rounded()))
      items.addValue(
        usage: usage, bits: 16, maximum: Int((length * Self.unitsPerMillimeter).rounded()), as: .input)
    }
    items.addNoUnit()
    items.add(.endCollection)
  }

  private func addScanTime(to items: inout Items) {
    // Seconds times 10⁻⁴.
    items.add(.unit, 0x1001)
    items.add(.unitExponent, 0x0c)
    items.add(.physicalMaximum, 65535)
    items.addValue(usage: 0x56, bits: 16, maximum: 65535, as: .input)
    items.addNoUnit()
  }

  /// The encoded items of a descriptor (HID 1.11, section 6.2.2.2).
  private struct Items {
    enum Tag: UInt8 {
      case input = 0x80
      case feature = 0xb0
      case collection = 0xa0
      case endCollection = 0xc0
      case usagePage = 0x04
      case logicalMinimum = 0x14
      case logicalMaximum = 0x24
      case physicalMaximum = 0x44
      case unitExponent = 0x54
      case unit = 0x64
      case reportSize = 0x74
      case reportID = 0x84
      case reportCount = 0x94
      case usage = 0x08
    }

    private(set) var bytes: [UInt8] = []

    mutating func add(_ tag: Tag) {
      bytes.append(tag.rawValue)
    }

    /// Adds an item with the fewest bytes that can contain the signed value.
    mutating func add(_ tag: Tag, _ value: Int) {
      let size = value < 0x80 ? 1 : value < 0x8000 ? 2 : 4
      // A length of four bytes is encoded as 3.
      bytes.append(tag.rawValue | UInt8(min(size, 3)))
      for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    mutating func addValue(usage: Int, bits: Int, count: Int = 1, maximum: Int, as tag: Tag) {
      add(.logicalMinimum, 0)
      add(.logicalMaximum, maximum)
      add(.reportSize, bits)
      add(.reportCount, count)
      // Four bytes would also contain a page, and every usage here fits into two bytes.
      bytes += [
        Tag.usage.rawValue | 2, UInt8(truncatingIfNeeded: usage), UInt8(truncatingIfNeeded: usage >> 8),
      ]
      add(tag, 0b10)
    }

    mutating func addNoUnit() {
      add(.physicalMaximum, 0)
      add(.unitExponent, 0)
      add(.unit, 0)
    }
  }
}
