internal import ArgumentParser
internal import Configuration
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// The touchscreens on which a user may swipe; other programs may read them at the same time.
struct TouchedPanels {
  /// The touchscreens that are open.
  private(set) var open: [TouchedPanel] = []
  private let settings: Settings
  private let all: [RuleSubject]

  /// Opens the machine's touchscreens, or only the `chosen` one.
  ///
  /// Ends the command if there is none, or if the process may read none.
  init(settings: Settings, seat: String, chosen: String?) throws {
    self.settings = settings
    let nodes = try available(PanelScan.nodes)
    let touchscreens = nodes.filter { $0.deviceClass(seat: seat).isTouchscreen }
    guard !touchscreens.isEmpty else {
      throw failure(.noInput, NoTouchscreen.words(others: nodes.count))
    }
    all = touchscreens.map(\.subject)

    var names = PanelNames()
    names.name(all: touchscreens)
    let named = touchscreens.map { (node: $0, name: names.name(of: $0)) }
    let wanted = named.filter { chosen == nil || $0.name == chosen || $0.node.node == chosen }
    guard !wanted.isEmpty else {
      throw failure(.noInput, NoTouchscreen.words(for: chosen ?? "", among: named.map(\.name)))
    }
    var problems: [PanelOpenError] = []
    for (node, name) in wanted {
      do throws(PanelOpenError) {
        if let panel = try TouchedPanel(node, name: name, settings: settings.withoutOrientation) {
          open.append(panel)
        }
      } catch {
        problems.append(error)
      }
    }
    guard open.isEmpty, let problem = problems.first(where: \.isPermission) ?? problems.first else {
      for problem in problems { note(problem.description) }
      return
    }
    throw failure(problem.isPermission ? .noPermission : .tryAgain, problem.description)
  }

  /// Removes a panel that is gone.
  mutating func remove(_ panel: TouchedPanel) {
    open.removeAll { $0 === panel }
  }

  /// Returns the orientation that was found for one of the panels.
  func found(_ orientation: Orientation, of panel: TouchedPanel) -> FoundOrientation {
    let subject = panel.node.subject
    var others = all
    // `all` contains the panel itself; an identical second panel has an equal subject and must
    // stay.
    if let own = others.firstIndex(where: { $0 == subject }) { others.remove(at: own) }
    return FoundOrientation(
      panel: panel.setup.message, orientation: orientation, subject: subject, others: others,
      stated: settings.statedOrientation(of: subject))
  }
}

/// A touchscreen whose swipes are read in the coordinates of its glass.
final class TouchedPanel {
  /// What udev reports about the panel.
  let node: InputNode
  /// The settings with which the panel is read.
  let setup: PanelSetup
  private let panel: LivePanel
  private let pipeline: PanelPipeline
  private var numbering = SwipeNumbering()

  /// Opens a node; nil if the settings disable the panel.
  init?(_ node: InputNode, name: String, settings: Settings) throws(PanelOpenError) {
    let panel = try LivePanel(node: node.node, fuzz: node.fuzz)
    let identity = PanelIdentity(node, panelID: name)
    guard let setup = PanelSetup(panel.description, identity: identity, settings: settings) else {
      return nil
    }
    self.node = node
    self.panel = panel
    self.setup = setup
    pipeline = PanelPipeline(setup, isPrivateIncluded: true)
    var nobody = Movements()
    for event in panel.initial.opening(of: panel.description, at: Instant(microseconds: 0)) {
      pipeline.consume(event, numbering: &numbering, into: &nobody)
    }
  }

  /// The descriptor to wait for.
  var descriptor: Int32 { panel.descriptor }

  /// The next time at which silence ends a swipe, in µs of CLOCK_MONOTONIC.
  ///
  /// nil for a panel with another clock: only lifts end its swipes.
  var deadline: Int64? { panel.clockFailure == nil ? pipeline.deadline?.microseconds : nil }

  /// Handles the silence up to now.
  func advance(to now: Int64) -> [Translation] {
    guard panel.clockFailure == nil else { return [] }
    var movements = Movements()
    pipeline.advance(to: Instant(microseconds: now), numbering: &numbering, into: &movements)
    return movements.ends
  }

  /// Reads all events; returns the swipes that ended and whether the panel is gone.
  func read() -> (movements: [Translation], isGone: Bool) {
    var movements = Movements()
    while true {
      switch panel.next() {
      case .event(let event): pipeline.consume(event, numbering: &numbering, into: &movements)
      case .dropped(let instant):
        pipeline.lose(.dropped, at: instant, numbering: &numbering, into: &movements)
      case .resynced(let present):
        let now = Instant(microseconds: SystemCalls.monotonicMicroseconds())
        for event in present.registers(of: panel.description, at: now) {
          pipeline.consume(event, numbering: &numbering, into: &movements)
        }
      case .removed: continue
      case .drained: return (movements.ends, false)
      case .gone: return (movements.ends, true)
      }
    }
  }
}

extension InputNode {
  /// The panel's properties that a rule of the configuration can match.
  var subject: RuleSubject {
    RuleSubject(description: description, path: properties["ID_PATH"], serial: serial)
  }
}
