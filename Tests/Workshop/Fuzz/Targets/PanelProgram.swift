import FlickProtocol
import GestureCore
import Panels
import Pipeline
import Settings

/// A panel and its events, read from bytes: any axes, any events, losses in between and any
/// timestamps.
///
/// A few bytes describe the panel. Then each byte is a step: its low half is the kind of step, its
/// high half is a small operand; some steps read more bytes.
struct PanelProgram: ~Copyable {
  private var bytes: ProgramBytes
  private let setup: PanelSetup
  private var decoder: SlotDecoder
  private var recognizer: Recognizer
  private var numbering = SwipeNumbering()
  private var contacts: ContactJudge
  private var swipes: SwipeJudge
  private var now: Int64 = 1_000_000

  /// The minimum and maximum values of axes, valid and invalid ones.
  private static let bounds: [(minimum: Int32, maximum: Int32)] = [
    (0, 4095), (0, 0), (-2048, 2047), (4095, 0), (0, .max), (.min, .max), (.max, .min), (1, 32767),
  ]
  private static let resolutions: [Int32] = [0, 16, 1, -5, .max, 100]
  private static let slots: [Int32] = [9, 0, 1, 4, 63, 64, 127, 255, -1, .max, .min]
  /// The difference of a timestamp to the previous one, in µs: equal, one scan later, far ahead,
  /// back.
  private static let steps: [Int64] = [
    8000, 0, 1, 2000, 16_000, 50_000, 90_000, 1_000_000, 31_000_000, 3_600_000_000, -1, -8000, -3_600_000_000,
    .max, .min, 1 << 40,
  ]
  private static let rotations: [PanelGeometry.Rotation] = [.none, .quarter, .half, .threeQuarters]

  /// Plays the bytes; throws the promise that they break.
  static func run(_ input: [UInt8], isBlindToLifts: Bool) throws(BrokenPromise) {
    var bytes = ProgramBytes(input)
    let description = Self.description(&bytes)
    var settings = Settings()
    var rule = PanelRule()
    rule.rotation = bytes.choice(of: rotations)
    if bytes.byte() & 1 != 0 { rule.liftDelay = .milliseconds(Int64(bytes.byte())) }
    settings.panels = [rule]
    let identity = PanelIdentity(panelID: "fuzz", source: .replay)
    guard let setup = PanelSetup(description, identity: identity, settings: settings) else { return }
    var program = PanelProgram(setup, bytes, ContactJudge(isBlindToLifts: isBlindToLifts))
    try program.play()
  }

  private init(_ setup: PanelSetup, _ bytes: consuming ProgramBytes, _ contacts: consuming ContactJudge) {
    self.setup = setup
    self.contacts = contacts
    self.bytes = bytes
    decoder = SlotDecoder(description: setup.description, geometry: setup.geometry)
    recognizer = Recognizer(settings: setup.recognition)
    swipes = SwipeJudge(setup)
  }

  private static func description(_ bytes: inout ProgramBytes) -> PanelDescription {
    var panel = PanelDescription()
    let kind = bytes.byte()
    let hasSlots = kind % 3 == 0
    let hasMultitouch = kind % 3 != 2
    for code in hasMultitouch ? [EventCode.mtPositionX, EventCode.mtPositionY] : [EventCode.x, EventCode.y] {
      // Codes of 0x80 and more contain the numbers themselves.
      let choice = bytes.byte()
      let bound =
        choice < 0x80
        ? bounds[Int(choice) % bounds.count]
        : (minimum: bytes.number(Int32.self), maximum: bytes.number(Int32.self))
      panel.axes[code] = AxisRange(
        minimum: bound.minimum, maximum: bound.maximum, resolution: bytes.choice(of: resolutions))
    }
    if hasSlots { panel.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: bytes.choice(of: slots)) }
    panel.keys = [EventCode.btnTouch]
    return panel
  }

  // MARK: Steps

  private mutating func play() throws(BrokenPromise) {
    while !bytes.isAtEnd { try step() }
    try lose(.unplugged)
  }

  private mutating func step() throws(BrokenPromise) {
    let code = bytes.byte()
    let detail = code >> 4
    let isSingle = decoder.touchProtocol == .single
    switch code & 0x0f {
    case 0: try consume(EventCode.syn, EventCode.synReport, 0)
    case 1:
      move(by: Self.steps[Int(detail)])
      try consume(EventCode.syn, EventCode.synReport, 0)
    case 2: try consume(EventCode.abs, EventCode.mtSlot, Int32(detail))
    case 3: try consume(EventCode.abs, EventCode.mtTrackingID, Int32(detail))
    case 4: try consume(EventCode.abs, EventCode.mtTrackingID, -1)
    case 5:
      try consume(
        EventCode.abs, isSingle ? EventCode.x : EventCode.mtPositionX, Int32(bytes.number(UInt16.self)))
    case 6:
      try consume(
        EventCode.abs, isSingle ? EventCode.y : EventCode.mtPositionY, Int32(bytes.number(UInt16.self)))
    case 7: try consume(EventCode.abs, EventCode.mtToolType, Int32(detail))
    case 8: try consume(EventCode.key, EventCode.btnTouch, Int32(detail & 3))
    case 9: try consume(EventCode.syn, EventCode.synMTReport, 0)
    case 10: try consume(EventCode.syn, EventCode.synDropped, 0)
    case 11: try lose(CancelReason.all[Int(detail) % CancelReason.all.count])
    case 12: move(by: detail == 15 ? bytes.number(Int64.self) : Self.steps[Int(detail)])
    case 13: try consume(bytes.number(UInt16.self), bytes.number(UInt16.self), bytes.number(Int32.self))
    case 14: try wait(Self.steps[Int(detail)])
    default: try consume(EventCode.abs, 0x30 + UInt16(detail), bytes.number(Int32.self))
    }
  }

  private mutating func move(by step: Int64) {
    now &+= step
  }

  private mutating func consume(_ type: UInt16, _ code: UInt16, _ value: Int32) throws(BrokenPromise) {
    let event = InputEvent(instant: Instant(microseconds: now), type: type, code: code, value: value)
    if decoder.consume(event) { try process() }
  }

  private mutating func lose(_ reason: CancelReason) throws(BrokenPromise) {
    if decoder.loseAll(reason, at: Instant(microseconds: now)) { try process() }
    try contacts.expectNone()
    try swipes.expectNone()
  }

  private mutating func process() throws(BrokenPromise) {
    try contacts.judge(&decoder)
    _ = recognizer.process(&decoder.frame, numbering: &numbering, into: &swipes)
    try swipes.rule()
    try BrokenPromise.unless(
      swipes.open <= contacts.live, "no more swipes are open than contacts are down")
  }

  private mutating func wait(_ step: Int64) throws(BrokenPromise) {
    move(by: step)
    let deadline = recognizer.advance(to: Instant(microseconds: now), into: &swipes)
    try swipes.rule()
    if let deadline {
      try BrokenPromise.unless(deadline.microseconds > now, "a deadline that was handled is over")
    }
  }
}
