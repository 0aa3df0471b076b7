internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Recordings
internal import Terminal
internal import VirtualPanels

/// Records the kernel's events of a play as evemu text, in addition to other readers.
///
/// The tap continues after the panel is unplugged and plugged in again. The file then contains
/// SYN_DROPPED, which discards every contact.
final class KernelTap {
  private let path: String
  /// The file; nil once it is written.
  private var file: AppendedFile?
  private let panel: VirtualPanel
  private var reader: LivePanel?
  private var description = PanelDescription()
  private var events: [InputEvent] = []
  /// How often the kernel dropped events because they arrived faster than the tap read them.
  private(set) var drops = 0

  /// Creates the file, which must not have content yet.
  init(writing output: OutputFile, of panel: VirtualPanel) throws {
    file = try output.append(isPrivate: false)
    path = output.path
    self.panel = panel
  }

  deinit {
    // The panel was never created, so the file is empty. It is not an error if the file is already
    // gone.
    if let file = self.file.take() { try? file.remove() }
  }

  /// Reads the waiting events, and opens the node again after the panel was unplugged.
  ///
  /// Call this method after each step: the kernel buffers about eight frames for a reader.
  func drain() throws {
    if reader == nil, panel.isPlugged { try open() }
    while let next = reader?.next() {
      switch next {
      case .event(let event): events.append(event)
      case .dropped(let instant):
        drops += 1
        appendLoss(at: instant)
      case .resynced(let present):
        let now = events.last?.instant ?? Instant(microseconds: 0)
        events += present.registers(of: description, at: now)
      case .removed: continue
      case .drained: return
      case .gone: reader = nil
      }
    }
  }

  /// Writes the file; later events are not recorded.
  func write() throws {
    guard let file = self.file.take() else { return }
    try Result { () throws(SystemCallError) in
      try file.append(EvemuWriter.write(description, events: events))
    }.mapError { failure(.cannotCreate, "\(path.terminalText): \($0.explained)") }.get()
    if drops > 0 {
      note("\(path): the kernel lost events \(drops) times; the file contains SYN_DROPPED there")
    }
  }

  private func open() throws {
    let nodes = try asking { () throws(VirtualPanelError) in try panel.nodes() }
    let opened = try Result { () throws(PanelOpenError) in try GlassNode.open(among: nodes) }
      .mapError { failure($0.isPermission ? .noPermission : .unavailable, $0.description) }.get()
    guard let reader = opened else { return }
    if !events.isEmpty { appendLoss(at: Instant(microseconds: SystemCalls.monotonicMicroseconds())) }
    description = reader.description
    self.reader = reader
  }

  private func appendLoss(at instant: Instant) {
    for code in [EventCode.synDropped, EventCode.synReport] {
      events.append(InputEvent(instant: instant, type: EventCode.syn, code: code, value: 0))
    }
  }
}

/// The event node of a virtual panel's touchscreen; other nodes belong to a pen or mouse.
enum GlassNode {
  /// Opens the touchscreen among the panel's nodes; returns nil if there are no nodes.
  static func open(among nodes: [String]) throws(PanelOpenError) -> LivePanel? {
    var readers: [LivePanel] = []
    for node in nodes { readers.append(try LivePanel(node: node)) }
    return readers.first { TouchscreenTest($0.description).isTouchscreen } ?? readers.first
  }
}
