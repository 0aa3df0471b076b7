internal import FlickProtocol
internal import GestureCore

/// The keys of `[swipe]`.
enum SwipeKeys {
  /// The density is read before all others, because `pt` depends on it, and so do the defaults.
  static var density: Key<SwipeSettings> {
    Key(
      "points_per_inch", "number", defaultValue: "163", "The number of points (pt) per inch of the panel."
    ) { settings, value throws(ValueError) in settings.pointsPerInch = try value.number(10...2000) }
  }

  /// Every key, in the order of the documentation.
  static var all: [Key<SwipeSettings>] {
    [
      Key(
        "distance", "length or %", defaultValue: "\"200pt\"", "D: a swipe with a longer displacement commits."
      ) { settings, value throws(ValueError) in settings.distance = try value.lengthOrPart(0.1...5000) },
      Key(
        "velocity", "speed", defaultValue: "\"800pt/s\"", "S: a swipe released faster than this is a flick."
      ) { settings, value throws(ValueError) in settings.velocity = try value.speed(0.1...100_000) },
      Key(
        "slop", "length", defaultValue: "\"10pt\"",
        "The displacement at which a contact becomes a swipe; less than `distance`."
      ) { settings, value throws(ValueError) in settings.slop = try value.length(0...1000) },
      Key(
        "predicted", "length or %", defaultValue: "\"50%\"",
        "P: a swipe with a longer predicted displacement commits, if `commit_if` contains \"predicted\"."
      ) { settings, value throws(ValueError) in settings.predicted = try value.lengthOrPart(0.1...5000) },
      Key(
        "commit_if", "array of words", defaultValue: "[\"distance\", \"velocity\"]",
        "The criteria that commit a swipe: \"distance\", \"velocity\", \"predicted\". One is enough."
      ) { settings, value throws(ValueError) in
        settings.commitIf = DecisionRule.CommitCriteria(try value.choices(Criterion.self))
      },
      Key(
        "projection", "time", defaultValue: "\"250ms\"",
        "τ: the content continues as far as the release speed would take it in this time; excludes `deceleration_rate`."
      ) { settings, value throws(ValueError) in settings.projection = try value.seconds(0...10) },
      Key(
        "deceleration_rate", "number", example: "0.998",
        "Another form of τ: the part of its speed that the content keeps every millisecond."
      ) { settings, value throws(ValueError) in
        settings.projection = DecisionRule.projection(decelerationRate: try value.number(0.5...0.9999))
      },
      Key(
        "reversal", "word", defaultValue: "\"follow\"",
        "What a release against the displacement means: \"follow\" the flick, or \"ignore\" it."
      ) { settings, value throws(ValueError) in
        settings.reversal = try value.choice(DecisionRule.Reversal.self)
      },
      Key(
        "flick_min_travel", "length", defaultValue: "\"6mm\"",
        "Below this displacement a decision ignores the velocity; a swipe that turned needs up to twice as much."
      ) { settings, value throws(ValueError) in settings.flickMinTravel = try value.length(0...1000) },
      Key(
        "fingers_within", "time", defaultValue: "\"100ms\"",
        "Fingers that land within this time of each other are one swipe; a later finger cancels the swipe and begins a new one."
      ) { settings, value throws(ValueError) in settings.fingersWithin = try value.interval(0...1) },
      Key(
        "fingers_apart", "length", defaultValue: "\"100mm\"",
        "Fingers that land further apart than this make separate swipes: several people at one screen."
      ) { settings, value throws(ValueError) in settings.fingersApart = try value.length(0...5000) },
      Key(
        "directions", "4 or 8", defaultValue: "4", "The number of directions that a swipe can have."
      ) { settings, value throws(ValueError) in settings.directions = try value.choice(Directions.self) },
      Key(
        "direction_tolerance", "angle", defaultValue: "\"22.5deg\"",
        "With 8 directions, the largest deviation from the nearest one; beyond it, a swipe has no direction."
      ) { settings, value throws(ValueError) in
        settings.directionTolerance = try value.quantity(.angle, 1...22.5)
      },
      density,
    ]
  }
}
