import Evdev
import GestureCore
import Panels
import Testing

@Suite struct `The device class of a recording` {
  private static func device(_ axes: [UInt16], _ keys: Set<UInt16>, isDirect: Bool) -> PanelDescription {
    var device = PanelDescription()
    for axis in axes { device.axes[axis] = AxisRange(minimum: 0, maximum: 9) }
    device.keys = keys
    if isDirect { device.properties = 1 << UInt64(EventCode.propDirect) }
    return device
  }

  private static let pair = [EventCode.x, EventCode.y]
  private static let multitouch = [EventCode.mtPositionX, EventCode.mtPositionY, EventCode.mtSlot]

  @Test(arguments: [
    (device(multitouch, [EventCode.btnTouch], isDirect: true), DeviceClass.touchscreen),
    (device(multitouch, [EventCode.btnTouch], isDirect: false), .touchscreen),
    (device(pair, [EventCode.btnTouch], isDirect: false), .touchscreen),
    (device(pair + multitouch, [EventCode.btnTouch, EventCode.btnLeft], isDirect: true), .touchscreen),
    (device(pair, [EventCode.btnTouch, EventCode.btnLeft], isDirect: false), .passedOver(.mouse)),
    (device(multitouch, [EventCode.btnLeft], isDirect: false), .passedOver(.mouse)),
    (device(multitouch, [], isDirect: false), .passedOver(.notTouch)),
    (
      device(multitouch, [EventCode.btnTouch, EventCode.btnToolFinger], isDirect: false),
      .passedOver(.touchpad)
    ),
    (device(pair, [EventCode.btnTouch, EventCode.btnToolPen], isDirect: true), .passedOver(.tablet)),
    (device(pair, Set(1...120), isDirect: true), .passedOver(.keyboard)),
  ])
  func `is the one that it would have live`(description: PanelDescription, deviceClass: DeviceClass) {
    #expect(DeviceClass(recorded: description) == deviceClass)
  }
}
