internal import FlickProtocol

/// One key of one section of the configuration.
typealias Key<Section> = SettingKey<Section, ValueDecoder>

/// The keys of `[[zone]]`: those of every zone, and those that only the configuration has.
enum ZoneKeys {
  /// Every key, in the order of the documentation.
  static var all: [Key<ZoneSettings>] {
    var keys = ZoneKey<ValueDecoder>.all.map { $0.within(\ZoneSettings.spec) }
    keys.insert(contentsOf: own, at: 1)
    return keys
  }

  private static var own: [Key<ZoneSettings>] {
    [
      Key(
        "panel", "table", example: "{ vendor = \"0eef\", product = \"0005\" }",
        "The panels that have the zone, as `match` of `[[panel]]`. Not set: every panel."
      ) { zone, value throws(ValueError) in
        var match = PanelMatch()
        try value.table(MatchKeys.all, in: .match, into: &match)
        zone.panel = match
      },
      Key(
        "private", "true or false", defaultValue: "false",
        "Whether contacts that land in the zone are as if absent."
      ) { zone, value throws(ValueError) in
        // A value that cannot be read must not publish a zone that was meant to be private.
        zone.spec.isPrivate = true
        zone.spec.isPrivate = try value.flag()
      },
    ]
  }
}

/// The keys of `spring` in `[[zone]]`.
enum SpringKeys {
  /// The advice for parts that do not make a spring.
  static let advice =
    "write duration and bounce, or response and damping_fraction, or stiffness, damping and perhaps mass"

  /// Every key, in the order of the documentation.
  static var all: [Key<SpringParts>] { SpringKey<ValueDecoder>.all }
}
