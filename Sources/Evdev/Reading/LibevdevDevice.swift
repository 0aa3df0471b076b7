internal import CLibevdev
internal import GestureCore
internal import Glibc
internal import LinuxIO
internal import Panels

/// The one owner of a `struct libevdev`.
///
/// The descriptor must outlive this value. The value never writes to the device.
@safe struct LibevdevDevice: ~Copyable {
  /// The result of libevdev_next_event.
  enum Answer: Equatable {
    /// An event of the queue.
    case event
    /// SYN_DROPPED first, then the events of the resynchronisation.
    case resync
    case empty
    /// A signal interrupted the read: repeat it.
    case interrupted
    /// The kernel refused the read.
    case refused(ErrorNumber)

    init(status: Int32) {
      self =
        switch status {
        case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): .event
        case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): .resync
        case -EAGAIN: .empty
        case -EINTR: .interrupted
        default: .refused(ErrorNumber(rawValue: -status))
        }
    }
  }

  private let pointer: OpaquePointer
  private let taken: UnsafeMutablePointer<flickd_taken_ids>

  /// Reads the kernel's description of the device behind `descriptor`.
  init(reading descriptor: Int32) throws(SystemCallError) {
    // A broken panel makes libevdev write one line an event to standard error, without end.
    libevdev_set_log_function(nil, nil)
    var created: OpaquePointer?
    // The function stores an owned pointer, or none with a negative errno.
    let status = unsafe libevdev_new_from_fd(descriptor, &created)
    guard status == 0, let created = unsafe created else {
      throw SystemCallError(call: "libevdev_new_from_fd", code: ErrorNumber(rawValue: -status))
    }
    unsafe pointer = created
    // Owned; libevdev writes to it as long as the device lives.
    unsafe taken = .allocate(capacity: 1)
    unsafe taken.initialize(to: flickd_taken_ids())
    unsafe flickd_note_taken_ids(pointer, taken)
  }

  deinit {
    // Both pointers are owned and used nowhere else.
    unsafe libevdev_free(pointer)
    unsafe taken.deallocate()
  }

  /// Requests timestamps of CLOCK_MONOTONIC, and returns the error if the kernel refuses.
  func useMonotonicClock() -> SystemCallError? {
    let status = unsafe libevdev_set_clock_id(pointer, CLOCK_MONOTONIC)
    return status == 0
      ? nil : SystemCallError(call: "libevdev_set_clock_id", code: ErrorNumber(rawValue: -status))
  }

  /// Disables the codes that the kernel masks, in libevdev as well.
  ///
  /// Some kernels cannot mask, and the resynchronisation after lost events reports every key that
  /// changed. Afterwards libevdev denies that the device has these codes, so describe the device
  /// first.
  func disableAllButTouches() {
    for type in 1...UInt16(EV_MAX) where !TouchFilter.types.contains(type) {
      unsafe _ = libevdev_disable_event_type(pointer, UInt32(type))
    }
    for code in 0...UInt16(KEY_MAX) where !TouchFilter.keys.contains(code) && has(EventCode.key, code) {
      unsafe _ = libevdev_disable_event_code(pointer, UInt32(EventCode.key), UInt32(code))
    }
    for code in 0...UInt16(MSC_MAX) where !TouchFilter.miscellanea.contains(code) {
      unsafe _ = libevdev_disable_event_code(pointer, UInt32(EventCode.msc), UInt32(code))
    }
  }

  /// Reads one event, and returns libevdev's status.
  func next(_ event: inout input_event, resyncing: Bool) -> Int32 {
    let flag = resyncing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
    // The structure lives for the call.
    return unsafe libevdev_next_event(pointer, UInt32(flag.rawValue), &event)
  }

  /// The tracking id that libevdev removed before the last event of ``next(_:resyncing:)``, or nil.
  func takenTrackingID() -> Int32? {
    // The pointer is owned, and libevdev writes to it in ``next(_:resyncing:)`` alone.
    guard unsafe taken.pointee.is_pending != 0 else { return nil }
    unsafe taken.pointee.is_pending = 0
    return unsafe taken.pointee.id
  }

  /// Returns the kernel's description of the device.
  func panelDescription() -> PanelDescription {
    var description = PanelDescription()
    // The name belongs to the device and is copied immediately.
    if let name = unsafe libevdev_get_name(pointer) {
      description.name = unsafe String(cString: name).displayable(upTo: InputNode.maxTextBytes)
    }
    unsafe description.bus = UInt16(truncatingIfNeeded: libevdev_get_id_bustype(pointer))
    unsafe description.vendor = UInt16(truncatingIfNeeded: libevdev_get_id_vendor(pointer))
    unsafe description.product = UInt16(truncatingIfNeeded: libevdev_get_id_product(pointer))
    unsafe description.version = UInt16(truncatingIfNeeded: libevdev_get_id_version(pointer))
    for property in 0...UInt32(INPUT_PROP_MAX) where unsafe libevdev_has_property(pointer, property) == 1 {
      description.properties |= 1 << UInt64(property)
    }
    for code in 0...UInt16(ABS_MAX) {
      // The structure belongs to the device and is copied immediately; null means that the axis is
      // absent.
      guard let range = unsafe libevdev_get_abs_info(pointer, UInt32(code))?.pointee else { continue }
      description.axes[code] = AxisRange(
        minimum: range.minimum, maximum: range.maximum, fuzz: range.fuzz, flat: range.flat,
        resolution: range.resolution)
    }
    for code in 0...UInt16(KEY_MAX) where has(EventCode.key, code) { description.keys.insert(code) }
    for code in 0...UInt16(REL_MAX) where has(EventCode.rel, code) { description.relatives.insert(code) }
    for code in 0...UInt16(MSC_MAX) where has(EventCode.msc, code) { description.miscellanea.insert(code) }
    return description
  }

  /// Returns the contacts on the glass, from the state that libevdev read at creation and updates
  /// since.
  func presentContacts() -> SlotSnapshot {
    // −1 without slots, and for devices that use the slot's code for something else.
    let count = unsafe Int(libevdev_get_num_slots(pointer))
    guard count > 0 else {
      let isPressed = value(EventCode.key, EventCode.btnTouch) != 0
      let hovering =
        isPressed
        ? hovering(EventCode.distance, at: value(EventCode.abs, EventCode.distance), trackingID: 0) : nil
      let slot = SlotSnapshot.Slot(
        number: 0, isDown: isPressed && hovering == nil, x: value(EventCode.abs, EventCode.x),
        y: value(EventCode.abs, EventCode.y), hovering: hovering)
      return SlotSnapshot(currentSlot: 0, slots: [slot])
    }
    let slots = (0..<count).map { slot in
      let id = slotValue(slot, EventCode.mtTrackingID)
      let distance = slotValue(slot, EventCode.mtDistance)
      let hovering = id >= 0 ? hovering(EventCode.mtDistance, at: distance, trackingID: id) : nil
      return SlotSnapshot.Slot(
        number: slot, isDown: id >= 0 && hovering == nil,
        x: slotValue(slot, EventCode.mtPositionX), y: slotValue(slot, EventCode.mtPositionY),
        tool: slotValue(slot, EventCode.mtToolType), major: slotValue(slot, EventCode.mtTouchMajor),
        hovering: hovering)
    }
    return SlotSnapshot(currentSlot: unsafe Int(libevdev_get_current_slot(pointer)), slots: slots)
  }

  /// Returns a finger at this distance on the axis `code`; nil if it touches the glass.
  private func hovering(_ code: UInt16, at distance: Int32, trackingID: Int32) -> SlotSnapshot.Hovering? {
    // The structure belongs to the device and is copied immediately; null means that the axis is
    // absent.
    guard distance > 0, let range = unsafe libevdev_get_abs_info(pointer, UInt32(code))?.pointee,
      range.minimum <= 0
    else { return nil }
    return SlotSnapshot.Hovering(trackingID: trackingID, distance: distance)
  }

  private func has(_ type: UInt16, _ code: UInt16) -> Bool {
    unsafe libevdev_has_event_code(pointer, UInt32(type), UInt32(code)) == 1
  }

  private func value(_ type: UInt16, _ code: UInt16) -> Int32 {
    unsafe libevdev_get_event_value(pointer, UInt32(type), UInt32(code))
  }

  private func slotValue(_ slot: Int, _ code: UInt16) -> Int32 {
    unsafe libevdev_get_slot_value(pointer, UInt32(slot), UInt32(code))
  }
}

extension InputEvent {
  /// Converts the kernel's structure, with the timestamp in µs.
  init(_ event: input_event) {
    let seconds = Int64(event.time.tv_sec)
    self.init(
      instant: Instant(microseconds: seconds &* 1_000_000 &+ Int64(event.time.tv_usec)), type: event.type,
      code: event.code, value: event.value)
  }
}
