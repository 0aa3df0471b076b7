internal import FlickProtocol
internal import GestureCore

/// One key of `[swipe]`, and the property that it sets.
struct SwipeKey {
  /// The key of the table `[swipe]`.
  let key: Key<SwipeSettings>
  /// Copies the property from the first settings into the second.
  let copy: (SwipeSettings, inout SwipeSettings) -> Void

  init<Value>(
    _ name: String, _ property: WritableKeyPath<SwipeSettings, Value>, _ form: String,
    defaultValue: String? = nil, example: String? = nil, _ summary: String,
    read: @escaping (ValueDecoder) throws(ValueError) -> Value
  ) {
    key = Key(name, form, defaultValue: defaultValue, example: example, summary) {
      settings, value throws(ValueError) in settings[keyPath: property] = try read(value)
    }
    copy = { $1[keyPath: property] = $0[keyPath: property] }
  }
}

/// The keys of `[swipe]`, which all `[[panel]]` rules have too, except the density.
enum SwipeKeys {
  /// The density is read before all others, because `pt` depends on it, and so do the defaults.
  static var density: Key<SwipeSettings> {
    Key(
      "points_per_inch", "number", defaultValue: "163", "The number of points (pt) per inch of the panel."
    ) { settings, value throws(ValueError) in settings.pointsPerInch = try value.number(10...2000) }
  }

  /// Every key of `[swipe]`, in the order of the documentation.
  static var all: [Key<SwipeSettings>] { perPanel.map(\.key) + [density] }

  /// The keys that `[[panel]]` has too, in the order of the documentation.
  ///
  /// The density is not among them: a point has one length in all messages of flickd.
  static var perPanel: [SwipeKey] {
    [
      SwipeKey(
        "distance", \.distance, "length or %", defaultValue: "\"200pt\"",
        "D: a swipe with a longer displacement commits."
      ) { value throws(ValueError) in try value.lengthOrPart(0.1...5000) },
      SwipeKey(
        "velocity", \.velocity, "speed", defaultValue: "\"800pt/s\"",
        "S: a swipe released faster than this is a flick."
      ) { value throws(ValueError) in try value.speed(0.1...100_000) },
      SwipeKey(
        "slop", \.slop, "length", defaultValue: "\"10pt\"",
        "The displacement at which a contact becomes a swipe; less than `distance`."
      ) { value throws(ValueError) in try value.length(0...1000) },
      SwipeKey(
        "predicted", \.predicted, "length or %", defaultValue: "\"50%\"",
        "P: a swipe with a longer predicted displacement commits, if `commit_if` contains \"predicted\"."
      ) { value throws(ValueError) in try value.lengthOrPart(0.1...5000) },
      SwipeKey(
        "commit_if", \.commitIf, "array of words", defaultValue: "[\"distance\", \"velocity\"]",
        "The criteria that commit a swipe: \"distance\", \"velocity\", \"predicted\". One is enough."
      ) { value throws(ValueError) in DecisionRule.CommitCriteria(try value.choices(Criterion.self))
      },
      SwipeKey(
        "projection", \.projection, "time", defaultValue: "\"250ms\"",
        "τ: the content continues as far as the release speed would take it in this time; excludes `deceleration_rate`."
      ) { value throws(ValueError) in try value.seconds(0...10) },
      SwipeKey(
        "deceleration_rate", \.projection, "number", example: "0.998",
        "Another form of τ: the part of its speed that the content keeps every millisecond."
      ) { value throws(ValueError) in
        DecisionRule.projection(decelerationRate: try value.number(0.5...0.9999))
      },
      SwipeKey(
        "reversal", \.reversal, "word", defaultValue: "\"follow\"",
        "What a release against the displacement means: \"follow\" the flick, or \"ignore\" it."
      ) { value throws(ValueError) in try value.choice(DecisionRule.Reversal.self)
      },
      SwipeKey(
        "flick_min_travel", \.flickMinTravel, "length", defaultValue: "\"6mm\"",
        "The travel below which a decision ignores the velocity: the displacement minus the detour, or half of the largest distance."
      ) { value throws(ValueError) in try value.length(0...1000) },
      SwipeKey(
        "fingers_within", \.fingersWithin, "time", defaultValue: "\"100ms\"",
        "Fingers that land within this time of each other are one swipe; the displacement restarts when a later finger joins."
      ) { value throws(ValueError) in try value.interval(0...1) },
      SwipeKey(
        "rests_after", \.restsAfter, "time", defaultValue: "\"300ms\"",
        "A finger that has not swiped for this time rests, and later fingers swipe without it."
      ) { value throws(ValueError) in try value.interval(0...60) },
      SwipeKey(
        "fingers_apart", \.fingersApart, "length", defaultValue: "\"100mm\"",
        "Fingers that land further apart than this make separate swipes: several people at one screen."
      ) { value throws(ValueError) in try value.length(0...5000) },
      SwipeKey(
        "directions", \.directions, "4 or 8", defaultValue: "4",
        "The number of directions that a swipe can have."
      ) { value throws(ValueError) in try value.choice(Directions.self) },
      SwipeKey(
        "direction_tolerance", \.directionTolerance, "angle", defaultValue: "\"22.5deg\"",
        "With 8 directions, the largest deviation from the nearest one; beyond it, a swipe has no direction."
      ) { value throws(ValueError) in try value.quantity(.angle, 1...22.5)
      },
    ]
  }
}
