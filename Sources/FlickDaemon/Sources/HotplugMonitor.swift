internal import Evdev
internal import GestureCore
internal import LinuxIO
internal import Logging

/// Receives udev's reports of devices that come and go; without udev, requests a scan every 5 s.
final class HotplugMonitor {
  /// The pause between two scans without a monitor.
  ///
  /// After plugging in a panel, a user waits for at most this time. A scan reads some hundred small
  /// files of sysfs.
  static let pause = Interval.seconds(5)

  private let limited: LimitedLog
  private let loop: EventLoop
  private var monitor: PanelMonitor?
  private var registration: Reactor.Registration?
  /// When to scan again, in µs of CLOCK_MONOTONIC; nil as long as udev reports.
  private(set) var due: Int64?
  private var isReported = false

  /// Connects to udev; create it before the first scan, so that no device is missed between the
  /// two.
  init(log: LimitedLog, loop: EventLoop) {
    limited = log
    self.loop = loop
    if let problem = listen() { lookAgain(problem) }
  }

  /// Whether this event belongs to the monitor.
  func owns(_ ready: Reactor.Ready) -> Bool { ready.registration == registration }

  /// The next message of the monitor.
  func next() -> PanelMonitor.Message { monitor?.next() ?? .drained }

  /// Closes a broken monitor, which would otherwise wake the service without end.
  func close(_ problem: SystemCallError?) {
    if let registration { loop.reactor.unregister(registration) }
    registration = nil
    monitor = nil
    lookAgain(problem ?? SystemCallError(call: "udev_monitor_receive_device", code: .brokenPipe))
  }

  /// Connects to udev again if a scan is due; returns whether one is due.
  func retry() -> Bool {
    guard let due, due <= loop.now else { return false }
    self.due = nil
    if registration == nil, listen() != nil {
      self.due = loop.now + Self.pause.microseconds
    } else if isReported {
      isReported = false
      limited.write(.info, of: .udev) { "udev reports touchscreens again" }
    }
    return true
  }

  /// Requests a scan after the usual pause, because there is no monitor or the last scan failed.
  func lookAgain(_ problem: SystemCallError) {
    if !isReported {
      isReported = true
      limited.write(.warning, of: .udev) {
        "udev: \(problem); looking for touchscreens every \(Self.pause.microseconds / 1_000_000) s"
      }
    }
    due = loop.now + Self.pause.microseconds
  }

  private func listen() -> SystemCallError? {
    do throws(SystemCallError) {
      let created = try PanelMonitor()
      registration = try loop.reactor.register(descriptor: created.descriptor, for: .readable)
      monitor = consume created
      return nil
    } catch {
      return error
    }
  }
}
