internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Pipeline

/// A contact that the monitor shows, or the trail of one that has lifted.
struct SeenContact: Equatable {
  /// The running number of the contact.
  var number: UInt64
  /// The position, in mm.
  var location: PanelPoint
  var velocity = Velocity.zero
  /// The width in mm; nil if the panel does not report one.
  var width: Double?
  /// The positions since the landing, the newest last.
  var trail: [PanelPoint]
  /// When the contact lifted; nil while it is down.
  var lifted: Instant?
  /// The number of positions since the landing, of which ``trail`` has the newest.
  var positions = 1
}

/// A swipe in progress, as the rule would decide it if the finger lifted now.
struct SeenSwipe: Equatable {
  var number: UInt64
  var fingers: Int
  /// The name of its zone; nil if it belongs to none.
  var zone: String?
  var decision: Decision
}

/// A swipe that has ended.
struct EndedSwipe: Equatable {
  var number: UInt64
  /// The time since the monitor began.
  var time: Interval
  /// Nil if the swipe was cancelled.
  var decision: Decision?
  /// Why the swipe was cancelled.
  var cancelled: CancelReason?
}

/// What the monitor shows, at one moment.
struct MonitorState: Equatable {
  /// The kernel's name of the panel.
  var name = ""
  /// The node, or the file that is played.
  var source = ""
  /// The size of the panel, in mm.
  var extent = Extent(width: 0, height: 0)
  /// Whether the size is known; else lengths in mm are estimates.
  var isSizeKnown = true
  var maxContacts = 10
  /// The report rate of the last second with a contact; nil before it is known.
  var reportRate: Double?
  /// How often the kernel lost events.
  var dropped: Int64 = 0
  /// The rectangles whose contacts are not shown.
  var privateRectangles: [Zone.Rectangle] = []
  /// The rule outside of zones.
  var rule = DecisionRule(predicted: DecisionRule.Threshold(x: 0, y: 0))
  /// In the order of their landings.
  var contacts: [SeenContact] = []
  /// In the order of their begins.
  var swipes: [SeenSwipe] = []
  /// The newest first.
  var ended: [EndedSwipe] = []
  /// The number of swipes that ended with a decision or were cancelled.
  var endedCount = 0
  /// What the user should know, for example that the recording is over.
  var message: String?

  /// The number of ended swipes that are kept.
  static let maxEnded = 100

  /// The contacts that are down.
  var down: [SeenContact] { contacts.filter { $0.lifted == nil } }

  /// Creates the state before the first frame.
  init() {}

  /// Creates the state of a panel before its first frame.
  init(_ setup: PanelSetup, source: String) {
    let message = setup.message
    (name, self.source) = (message.name, source)
    extent = setup.geometry.extent
    isSizeKnown = setup.geometry.scale != .assumed
    maxContacts = message.maxContacts
    rule = setup.rule
  }

  /// Adds a swipe that has ended.
  mutating func end(_ swipe: EndedSwipe) {
    ended.insert(swipe, at: 0)
    if ended.count > Self.maxEnded { ended.removeLast() }
    endedCount += 1
  }
}
