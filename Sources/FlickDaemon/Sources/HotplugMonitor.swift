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
  private var monitor: PanelMonitor?
  private var registration: Reactor.Registration?
  /// When to scan again, in µs of CLOCK_MONOTONIC; nil as long as udev reports.
  private(set) var due: Int64?
  private var isTold = false

  /// Connects to udev; create it before the first scan, so that no device is missed between the
  /// two.
  init(log: LimitedLog, reactor: inout Reactor, now: Int64) {
    limited = log
    if let problem = listen(reactor: &reactor) { lookAgain(problem, now: now) }
  }

  /// Whether this event belongs to the monitor.
  func isOwn(_ ready: Reactor.Ready) -> Bool { ready.registration == registration }

  /// The next message of the monitor.
  func next() -> PanelMonitor.Message { monitor?.next() ?? .drained }

  /// Closes a broken monitor, which would otherwise wake the service without end.
  func close(_ problem: SystemCallError?, reactor: inout Reactor, now: Int64) {
    if let registration { reactor.unregister(registration) }
    registration = nil
    monitor = nil
    lookAgain(
      problem ?? SystemCallError(call: "udev_monitor_receive_device", code: .brokenPipe), now: now)
  }

  /// Connects to udev again if a scan is due; returns whether one is due.
  func retry(reactor: inout Reactor, now: Int64) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    if registration == nil, listen(reactor: &reactor) != nil {
      self.due = now + Self.pause.microseconds
    } else if isTold {
      isTold = false
      limited.say(.info, of: .udev, now: now) { "udev reports touchscreens again" }
    }
    return true
  }

  /// Requests a scan after the usual pause, because there is no monitor or the last scan failed.
  func lookAgain(_ problem: SystemCallError, now: Int64) {
    if !isTold {
      isTold = true
      limited.say(.warning, of: .udev, now: now) {
        "udev: \(problem); looking for touchscreens every \(Self.pause.microseconds / 1_000_000) s"
      }
    }
    due = now + Self.pause.microseconds
  }

  private func listen(reactor: inout Reactor) -> SystemCallError? {
    do throws(SystemCallError) {
      let created = try PanelMonitor()
      registration = try reactor.register(descriptor: created.descriptor, for: .readable)
      monitor = consume created
      return nil
    } catch {
      return error
    }
  }
}
