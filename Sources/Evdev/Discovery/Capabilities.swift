internal import Panels

extension PanelDescription {
  /// Reads the bit maps in sysfs, `capabilities/` and `properties`; axes get empty ranges.
  mutating func setCapabilities(absolute: String, keys: String, relatives: String, properties: String) {
    for code in setBits(absolute) { axes[code] = AxisRange(minimum: 0, maximum: 0) }
    self.keys = Set(setBits(keys))
    self.relatives = Set(setBits(relatives))
    for bit in setBits(properties) where bit < 64 { self.properties |= 1 << UInt64(bit) }
  }

  /// The device class if udev's database has no entry for the device, as in a container.
  ///
  /// The rules are those of udev's `input_id`, as far as they distinguish a touchscreen from other
  /// devices.
  var judgedByCapabilities: DeviceClass {
    // KEY_ESC to KEY_S: input_id treats a device with all of them as a keyboard.
    if (1...31).allSatisfy({ keys.contains($0) }) { return .passedOver(.keyboard) }
    // BTN_TOOL_PEN, BTN_STYLUS.
    if keys.contains(0x140) || keys.contains(0x14b) { return .passedOver(.tablet) }
    let slots = axes[EventCode.mtPositionX] != nil && axes[EventCode.mtPositionY] != nil
    // A device with the axis below ABS_MT_SLOT numbers all its axes in sequence, so its multitouch
    // codes mean something else.
    let multitouch = slots && axes[EventCode.mtSlot - 1] == nil
    let single =
      keys.contains(EventCode.btnTouch) && axes[EventCode.x] != nil && axes[EventCode.y] != nil
    if isDirect && (multitouch || single) { return .touchscreenByCapabilities }
    // BTN_TOOL_FINGER.
    if keys.contains(0x145) { return .passedOver(.touchpad) }
    // BTN_JOYSTICK to BTN_THUMBR: joysticks and gamepads.
    if (0x120...0x13e).contains(where: { keys.contains($0) }) { return .passedOver(.joystick) }
    // BTN_LEFT with REL_X and REL_Y.
    if keys.contains(0x110) && relatives.isSuperset(of: [0, 1]) { return .passedOver(.mouse) }
    // A power button counts as a keyboard, like any other key.
    if keys.contains(where: { (1...0xff).contains($0) }) { return .passedOver(.keyboard) }
    return .passedOver(.notTouch)
  }
}

/// The numbers of the bits that are set in a bit map of sysfs: hexadecimal words of a `long`, the
/// most significant first.
func setBits(_ map: String) -> [UInt16] {
  var bits: [UInt16] = []
  for (place, word) in map.split(whereSeparator: { $0.isWhitespace }).reversed().enumerated() {
    guard place < 16, let value = UInt(word, radix: 16) else { return bits }
    for bit in 0..<UInt.bitWidth where value & (1 << UInt(bit)) != 0 {
      bits.append(UInt16(place * UInt.bitWidth + bit))
    }
  }
  return bits
}
