internal import ArgumentParser
internal import GestureCore
internal import PanelTuning
internal import Panels
internal import Terminal

/// What no recording contains, but grades depend on: the display and the fingers.
struct SurroundingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The display's refresh rate; Windows 10 wants a report rate at least this high.", valueName: "Hz"))
  var refresh = 60.0
  @Option(
    help: ArgumentHelp(
      "The visible area of the display, such as 217x136 in mm, to judge the stated size.", valueName: "size"),
    transform: Self.extent)
  var display: Extent?
  @Option(
    help: ArgumentHelp("The width of the fingertips in mm, to judge their separation.", valueName: "mm"))
  var finger: Double?

  private static func extent(_ text: String) throws -> Extent {
    guard let extent = PanelSize.parse(text) else {
      throw ValidationError("'\(text)' is not a size: write width and height in mm, such as 217x136")
    }
    return extent
  }

  func validate() throws {
    guard (1...1000).contains(refresh) else { throw ValidationError("--refresh must be 1 to 1000 Hz") }
    if let finger, !(1...50).contains(finger) { throw ValidationError("--finger must be 1 to 50 mm") }
  }

  /// The surroundings of a measurement.
  var measured: MeasuredSurroundings {
    MeasuredSurroundings(refreshRate: refresh, visibleArea: display, fingerWidth: finger)
  }
}

extension MeasuredSurroundings {
  /// The options that set these surroundings, for a command that somebody types.
  var options: [String] {
    let area = visibleArea.map { "\(ShownNumber.short($0.width))x\(ShownNumber.short($0.height))" }
    return
      (refreshRate == MeasuredSurroundings().refreshRate
      ? [] : ["--refresh \(ShownNumber.short(refreshRate))"])
      + (area.map { ["--display \($0)"] } ?? [])
      + (fingerWidth.map { ["--finger \(ShownNumber.short($0))"] } ?? [])
  }
}
