internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import Logging
internal import Panels

/// Logs touchscreens that come, go and fail, with a limit for each node.
struct PanelLog {
  private let limited: LimitedLog

  init(_ limited: LimitedLog) {
    self.limited = limited
  }

  /// Logs that udev reported a device.
  func reported(_ change: String, _ node: String) {
    limited.log.debug("udev: \(change) \(node)")
  }

  /// Logs an input device that is not opened.
  func ignored(_ node: InputNode, _ deviceClass: DeviceClass) {
    limited.log.debug("\(node.node) \(node.description.name): \(deviceClass)")
  }

  /// Logs that a panel is being opened.
  func opening(_ node: InputNode) {
    limited.log.debug("opening \(node.node) \(node.description.name)")
  }

  /// Logs a panel that was opened.
  func added(_ panel: LivePanel, _ message: PanelMessage) {
    let cause = LimitedLog.Cause.node(panel.node)
    if let failure = panel.clockFailure {
      limited.write(.warning, of: cause) {
        "kernel: \(panel.node) uses another clock, so flickd maps its timestamps to CLOCK_MONOTONIC: \(failure)"
      }
    }
    if let failure = panel.filterFailure {
      limited.log.debug("kernel: \(panel.node) also sends its other keys, which flickd ignores: \(failure)")
    }
    limited.write(
      .info, of: cause,
      metadata: [
        "node": "\(panel.node)", "scale": "\(message.scale)",
        "size": "\(message.width.rounded())x\(message.height.rounded())mm",
      ]
    ) { "panel \(message.panelID): \(message.name)" }
  }

  /// Logs a panel that was closed.
  func removed(_ openPanel: OpenPanel) {
    limited.write(openPanel.failure == nil ? .info : .warning, of: .node(openPanel.node.node)) {
      openPanel.failure.map { "kernel: \($0)" } ?? "panel \(openPanel.message.panelID) is gone"
    }
  }

  /// Logs a device that turned out not to be a touchscreen when it was opened.
  func passedOver(_ node: String, _ name: String, because reason: String) {
    limited.write(.warning, of: .node(node)) { "passed over: \(node) \(name): \(reason)" }
  }

  /// Logs a panel that the configuration disables.
  func disabled(_ node: String, _ name: String) {
    limited.write(.info, of: .node(node)) { "panel disabled by the configuration: \(node) \(name)" }
  }

  /// Logs an impossible udev property of a panel.
  func misstated(_ node: String, _ complaint: String) {
    limited.write(.warning, of: .node(node)) { "udev: \(node): \(complaint)" }
  }

  /// Logs a panel that could not be opened.
  func unopened(
    _ node: String, _ error: PanelOpenError, _ level: Logger.Level, retryingAfter pause: Interval? = nil
  ) {
    limited.write(level, of: .node(node)) {
      "\(error)\(pause.map { "; trying again after \($0.microseconds / 1000) ms" } ?? "")"
    }
  }

  /// Logs events that the kernel dropped before they were read.
  func lostEvents(of panelID: String) {
    limited.write(.warning, of: .drops(panelID: panelID)) {
      "kernel: events of \(panelID) were lost: the contacts are cancelled"
    }
  }

  /// Logs that the machine was suspended.
  func suspended(for pause: Interval) {
    limited.log.notice(
      "the machine was suspended for \(pause.microseconds / 1000) ms: the contacts are cancelled")
  }
}
