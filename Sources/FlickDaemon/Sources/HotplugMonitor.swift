internal import Evdev
internal import GestureCore
internal import LinuxIO
internal import Logging

/// Hears of devices that come and go from udev, and where udev cannot be heard says when to look
/// for oneself.
final class HotplugMonitor {
  /// The pause between two looks without a monitor.
  ///
  /// It is what somebody waits who has plugged a panel in. A look reads some hundred small files of
  /// sysfs.
  static let pause = Interval.seconds(5)

  private let limited: LimitedLog
  private var monitor: PanelMonitor?
  private var registration: Reactor.Registration?
  /// When to look again, in µs of CLOCK_MONOTONIC; nil as long as udev tells.
  private(set) var due: Int64?
  private var isTold = false

  /// Starts to listen: do it before the first look, so that nothing falls between the two.
  init(log: LimitedLog, reactor: inout Reactor, now: Int64) {
    limited = log
    if let problem = listen(reactor: &reactor) { lookAgain(problem, now: now) }
  }

  /// Whether it is the monitor that is ready.
  func isOwn(_ ready: Reactor.Ready) -> Bool { ready.registration == registration }

  /// The next message of the monitor.
  func next() -> PanelMonitor.Message { monitor?.next() ?? .drained }

  /// Closes a monitor that is broken, so that it does not wake the service for ever.
  func close(_ problem: SystemCallError?, reactor: inout Reactor, now: Int64) {
    if let registration { reactor.unregister(registration) }
    registration = nil
    monitor = nil
    lookAgain(
      problem ?? SystemCallError(call: "udev_monitor_receive_device", code: .brokenPipe), now: now)
  }

  /// Connects to udev again if a look is due; returns whether one is.
  func retry(reactor: inout Reactor, now: Int64) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    if registration == nil, listen(reactor: &reactor) != nil {
      self.due = now + Self.pause.microseconds
    } else if isTold {
      isTold = false
      limited.say(.info, of: .udev, now: now) { "udev tells of touchscreens again" }
    }
    return true
  }

  /// Asks for a look after the usual pause, because there is no monitor or the last look failed.
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
