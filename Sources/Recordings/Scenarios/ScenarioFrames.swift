package import GestureCore

/// A scenario on a glass of known size, independent of the panel's protocol.
///
/// It contains the position of every finger in every frame.
package struct ScenarioFrames {
  /// One finger in one frame.
  package struct Touch: Equatable {
    /// What the finger did.
    package enum Change {
      case landed
      case held
      case lifted
    }

    /// The finger's number in the scenario.
    package var finger: Int
    /// The finger's position, in mm.
    package var position: PanelPoint
    /// What the finger did in this frame.
    package var change: Change
    /// The width of the contact, in mm.
    package var width = Self.fingertip
    /// Whether the panel reports the contact as a palm.
    package var isPalm = false
    /// Whether the finger has lifted, and the panel still reports its contact.
    package var isLost = false

    /// The width of the contact of a fingertip, in mm.
    package static let fingertip = 9.0

    /// Creates one finger of a frame.
    package init(finger: Int, position: PanelPoint, change: Change) {
      self.finger = finger
      self.position = position
      self.change = change
    }
  }

  /// What happens to the panel at one moment.
  package enum Action {
    /// Every contact that is down, in the order of landing, and the contact that lifts.
    case frame([Touch])
    case drop
    case unplug
    case plug
    /// What happens beside the panel.
    case cue(ScenarioCue.Action)
  }

  /// Whether a panel continues to send frames while fingers rest.
  package enum Rest {
    /// The panel sends no frames, like an evdev panel whose values do not change.
    case silent
    /// The panel sends a frame after each interval of silence.
    case reported(every: Interval)
  }

  package private(set) var actions: [(line: Int, offset: Interval, action: Action)] = []
  package private(set) var now = Interval.zero
  private let scenario: Scenario
  private let extent: Extent
  private let rest: Rest
  private var touches: [Touch] = []

  /// The time between two frames.
  package static let period = Interval.milliseconds(8)

  /// Computes the frames of a scenario.
  ///
  /// Throws if a position in mm is beyond the glass, or if more than `capacity` fingers are down.
  package init(
    _ scenario: Scenario, extent: Extent, capacity: Int, rest: Rest = .silent
  ) throws(ScenarioError) {
    self.scenario = scenario
    self.extent = extent
    self.rest = rest
    for step in scenario.steps {
      try play(step)
      guard touches.count <= capacity else {
        let room = capacity == 1 ? "one finger" : "\(capacity) fingers"
        throw ScenarioError(
          file: scenario.file, line: step.line, message: "this panel reports at most \(room)")
      }
    }
  }

  private mutating func play(_ step: ScenarioStep) throws(ScenarioError) {
    switch step.deed {
    case .wait(let time): wait(time, at: step.line)
    case .down(let finger, let position, let width):
      var touch = Touch(finger: finger, position: try point(position, at: step.line), change: .landed)
      if let width { touch.width = width }
      // A finger that lands again after a lost lift gets the slot that stayed.
      if let index = touches.firstIndex(where: { $0.finger == finger }) {
        touches[index] = touch
      } else {
        touches.append(touch)
      }
      addFrame(at: step.line)
    case .to(let moves, let time): try move(moves, in: time, at: step.line)
    case .up(let finger):
      now = now + Self.period
      if let index = touches.firstIndex(where: { $0.finger == finger }) { touches[index].change = .lifted }
      addFrame(at: step.line)
    case .width(let finger, let width): change(finger, at: step.line) { $0.width = width }
    case .palm(let finger): change(finger, at: step.line) { $0.isPalm = true }
    case .lose(let finger):
      if let index = touches.firstIndex(where: { $0.finger == finger }) { touches[index].isLost = true }
    case .cue(let action):
      add(.cue(action), at: step.line)
      // flickd does it before the next frame.
      now = now + Self.period
    case .drop: add(.drop, at: step.line)
    case .unplug:
      touches = []
      add(.unplug, at: step.line)
    case .plug: add(.plug, at: step.line)
    }
  }

  private mutating func move(
    _ moves: [ScenarioStep.Move], in time: Interval, at line: Int
  ) throws(ScenarioError) {
    var paths: [(index: Int, start: PanelPoint, target: PanelPoint)] = []
    for move in moves {
      let target = try point(move.position, at: line)
      guard let index = touches.firstIndex(where: { $0.finger == move.finger }) else { continue }
      paths.append((index, touches[index].position, target))
    }
    let frames = max(1, time.microseconds / Self.period.microseconds)
    for frame in 1...frames {
      let share = Double(frame) / Double(frames)
      for (index, start, target) in paths {
        touches[index].position = PanelPoint(
          x: start.x + (target.x - start.x) * share, y: start.y + (target.y - start.y) * share)
      }
      now = now + Self.period
      addFrame(at: line)
    }
  }

  /// Adds a frame in which a contact changes without a movement.
  private mutating func change(_ finger: Int, at line: Int, _ body: (inout Touch) -> Void) {
    guard let index = touches.firstIndex(where: { $0.finger == finger }) else { return }
    body(&touches[index])
    now = now + Self.period
    addFrame(at: line)
  }

  private mutating func wait(_ time: Interval, at line: Int) {
    let end = now + time
    if case .reported(let interval) = rest, !touches.isEmpty {
      while now + interval < end {
        now = now + interval
        addFrame(at: line)
      }
    }
    now = end
  }

  private mutating func addFrame(at line: Int) {
    add(.frame(touches), at: line)
    touches.removeAll { $0.change == .lifted }
    for index in touches.indices { touches[index].change = .held }
  }

  private mutating func add(_ action: Action, at line: Int) {
    actions.append((line, now, action))
  }

  private func point(_ position: ScenarioStep.Position, at line: Int) throws(ScenarioError) -> PanelPoint {
    PanelPoint(
      x: try length(position.x, of: extent.width, "wide", at: line),
      y: try length(position.y, of: extent.height, "high", at: line))
  }

  private func length(
    _ distance: ScenarioStep.Distance, of whole: Double, _ word: String, at line: Int
  ) throws(ScenarioError) -> Double {
    switch distance {
    case .share(let share): return share * whole
    case .millimetres(let length):
      guard length <= whole else {
        let size = (whole * 10).rounded() / 10
        throw ScenarioError(
          file: scenario.file, line: line,
          message: "\(length) mm is outside the panel, which is \(size) mm \(word)")
      }
      return length
    }
  }
}
