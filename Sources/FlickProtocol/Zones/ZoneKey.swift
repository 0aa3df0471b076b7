internal import GestureCore

/// One key of a zone, in `[[zone]]` and in `subscribe`.
///
/// To add a key, add a property to ``ZoneSpec`` and a row to ``all``.
public typealias ZoneKey<Value: ZoneValue> = SettingKey<ZoneSpec<Value.Length>, Value>

extension SettingKey where Target == ZoneSpec<Value.Length> {
  /// Every key, in the order of the documentation and of a request.
  public static var all: [SettingKey] { position + rule + content }

  private static var position: [SettingKey] {
    [
      SettingKey(
        "name", "text", example: "\"cards\"",
        "The name that the zone's swipes carry. Only a private or excluded zone needs none.",
        read: { zone, value throws(Value.Fault) in zone.name = try value.zoneName() },
        write: { .string($0.name) }),
      SettingKey(
        "rectangle", "four lengths or %", example: "[\"10%\", \"20mm\", \"50%\", \"30%\"]",
        "Left side, top, width and height; `%` of the panel. Not set: the whole panel.",
        read: { zone, value throws(Value.Fault) in zone.rectangle = try value.zoneRectangle() },
        write: { $0.rectangle.map(\.json) }),
      SettingKey(
        "edge", "word", example: "\"left\"",
        "The edge or corner at which the zone lies, instead of `rectangle`; for example \"top\" or \"bottom_right\".",
        read: { zone, value throws(Value.Fault) in zone.edge = try value.choice(ZoneEdge.self) },
        write: { $0.edge.map { .string($0.word) } }),
      SettingKey(
        "depth", "length or %", example: "\"20pt\"",
        "How far the zone reaches from its `edge`; `%` of the panel. Not set: 20 pt.",
        read: { zone, value throws(Value.Fault) in zone.depth = try value.zoneDepth() },
        write: { $0.depth.map { .number($0) } }),
      SettingKey(
        "exclude", "true or false", defaultValue: "false",
        "Whether swipes that start in the zone belong to no zone.",
        read: { zone, value throws(Value.Fault) in zone.isExclusion = try value.flag() },
        write: { $0.isExclusion ? .bool(true) : nil }),
      SettingKey(
        "axis", "\"x\" or \"y\"", example: "\"x\"",
        "The only axis of the zone's swipes. Not set: both, or x if there are snap points.",
        read: { zone, value throws(Value.Fault) in zone.axis = try value.choice(Axis.self) },
        write: { $0.axis.map { .string($0.word) } }),
      SettingKey(
        "directions", "array of words", example: "[\"left\", \"right\"]",
        "The directions in which a swipe may commit, such as \"left\" or \"right_down\". Not set: all.",
        read: { zone, value throws(Value.Fault) in
          zone.directions = DirectionSet(try value.choices(Direction.self))
        },
        write: { $0.directions.map { .words($0.directions.map(\.word)) } }),
    ]
  }

  private static var rule: [SettingKey] {
    [
      SettingKey(
        "commit_if", "array of words", example: "[\"distance\", \"velocity\"]",
        "As in `[swipe]`. This key and the next seven default to `[swipe]`.",
        read: { zone, value throws(Value.Fault) in
          zone.commitIf = DecisionRule.CommitCriteria(try value.choices(Criterion.self))
        },
        write: { $0.commitIf.map { .words($0.words) } }),
      SettingKey(
        "distance", "length or %", example: "\"50%\"", "D; `%` of the zone's extent.",
        read: { zone, value throws(Value.Fault) in zone.distance = try value.zoneThreshold() },
        write: { $0.distance.map { .number($0) } }),
      SettingKey(
        "velocity", "speed", example: "\"800pt/s\"", "S.",
        read: { zone, value throws(Value.Fault) in zone.velocity = try value.zoneSpeed() },
        write: { $0.velocity.map { .number($0) } }),
      SettingKey(
        "predicted", "length or %", example: "\"50%\"", "P; `%` of the zone's extent.",
        read: { zone, value throws(Value.Fault) in zone.predicted = try value.zoneThreshold() },
        write: { $0.predicted.map { .number($0) } }),
      SettingKey(
        "projection", wire: "projection_us", "time", example: "\"250ms\"", "τ; excludes `deceleration_rate`.",
        read: { zone, value throws(Value.Fault) in zone.projection = try value.seconds(0...10) },
        write: { $0.projection.map { .microseconds($0) } }),
      // A request writes τ itself, in whole µs.
      SettingKey(
        "deceleration_rate", "number", example: "0.998", "Another form of τ.",
        read: { zone, value throws(Value.Fault) in zone.projection = try value.decelerationRate() },
        write: { _ in nil }),
      SettingKey(
        "reversal", "word", example: "\"follow\"", "What a release against the displacement means.",
        read: { zone, value throws(Value.Fault) in
          zone.reversal = try value.choice(DecisionRule.Reversal.self)
        },
        write: { $0.reversal.map { .string($0.word) } }),
      SettingKey(
        "flick_min_travel", "length or %", example: "\"6mm\"",
        "The travel below which the velocity does not count; `%` of the zone's extent along its axis, or along x.",
        read: { zone, value throws(Value.Fault) in zone.flickMinTravel = try value.zoneTravel() },
        write: { $0.flickMinTravel.map { .number($0) } }),
    ]
  }

  private static var content: [SettingKey] {
    [
      SettingKey(
        "snap_points", "lengths or %", example: "[\"0pt\", \"-296pt\", \"-592pt\"]",
        "The offsets along the axis at which the content can rest, at most 64.",
        read: { zone, value throws(Value.Fault) in zone.snapPoints = try value.zoneOffsets() },
        write: { $0.snapPoints.isEmpty ? nil : .array($0.snapPoints.map { .number($0) }) }),
      SettingKey(
        "offset", "length or %", example: "\"0mm\"", "The first offset of the content. Not set: 0.",
        read: { zone, value throws(Value.Fault) in zone.offset = try value.zoneOffset() },
        write: { $0.offset == 0 ? nil : .number($0.offset) }),
      SettingKey(
        "max_steps", "number", example: "1",
        "How many snap points a swipe may pass; needs `snap_points`. Not set: any number.",
        read: { zone, value throws(Value.Fault) in zone.maxSteps = try value.count(1...1000) },
        write: { $0.maxSteps.map { .whole(Int64($0)) } }),
      SettingKey(
        "wrap", "length or %", example: "\"360mm\"",
        "The period of a dial, after which its `snap_points` repeat. Not set: the content has two ends.",
        read: { zone, value throws(Value.Fault) in zone.wrap = try value.zonePeriod() },
        write: { $0.wrap.map { .number($0) } }),
      SettingKey(
        "spring", "table", example: "{ duration = \"500ms\", bounce = 0 }",
        "How the content comes to rest, also without snap points: duration and bounce, response and damping_fraction, or mass, stiffness and damping.",
        read: { zone, value throws(Value.Fault) in zone.spring = try value.spring() },
        write: { $0.spring.map(\.json) }),
    ]
  }
}
