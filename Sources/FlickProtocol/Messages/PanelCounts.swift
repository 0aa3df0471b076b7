public import GestureCore

/// What became of a number of swipes.
public struct SwipeCounts: Sendable {
  /// How many ended as flicks.
  public private(set) var flicks: Int64 = 0
  /// How many ended as drags.
  public private(set) var drags: Int64 = 0
  /// How many of these were meant.
  public private(set) var commits: Int64 = 0
  private var cancels = InlineArray<10, Int64>(repeating: 0)

  /// Starts at nothing.
  public init() {}

  /// How many were decided: the flicks and the drags.
  public var decided: Int64 { flicks + drags }

  /// Counts a swipe that was decided.
  public mutating func add(_ decision: borrowing Decision) {
    switch decision.kind {
    case .flick: flicks += 1
    case .drag: drags += 1
    }
    if decision.commit { commits += 1 }
  }

  /// Counts a swipe that was cancelled.
  public mutating func add(_ reason: CancelReason) {
    cancels[reason.place] += 1
  }

  /// How many were cancelled for this reason.
  public func cancelled(_ reason: CancelReason) -> Int64 { cancels[reason.place] }

  fileprivate func writeFields(into line: inout LineWriter) {
    line.key("swipes")
    line.integer(decided)
    line.key("flicks")
    line.integer(flicks)
    line.key("drags")
    line.integer(drags)
    line.key("commits")
    line.integer(commits)
    line.key("cancels")
    line.beginObject()
    for reason in CancelReason.inOrder where cancelled(reason) > 0 {
      line.key(reason.word)
      line.integer(cancelled(reason))
    }
    line.endObject()
  }
}

/// How many contacts were taken for no finger's, by the reason.
public struct RejectedCounts: Equatable, Sendable {
  /// The panel called them palms.
  public var palm: Int64 = 0
  /// They were larger than the size limit.
  public var size: Int64 = 0
  /// They did what no hand can.
  public var ghost: Int64 = 0

  /// Starts at nothing.
  public init() {}

  /// Writes the field `rejected`, an object that holds only reasons that occurred.
  fileprivate func write(into line: inout LineWriter) {
    line.key("rejected")
    line.beginObject()
    for (reason, count) in [(CancelReason.palm, palm), (.size, size), (.ghost, ghost)] where count > 0 {
      line.key(reason.word)
      line.integer(count)
    }
    line.endObject()
  }
}

/// What has been counted on one panel since it was opened.
public struct PanelCounts: Sendable {
  /// How many contacts landed, those included that were ignored.
  public var contacts: Int64 = 0
  /// How many of them are down, of at most 64.
  public var contactsDown: Int64 = 0
  /// How many frames were complete.
  public var frames: Int64 = 0
  /// How often events were lost.
  public var dropped: Int64 = 0
  /// How many contacts were no fingers, swipes or not.
  public var rejected = RejectedCounts()
  /// Every swipe.
  public var swipes = SwipeCounts()
  /// The swipes that are published at every level.
  public var publicSwipes = SwipeCounts()

  /// Starts at nothing.
  public init() {}

  /// Writes the counts as an object.
  ///
  /// Below the level `positions` nothing is written that a tap would change: who asks often enough
  /// would count the taps on a PIN pad.
  public func write(panelID: String, level: Level, into line: inout LineWriter) {
    line.beginObject()
    line.key("panel_id")
    line.string(panelID)
    if level == .positions {
      line.key("contacts")
      line.integer(contacts)
      line.key("contacts_down")
      line.integer(contactsDown)
      line.key("frames")
      line.integer(frames)
      rejected.write(into: &line)
    }
    line.key("dropped")
    line.integer(dropped)
    (level == .positions ? swipes : publicSwipes).writeFields(into: &line)
    line.endObject()
  }
}

extension CancelReason {
  fileprivate static var inOrder: [CancelReason] {
    [.palm, .size, .dropped, .unplugged, .stale, .suspend, .fingers, .pinch, .shutdown, .ghost]
  }

  /// The reason's place in an array of counts.
  fileprivate var place: Int {
    switch self {
    case .palm: 0
    case .size: 1
    case .dropped: 2
    case .unplugged: 3
    case .stale: 4
    case .suspend: 5
    case .fingers: 6
    case .pinch: 7
    case .shutdown: 8
    case .ghost: 9
    }
  }
}
