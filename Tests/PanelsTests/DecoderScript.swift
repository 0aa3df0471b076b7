import GestureCore
import Panels
import TestKit

/// Frames in shorthand, so that a table of decoder cases is readable.
///
/// `s1` slot, `id7`, `id-1` tracking id, `x5` `y5` multitouch position, `X5` `Y5` single-touch
/// position and `P5` its pressure, `tool2`, `p9` pressure, `w9` width, `d9` and `D9` distance, `mt`
/// SYN_MT_REPORT,
/// `touch1` `touch0` BTN_TOUCH, `drop` SYN_DROPPED, `ms5` MSC_TIMESTAMP. Every string ends with a
/// SYN_REPORT, the first at 1000 µs, the next at 2000 µs and so on. Its value is 1 after a last
/// word `syn1`, as in frames that the kernel itself makes.
///
/// `look` receives the decoder after each frame. Without `hasRegisters`, the stream begins like a
/// recording: no axis of a slot is known. Else all of them are 0.
@discardableResult func decode(
  _ panel: PanelDescription, _ frames: [String], sizeLimit: SizeLimit = SizeLimit(),
  privateAreas: PrivateAreas = PrivateAreas(), hasRegisters: Bool = true,
  look: (inout SlotDecoder) -> Void = { _ in }
) -> [String] {
  var decoder = SlotDecoder(
    description: panel, geometry: .deviceUnits, sizeLimit: sizeLimit, privateAreas: privateAreas)
  if hasRegisters { feedRegisters(of: panel, to: &decoder) }
  var reported: [String] = []
  for (index, frame) in frames.enumerated() {
    let instant = Instant(microseconds: Int64(1000 * (index + 1)))
    let isKernels = frame.hasSuffix("syn1")
    for word in frame.split(separator: " ") where word != "syn1" {
      guard let event = event(word, at: instant) else { return ["\(word) is not a shorthand"] }
      _ = decoder.consume(event)
    }
    let report = InputEvent(
      instant: instant, type: EventCode.syn, code: EventCode.synReport, value: isKernels ? 1 : 0)
    reported.append(decoder.consume(report) ? lines(&decoder) : "no frame")
    look(&decoder)
  }
  return reported
}

/// Feeds positions of 0 in every slot, as for a live panel; a list has no registers.
func feedRegisters(of panel: PanelDescription, to decoder: inout SlotDecoder) {
  let slots = min(panel.axes[EventCode.mtSlot]?.maximum ?? 0, 99)
  let words = (0...slots).reversed().map { "s\($0) x0 y0" } + ["X0 Y0"]
  guard decoder.touchProtocol != .list else { return }
  for word in words.joined(separator: " ").split(separator: " ") {
    if let event = event(word, at: Instant(microseconds: 0)) { _ = decoder.consume(event) }
  }
}

/// The frame's contacts, as `number report x,y` separated by `; `.
func lines(_ decoder: inout SlotDecoder) -> String {
  var reported: [String] = []
  for index in 0..<decoder.frame.count {
    let contact = decoder.frame.contact(at: index)
    let report = if case .lost(let reason) = contact.report { "lost(\(reason))" } else { "\(contact.report)" }
    reported.append("\(contact.id.number) \(report) \(Int(contact.location.x)),\(Int(contact.location.y))")
  }
  return reported.joined(separator: "; ")
}

private func event(_ word: Substring, at instant: Instant) -> InputEvent? {
  let name = word.prefix { $0.isLetter }
  let value = Int32(word.dropFirst(name.count)) ?? 0
  func make(_ type: UInt16, _ code: UInt16) -> InputEvent {
    InputEvent(instant: instant, type: type, code: code, value: value)
  }
  return switch name {
  case "s": make(EventCode.abs, EventCode.mtSlot)
  case "id": make(EventCode.abs, EventCode.mtTrackingID)
  case "x": make(EventCode.abs, EventCode.mtPositionX)
  case "y": make(EventCode.abs, EventCode.mtPositionY)
  case "X": make(EventCode.abs, EventCode.x)
  case "Y": make(EventCode.abs, EventCode.y)
  case "P": make(EventCode.abs, EventCode.pressure)
  case "tool": make(EventCode.abs, EventCode.mtToolType)
  case "p": make(EventCode.abs, EventCode.mtPressure)
  case "d": make(EventCode.abs, EventCode.mtDistance)
  case "D": make(EventCode.abs, EventCode.distance)
  case "w": make(EventCode.abs, EventCode.mtTouchMajor)
  case "mt": make(EventCode.syn, EventCode.synMTReport)
  case "touch": make(EventCode.key, EventCode.btnTouch)
  case "drop": make(EventCode.syn, EventCode.synDropped)
  case "ms": make(EventCode.msc, EventCode.mscTimestamp)
  default: nil
  }
}

/// A description with positions from 0 to 4095 on the given axes, and ten slots if it has slots.
func panel(_ axes: [UInt16], keys: Set<UInt16> = [EventCode.btnTouch], properties: UInt64 = 2)
  -> PanelDescription
{
  var description = PanelDescription()
  description.properties = properties
  description.keys = keys
  for axis in axes {
    description.axes[axis] = AxisRange(minimum: 0, maximum: axis == EventCode.mtSlot ? 9 : 4095)
  }
  return description
}

/// A panel that speaks protocol B.
let slotted = panel([EventCode.mtSlot, EventCode.mtPositionX, EventCode.mtPositionY, EventCode.mtTrackingID])
/// A panel that speaks protocol A.
let listed = panel([EventCode.mtPositionX, EventCode.mtPositionY])
/// A single-touch panel.
let single = panel([EventCode.x, EventCode.y])
