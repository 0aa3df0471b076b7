internal import ArgumentParser
internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Recordings
internal import Terminal
internal import VirtualPanels

/// A panel to create, and its script.
struct PlayedPanel {
  /// How the panel of a scenario reports its contacts.
  enum Language: String, CaseIterable, ExpressibleByArgument {
    case slots
    case list
    case single
    case hid
  }

  var model: PanelModel
  var script: PanelScript

  /// Creates the panel that `file` was recorded on, or a panel for a scenario.
  ///
  /// `panel` is the path of a description. A recording has its own panel, so it accepts neither a
  /// description nor a language.
  init(_ file: PlayedFile, at path: String, on panel: String?, speaking language: Language?) throws {
    switch file {
    case .scenario(let scenario): self = try Self.scenario(scenario, on: panel, speaking: language)
    case .events(let recording):
      try Self.refuse(panel, language, for: path)
      model = .recorded(recording)
      script = PanelScript(recording)
      if !recording.hasAxisRanges {
        note(
          "\(path): the recording does not contain the ranges of the axes; "
            + "the largest recorded value of each axis is used")
      }
    case .reports(let recording):
      try Self.refuse(panel, language, for: path)
      model = .reports(recording.device)
      script = PanelScript(recording)
    }
  }

  /// Ends the command if the user requests a different panel for a recording.
  private static func refuse(_ panel: String?, _ language: Language?, for path: String) throws {
    for (flag, isGiven) in [("--panel", panel != nil), ("--protocol", language != nil)] where isGiven {
      throw failure(.usage, "\(path) is a recording, which has its own panel: remove \(flag)")
    }
  }

  private init(model: PanelModel, script: PanelScript) {
    self.model = model
    self.script = script
  }

  private static func scenario(
    _ scenario: Scenario, on panel: String?, speaking language: Language?
  ) throws -> PlayedPanel {
    let description: PanelDescription
    switch (panel, language ?? .slots) {
    case (let panel?, _): description = try Self.description(in: panel)
    case (nil, .slots): description = ScenarioPlayer.panel(.slots, for: scenario)
    case (nil, .list): description = ScenarioPlayer.panel(.list)
    case (nil, .single): description = ScenarioPlayer.panel(.single)
    case (nil, .hid):
      let touches = HIDTouches()
      return PlayedPanel(
        model: .reports(touches.description),
        script: try reporting { () throws(ScenarioError) in try touches.script(of: scenario) })
    }
    return PlayedPanel(
      model: .events(description),
      script: try reporting { () throws(ScenarioError) in
        try ScenarioPlayer.script(of: scenario, on: description)
      })
  }

  private static func reporting(_ body: () throws(ScenarioError) -> PanelScript) throws -> PanelScript {
    try Result { () throws(ScenarioError) in try body() }
      .mapError { failure(.badData, $0.description) }.get()
  }

  private static func description(in path: String) throws -> PanelDescription {
    do throws(RecordingError) {
      return Self.named(try PanelDescription.read(path), path)
    } catch {
      guard error.kind == .hidRecording else { throw failure(error) }
      throw failure(
        .badData,
        "\(path): this describes a HID panel, which cannot play a scenario: "
          + "use the description of an input device, or --protocol hid")
    }
  }

  /// Returns the description with a name, which the kernel requires and `getevent` may omit.
  private static func named(_ description: PanelDescription, _ name: String) -> PanelDescription {
    var description = description
    if description.name.isEmpty { description.name = name }
    return description
  }

  /// How the panel reports contacts, and its size if that is known in advance; human-readable.
  var text: String {
    guard case .events(let description) = model else { return language.rawValue }
    let size = PanelSize(description: description)
    let sides = ShownNumber.size(size.extent.width, size.extent.height)
    return "\(language.rawValue), \(sides)\(size.scale == .assumed ? " assumed" : "")"
  }

  /// How the panel reports its contacts.
  var language: Language {
    guard case .events(let description) = model else { return .hid }
    return switch TouchProtocol(description) {
    case .slots: .slots
    case .list: .list
    case .single: .single
    }
  }
}
