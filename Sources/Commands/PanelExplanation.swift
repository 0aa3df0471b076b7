internal import ConfigurationFiles
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelLab
internal import Panels
internal import Pipeline
internal import Settings
internal import Terminal

/// Each setting of a panel with its effective value, and what set it.
struct PanelExplanation {
  enum Origin: String {
    case file
    case library
    case udev
    case kernel
    case display
    case memory
    case computed
    case `default`
  }

  struct Row: Equatable {
    var key: String
    /// The value as a configuration would have it, a text without its quotes; nil for "not set".
    var value: String?
    var origin: Origin
    /// The file, for the origins `file` and `library`.
    var file: String?
    /// The line in the file.
    var line: Int?
    /// What exactly set the value; human-readable.
    var detail: String?

    init(_ key: String, _ value: String?, _ origin: Origin, _ detail: String? = nil) {
      (self.key, self.value, self.origin, self.detail) = (key, value, origin, detail)
    }

    init(_ setting: SettingOrigins.Setting) {
      (key, value, file, line) = (setting.key, setting.value, setting.file, setting.line)
      origin = setting.file == nil ? .default : setting.isOfLibrary ? .library : .file
    }

    /// What set the value, human-readable.
    var cause: String {
      if let file, let line {
        return (origin == .library ? "library: " : "") + "\(file):\(line)"
      }
      return detail.map { "\(origin.rawValue): \($0)" } ?? origin.rawValue
    }
  }

  /// The settings of the panel, in the order of the documentation.
  let rows: [Row]
  /// The panel's zones in the order of the files, each with the settings that it has.
  let zones: [(name: String, rows: [Row])]

  /// Explains the setup of a live panel.
  ///
  /// `isFuzzOfUdev` is ``LivePanel/isFuzzOfUdev``.
  init(_ setup: PanelSetup, _ node: InputNode, isFuzzOfUdev: Bool, by origins: SettingOrigins) {
    let subject = node.subject(setup.description)
    let own = origins.panel(subject)
    let facts = PanelFacts(setup: setup, node: node, isFuzzOfUdev: isFuzzOfUdev)
    let panelRows = facts.rows.map { row in
      own.first { $0.key == row.key && $0.file != nil }.map { Row($0) } ?? row
    }
    rows = panelRows + origins.swipe(of: subject).map { Row($0) }
    zones = origins.zones(of: subject).map { zone in (zone.name, zone.settings.map { Row($0) }) }
  }

  /// Returns the line that disables or enables a panel; nil if no line does.
  static func enabled(_ panel: PanelDescription, _ node: InputNode, by origins: SettingOrigins) -> String? {
    let setting = origins.panel(node.subject(panel)).first { $0.key == "enabled" && $0.file != nil }
    return setting.map { Row($0).cause }
  }

  // MARK: Output

  /// Returns a table of the settings, and one for each zone.
  func text(of panel: String) -> String {
    func table(_ title: String, _ rows: [Row]) -> String {
      let cells = rows.map { [$0.key, $0.value ?? "not set", $0.cause] }
      return "\n\(title.terminalText)\n" + TextTable.text([["KEY", "VALUE", "SET BY"]] + cells)
    }
    return table("The settings of \(panel):", rows)
      + zones.map { zone in
        table(zone.name.isEmpty ? "A zone without a name:" : "The zone \(zone.name):", zone.rows)
      }.joined()
  }

  /// Writes `settings` and `zones` into the object of the panel.
  func write(into line: inout LineWriter) {
    line.objects("settings", rows, Self.write)
    line.objects("zones", zones) { line, zone in
      line.field("name", zone.name)
      line.objects("settings", zone.rows, Self.write)
    }
  }

  private static func write(into line: inout LineWriter, _ row: Row) {
    line.field("key", row.key)
    line.field("value", row.value)
    line.field("origin", row.origin.rawValue)
    if let file = row.file { line.field("file", file) }
    if let number = row.line { line.field("line", Int64(number)) }
    if let detail = row.detail { line.field("detail", detail) }
  }
}

extension InputNode {
  /// The node's panel as the subject of rules.
  fileprivate func subject(_ description: PanelDescription) -> SettingOrigins.Subject {
    SettingOrigins.Subject(description, path: properties["ID_PATH"], serial: serial)
  }
}

/// The values of a panel that no file sets, with what set them.
private struct PanelFacts {
  let setup: PanelSetup
  let node: InputNode
  let isFuzzOfUdev: Bool

  typealias Row = PanelExplanation.Row

  /// The keys of `[[panel]]` in the order of the documentation, and what else affects decisions.
  var rows: [Row] {
    [
      Row("enabled", "true", .default), size, Row("surface", nil, .default), matrix,
      Row("mirror", "false", .default), Row("rotation", "0", .default), fuzz, noise, liftDelay, reportRate,
      Row("bridge_gaps", "0ms", .default), Row("size_limit", nil, .default),
      Row("size_limit_landing", nil, .default),
    ]
  }

  private var size: Row {
    let extent = setup.geometry.size
    let text = "\(Self.text(extent.width))mm x \(Self.text(extent.height))mm"
    return switch setup.geometry.scale {
    case .config, .library: Row("size", text, .file)
    case .udev: Row("size", text, .udev, "FLICKD_SIZE_MM")
    case .kernel: Row("size", text, .kernel, "the range and the resolution of the axes")
    case .edid: Row("size", text, .display, "the EDID of the connected display")
    case .assumed: Row("size", text, .default, "no source has the size; 10.1 inch is assumed")
    }
  }

  private var matrix: Row {
    let numbers = setup.geometry.matrix.numbers.map(Self.text).joined(separator: ", ")
    guard node.calibrationMatrix != nil else { return Row("matrix", "[\(numbers)]", .default) }
    return Row("matrix", "[\(numbers)]", .udev, "LIBINPUT_CALIBRATION_MATRIX")
  }

  /// The fuzz is not a key, but the noise depends on the fuzz.
  private var fuzz: Row {
    let (x, y) = (setup.geometry.xAxis.fuzz, setup.geometry.yAxis.fuzz)
    let text = "\(x) x \(y) device units"
    if isFuzzOfUdev {
      let names = setup.description.hasMultitouch ? "35 and _36" : "00 and _01"
      return Row(
        "fuzz", text, .udev,
        "LIBINPUT_FUZZ_\(names): libinput's rule took the driver's fuzz from the kernel")
    }
    if x == 0, y == 0 { return Row("fuzz", text, .kernel, "the driver sets no fuzz") }
    return Row("fuzz", text, .kernel, "the fuzz of the axes, set by the driver")
  }

  private var noise: Row {
    let hasFuzz = setup.geometry.xAxis.fuzz > 0 || setup.geometry.yAxis.fuzz > 0
    return Row(
      "noise", "\(Self.text(setup.recognition.positionNoise))mm", .computed,
      hasFuzz ? "from the grid of the panel and its fuzz" : "from the grid of the panel")
  }

  private var liftDelay: Row {
    let (delay, source) = (setup.message.liftDelayMicroseconds, setup.message.liftDelaySource)
    let text = "\(Self.text(Double(delay) / 1000))ms"
    return switch source {
    case "remembered": Row("lift_delay", text, .memory, "flickd learned it from earlier lifts")
    case "config", "library": Row("lift_delay", text, .file)
    default: Row("lift_delay", nil, .default, "flickd learns it from the first five lifts")
    }
  }

  /// The report rate is not a key either.
  private var reportRate: Row {
    guard let rate = setup.remembered?.reportRate else {
      return Row("report_rate", nil, .default, "flickd measures it while a contact moves")
    }
    return Row("report_rate", "\(Self.text(rate))Hz", .memory, "flickd measured it earlier")
  }

  /// A number with at most three decimal places.
  private static func text(_ number: Double) -> String {
    var text = ShownNumber.fixed(number, decimals: 3)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
