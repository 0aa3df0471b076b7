import GestureCore
import Panels
import Testing

/// A panel with axes from 0 to the given values.
private func described(_ x: Int32, _ y: Int32, resolution: (Int32, Int32) = (0, 0)) -> PanelDescription {
  var description = PanelDescription()
  description.axes[EventCode.mtPositionX] = AxisRange(minimum: 0, maximum: x, resolution: resolution.0)
  description.axes[EventCode.mtPositionY] = AxisRange(minimum: 0, maximum: y, resolution: resolution.1)
  return description
}

/// The values of the four sources, and the resulting size.
private struct Answer: Sendable {
  var config: Extent?
  var udev: Extent?
  var display: Extent?
  var panel: PanelDescription
  var axesAreSwapped = false
  var extent: Extent
  var scale: PanelGeometry.Scale
}

@Suite struct `The size of a panel` {
  private static let config = Extent(width: 1, height: 2)
  private static let udev = Extent(width: 510, height: 287)
  private static let display = Extent(width: 344, height: 194)
  private static let resolved = described(5100, 2870, resolution: (10, 10))

  private static let backwards: PanelDescription = {
    var panel = resolved
    panel.axes[EventCode.mtPositionX] = AxisRange(minimum: 5100, maximum: 0, resolution: 10)
    return panel
  }()

  @Test(arguments: [
    Answer(
      config: config, udev: udev, display: display, panel: resolved, extent: config, scale: .config),
    Answer(udev: udev, display: display, panel: resolved, extent: udev, scale: .udev),
    Answer(
      display: display, panel: resolved, extent: Extent(width: 510, height: 287), scale: .kernel),
    Answer(display: display, panel: described(1920, 1080), extent: display, scale: .edid),
    // A resolution on only one axis does not specify a size.
    Answer(
      display: display, panel: described(1920, 1080, resolution: (10, 0)), extent: display, scale: .edid),
    // 16:9 on 4:3 is another device's display, also after a quarter turn.
    Answer(display: display, panel: described(1024, 768), extent: PanelSize.assumed, scale: .assumed),
    Answer(
      display: display, panel: described(1080, 1920), extent: Extent(width: 136, height: 217), scale: .assumed
    ),
    // 16:10 differs from 16:9 by 10 % plus an eighth of that; 1.62 differs by less.
    Answer(display: display, panel: described(1600, 1000), extent: PanelSize.assumed, scale: .assumed),
    Answer(display: display, panel: described(1620, 1000), extent: display, scale: .edid),
    // A grid of equal ranges does not specify an aspect.
    Answer(display: display, panel: described(4095, 4095), extent: display, scale: .edid),
    // A panel that is rotated against the picture has its display's size in one of the two
    // orientations, whichever fits.
    Answer(
      display: display, panel: described(1920, 1080), axesAreSwapped: true, extent: display, scale: .edid),
    Answer(
      display: display, panel: described(1080, 1920), axesAreSwapped: true,
      extent: Extent(width: 194, height: 344), scale: .edid),
    Answer(
      display: display, panel: described(4095, 4095), axesAreSwapped: true, extent: display, scale: .edid),
    Answer(
      display: display, panel: described(1024, 768), axesAreSwapped: true, extent: PanelSize.assumed,
      scale: .assumed),
    // An axis that counts backwards is as long as one that counts forwards.
    Answer(
      display: display, panel: backwards, extent: Extent(width: 510, height: 287), scale: .kernel),
    Answer(panel: described(4095, 4095), extent: PanelSize.assumed, scale: .assumed),
    Answer(panel: described(1535, 2559), extent: Extent(width: 136, height: 217), scale: .assumed),
    Answer(panel: PanelDescription(), extent: PanelSize.assumed, scale: .assumed),
  ])
  private func `comes from the first source that answers`(answer: Answer) {
    let size = PanelSize(
      config: answer.config, udev: answer.udev, display: answer.display, description: answer.panel,
      axesAreSwapped: answer.axesAreSwapped)
    #expect(size.extent == answer.extent)
    #expect(size.scale == answer.scale)
  }

  @Test func `is read only from WxH`() {
    #expect(PanelSize.parse("510x287") == Extent(width: 510, height: 287))
    #expect(PanelSize.parse("217.5x136.25") == Extent(width: 217.5, height: 136.25))
    for text in [
      "", "x", "510", "510x", "x287", "510x287x3", "510X287", "-510x287", "510x0", "0.5x3", "infx1", "0x10",
      "1e3x1", "99999x1", "5 x 5", "1.2.3x4", "510x287mm",
    ] {
      #expect(PanelSize.parse(text) == nil, "\(text)")
    }
  }
}

@Suite struct `The size of a display` {
  @Test func `is the first timing's if that agrees with the centimetres`() {
    #expect(DisplaySize.parse(edid: edid(cm: (34, 19), mm: (344, 194))) == Extent(width: 344, height: 194))
    #expect(DisplaySize.parse(edid: edid(cm: (0, 0), mm: (1218, 685))) == Extent(width: 1218, height: 685))
  }

  @Test func `is the centimetres' if the timing is missing or wrong`() {
    #expect(DisplaySize.parse(edid: edid(cm: (34, 19), mm: (0, 0))) == Extent(width: 340, height: 190))
    #expect(DisplaySize.parse(edid: edid(cm: (34, 19), mm: (16, 9))) == Extent(width: 340, height: 190))
    #expect(
      DisplaySize.parse(edid: edid(cm: (34, 19), mm: (344, 194), clock: 0)) == Extent(width: 340, height: 190)
    )
  }

  @Test func `is unknown if only an aspect is specified`() {
    #expect(DisplaySize.parse(edid: edid(cm: (79, 0), mm: (0, 0))) == nil)
    #expect(DisplaySize.parse(edid: edid(cm: (0, 0), mm: (160, 90))) == nil)
  }

  @Test func `is unknown if the bytes are not an EDID`() {
    let whole = edid(cm: (34, 19), mm: (344, 194))
    for count in 0..<128 { #expect(DisplaySize.parse(edid: Array(whole.prefix(count))) == nil) }
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x10
      #expect(DisplaySize.parse(edid: damaged) == nil, "byte \(index)")
    }
    #expect(
      DisplaySize.parse(edid: whole + [UInt8](repeating: 7, count: 128)) != nil, "extensions are ignored")
  }

  private func edid(cm: (UInt8, UInt8), mm: (Int, Int), clock: UInt8 = 0x1d) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 128)
    for index in 1...6 { bytes[index] = 0xff }
    bytes[21] = cm.0
    bytes[22] = cm.1
    bytes[54] = clock
    bytes[66] = UInt8(truncatingIfNeeded: mm.0)
    bytes[67] = UInt8(truncatingIfNeeded: mm.1)
    bytes[68] = UInt8(16 * (mm.0 >> 8) + (mm.1 >> 8))
    bytes[127] = 0 &- bytes.reduce(0, &+)
    return bytes
  }
}
