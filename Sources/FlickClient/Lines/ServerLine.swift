internal import FoundationEssentials

/// One decoded line of the service.
///
/// All messages share this type, so that unknown types and fields are ignored. Only the reply to
/// `stats` has its own type: ``StatsReply``.
package struct ServerLine: Decodable, Sendable {
  /// The decision on a swipe.
  package struct Decision: Decodable, Equatable, Sendable {
    /// `flick` or `drag`.
    package var kind: String
    /// Whether the swipe commits.
    package var commit: Bool
    /// The criteria that the swipe met.
    package var by: [String]
    /// The direction of the swipe.
    package var direction: String?
    /// The displacement along the direction, in the line's unit.
    package var distance: Double
    /// The threshold of the displacement.
    package var distanceThreshold: Double
    /// The speed along the axis, in units per second.
    package var speed: Double
    /// The threshold of the speed.
    package var speedThreshold: Double

    private enum CodingKeys: String, CodingKey {
      case kind, commit, by, direction, distance, speed
      case distanceThreshold = "distance_threshold"
      case speedThreshold = "speed_threshold"
    }
  }

  /// The reason why a request was refused.
  package struct Refusal: Decodable, Equatable, Sendable {
    /// The error code, for programs.
    package var code: String
    /// The error message, for people.
    package var message: String
  }

  /// A panel in a `state` line or in the reply to `panels`.
  package struct Panel: Decodable, Equatable, Sendable {
    /// The stable identity.
    package var panelID: String
    /// The name that the kernel reports.
    package var name: String
    /// `live`, `replay` or `demo`.
    package var source: String
    /// The width in mm.
    package var width: Double
    /// The height in mm.
    package var height: Double
    /// The source of the size.
    package var scale: String
    /// The clockwise rotation of the glass relative to the picture, in degrees.
    package var rotation: Int

    private enum CodingKeys: String, CodingKey {
      case name, source, scale, rotation
      case panelID = "panel_id"
      case width = "width_mm"
      case height = "height_mm"
    }

    /// Reads a line of type `panel`, without its newline; nil if the line has another type.
    package init?(_ line: [UInt8]) {
      guard let read = try? JSONDecoder().decode(Panel.self, from: Data(line)) else { return nil }
      self = read
    }
  }

  /// The zone of a swipe.
  package struct Zone: Decodable, Equatable, Sendable {
    /// The zone's name.
    package var name: String
    /// The snap point that the swipe selects; nil in a zone without snap points.
    package var snap: Snap?
    /// How the content comes to rest; nil before the release.
    package var spring: HandOff?
  }

  /// The snap point that a swipe selects.
  package struct Snap: Decodable, Equatable, Sendable {
    /// The index of the snap point at begin.
    package var from: Int
    /// The index of the selected snap point.
    package var index: Int
    /// The number of snap points from `from` to `index`.
    package var steps: Int
    /// The target offset of the content.
    package var offset: Double
  }

  /// How content comes to rest.
  package struct HandOff: Decodable, Equatable, Sendable {
    /// The stiffness in 1/s², for a mass of 1.
    package var stiffness: Double
    /// The damping in 1/s, for a mass of 1.
    package var damping: Double
    /// The release velocity, in units per second.
    package var initialVelocity: Double
    /// The release velocity divided by the remaining displacement, in 1/s; nil if almost none
    /// remains.
    package var relativeVelocity: Double?
    /// The settling time, in µs; nil if the content takes too long to settle.
    package var settling: Int64?
    /// The target offset of the content, in a zone without snap points.
    package var target: Double?

    private enum CodingKeys: String, CodingKey {
      case stiffness, damping, target
      case initialVelocity = "initial_velocity"
      case relativeVelocity = "relative_velocity"
      case settling = "settling_us"
    }
  }

  /// An active swipe.
  package struct UnderWay: Decodable, Equatable, Sendable {
    /// The swipe's id in this run of the service.
    package var swipeID: Int64

    private enum CodingKeys: String, CodingKey {
      case swipeID = "swipe_id"
    }
  }

  /// The version of the protocol.
  package struct Version: Decodable, Equatable, Sendable {
    /// The major version; within one major version, fields are added and never renamed.
    package var major: Int
    /// The minor version; it rises with every addition.
    package var minor: Int
  }

  /// `hello`, `state`, `swipe`, `panel`, `activity`, `reply`, `bye`, or a word of a later version.
  package var type: String
  /// The phase of a swipe.
  package var phase: String?
  /// The reason of a cancel or a bye.
  package var reason: String?
  /// The details of the reason, for people.
  package var detail: String?
  /// The sequence number of a swipe line on its connection.
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
  /// How the panel changed.
  package var change: String?
  /// How much the connection may receive.
  package var level: String?
  /// The version of the service.
  package var version: String?
  /// The version of the protocol.
  package var protocolVersion: Version?
  /// The name of one run of the service; swipe ids count from 1 in each run.
  package var epoch: String?
  /// The clock of `t_us`: `monotonic`, or `recording` while recordings are played.
  package var clock: String?
  /// The number of fingers of a swipe.
  package var fingers: Int?
  /// The position where the swipe began.
  package var start: Vector?
  /// The displacement since the landing.
  package var translation: Vector?
  /// The displacement from the start to where the finger will be shortly.
  ///
  /// Present in a begin or update if the subscription asked for a lookahead.
  package var lookahead: Vector?
  /// The displacement at which the contact became a swipe; in a begin.
  package var slop: Double?
  /// The velocity, per second.
  package var velocity: Vector?
  /// The displacement from the start to where the swipe would come to rest.
  package var predictedEnd: Vector?
  /// The decision on the swipe.
  package var decision: Decision?
  /// The progress towards the commit.
  package var progress: Double?
  /// The time since the landing, in µs.
  package var duration: Int64?
  /// The panel edge at which the swipe began.
  package var edge: String?
  /// The number of updates that this update replaces.
  package var merged: Int?
  /// The zone that the swipe belongs to.
  package var zone: Zone?
  /// The id of the request that this line replies to.
  package var id: Int64?
  /// The active swipes.
  package var swipes: [UnderWay]?
  /// Whether a request was granted.
  package var ok: Bool?
  /// Why a request was refused.
  package var error: Refusal?
  /// The panels of a `state` line or of the reply to `panels`.
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

  /// Reads a line, without its newline; nil if the line is not a JSON object with a type.
  package init?(_ line: [UInt8]) {
    guard let read = try? JSONDecoder().decode(ServerLine.self, from: Data(line)) else { return nil }
    self = read
  }
}
