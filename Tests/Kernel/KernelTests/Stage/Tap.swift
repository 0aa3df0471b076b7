import Evdev
import GestureCore
import Panels
import VirtualPanels

/// A second reader of a panel's nodes, which keeps all that the kernel says.
///
/// A HID device may have several nodes, one for the glass and others for a pen or a mouse. The tap
/// follows the panel through unplugging: the nodes after that are others.
final class Tap {
  /// One node, and what it said before and after unplugging.
  private struct Strand {
    var reader: LivePanel?
    var events: [InputEvent] = []
    var description = PanelDescription()
  }

  private let panel: VirtualPanel
  private var strands: [Strand] = []

  init(on panel: VirtualPanel) throws {
    self.panel = panel
    try open()
  }

  /// Reads what has come; call it after every step, for the kernel's queue holds some eight frames
  /// only.
  func drain() throws {
    if strands.allSatisfy({ $0.reader == nil }), panel.isPlugged { try open() }
    for place in strands.indices { try drain(place) }
  }

  /// Lets go of the nodes, because the panel is unplugged at this moment.
  ///
  /// An event without its SYN_REPORT tells that moment to whoever plays the recording, and nothing
  /// else.
  func close(at instant: Instant) {
    for place in strands.indices {
      strands[place].reader = nil
      strands[place].events.append(
        InputEvent(instant: instant, type: EventCode.msc, code: EventCode.mscTimestamp, value: 0))
    }
  }

  /// Everything that the kernel said, by node in the order of their numbers.
  var recordings: [Recording] {
    strands.map { strand in
      Recording(name: "kernel.evemu", format: .evemu, description: strand.description, events: strand.events)
    }
  }

  private func open() throws {
    let nodes = try panel.nodes()
    if strands.isEmpty { strands = Array(repeating: Strand(), count: nodes.count) }
    for (place, node) in nodes.enumerated() where place < strands.count {
      let reader = try LivePanel(node: node)
      strands[place].description = reader.description
      strands[place].reader = reader
    }
  }

  private func drain(_ place: Int) throws {
    while let next = strands[place].reader?.next() {
      switch next {
      case .event(let event): strands[place].events.append(event)
      case .dropped(let instant): throw Overrun(instant: instant)
      case .resynced: break
      case .drained: return
      case .gone: strands[place].reader = nil
      }
    }
  }

  /// The tap itself was too slow, so what it keeps is not all that was said.
  struct Overrun: Error {
    let instant: Instant
  }
}
