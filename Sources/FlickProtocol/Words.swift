public import GestureCore

// The words of the wire are here and not in the core, whose enumerations have no strings.

extension Direction {
  /// The word on the wire: `left`, or `left_up` for a diagonal.
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

  /// The words of all directions, clockwise from the right.
  static let words = [
    "right", "right_down", "down", "left_down", "left", "left_up", "up", "right_up",
  ]

  /// Creates the direction of a word, nil if there is none.
  public init?(word: some StringProtocol) {
    switch word {
    case "right": self = .right
    case "right_down": self = .rightDown
    case "down": self = .down
    case "left_down": self = .leftDown
    case "left": self = .left
    case "left_up": self = .leftUp
    case "up": self = .up
    case "right_up": self = .rightUp
    default: return nil
    }
  }
}

extension Axis {
  /// The words of the axes that a zone can have.
  static let words = ["x", "y"]

  /// The word on the wire; nil for an axis that a zone cannot have.
  var word: String? {
    switch self {
    case .x: "x"
    case .y: "y"
    case .falling, .rising: nil
    }
  }

  /// Creates the axis of a word, nil if a zone cannot have it.
  public init?(word: some StringProtocol) {
    switch word {
    case "x": self = .x
    case "y": self = .y
    default: return nil
    }
  }
}

extension DecisionRule.CommitCriteria {
  /// The words of all criteria.
  static let words = ["distance", "velocity", "predicted"]

  /// Creates the set with only the criterion of a word, nil if there is none.
  public init?(word: some StringProtocol) {
    switch word {
    case "distance": self.init(distance: true)
    case "velocity": self.init(velocity: true)
    case "predicted": self.init(predicted: true)
    default: return nil
    }
  }

  /// The words of the criteria in the set.
  var words: [String] {
    [(distance, "distance"), (velocity, "velocity"), (predicted, "predicted")].compactMap { $0 ? $1 : nil }
  }

  /// Adds the criteria of another set.
  mutating func formUnion(_ other: DecisionRule.CommitCriteria) {
    self = DecisionRule.CommitCriteria(
      distance: distance || other.distance, velocity: velocity || other.velocity,
      predicted: predicted || other.predicted)
  }
}

extension DecisionRule.Reversal {
  /// The words of all meanings.
  static let words = ["follow", "ignore"]

  /// The word on the wire.
  var word: String {
    switch self {
    case .follow: "follow"
    case .ignore: "ignore"
    }
  }

  /// Creates the meaning of a word, nil if there is none.
  public init?(word: some StringProtocol) {
    switch word {
    case "follow": self = .follow
    case "ignore": self = .ignore
    default: return nil
    }
  }
}

extension Decision.Kind {
  /// The word on the wire.
  public var word: String {
    switch self {
    case .flick: "flick"
    case .drag: "drag"
    }
  }
}

extension CancelReason {
  /// The word on the wire.
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
  public var word: String {
    switch self {
    case .begin: "begin"
    case .update: "update"
    case .end: "end"
    case .cancel: "cancel"
    }
  }
}

/// The edge of the panel at which a swipe began.
public enum Edge: String, Sendable, CaseIterable {
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
public enum ZoneEdge: String, Sendable, CaseIterable {
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
public enum Level: String, Comparable, Sendable, CaseIterable {
  /// Only ends and cancels, without positions and displacements.
  case decisions
  /// Every phase, with relative values but no positions.
  case motion
  /// Every phase, with all values.
  case positions

  /// Whether `left` allows less than `right`.
  public static func < (left: Level, right: Level) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .decisions: 0
    case .motion: 1
    case .positions: 2
    }
  }
}

/// The unit of lengths on the wire; speeds are in that unit per second.
public enum LengthUnit: String, Sendable, CaseIterable {
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

  /// The words of all phases, in the order of a swipe.
  static let words = ["begin", "update", "end", "cancel"]

  /// The words of the phases in the set, in the order of a swipe.
  var words: [String] {
    zip([Phases.begin, .update, .end, .cancel], Self.words).compactMap { contains($0) ? $1 : nil }
  }

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

  /// Creates the set of one phase by its word, nil if there is none.
  public init?(word: some StringProtocol) {
    switch word {
    case "begin": self = .begin
    case "update": self = .update
    case "end": self = .end
    case "cancel": self = .cancel
    default: return nil
    }
  }
}
