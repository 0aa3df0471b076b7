internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import Logging

/// Logs touchscreens that come, go and fail, with a limit for each node.
struct PanelLog {
  private let limited: LimitedLog

  init(_ limited: LimitedLog) {
    self.limited = limited
  }

  /// Logs a panel that was opened.
  func added(_ panel: LivePanel, _ message: PanelMessage, now: Int64) {
    let cause = LimitedLog.Cause.node(panel.node)
    if let failure = panel.clockFailure {
      limited.say(.warning, of: cause, now: now) {
        "kernel: \(panel.node) uses another clock, so flickd maps its timestamps to CLOCK_MONOTONIC: \(failure)"
      }
    }
    if let failure = panel.filterFailure {
      limited.log.debug("kernel: \(panel.node) also sends its other keys, which flickd ignores: \(failure)")
    }
    limited.say(
      .info, of: cause, now: now,
      metadata: [
        "node": "\(panel.node)", "scale": "\(message.scale)",
        "size": "\(message.width.rounded())x\(message.height.rounded())mm",
      ]
    ) { "panel \(message.panelID): \(message.name)" }
  }

  /// Logs a panel that was closed.
  func removed(_ openPanel: OpenPanel, now: Int64) {
    limited.say(openPanel.failure == nil ? .info : .warning, of: .node(openPanel.node.node), now: now) {
      openPanel.failure.map { "kernel: \($0)" } ?? "panel \(openPanel.message.panelID) is gone"
    }
  }

  /// Logs a device that turned out not to be a touchscreen when it was opened.
  func passedOver(_ node: String, _ name: String, because reason: String, now: Int64) {
    limited.say(.warning, of: .node(node), now: now) { "passed over: \(node) \(name): \(reason)" }
  }

  /// Logs a panel that the configuration disables.
  func disabled(_ node: String, _ name: String, now: Int64) {
    limited.say(.info, of: .node(node), now: now) { "panel disabled by the configuration: \(node) \(name)" }
  }

  /// Logs an impossible udev property of a panel.
  func misstated(_ node: String, _ complaint: String, now: Int64) {
    limited.say(.warning, of: .node(node), now: now) { "udev: \(node): \(complaint)" }
  }

  /// Logs a panel that could not be opened.
  func unopened(
    _ node: String, _ error: PanelOpenError, _ level: Logger.Level, retryingAfter pause: Interval? = nil,
    now: Int64
  ) {
    limited.say(level, of: .node(node), now: now) {
      "\(error)\(pause.map { "; trying again after \($0.microseconds / 1000) ms" } ?? "")"
    }
  }

  /// Logs events that the kernel dropped before they were read.
  func lostEvents(of panelID: String, now: Int64) {
    limited.say(.warning, of: .drops(panelID: panelID), now: now) {
      "kernel: events of \(panelID) were lost: the contacts are cancelled"
    }
  }

  /// Logs that the machine was suspended.
  func suspended(for pause: Interval) {
    limited.log.notice(
      "the machine was suspended for \(pause.microseconds / 1000) ms: the contacts are cancelled")
  }
}
