internal import FlickProtocol
internal import GestureCore

/// `studio`: the greeting, which describes the panel.
///
/// Lengths in every message are in mm on the glass, velocities in mm/s.
struct StudioGreeting {
  var state: MonitorState
  var rooms: [String]
  /// Whether contacts in private zones are sent.
  var isPrivateIncluded: Bool

  /// The line, without a newline.
  var line: [UInt8] {
    LineWriter.message("studio") { line in
      line.strings("rooms", ["live"] + rooms)
      line.object("panel") { line in
        line.field("name", state.name)
        line.field("source", state.source)
        line.field("width", state.extent.width)
        line.field("height", state.extent.height)
        line.field("size_known", state.isSizeKnown)
        line.field("max_contacts", Int64(state.maxContacts))
      }
      line.object("rule") { line in
        line.field("distance", max(state.rule.distance.x, state.rule.distance.y))
        line.field("speed", max(state.rule.speed.x, state.rule.speed.y))
      }
      line.objects("private", state.privateRectangles) { line, area in
        line.field("x", area.x)
        line.field("y", area.y)
        line.field("width", area.width)
        line.field("height", area.height)
      }
      line.field("private_included", isPrivateIncluded)
    }
  }
}

/// `live`: contacts and swipes at one moment.
///
/// A contact brings the positions since the previous message, so a page that draws 60 frames a
/// second loses no position of a panel that reports 240.
struct LiveMessage {
  /// A contact, and how many of the newest positions of its trail the page does not have.
  struct ShownContact {
    var contact: SeenContact
    var newPositions: Int
  }

  var contacts: [ShownContact]
  var swipes: [SeenSwipe]
  var reportRate: Double?
  var dropped: Int64
  /// What the user should know; nil for nothing.
  var note: String?

  /// The line, without a newline.
  var line: [UInt8] {
    LineWriter.message("live") { line in
      if let reportRate { line.field("rate_hz", reportRate, decimals: 0) }
      line.field("dropped", dropped)
      if let note { line.field("note", note) }
      line.objects("contacts", contacts) { $0.contact($1) }
      line.objects("swipes", swipes) { line, swipe in
        line.field("number", Int64(clamping: swipe.number))
        line.field("fingers", Int64(swipe.fingers))
        line.field("zone", swipe.zone)
        line.object("decision") { $0.decision(swipe.decision) }
      }
    }
  }
}

/// `decision`: a swipe has ended.
struct DecisionMessage {
  var record: SwipeRecord

  /// The line, without a newline.
  var line: [UInt8] {
    LineWriter.message("decision") { line in
      line.field("number", Int64(record.number))
      line.field("fingers", Int64(record.fingers))
      line.field("zone", record.zone)
      line.field("cancelled", record.cancelled?.word)
      let last = record.cancelled == nil ? record.moments.last : nil
      line.object("decision", last) { $0.decision($1.decision) }
    }
  }
}

/// `replay`: the moments of an ended swipe, as the page requested.
struct ReplayMessage {
  var number: Int
  /// Nil if the swipe is no longer kept.
  var record: SwipeRecord?

  /// The line, without a newline.
  var line: [UInt8] {
    LineWriter.message("replay") { line in
      line.field("number", Int64(number))
      line.object("swipe", record) { line, record in
        line.field("x", record.start.x)
        line.field("y", record.start.y)
        line.objects("moments", record.moments) { $0.moment($1) }
      }
    }
  }
}

extension LineWriter {
  fileprivate mutating func contact(_ shown: LiveMessage.ShownContact) {
    let contact = shown.contact
    field("number", Int64(clamping: contact.number))
    field("x", contact.location.x)
    field("y", contact.location.y)
    object("velocity") { line in
      line.field("x", contact.velocity.x, decimals: 1)
      line.field("y", contact.velocity.y, decimals: 1)
    }
    field("size", contact.width, decimals: 1)
    field("down", contact.lifted == nil)
    array("trail", contact.trail.suffix(shown.newPositions)) { line, point in
      line.beginArray()
      line.number(point.x, decimals: 2)
      line.number(point.y, decimals: 2)
      line.endArray()
    }
  }

  fileprivate mutating func decision(_ decision: Decision) {
    field("kind", decision.kind.word)
    field("commit", decision.commit)
    let by = decision.by
    let met = [(by.distance, "distance"), (by.velocity, "velocity"), (by.predicted, "predicted")]
    strings("by", met.compactMap { $0 ? $1 : nil })
    field("direction", decision.direction?.word)
    field("distance", decision.distance)
    field("distance_threshold", decision.distanceThreshold)
    field("speed", decision.speed, decimals: 1)
    field("speed_threshold", decision.speedThreshold, decimals: 1)
    if let predicted = decision.predicted {
      field("predicted", predicted)
      field("predicted_threshold", decision.predictedThreshold)
    }
    field("travel", decision.travel)
    field("travel_threshold", decision.travelThreshold)
    field("no_commit", decision.noCommit?.word)
    if let recoil = decision.recoil {
      object("recoil") { line in
        if let x = recoil.x { line.field("x", x) }
        if let y = recoil.y { line.field("y", y) }
      }
    }
  }

  /// The fit of a moment is the velocity, and the samples that it used: those of `window_us` up to
  /// `age_us` before the moment.
  fileprivate mutating func moment(_ moment: SwipeMoment) {
    field("t_us", moment.time.microseconds)
    field("x", moment.translation.x)
    field("y", moment.translation.y)
    field("distance", moment.decision.distance)
    field("speed", moment.decision.speed, decimals: 1)
    field("commit", moment.decision.commit)
    object("fit") { line in
      line.field("x", moment.estimate.velocity.x, decimals: 1)
      line.field("y", moment.estimate.velocity.y, decimals: 1)
      line.field("samples", Int64(moment.estimate.samples))
      line.field("window_us", moment.estimate.window.microseconds)
      line.field("age_us", moment.age.microseconds)
      line.field("confidence", moment.estimate.confidence)
    }
  }
}

/// A request of the studio's page.
enum StudioRequest: Equatable {
  /// Send one `live` message as soon as something has changed: the page has drawn the last one.
  case live
  /// Send the moments of the ended swipe with this number.
  case replay(Int)

  /// Reads a message; nil if it is not a request of this version.
  init?(_ line: [UInt8]) {
    guard let fields = LineFields(line), let word = try? fields.string("request") else { return nil }
    switch word {
    case "live": self = .live
    case "replay":
      guard let number = try? fields.integer("number") else { return nil }
      self = .replay(Int(number))
    default: return nil
    }
  }
}
