public import GestureCore
public import Panels

/// What happens to a virtual panel, and when.
public struct PanelScript: Equatable, Sendable {
  /// One thing that happens.
  public enum Action: Equatable, Sendable {
    /// A frame of events; their own stamps mean nothing, for the kernel stamps anew.
    case events([InputEvent])
    /// A HID report.
    case report([UInt8])
    /// Somebody pulls the plug.
    case unplug
    /// Somebody plugs it in again.
    case plug
  }

  /// One thing that happens at its time.
  public struct Step: Equatable, Sendable {
    /// The time since the script's start.
    public var offset: Interval
    /// What happens.
    public var action: Action

    /// Creates a step.
    public init(at offset: Interval, _ action: Action) {
      self.offset = offset
      self.action = action
    }
  }

  /// Everything in order of time; several steps may have the same.
  public private(set) var steps: [Step] = []
  /// How long it lasts: at least until the last step, and as much longer as a story waits after it.
  public private(set) var duration = Interval.zero

  /// Creates a script in which nothing happens for so long.
  public init(lasting duration: Interval = .zero) {
    self.duration = duration
  }

  /// Adds what happens next, not before what is there already.
  public mutating func append(_ action: Action, at offset: Interval) {
    steps.append(Step(at: offset, action))
    duration = max(duration, offset)
  }

  /// The frames of a recording, from its first event on; what follows its last SYN_REPORT is left
  /// out.
  public init(_ recording: Recording) {
    guard let begin = recording.events.first?.instant else { return }
    var frame: [InputEvent] = []
    for event in recording.events {
      frame.append(event)
      guard event.type == EventCode.syn, event.code == EventCode.synReport else { continue }
      append(.events(frame), at: event.instant - begin)
      frame = []
    }
  }

  /// The reports of a recording, from its first one on.
  public init(_ recording: HIDRecording) {
    guard let begin = recording.reports.first?.instant else { return }
    for report in recording.reports { append(.report(report.bytes), at: report.instant - begin) }
  }

  /// The script with a silence: everything from `moment` on comes so much later.
  public func stalled(at moment: Interval, for time: Interval) -> PanelScript {
    var script = PanelScript(lasting: duration < moment ? duration : duration + time)
    for step in steps {
      script.append(step.action, at: step.offset < moment ? step.offset : step.offset + time)
    }
    return script
  }

  /// The script with the plug pulled at `moment` and put back after `time`, never for nil; what the
  /// panel would have sent meanwhile is lost.
  public func unplugged(at moment: Interval, for time: Interval?) -> PanelScript {
    var script = PanelScript(lasting: time == nil ? moment : duration)
    for step in steps where step.offset < moment { script.append(step.action, at: step.offset) }
    script.append(.unplug, at: moment)
    guard let time else { return script }
    script.append(.plug, at: moment + time)
    for step in steps where step.offset >= moment + time { script.append(step.action, at: step.offset) }
    return script
  }

  /// The script at another pace: 2 is twice as fast.
  public func played(atPace pace: Double) -> PanelScript {
    func scaled(_ offset: Interval) -> Interval {
      Interval(microseconds: Int64((Double(offset.microseconds) / pace).rounded()))
    }
    var script = PanelScript(lasting: scaled(duration))
    for step in steps { script.append(step.action, at: scaled(step.offset)) }
    return script
  }
}
