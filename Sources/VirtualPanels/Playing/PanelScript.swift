public import GestureCore
public import Panels
public import Recordings

/// The actions on a virtual panel, with their times.
public struct PanelScript: Equatable, Sendable {
  /// One action.
  public enum Action: Equatable, Sendable {
    /// A frame of events; their timestamps are ignored, because the kernel sets new ones.
    case events([InputEvent])
    /// A HID report.
    case report([UInt8])
    /// The panel is unplugged.
    case unplug
    /// The panel is plugged in again.
    case plug
    /// What happens beside the panel.
    case cue(ScenarioCue.Action)
  }

  /// One action at its time.
  public struct Step: Equatable, Sendable {
    /// The time since the script's start.
    public var offset: Interval
    /// The action.
    public var action: Action
  }

  /// All steps in order of time; several steps may have the same time.
  public private(set) var steps: [Step] = []
  /// The duration: up to the last step, plus a wait at the end of the scenario.
  public private(set) var duration = Interval.zero

  /// Creates a script without steps, with this duration.
  public init(lasting duration: Interval = .zero) {
    self.duration = duration
  }

  /// Adds the next action; its offset must not be before the last step's offset.
  public mutating func append(_ action: Action, at offset: Interval) {
    steps.append(Step(offset: offset, action: action))
    duration = max(duration, offset)
  }

  /// Creates a script from the frames of a recording; time starts at its first event.
  ///
  /// Events after the last SYN_REPORT are omitted.
  public init(_ recording: Recording) {
    guard let begin = recording.events.first?.instant else { return }
    var frame: [InputEvent] = []
    for event in recording.events {
      frame.append(event)
      guard event.endsFrame else { continue }
      append(.events(frame), at: event.instant - begin)
      frame = []
    }
  }

  /// Creates a script from the reports of a recording; time starts at its first report.
  public init(_ recording: HIDRecording) {
    guard let begin = recording.reports.first?.instant else { return }
    for report in recording.reports { append(.report(report.bytes), at: report.instant - begin) }
  }

  /// Returns the script with a silence: everything from `moment` on is delayed by `time`.
  public func stalled(at moment: Interval, for time: Interval) -> PanelScript {
    var script = PanelScript(lasting: duration < moment ? duration : duration + time)
    for step in steps {
      script.append(step.action, at: step.offset < moment ? step.offset : step.offset + time)
    }
    return script
  }

  /// Returns the script with the panel unplugged at `moment` and plugged in again after `time`.
  ///
  /// With nil the panel stays unplugged. The panel's actions while it is unplugged are lost.
  public func unplugged(at moment: Interval, for time: Interval?) -> PanelScript {
    var script = PanelScript(lasting: time == nil ? moment : duration)
    for step in steps where step.offset < moment { script.append(step.action, at: step.offset) }
    script.append(.unplug, at: moment)
    guard let time else { return script }
    script.append(.plug, at: moment + time)
    for step in steps where step.offset >= moment + time { script.append(step.action, at: step.offset) }
    return script
  }

  /// Returns the script at another pace: 2 is twice as fast.
  public func played(atPace pace: Double) -> PanelScript {
    func scaled(_ offset: Interval) -> Interval {
      Interval(microseconds: Int64((Double(offset.microseconds) / pace).rounded()))
    }
    var script = PanelScript(lasting: scaled(duration))
    for step in steps { script.append(step.action, at: scaled(step.offset)) }
    return script
  }
}
