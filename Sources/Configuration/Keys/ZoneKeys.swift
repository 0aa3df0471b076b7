internal import FlickProtocol
internal import GestureCore

/// The keys of `[[zone]]`.
enum ZoneKeys {
  /// Every key, in the order of the documentation.
  static let all: [Key<ZoneSettings>] = place + rule + content

  private static let place: [Key<ZoneSettings>] = [
    Key(
      "name", "text", example: "\"cards\"",
      "How the zone is called in its swipes; only one that is private or excluded needs none."
    ) {
      zone, value throws(ValueError) in zone.spec.name = try value.word()
    },
    Key(
      "panel", "table", example: "{ vendor = \"0eef\", product = \"0005\" }",
      "The panels on which it lies, as `match` of `[[panel]]`; not set, every panel."
    ) { zone, value throws(ValueError) in
      var match = PanelMatch()
      try value.table(MatchKeys.all, in: .match, into: &match)
      zone.panel = match
    },
    Key(
      "rectangle", "four lengths or %", example: "[\"10%\", \"20mm\", \"50%\", \"30%\"]",
      "Left side, top, width and height, `%` of the panel's; not set, the whole panel."
    ) { zone, value throws(ValueError) in zone.spec.rectangle = try value.area() },
    Key(
      "edge", "word", example: "\"left\"",
      "In place of `rectangle`, the edge or corner along which it lies, \"top\" or \"bottom_right\" say."
    ) { zone, value throws(ValueError) in zone.spec.edge = try value.choice(ZoneEdge.self) },
    Key(
      "depth", "length or %", example: "\"20pt\"",
      "How far it reaches from its `edge`, `%` of the panel's; not set, 20 pt."
    ) { zone, value throws(ValueError) in zone.spec.depth = try value.panelLength(0.1...10_000) },
    Key(
      "axis", "\"x\" or \"y\"", example: "\"x\"",
      "The only axis that it takes; not set, both, or x where there are snap points."
    ) { zone, value throws(ValueError) in zone.spec.axis = try value.choice(Axis.self) },
    Key(
      "directions", "array of words", example: "[\"left\", \"right\"]",
      "In which a swipe may commit, \"left\", \"up\" or \"right_down\" say; not set, in all."
    ) { zone, value throws(ValueError) in
      zone.spec.directions = DirectionSet(try value.choices(Direction.self))
    },
    Key(
      "private", "true or false", defaultValue: "false",
      "Whether swipes that start in it are published to nobody."
    ) { zone, value throws(ValueError) in
      // A value that cannot be read must not publish a zone that was meant to be private.
      zone.spec.isPrivate = true
      zone.spec.isPrivate = try value.flag()
    },
    Key(
      "exclude", "true or false", defaultValue: "false",
      "Whether swipes that start in it belong to no zone."
    ) { zone, value throws(ValueError) in zone.spec.isExclusion = try value.flag() },
  ]

  private static let rule: [Key<ZoneSettings>] = [
    Key(
      "commit_if", "array of words", example: "[\"distance\", \"velocity\"]",
      "As in `[swipe]`; so are the next six, and what is not set is as it is there."
    ) { zone, value throws(ValueError) in
      zone.spec.commitIf = DecisionRule.CommitCriteria(try value.choices(Criterion.self))
    },
    Key("distance", "length or %", example: "\"50%\"", "D; `%` of the zone's extent.") {
      zone, value throws(ValueError) in zone.spec.distance = try value.zoneLength(0.1...5000)
    },
    Key("velocity", "speed", example: "\"800pt/s\"", "S.") { zone, value throws(ValueError) in
      zone.spec.velocity = try value.zoneSpeed(0.1...100_000)
    },
    Key("predicted", "length or %", example: "\"50%\"", "P; `%` of the zone's extent.") {
      zone, value throws(ValueError) in zone.spec.predicted = try value.zoneLength(0.1...5000)
    },
    Key("projection", "time", example: "\"250ms\"", "τ; not together with `deceleration_rate`.") {
      zone, value throws(ValueError) in zone.spec.projection = try value.seconds(0...10)
    },
    Key("deceleration_rate", "number", example: "0.998", "τ in another form.") {
      zone, value throws(ValueError) in
      zone.spec.projection = SwipeSettings.projection(decelerationRate: try value.number(0.5...0.9999))
    },
    Key(
      "reversal", "word", example: "\"follow\"", "What a release against the travel means."
    ) { zone, value throws(ValueError) in zone.spec.reversal = try value.choice(DecisionRule.Reversal.self) },
  ]

  private static let content: [Key<ZoneSettings>] = [
    Key(
      "snap_points", "lengths or %", example: "[\"0pt\", \"-296pt\", \"-592pt\"]",
      "Where its content can rest, at most 64 offsets along the axis."
    ) { zone, value throws(ValueError) in zone.spec.snapPoints = try value.zoneLengths() },
    Key("offset", "length or %", example: "\"0mm\"", "Where its content is at first; not set, at 0.") {
      zone, value throws(ValueError) in zone.spec.offset = try value.zoneLength(isSigned: true)
    },
    Key("max_steps", "number", example: "1", "How many snap points a swipe may pass; not set, any.") {
      zone, value throws(ValueError) in zone.spec.maxSteps = try value.count(1...1000)
    },
    Key(
      "wrap", "length or %", example: "\"360mm\"",
      "The period after which the snap points of a dial come again; not set, they have two ends."
    ) { zone, value throws(ValueError) in zone.spec.wrap = try value.zoneLength(0.1...100_000) },
    Key(
      "spring", "table", example: "{ duration = \"500ms\", bounce = 0 }",
      "How its content comes to rest, also without snap points: by duration and bounce, response and damping_fraction, or mass, stiffness and damping."
    ) { zone, value throws(ValueError) in
      var parts = SpringSettings()
      try value.table(SpringKeys.all, in: .spring, into: &parts)
      guard let spring = parts.spring else { throw value.error(SpringKeys.advice) }
      zone.spec.spring = spring
    },
  ]
}

/// A spring as it is set: the parts of one of three forms.
struct SpringSettings {
  var duration: Double?
  var bounce: Double?
  var response: Double?
  var dampingFraction: Double?
  var mass: Double?
  var stiffness: Double?
  var damping: Double?

  /// The spring; nil if the parts belong to more than one form or to none.
  var spring: SpringSpec? {
    let perceived = duration != nil || bounce != nil
    let former = response != nil || dampingFraction != nil
    let physical = mass != nil || stiffness != nil || damping != nil
    switch (perceived, former, physical) {
    case (true, false, false): return .perceived(duration: duration ?? 0.5, bounce: bounce ?? 0)
    case (false, true, false): return response.map { .response($0, dampingFraction: dampingFraction ?? 1) }
    case (false, false, true):
      guard let stiffness, let damping else { return nil }
      return .physical(mass: mass ?? 1, stiffness: stiffness, damping: damping)
    default: return nil
    }
  }
}

/// The keys of `spring` in `[[zone]]`.
enum SpringKeys {
  /// The advice for parts that do not make a spring.
  static let advice =
    "write duration and bounce, or response and damping_fraction, or stiffness, damping and perhaps mass"

  /// Every key, in the order of the documentation.
  static let all: [Key<SpringSettings>] = [
    Key("duration", "time", defaultValue: "\"500ms\"", "How long it feels.") {
      spring, value throws(ValueError) in spring.duration = try value.seconds(0.001...60)
    },
    Key("bounce", "number", defaultValue: "0", "From -0.99, which creeps, to 1, which never rests.") {
      spring, value throws(ValueError) in spring.bounce = try value.number(-0.99...1)
    },
    Key("response", "time", example: "\"500ms\"", "Its period if nothing damped it.") {
      spring, value throws(ValueError) in spring.response = try value.seconds(0.001...60)
    },
    Key("damping_fraction", "number", example: "1", "The part of the critical damping.") {
      spring, value throws(ValueError) in spring.dampingFraction = try value.number(0...100)
    },
    Key("mass", "number", example: "1", "In kg, or what fits the others with seconds.") {
      spring, value throws(ValueError) in spring.mass = try value.number(0.001...100_000)
    },
    Key("stiffness", "number", example: "158", "In N/m, or what fits the others.") {
      spring, value throws(ValueError) in spring.stiffness = try value.number(0.001...10_000_000)
    },
    Key("damping", "number", example: "25", "In N·s/m, or what fits the others.") {
      spring, value throws(ValueError) in spring.damping = try value.number(0...1_000_000)
    },
  ]
}
