internal import GestureCore

extension LineWriter {
  /// Writes a request line, without the fields that have their default value.
  ///
  /// Reading the line returns the same request, except that lengths are rounded to six decimal
  /// places.
  public mutating func request(_ request: Request) {
    beginObject()
    key("id")
    switch request.id {
    case .integer(let number): integer(number)
    case .string(let text): string(text)
    }
    key("request")
    switch request.verb {
    case .ping: string("ping")
    case .panels: string("panels")
    case .stats: string("stats")
    case .subscribe(let subscription):
      string("subscribe")
      fields(of: subscription)
    case .update(let update):
      string("update")
      key("zone")
      string(update.zone)
      field("offset", update.offset)
    }
    endObject()
    endLine()
  }

  private mutating func fields(of subscription: Subscription) {
    if subscription.phases != .standard {
      words("phases", subscription.phases.words)
    }
    if subscription.unit != .millimeters {
      key("unit")
      string(subscription.unit.rawValue)
    }
    if let surface = subscription.surface {
      key("surface")
      beginObject()
      field("width", surface.width)
      field("height", surface.height)
      endObject()
    }
    // The unit px belongs to the picture on one panel, so it needs `panel_id` and not `panels`.
    if let panels = subscription.panels, panels.count == 1 {
      key("panel_id")
      string(panels[0])
    } else if let panels = subscription.panels {
      words("panels", panels)
    }
    if let fingers = subscription.fingers {
      key("fingers")
      beginArray()
      for count in 1...10 where fingers.contains(count) { integer(Int64(count)) }
      endArray()
    }
    if let rate = subscription.maxRate { field("max_rate_hz", rate) }
    if let lookahead = subscription.lookahead { field("lookahead_ms", Double(lookahead.microseconds) / 1000) }
    if subscription.activity {
      key("activity")
      bool(true)
    }
    if let level = subscription.level {
      key("level")
      string(level.rawValue)
    }
    guard let zones = subscription.zones else { return }
    key("zones")
    beginArray()
    for zone in zones { self.zone(zone) }
    endArray()
  }

  private mutating func zone(_ zone: ZoneSpec<Double>) {
    beginObject()
    key("name")
    string(zone.name)
    if let rectangle = zone.rectangle {
      key("rectangle")
      beginObject()
      field("x", rectangle.x)
      field("y", rectangle.y)
      field("width", rectangle.width)
      field("height", rectangle.height)
      endObject()
    }
    if let edge = zone.edge {
      key("edge")
      string(edge.rawValue)
    }
    if let depth = zone.depth { field("depth", depth) }
    if zone.isExclusion {
      key("exclude")
      bool(true)
    }
    if let axis = zone.axis?.word {
      key("axis")
      string(axis)
    }
    if let directions = zone.directions { words("directions", directions.directions.map(\.word)) }
    if let criteria = zone.commitIf { words("commit_if", criteria.words) }
    if let distance = zone.distance { field("distance", distance) }
    if let velocity = zone.velocity { field("velocity", velocity) }
    if let predicted = zone.predicted { field("predicted", predicted) }
    if let projection = zone.projection { microseconds("projection_us", projection) }
    if let reversal = zone.reversal {
      key("reversal")
      string(reversal.word)
    }
    if !zone.snapPoints.isEmpty {
      key("snap_points")
      beginArray()
      for offset in zone.snapPoints { number(offset, places: Self.places) }
      endArray()
    }
    if zone.offset != 0 { field("offset", zone.offset) }
    if let steps = zone.maxSteps {
      key("max_steps")
      integer(Int64(steps))
    }
    if let period = zone.wrap { field("wrap", period) }
    if let spring = zone.spring { self.spring(spring) }
    endObject()
  }

  private mutating func spring(_ spring: SpringSpec) {
    key("spring")
    beginObject()
    switch spring {
    case .perceived(let duration, let bounce):
      microseconds("duration_us", duration)
      field("bounce", bounce)
    case .response(let response, let fraction):
      microseconds("response_us", response)
      field("damping_fraction", fraction)
    case .physical(let mass, let stiffness, let damping):
      field("mass", mass)
      field("stiffness", stiffness)
      field("damping", damping)
    }
    endObject()
  }

  private mutating func words(_ name: String, _ words: [String]) {
    key(name)
    beginArray()
    for word in words { string(word) }
    endArray()
  }

  /// Fractions of a panel need six places; in every unit, the rounding is below a panel's
  /// resolution.
  private static var places: Int { 6 }

  /// Writes seconds as whole µs; numbers that are no time become one that the service refuses.
  private mutating func microseconds(_ name: String, _ seconds: Double) {
    let time = seconds.isNaN ? 0 : min(max(seconds * 1e6, -0x1p53), 0x1p53)
    key(name)
    integer(Int64(time.rounded()))
  }

  private mutating func field(_ name: String, _ value: Double) {
    key(name)
    number(value, places: Self.places)
  }
}
