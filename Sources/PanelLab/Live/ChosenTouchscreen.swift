internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline
internal import Settings
internal import Terminal

/// The one touchscreen that a command reads itself, without a grab.
struct ChosenTouchscreen {
  /// What udev reports about the panel.
  let node: InputNode
  let panel: LivePanel
  /// The panel as flickd would read it.
  let setup: PanelSetup

  /// Opens the touchscreen with this id, node or name, or the only one of the seat.
  ///
  /// Ends the command if there is no such touchscreen or no permission, or if several match.
  /// `advice` is what the word may mean instead of a file.
  init(_ wanted: String?, seat: String, settings: Settings, otherwise advice: String? = nil) throws {
    let present = try SeatTouchscreens(seat: seat)
    let (node, id) = try Self.choose(
      wanted, among: present.named, of: present.nodes, seat: seat, otherwise: advice)
    // A device with keys is not even opened.
    try Self.refuseKeys(of: node.description, at: node)
    let opened = try Result { () throws(PanelOpenError) in try Self(node, id: id, settings: settings) }
      .mapError { failure($0) }.get()
    guard let opened else { throw Self.refusal(node, "the configuration disables it") }
    try Self.refuseKeys(of: opened.panel.description, at: node)
    if case .passedOver(let reason) = node.deviceClass(seat: seat).reviewed(opened.panel.description) {
      throw Self.refusal(node, "\(reason)")
    }
    self = opened
  }

  /// Opens a touchscreen; nil if the configuration disables it.
  init?(_ node: InputNode, id: String, settings: Settings) throws(PanelOpenError) {
    panel = try LivePanel(node: node.node, fuzz: node.fuzz)
    let identity = PanelIdentity(node, panelID: id)
    guard let setup = PanelSetup(panel.description, identity: identity, settings: settings) else {
      return nil
    }
    (self.node, self.setup) = (node, setup)
  }

  /// The descriptor to wait for.
  var descriptor: Int32 { panel.descriptor }

  /// Whether a contact was down when the panel was opened.
  var isTouched: Bool { !panel.initial.slotsDown.isEmpty }

  private typealias Named = SeatTouchscreens.Named

  private static func choose(
    _ wanted: String?, among panels: [Named], of nodes: [InputNode], seat: String,
    otherwise advice: String?
  ) throws -> Named {
    guard let wanted else {
      guard let first = panels.first else {
        throw failure(.noInput, NoTouchscreen.text(others: nodes.count))
      }
      guard panels.count == 1 else { throw several("there are several touchscreens", panels) }
      return first
    }
    let exact = panels.filter { $0.id == wanted || isNode(wanted, $0.node) }
    let found = exact.isEmpty ? panels.filter { $0.node.description.name == wanted } : exact
    if let first = found.first {
      guard found.count == 1 else { throw several("several touchscreens have this name", found) }
      return first
    }
    if let other = nodes.first(where: { isNode(wanted, $0) || $0.description.name == wanted }),
      case .passedOver(let reason) = other.deviceClass(seat: seat)
    {
      throw refusal(other, "\(reason)")
    }
    throw failure(.noInput, NoTouchscreen.text(for: wanted, among: panels.map(\.id), otherwise: advice))
  }

  private static func several(_ text: String, _ panels: [Named]) -> ArgumentParser.ExitCode {
    let list = panels.map { "\n  \($0.id)  (\($0.node.node), \($0.node.description.name.terminalText))" }
    return failure(.usage, "\(text): choose one by its id:\(list.joined())")
  }

  /// Whether a path is that of the node, directly or by a link of udev.
  private static func isNode(_ path: String, _ node: InputNode) -> Bool {
    if path == node.node { return true }
    guard path.hasPrefix("/dev/"), let given = try? SystemCalls.target(of: path),
      let own = try? SystemCalls.target(of: node.node)
    else { return false }
    return given.isSameFile(as: own)
  }

  private static func refusal(_ node: InputNode, _ reason: String) -> ArgumentParser.ExitCode {
    failure(
      .noInput,
      "\(node.node) (\(node.description.name.terminalText)) is not read: \(reason.terminalText); "
        + "choose a panel of `flickctl devices`")
  }

  private static func refuseKeys(of description: PanelDescription, at node: InputNode) throws {
    let keys = description.typedKeys
    guard !keys.isEmpty else { return }
    let list = keys.prefix(5).map { "\($0)" }.joined(separator: ", ") + (keys.count > 5 ? ", …" : "")
    throw refusal(node, "it has keys that are not touches (\(list)), and a recording must not contain typing")
  }
}

/// The touchscreens of a seat, with their ids.
struct SeatTouchscreens {
  typealias Named = (node: InputNode, id: String)

  /// The event nodes of the machine.
  let nodes: [InputNode]
  let named: [Named]

  /// Looks for the touchscreens; ends the command without udev.
  init(seat: String) throws {
    nodes = try available(PanelScan.nodes)
    let touchscreens = nodes.filter { $0.deviceClass(seat: seat).isTouchscreen }
    var names = PanelNames()
    names.name(all: touchscreens)
    named = touchscreens.map { ($0, names.name(of: $0)) }
  }
}

/// Ends a command because it cannot open a panel.
func failure(_ problem: PanelOpenError) -> ArgumentParser.ExitCode {
  failure(problem.isPermission ? .noPermission : .tryAgain, problem.description)
}
