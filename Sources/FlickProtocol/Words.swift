public import GestureCore

// The words of the wire are here and not in the core, whose enumerations have no strings.

/// A value with one word, on the wire and in the configuration.
public protocol WireWord: Equatable, Sendable {
  /// Every value that has a word, in the order of the documents.
  static var all: [Self] { get }
  /// The word.
  var word: String { get }
}

extension WireWord {
  /// The words of all values.
  public static var words: [String] { all.map(\.word) }

  /// Creates the value of a word; nil if there is none.
  public init?(word: some StringProtocol) {
    guard let value = Self.all.first(where: { $0.word == word }) else { return nil }
    self = value
  }
}

/// A word as it was read: one of this version, or one of a later version.
public struct Word<Value: WireWord>: Equatable, Sendable {
  /// The word.
  public let text: String

  /// Creates the word of a value.
  public init(_ value: Value) {
    text = value.word
  }

  /// Creates a word that was read.
  init(text: String) {
    self.text = text
  }

  /// The value of the word; nil if this version has none.
  public var value: Value? { Value(word: text) }
}

extension WireWord where Self: CaseIterable & RawRepresentable<String> {
  /// Every case.
  public static var all: [Self] { Array(allCases) }
  /// The raw value.
  public var word: String { rawValue }
}

extension Direction: WireWord {
  /// Clockwise from the right.
  public static let all: [Direction] = [.right, .rightDown, .down, .leftDown, .left, .leftUp, .up, .rightUp]

  /// The word: `left`, or `left_up` for a diagonal.
  public var word: String {
    switch self {
    case .right: "right"
    case .rightDown: "right_down"
    case .down: "down"
    case .leftDown: "left_down"
    case .left: "left"
    case .leftUp: "left_up"
    case .up: "up"
    case .rightUp: "right_up"
    }
  }
}

extension DirectionSet {
  /// Creates the set of these directions.
  public init(_ directions: some Sequence<Direction>) {
    self.init()
    for direction in directions { insert(direction) }
  }

  /// The directions in the set, the straight ones first, as a request writes them.
  var directions: [Direction] {
    [.left, .right, .up, .down, .leftUp, .leftDown, .rightUp, .rightDown].filter(contains)
  }
}

extension Axis: WireWord {
  /// The axes that a zone can have.
  public static let all: [Axis] = [.x, .y]

  /// The word; the diagonals have none on the wire.
  public var word: String {
    switch self {
    case .x: "x"
    case .y: "y"
    case .falling: "falling"
    case .rising: "rising"
    }
  }
}

/// A condition that is enough to commit.
public enum Criterion: String, CaseIterable, WireWord {
  /// The displacement exceeds D.
  case distance
  /// The speed at release exceeds S.
  case velocity
  /// The predicted end exceeds P.
  case predicted
}

extension DecisionRule.CommitCriteria {
  /// Creates the set of these criteria.
  public init(_ criteria: [Criterion]) {
    self.init(
      distance: criteria.contains(.distance), velocity: criteria.contains(.velocity),
      predicted: criteria.contains(.predicted))
  }

  /// The words of the criteria in the set.
  var words: [String] {
    [(distance, "distance"), (velocity, "velocity"), (predicted, "predicted")].compactMap { $0 ? $1 : nil }
  }
}

extension DecisionRule.Reversal: WireWord {
  /// Both meanings.
  public static let all: [DecisionRule.Reversal] = [.follow, .ignore]

  /// The word.
  public var word: String {
    switch self {
    case .follow: "follow"
    case .ignore: "ignore"
    }
  }
}

extension Decision.Kind: WireWord {
  /// Both kinds.
  public static let all: [Decision.Kind] = [.flick, .drag]

  /// The word.
  public var word: String {
    switch self {
    case .flick: "flick"
    case .drag: "drag"
    }
  }
}

extension Decision.NoCommit: WireWord {
  /// Every reason, in the order in which they are checked.
  public static let all: [Decision.NoCommit] = [.direction, .shortTravel, .endOfRange, .belowThresholds]

  /// The word.
  public var word: String {
    switch self {
    case .direction: "direction"
    case .shortTravel: "short_travel"
    case .endOfRange: "end_of_range"
    case .belowThresholds: "below_thresholds"
    }
  }
}

extension CancelReason: WireWord {
  /// Every reason, in the order in which they are counted.
  public static let all: [CancelReason] = [
    .palm, .size, .dropped, .unplugged, .stale, .suspend, .fingers, .pinch, .shutdown, .ghost,
  ]

  /// The word.
  public var word: String {
    switch self {
    case .palm: "palm"
    case .size: "size"
    case .dropped: "dropped"
    case .unplugged: "unplugged"
    case .stale: "stale"
    case .suspend: "suspend"
    case .fingers: "fingers"
    case .pinch: "pinch"
    case .shutdown: "shutdown"
    case .ghost: "ghost"
    }
  }
}

extension SwipePhase {
  /// The word on the wire.
  public var word: String { Phases(self).word }
}

/// The edge of the panel at which a swipe began.
public enum Edge: String, CaseIterable, WireWord {
  /// The left edge.
  case left
  /// The right edge.
  case right
  /// The top edge.
  case top
  /// The bottom edge.
  case bottom
}

/// An edge or a corner of the panel along which a zone lies.
public enum ZoneEdge: String, CaseIterable, WireWord {
  /// The left edge.
  case left
  /// The right edge.
  case right
  /// The top edge.
  case top
  /// The bottom edge.
  case bottom
  /// The corner at the left and the top.
  case topLeft = "top_left"
  /// The corner at the right and the top.
  case topRight = "top_right"
  /// The corner at the left and the bottom.
  case bottomLeft = "bottom_left"
  /// The corner at the right and the bottom.
  case bottomRight = "bottom_right"

  /// The depth of such a zone in mm, if the request does not set one.
  ///
  /// 20 pt, the reach of UIKit's screen-edge gestures.
  public static let usualDepth = 20 * millimetersPerPoint
}

/// How much a client may receive, from least to most.
public enum Level: String, Comparable, CaseIterable, WireWord {
  /// Only ends and cancels, without positions and displacements.
  case decisions
  /// Every phase, with relative values but no positions.
  case motion
  /// Every phase, with all values.
  case positions

  /// Whether `left` allows less than `right`.
  public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .decisions: 0
    case .motion: 1
    case .positions: 2
    }
  }
}

/// The unit of lengths on the wire; speeds are in that unit per second.
public enum LengthUnit: String, CaseIterable, WireWord {
  /// Millimetres.
  case millimeters = "mm"
  /// Points of 1/163 inch, unless the configuration sets another density.
  case points = "pt"
  /// Parts of the panel, where each axis has its own extent.
  case fraction = "fraction"
  /// Pixels of the picture on the panel, where each axis has its own density.
  case pixels = "px"
}

/// A set of phases.
public struct Phases: OptionSet, Sendable {
  /// One bit per phase.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The swipe passed the slop.
  public static let begin = Phases(rawValue: 1)
  /// The swipe moved.
  public static let update = Phases(rawValue: 2)
  /// The swipe was released.
  public static let end = Phases(rawValue: 4)
  /// The swipe ended without a decision.
  public static let cancel = Phases(rawValue: 8)
  /// A finger landed on content in flight.
  public static let press = Phases(rawValue: 16)
  /// The finger of a press lifted without a swipe of the zone.
  public static let release = Phases(rawValue: 32)

  /// The words of the phases in the set, in the order of a swipe.
  var words: [String] { Self.all.filter(contains).map(\.word) }

  /// The phases of a connection that sent no request.
  public static let standard: Phases = [.end, .cancel]

  /// The set of one phase.
  public init(_ phase: SwipePhase) {
    switch phase {
    case .begin: self = .begin
    case .update: self = .update
    case .end: self = .end
    case .cancel: self = .cancel
    }
  }
}

/// A set of one phase has that phase's word.
extension Phases: WireWord {
  /// Each phase: those of a swipe in their order, then those of a press.
  public static let all: [Phases] = [.begin, .update, .end, .cancel, .press, .release]

  /// The word of the first phase in the set.
  public var word: String {
    if contains(.begin) { return "begin" }
    if contains(.update) { return "update" }
    if contains(.end) { return "end" }
    if contains(.cancel) { return "cancel" }
    return contains(.press) ? "press" : "release"
  }
}
