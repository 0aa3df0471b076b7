internal import GestureCore
public import Panels

/// The kernel's registers of one device: the answers to EVIOCGMTSLOTS, EVIOCGKEY and EVIOCGABS.
///
/// Protocol A has no registers for contacts, only those of BTN_TOUCH and the emulated pointer.
public struct KernelRegisters: Equatable, Sendable {
  /// The first and last code of the values of a slot, ABS_MT_TOUCH_MAJOR to ABS_MT_TOOL_Y.
  public static let slotCodes: ClosedRange<UInt16> = 0x30...0x3d

  /// How many slots the device has, 0 in other protocols.
  public let slotCount: Int
  /// The slot of an event without ABS_MT_SLOT.
  public var currentSlot = 0
  /// Whether BTN_TOUCH is pressed.
  public var isTouched = false
  /// The emulated pointer, or the only position of a single-touch panel.
  public var pointer: SIMD2<Int32> = .zero
  private var values: [Int32]

  /// Creates the registers of a device without contacts.
  public init(_ device: PanelDescription) {
    let isSlotted = TouchProtocol(device) == .slots
    slotCount = isSlotted ? Int(device.axes[EventCode.mtSlot]?.maximum ?? 0) + 1 : 0
    values = [Int32](repeating: 0, count: slotCount * Self.slotCodes.count)
    for slot in 0..<slotCount { self[slot, EventCode.mtTrackingID] = -1 }
  }

  /// A value of a slot.
  public subscript(slot: Int, code: UInt16) -> Int32 {
    get { values[slot * Self.slotCodes.count + Int(code - Self.slotCodes.lowerBound)] }
    set { values[slot * Self.slotCodes.count + Int(code - Self.slotCodes.lowerBound)] = newValue }
  }

  /// The slots with a contact in them.
  public var slotsDown: [Int] { (0..<slotCount).filter { self[$0, EventCode.mtTrackingID] >= 0 } }

  /// Applies an event that the kernel passed on.
  public mutating func take(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (EventCode.key, EventCode.btnTouch): isTouched = event.value != 0
    case (EventCode.abs, EventCode.x): pointer.x = event.value
    case (EventCode.abs, EventCode.y): pointer.y = event.value
    case (EventCode.abs, EventCode.mtSlot):
      // input_handle_abs_event ignores a slot that does not exist.
      if event.value >= 0, event.value < slotCount { currentSlot = Int(event.value) }
    case (EventCode.abs, Self.slotCodes) where slotCount > 0:
      self[currentSlot, event.code] = event.value
    default: break
    }
  }
}

/// The kernel's input core (drivers/input/input.c) for one device: it passes on only what changed.
///
/// Fuzz is not filtered: libinput's udev rules set it to 0 on touchscreens, so no program relies
/// on the filter.
public struct KernelInput: Sendable {
  /// The registers after the events so far.
  public private(set) var registers: KernelRegisters
  private var driverSlot: Int

  /// Creates the core of a device with these registers.
  public init(_ registers: KernelRegisters) {
    self.registers = registers
    driverSlot = registers.currentSlot
  }

  /// The frame that readers receive for a driver's frame, which ends with SYN_REPORT; empty if
  /// nothing changed.
  public mutating func pass(_ frame: [InputEvent]) -> [InputEvent] {
    var passed: [InputEvent] = []
    passed.reserveCapacity(frame.count)
    for event in frame {
      switch (event.type, event.code) {
      case (EventCode.abs, EventCode.mtSlot):
        // Sent when another value of that slot is.
        driverSlot = Int(event.value)
        continue
      case (EventCode.abs, KernelRegisters.slotCodes) where registers.slotCount > 0:
        guard registers[driverSlot, event.code] != event.value else { continue }
        if driverSlot != registers.currentSlot {
          passed.append(
            InputEvent(
              instant: event.instant, type: EventCode.abs, code: EventCode.mtSlot, value: Int32(driverSlot)))
          registers.currentSlot = driverSlot
        }
      case (EventCode.abs, EventCode.x) where registers.pointer.x == event.value,
        (EventCode.abs, EventCode.y) where registers.pointer.y == event.value,
        (EventCode.key, EventCode.btnTouch) where registers.isTouched == (event.value != 0):
        continue
      case (EventCode.syn, EventCode.synReport) where passed.isEmpty:
        continue
      default: break
      }
      registers.take(event)
      passed.append(event)
    }
    return passed
  }
}
