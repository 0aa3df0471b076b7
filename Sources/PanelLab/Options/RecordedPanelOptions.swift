internal import ArgumentParser
internal import Evdev
internal import GestureCore
internal import Panels
package import Recordings
internal import Terminal

/// What a log of another program may not contain: the panel's size, and the ranges of its axes.
package struct RecordedPanelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The size of the recorded panel in mm, if the recording has none or a wrong one.",
      valueName: "WxH"),
    transform: Self.extent)
  var size: Extent?
  @Option(
    help: ArgumentHelp(
      "The ranges of the position axes, if the recording has none, such as 0..1279,0..799.",
      valueName: "x,y"),
    transform: Self.positionRanges)
  var ranges: PositionRanges?

  /// Creates the options without a value.
  package init() {}

  private static func extent(_ text: String) throws -> Extent {
    guard let extent = PanelSize.parse(text.replacing("×", with: "x")) else {
      throw ValidationError("'\(text)' is not a size: write width and height in mm, such as 217x136")
    }
    return extent
  }

  private static func positionRanges(_ text: String) throws -> PositionRanges {
    guard let ranges = PositionRanges(text: text) else {
      throw ValidationError(
        "'\(text)' is not two ranges: write the least and the largest value of x and of y, "
          + "such as 0..1279,0..799")
    }
    return ranges
  }

  /// Returns the recording in a file, with the values of the options.
  func recording(in file: String) throws -> Recording {
    try stated(
      Result { () throws(RecordingError) in try RecordingFile.read(file, ranges: ranges) }
        .mapError { failure($0) }.get(), in: file)
  }

  /// Returns the recordings that a replay of a file plays, with the values of the options.
  package func played(_ file: String) throws -> [Recording] {
    try Result { () throws(RecordingError) in try RecordingFile.played(file, ranges: ranges) }
      .mapError { failure($0) }.get().map { stated($0, in: file) }
  }

  /// Returns a recording with the size of the options.
  ///
  /// Prints why flickd would not read the recorded device, because live nothing would happen.
  private func stated(_ recording: Recording, in file: String) -> Recording {
    if let reason = recording.reasonNotRead {
      note("\(file): flickd would not read this device live: \(reason)")
    }
    guard let size else { return recording }
    var recording = recording
    (recording.setup.size, recording.setup.scale) = (size, .config)
    return recording
  }
}

extension Recording {
  /// Why flickd would ignore the recorded device; nil if it would read the device, or if the
  /// recording does not describe it.
  var reasonNotRead: String? {
    guard isDescribed, case .passedOver(let reason) = DeviceClass(recorded: description) else { return nil }
    return switch reason {
    case .mouse: "its BTN_LEFT makes it a mouse to udev"
    case .touchpad: "its BTN_TOOL_FINGER without INPUT_PROP_DIRECT makes it a touchpad to udev"
    case .tablet: "its BTN_TOOL_PEN or BTN_STYLUS makes it a tablet to udev"
    case .notTouch:
      "udev finds no touchscreen in it, because it has neither BTN_TOUCH nor INPUT_PROP_DIRECT"
    case .keyboard, .joystick, .ignored, .otherSeat: "udev takes it for \(reason)"
    case .unusable(let reason): reason.rawValue
    }
  }
}
