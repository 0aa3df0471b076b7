public import GestureCore

/// The number of swipes by outcome.
public struct SwipeCounts: Sendable {
  /// The number of swipes that ended as flicks.
  public private(set) var flicks: Int64 = 0
  /// The number of swipes that ended as drags.
  public private(set) var drags: Int64 = 0
  /// The number of flicks and drags that committed.
  public private(set) var commits: Int64 = 0
  private var cancels = CancelReasonCounts(repeating: 0)

  /// Creates counts of zero.
  public init() {}

  /// The number of swipes with a decision: the flicks and the drags.
  public var decided: Int64 { flicks + drags }

  /// Counts a swipe that ended with a decision.
  public mutating func add(_ decision: borrowing Decision) {
    switch decision.kind {
    case .flick: flicks += 1
    case .drag: drags += 1
    }
    if decision.commit { commits += 1 }
  }

  /// Counts a swipe that was cancelled.
  public mutating func add(_ reason: CancelReason) {
    cancels[Int(reason.rawValue)] += 1
  }

  /// The number of swipes that were cancelled for this reason.
  public func cancelled(_ reason: CancelReason) -> Int64 { cancels[Int(reason.rawValue)] }

  /// Writes the counts into those of a panel.
  func report(into panel: inout StatsMessage.Panel) {
    panel.swipes = decided
    panel.flicks = flicks
    panel.drags = drags
    panel.commits = commits
    panel.cancels = [:]
    for reason in CancelReason.all where cancelled(reason) > 0 {
      panel.cancels[reason.word] = cancelled(reason)
    }
  }
}

/// The number of rejected contacts by reason.
public struct RejectedCounts: Equatable, Sendable {
  /// The number of contacts that the panel reported as palms.
  public var palm: Int64
  /// The number of contacts that were larger than the size limit.
  public var size: Int64
  /// The number of contacts that behaved as no finger can.
  public var ghost: Int64

  /// Creates counts.
  public init(palm: Int64, size: Int64, ghost: Int64) {
    (self.palm, self.size, self.ghost) = (palm, size, ghost)
  }

  /// Creates counts of zero.
  public init() { self.init(palm: 0, size: 0, ghost: 0) }

  /// The number of contacts that were rejected for this reason; nil if the reason rejects none.
  public subscript(reason: CancelReason) -> Int64? {
    switch reason {
    case .palm: palm
    case .size: size
    case .ghost: ghost
    case .dropped, .unplugged, .stale, .suspend, .fingers, .pinch, .shutdown: nil
    }
  }

  /// The reasons that reject a contact, in the order of the documents.
  public static var reasons: [CancelReason] { CancelReason.all.filter { RejectedCounts()[$0] != nil } }

  /// The number of rejected contacts.
  public var total: Int64 { Self.reasons.reduce(0) { $0 + (self[$1] ?? 0) } }

  /// The counts by the word of the reason, without those of zero.
  var byReason: [String: Int64] {
    let counts = Self.reasons.map { ($0.word, self[$0] ?? 0) }
    return Dictionary(counts.filter { $0.1 > 0 }) { $1 }
  }
}

/// The counts of one panel since it was opened.
///
/// All but `touches` and `isTouched` are those of a panel without contacts in private zones.
public struct PanelCounts: Sendable {
  /// The number of contacts that landed, including ignored ones and those in private zones; for
  /// `activity` only, because no message may contain it.
  public var touches: Int64 = 0
  /// Whether a contact is down, maybe in a private zone; for `activity`, and for tools that include
  /// private zones.
  public var isTouched = false
  /// The counts as `stats` reports them, without `rejected` and those of swipes.
  public var message: StatsMessage.Panel
  /// The rejected contacts, whether or not they became swipes.
  public var rejected = RejectedCounts()
  /// The outcomes of the swipes that the level `positions` receives.
  public var swipes = SwipeCounts()
  /// The outcomes of the swipes that the levels below `positions` receive.
  public var publicSwipes = SwipeCounts()

  /// Creates counts of zero.
  public init(panelID: String) {
    message = StatsMessage.Panel(panelID: panelID)
  }

  /// The counts that a client of this level receives.
  public func visible(at level: Level) -> StatsMessage.Panel {
    var panel = message
    panel.rejected = rejected.byReason
    (level == .positions ? swipes : publicSwipes).report(into: &panel)
    return panel.visible(at: level)
  }
}
