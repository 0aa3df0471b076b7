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
    package var place: PanelPoint
    /// What the finger did in this frame.
    package var change: Change

    /// Creates one finger of a frame.
    package init(finger: Int, place: PanelPoint, change: Change) {
      self.finger = finger
      self.place = place
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
    case .down(let finger, let place):
      touches.append(Touch(finger: finger, place: try point(place, at: step.line), change: .landed))
      addFrame(at: step.line)
    case .to(let finger, let place, let time): try move(finger, to: place, in: time, at: step.line)
    case .up(let finger):
      now = now + Self.period
      if let place = touches.firstIndex(where: { $0.finger == finger }) { touches[place].change = .lifted }
      addFrame(at: step.line)
    case .drop: add(.drop, at: step.line)
    case .unplug:
      touches = []
      add(.unplug, at: step.line)
    case .plug: add(.plug, at: step.line)
    }
  }

  private mutating func move(
    _ finger: Int, to place: ScenarioStep.Place, in time: Interval, at line: Int
  ) throws(ScenarioError) {
    let target = try point(place, at: line)
    guard let index = touches.firstIndex(where: { $0.finger == finger }) else { return }
    let start = touches[index].place
    let frames = max(1, time.microseconds / Self.period.microseconds)
    for frame in 1...frames {
      let share = Double(frame) / Double(frames)
      touches[index].place = PanelPoint(
        x: start.x + (target.x - start.x) * share, y: start.y + (target.y - start.y) * share)
      now = now + Self.period
      addFrame(at: line)
    }
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

  private func point(_ place: ScenarioStep.Place, at line: Int) throws(ScenarioError) -> PanelPoint {
    PanelPoint(
      x: try length(place.x, of: extent.width, "wide", at: line),
      y: try length(place.y, of: extent.height, "high", at: line))
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
