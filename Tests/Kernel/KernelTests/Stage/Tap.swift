import Evdev
import GestureCore
import Panels
import Recordings
import VirtualPanels

/// A second reader of a panel's nodes, which keeps every event as flickd reads it.
///
/// A HID device may have several nodes, one for the touchscreen and others for a pen or a mouse.
/// The tap follows the panel through unplugging: the nodes after that are new ones.
final class Tap {
  /// One node, and its events before and after unplugging.
  private struct Strand {
    var reader: LivePanel?
    var events: [InputEvent] = []
    var description = PanelDescription()
  }

  private let panel: VirtualPanel
  private let isSmoothed: Bool
  private var strands: [Strand] = []

  /// Opens the nodes of a panel; `isSmoothed` is false for the events as the kernel sends them.
  init(on panel: VirtualPanel, isSmoothed: Bool = true) throws {
    self.panel = panel
    self.isSmoothed = isSmoothed
    try open()
  }

  /// Reads the waiting events.
  ///
  /// Call this after every step, because the kernel's queue holds only about eight frames.
  func drain() throws {
    if strands.allSatisfy({ $0.reader == nil }), panel.isPlugged { try open() }
    for index in strands.indices { try drain(index) }
  }

  /// Closes the nodes, because the panel is unplugged at this moment.
  ///
  /// An event without its SYN_REPORT marks that moment for a player of the recording, and has no
  /// other effect.
  func close(at instant: Instant) {
    for index in strands.indices {
      strands[index].reader = nil
      strands[index].events.append(
        InputEvent(instant: instant, type: EventCode.msc, code: EventCode.mscTimestamp, value: 0))
    }
  }

  /// All events of the kernel, by node in the order of their numbers.
  var recordings: [Recording] {
    strands.map { strand in
      Recording(name: "kernel.evemu", format: .evemu, description: strand.description, events: strand.events)
    }
  }

  private func open() throws {
    let nodes = try panel.nodes()
    if strands.isEmpty { strands = Array(repeating: Strand(), count: nodes.count) }
    for (index, node) in nodes.enumerated() where index < strands.count {
      let fuzz = isSmoothed ? try PanelScan.nodes().first { $0.node == node }?.fuzz : nil
      let reader = try LivePanel(node: node, fuzz: fuzz)
      strands[index].description = reader.description
      strands[index].reader = reader
    }
  }

  private func drain(_ index: Int) throws {
    while let next = strands[index].reader?.next() {
      switch next {
      case .event(let event): strands[index].events.append(event)
      case .dropped(let instant): throw Overrun(instant: instant)
      case .resynced, .removed: break
      case .drained: return
      case .gone: strands[index].reader = nil
      }
    }
  }

  /// The tap itself was too slow, so its events are incomplete.
  struct Overrun: Error {
    let instant: Instant
  }
}
