/// The noise of positions that a driver states, in device units; the kernel calls it fuzz.
///
/// The kernel smooths positions by the fuzz of an axis. libinput's udev rule stores the fuzz in
/// udev properties and sets the kernel's to 0, so programs receive unsmoothed positions.
public struct PositionFuzz: Equatable, Sendable {
  /// The fuzz of the horizontal axis; 0 for none.
  public var x: Int32
  /// The fuzz of the vertical axis; 0 for none.
  public var y: Int32

  /// Creates a fuzz.
  public init(x: Int32, y: Int32) {
    (self.x, self.y) = (x, y)
  }

  /// The fuzz that the kernel does not apply: 0 on each axis on which the kernel has a fuzz.
  public func left(by description: PanelDescription) -> PositionFuzz {
    func rest(_ fuzz: Int32, _ axis: AxisRange?) -> Int32 { axis?.fuzz == 0 ? max(0, fuzz) : 0 }
    return PositionFuzz(x: rest(x, description.horizontalAxis), y: rest(y, description.verticalAxis))
  }

  /// Returns the smoothed position after `old`, when the driver reports `value` on an axis with
  /// this fuzz.
  ///
  /// Source: `input_defuzz_abs_event` of the kernel, with its rounding towards zero.
  public static func smoothed(_ value: Int32, after old: Int32, fuzz: Int32) -> Int32 {
    guard fuzz > 0 else { return value }
    let (value, old, fuzz) = (Int(value), Int(old), Int(fuzz))
    func isWithin(_ bound: Int) -> Bool { value > old - bound && value < old + bound }
    if isWithin(fuzz / 2) { return Int32(old) }
    if isWithin(fuzz) { return Int32((old * 3 + value) / 4) }
    if isWithin(fuzz * 2) { return Int32((old + value) / 2) }
    return Int32(value)
  }
}

extension PanelDescription {
  /// The same panel with this fuzz on the axes of positions where the kernel has none.
  public func with(_ fuzz: PositionFuzz) -> PanelDescription {
    var description = self
    let rest = fuzz.left(by: self)
    let codes =
      hasMultitouch ? (EventCode.mtPositionX, EventCode.mtPositionY) : (EventCode.x, EventCode.y)
    if rest.x > 0 { description.axes[codes.0]?.fuzz = rest.x }
    if rest.y > 0 { description.axes[codes.1]?.fuzz = rest.y }
    return description
  }
}
