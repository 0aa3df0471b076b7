internal import FlickProtocol
internal import GestureCore
/// The keys of `[swipe]`.
enum SwipeKeys {
  /// The density is read before all others, because `pt` depends on it, and so do the defaults.
  static let density = Key<SwipeSettings>(
    "points_per_inch", "number", defaultValue: "163",
    "How many points (pt) go on an inch of the panel."
  ) { settings, value throws(ValueError) in settings.pointsPerInch = try value.number(10...2000) }

  /// Every key, in the order of the documentation.
  static let all: [Key<SwipeSettings>] = [
    Key(
      "distance", "length or %", defaultValue: "\"200pt\"",
      "D: a swipe that went further than this commits."
    ) { settings, value throws(ValueError) in settings.distance = try value.lengthOrPart(0.1...5000) },
    Key(
      "velocity", "speed", defaultValue: "\"800pt/s\"",
      "S: a swipe released faster than this is a flick."
    ) { settings, value throws(ValueError) in settings.velocity = try value.speed(0.1...100_000) },
    Key(
      "slop", "length", defaultValue: "\"10pt\"",
      "The way from touch-down before a movement is a swipe; it must be less than `distance`."
    ) { settings, value throws(ValueError) in settings.slop = try value.length(0...1000) },
    Key(
      "predicted", "length or %", defaultValue: "\"50%\"",
      "P: a swipe that would land further than this commits, where `commit_if` names it."
    ) { settings, value throws(ValueError) in settings.predicted = try value.lengthOrPart(0.1...5000) },
    Key(
      "commit_if", "array of words", defaultValue: "[\"distance\", \"velocity\"]",
      "Which of \"distance\", \"velocity\" and \"predicted\" makes a swipe commit; any one is enough."
    ) { settings, value throws(ValueError) in
      settings.commitIf = DecisionRule.CommitCriteria(try value.choices(Criterion.self))
    },
    Key(
      "projection", "time", defaultValue: "\"250ms\"",
      "τ: how long the content goes on at the speed of release; not together with `deceleration_rate`."
    ) { settings, value throws(ValueError) in settings.projection = try value.seconds(0...10) },
    Key(
      "deceleration_rate", "number", example: "0.998",
      "τ in another form: which part of its speed the content keeps every millisecond."
    ) { settings, value throws(ValueError) in
      settings.projection = SwipeSettings.projection(decelerationRate: try value.number(0.5...0.9999))
    },
    Key(
      "reversal", "word", defaultValue: "\"follow\"",
      "What a release against the travel means: \"follow\" the flick, or \"ignore\" it."
    ) { settings, value throws(ValueError) in settings.reversal = try value.choice(DecisionRule.Reversal.self)
    },
    Key(
      "flick_min_travel", "length", defaultValue: "\"3mm\"",
      "Below this travel the speed of release counts as 0; near its start a swipe that turned needs more, up to twice as much."
    ) { settings, value throws(ValueError) in settings.flickMinTravel = try value.length(0...1000) },
    Key(
      "fingers_within", "time", defaultValue: "\"100ms\"",
      "Fingers that land within this time of each other are one swipe; a later one cancels it, and a new one begins."
    ) { settings, value throws(ValueError) in settings.fingersWithin = try value.interval(0...10) },
    Key(
      "fingers_apart", "length", defaultValue: "\"100mm\"",
      "Fingers that land further apart than this are swipes of their own: several people at one screen."
    ) { settings, value throws(ValueError) in settings.fingersApart = try value.length(0...5000) },
    Key(
      "directions", "4 or 8", defaultValue: "4",
      "How many directions a swipe may have."
    ) { settings, value throws(ValueError) in settings.directions = try value.choice(Directions.self) },
    Key(
      "direction_tolerance", "angle", defaultValue: "\"22.5deg\"",
      "With 8 directions, how far a swipe may stray from the nearest one; beyond it has no direction."
    ) { settings, value throws(ValueError) in
      settings.directionTolerance = try value.quantity(.angle, 1...22.5)
    },
    density,
  ]
}
