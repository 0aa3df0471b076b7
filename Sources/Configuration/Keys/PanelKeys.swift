internal import FlickProtocol
internal import Panels

/// The keys of `[[panel]]` and of its `match`.
enum PanelKeys {
  /// The one key that is a table of its own.
  static let match = "match"

  /// Every other key: those that only panels have, and those of `[swipe]` without the density.
  static var all: [Key<PanelRule>] { own + SwipeKeys.perPanel.map(Self.overriding) }

  /// The key of a rule that overrides a key of `[swipe]`.
  private static func overriding(_ swipe: SwipeKey) -> Key<PanelRule> {
    let key = swipe.key
    return Key(key.name, key.form, example: key.example, key.summary) { rule, value throws(ValueError) in
      try rule.swipe.read(swipe, value)
    }
  }

  /// The keys that only panels have, in the order of the documentation.
  static var own: [Key<PanelRule>] {
    [
      Key("enabled", "true or false", defaultValue: "true", "Whether flickd reads the panel.") {
        rule, value throws(ValueError) in rule.enabled = try value.flag()
      },
      Key(
        "size", "two lengths", example: "\"510mm x 287mm\"",
        "Width and height of the glass before matrix and rotation, if the kernel's size is missing or wrong."
      ) { rule, value throws(ValueError) in rule.size = try value.extent(5...10_000) },
      Key(
        "surface", "two numbers of px", example: "\"1920px x 1080px\"",
        "Width and height of the picture as the user sees it; lengths in `px` of a `[[zone]]` need it."
      ) { rule, value throws(ValueError) in rule.surface = try value.surface() },
      Key(
        "matrix", "six numbers", example: "[0, -1, 1, 1, 0, 0]",
        "Maps the glass to the picture; replaces udev's LIBINPUT_CALIBRATION_MATRIX."
      ) { rule, value throws(ValueError) in rule.matrix = try value.matrix() },
      Key(
        "mirror", "true or false", defaultValue: "false",
        "Whether to exchange left and right of the glass, after the matrix and before the rotation."
      ) { rule, value throws(ValueError) in rule.mirror = try value.flag() },
      Key(
        "rotation", "0, 90, 180 or 270", defaultValue: "0",
        "The clockwise rotation of the glass under the picture, in degrees; `flickctl orient` finds it."
      ) { rule, value throws(ValueError) in rule.rotation = try value.choice(PanelGeometry.Rotation.self) },
      Key(
        "lift_delay", "time", example: "\"40ms\"",
        "How long after the last movement the panel reports a lift. Not set: flickd knows or learns it."
      ) { rule, value throws(ValueError) in rule.liftDelay = try value.interval(0...1) },
      Key(
        "noise", "length", example: "\"0.2mm\"",
        "How much the positions of a resting finger vary (standard deviation); `flickctl measure` finds it. Not set: "
          + "flickd derives it from the panel's grid."
      ) { rule, value throws(ValueError) in rule.noise = try value.length(0.01...5) },
      Key(
        "bridge_gaps", "time", defaultValue: "\"0ms\"",
        "For a panel that loses reports: a swipe goes on if its finger lands again within this time where it would be. "
          + "Each `end` waits so long; at most 100 ms."
      ) { rule, value throws(ValueError) in rule.bridgeGaps = try value.interval(0...0.1) },
      Key(
        "size_limit", "length", example: "\"30mm\"",
        "A contact that becomes wider than this is not a finger; flickd cancels it."
      ) { rule, value throws(ValueError) in rule.sizeLimit = try value.length(1...1000) },
      Key(
        "size_limit_landing", "length", example: "\"22mm\"",
        "The same limit at the landing; at most `size_limit`."
      ) { rule, value throws(ValueError) in rule.sizeLimitLanding = try value.length(1...1000) },
    ]
  }
}

/// The keys of `match` in `[[panel]]`.
enum MatchKeys {
  /// Every key, in the order of the documentation.
  static var all: [Key<PanelMatch>] {
    [
      Key(
        "vendor", "hexadecimal id", example: "\"0eef\"", "The vendor id."
      ) { match, value throws(ValueError) in match.vendor = try value.identifier() },
      Key(
        "product", "hexadecimal id", example: "\"0005\"", "The product id."
      ) { match, value throws(ValueError) in match.product = try value.identifier() },
      Key(
        "name", "pattern", example: "\"eGalax*\"", "The whole name; `*` matches any text, `?` one character."
      ) { match, value throws(ValueError) in match.name = try value.word() },
      Key(
        "path", "text", example: "\"pci-0000:00:14.0-usb-0:3:1.0\"",
        "The port (udev's `ID_PATH`), which distinguishes two equal panels; `flickctl devices` shows it."
      ) { match, value throws(ValueError) in match.path = try value.port() },
      Key("serial", "text", example: "\"A0123\"", "The serial number.") { match, value throws(ValueError) in
        match.serial = try value.word()
      },
    ]
  }
}
