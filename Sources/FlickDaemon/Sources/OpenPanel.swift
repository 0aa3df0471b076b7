internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// One open touchscreen: reads its kernel events when ``LivePanels`` calls ``read()``.
final class OpenPanel {
  let node: InputNode
  let registration: Reactor.Registration
  private let panel: LivePanel
  private let reader: PanelReader

  init(
    _ panel: LivePanel, node: InputNode, setup: PanelSetup, broadcast: Broadcast, loop: EventLoop
  ) throws(SystemCallError) {
    self.panel = panel
    self.node = node
    reader = PanelReader(
      ServedPanel(setup, broadcast: broadcast, loop: loop), of: panel.description,
      clock: TimestampMapper(isMonotonic: panel.clockFailure == nil), loop: loop)
    registration = try loop.reactor.register(descriptor: panel.descriptor, for: .readable)
    // The initial state of the slots begins no swipe.
    for event in panel.initial.opening(of: description, at: Instant(microseconds: 0)) {
      served.consume(event)
    }
  }

  /// The panel, from its events to its facts.
  var served: ServedPanel { reader.served }

  var message: PanelMessage { served.message }

  /// The description of the panel by the kernel.
  var description: PanelDescription { panel.description }

  /// The error that ended reading; nil if the panel was unplugged.
  var failure: SystemCallError? { panel.failure }

  /// Whether the last read used up its budget.
  var isBehind: Bool { reader.isBehind }

  /// The number of drops by the kernel since the last call; resets the number.
  func takeDrops() -> Int { reader.takeDrops() }

  /// Reads events, at most as many as one turn allows; false once the device is gone.
  func read() -> Bool { reader.read { panel.next() } }
}
