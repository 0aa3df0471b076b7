internal import FoundationEssentials

/// One line of the service, read: the same shape for every message, so that unknown types and
/// fields are ignored.
///
/// The reply to `stats` has a shape of its own: ``StatsReply``.
package struct ServerLine: Decodable, Sendable {
  /// What the rule made of a swipe.
  package struct Decision: Decodable, Equatable, Sendable {
    /// `flick` or `drag`.
    package var kind: String
    /// Whether it was meant.
    package var commit: Bool
    /// The criteria that were met.
    package var by: [String]
    /// Where it went.
    package var direction: String?
    /// The way along the direction, in the line's unit.
    package var distance: Double
    /// The way that it had to exceed.
    package var distanceThreshold: Double
    /// The speed along the axis, in units per second.
    package var speed: Double
    /// The speed that it had to exceed.
    package var speedThreshold: Double

    private enum CodingKeys: String, CodingKey {
      case kind, commit, by, direction, distance, speed
      case distanceThreshold = "distance_threshold"
      case speedThreshold = "speed_threshold"
    }
  }

  /// Why a request was refused.
  package struct Refusal: Decodable, Equatable, Sendable {
    /// Why, for programs.
    package var code: String
    /// Why, for people.
    package var message: String
  }

  /// A panel of the state, or of the reply to `panels`.
  package struct Panel: Decodable, Equatable, Sendable {
    /// The stable identity.
    package var panelID: String
    /// The kernel's name.
    package var name: String
    /// `live`, `replay` or `demo`.
    package var source: String
    /// The width in mm.
    package var width: Double
    /// The height in mm.
    package var height: Double
    /// Who said how large it is.
    package var scale: String
    /// How far the glass is turned under the picture, in degrees clockwise.
    package var rotation: Int

    private enum CodingKeys: String, CodingKey {
      case name, source, scale, rotation
      case panelID = "panel_id"
      case width = "width_mm"
      case height = "height_mm"
    }

    /// Reads a line of type `panel`, without its newline; nil if it is none.
    package init?(_ line: [UInt8]) {
      guard let read = try? JSONDecoder().decode(Panel.self, from: Data(line)) else { return nil }
      self = read
    }
  }

  /// The zone that a swipe belongs to.
  package struct Zone: Decodable, Equatable, Sendable {
    /// Its name.
    package var name: String
    /// Which snap point is meant, nil of a zone without any.
    package var snap: Snap?
    /// How its content gets there, nil before it was let go.
    package var spring: HandOff?
  }

  /// Which snap point is meant.
  package struct Snap: Decodable, Equatable, Sendable {
    /// The index of the one at begin.
    package var from: Int
    /// The index of the one that is meant.
    package var index: Int
    /// How many are passed.
    package var steps: Int
    /// Where the content is to go.
    package var offset: Double
  }

  /// How content comes to rest.
  package struct HandOff: Decodable, Equatable, Sendable {
    /// 1/s², for a mass of 1.
    package var stiffness: Double
    /// 1/s, for a mass of 1.
    package var damping: Double
    /// How fast it is let go, in units per second.
    package var initialVelocity: Double
    /// The same in parts of the way that is left, in 1/s; nil where hardly any is.
    package var relativeVelocity: Double?
    /// When it has settled, in µs; nil if hardly ever.
    package var settling: Int64?
    /// Where the content is to go, in a zone without snap points.
    package var target: Double?

    private enum CodingKeys: String, CodingKey {
      case stiffness, damping, target
      case initialVelocity = "initial_velocity"
      case relativeVelocity = "relative_velocity"
      case settling = "settling_us"
    }
  }

  /// A swipe that is under way.
  package struct UnderWay: Decodable, Equatable, Sendable {
    /// Its id in this run of the service.
    package var swipeID: Int64

    private enum CodingKeys: String, CodingKey {
      case swipeID = "swipe_id"
    }
  }

  /// The version of the protocol.
  package struct Version: Decodable, Equatable, Sendable {
    /// Under the same one, fields are added and never renamed.
    package var major: Int
    /// Raised with every addition.
    package var minor: Int
  }

  /// `hello`, `state`, `swipe`, `panel`, `activity`, `reply`, `bye`, or a word of a later version.
  package var type: String
  /// The phase of a swipe.
  package var phase: String?
  /// Why a swipe was cancelled or a connection ends.
  package var reason: String?
  /// More words on it.
  package var detail: String?
  /// The number of a swipe line on its connection.
  package var sequence: Int64?
  /// The swipe's id in this run of the service.
  package var swipeID: Int64?
  /// The time on the stream's clock, in µs.
  package var time: Int64?
  /// The unit of lengths.
  package var unit: String?
  /// The panel's identity.
  package var panelID: String?
  /// The name of the panel that changed.
  package var name: String?
  /// How a panel changed.
  package var change: String?
  /// What a connection may know.
  package var level: String?
  /// The version of the service.
  package var version: String?
  /// The version of the protocol.
  package var protocolVersion: Version?
  /// The name of one run of the service; swipe ids count from 1 in each.
  package var epoch: String?
  /// The clock of `t_us`: `monotonic`, or `recording` while recordings are played.
  package var clock: String?
  /// How many fingers a swipe has.
  package var fingers: Int?
  /// Where the swipe began.
  package var start: Vector?
  /// The displacement since the landing.
  package var translation: Vector?
  /// Where it will be a little later, from its start; in a begin and an update, where the
  /// subscription asked for it.
  package var lookahead: Vector?
  /// The displacement that made it a swipe; in a begin.
  package var slop: Double?
  /// The velocity, per second.
  package var velocity: Vector?
  /// Where it would land, from its start.
  package var predictedEnd: Vector?
  /// What the rule made of it.
  package var decision: Decision?
  /// How much of the way to the decision is done.
  package var progress: Double?
  /// The time since the landing, in µs.
  package var duration: Int64?
  /// The edge at which it began.
  package var edge: String?
  /// How many updates this one replaces.
  package var merged: Int?
  /// The zone that it belongs to.
  package var zone: Zone?
  /// The request that is replied to.
  package var id: Int64?
  /// The swipes that are under way.
  package var swipes: [UnderWay]?
  /// Whether a request was granted.
  package var ok: Bool?
  /// Why a request was refused.
  package var error: Refusal?
  /// The panels of the state, or of the reply to `panels`.
  package var panels: [Panel]?

  private enum CodingKeys: String, CodingKey {
    case type, phase, reason, detail, unit, name, change, level, version, epoch, clock, fingers, start,
      translation, slop,
      velocity, decision, progress, edge, merged, zone, id, swipes, panels, ok, error
    case sequence = "seq"
    case swipeID = "swipe_id"
    case duration = "duration_us"
    case protocolVersion = "protocol"
    case time = "t_us"
    case panelID = "panel_id"
    case lookahead = "lookahead_translation"
    case predictedEnd = "predicted_end_translation"
  }

  /// Reads a line, without its newline; nil if it is no JSON object with a type.
  package init?(_ line: [UInt8]) {
    guard let read = try? JSONDecoder().decode(ServerLine.self, from: Data(line)) else { return nil }
    self = read
  }
}
