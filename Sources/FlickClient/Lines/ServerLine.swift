internal import FoundationEssentials

/// One line of the service, read: the same shape for every message, so that unknown types and fields are ignored.
///
/// The reply to `stats` has a shape of its own: ``StatsReply``.
public struct ServerLine: Decodable, Sendable {
  /// A pair of coordinates in the line's unit.
  public struct Pair: Decodable, Equatable, Sendable {
    /// To the right.
    public var x: Double
    /// Down.
    public var y: Double
  }

  /// What the rule made of a swipe.
  public struct Decision: Decodable, Equatable, Sendable {
    /// `flick` or `drag`.
    public var kind: String
    /// Whether it was meant.
    public var commit: Bool
    /// The arms that held.
    public var by: [String]
    /// Where it went.
    public var direction: String?
    /// The way along the direction, in the line's unit.
    public var distance: Double
    /// The way that it had to exceed.
    public var distanceThreshold: Double
    /// The speed along the axis, in units per second.
    public var speed: Double
    /// The speed that it had to exceed.
    public var speedThreshold: Double

    private enum CodingKeys: String, CodingKey {
      case kind, commit, by, direction, distance, speed
      case distanceThreshold = "distance_threshold"
      case speedThreshold = "speed_threshold"
    }
  }

  /// Why a request was refused.
  public struct Refusal: Decodable, Equatable, Sendable {
    /// Why, for programs.
    public var code: String
    /// Why, for people.
    public var message: String
  }

  /// A panel of the state, or of the reply to `panels`.
  public struct Panel: Decodable, Equatable, Sendable {
    /// The stable identity.
    public var panelID: String
    /// The kernel's name.
    public var name: String
    /// `live`, `replay` or `demo`.
    public var source: String
    /// The width in mm.
    public var width: Double
    /// The height in mm.
    public var height: Double
    /// Who said how large it is.
    public var scale: String
    /// How far the glass is turned under the picture, in degrees clockwise.
    public var rotation: Int

    private enum CodingKeys: String, CodingKey {
      case name, source, scale, rotation
      case panelID = "panel_id"
      case width = "width_mm"
      case height = "height_mm"
    }
  }

  /// The version of the protocol.
  public struct Version: Decodable, Equatable, Sendable {
    /// Under the same one, fields are added and never renamed.
    public var major: Int
    /// Raised with every addition.
    public var minor: Int
  }

  /// `hello`, `state`, `swipe`, `panel`, `activity`, `reply`, `bye`, or a word of a later version.
  public var type: String
  /// The phase of a swipe.
  public var phase: String?
  /// Why a swipe was cancelled or a connection ends.
  public var reason: String?
  /// More words on it.
  public var detail: String?
  /// The time on the stream's clock, in µs.
  public var time: Int64?
  /// The unit of lengths.
  public var unit: String?
  /// The panel's identity.
  public var panelID: String?
  /// The name of the panel that changed.
  public var name: String?
  /// How a panel changed.
  public var change: String?
  /// What a connection may know.
  public var level: String?
  /// The version of the service.
  public var version: String?
  /// The version of the protocol.
  public var protocolVersion: Version?
  /// The name of one run of the service; swipe ids count from 1 in each.
  public var epoch: String?
  /// The clock of `t_us`: `monotonic`, or `recording` while recordings are played.
  public var clock: String?
  /// How many fingers a swipe has.
  public var fingers: Int?
  /// The displacement since the landing.
  public var translation: Pair?
  /// Where it will be a little later, from its start; in a begin and an update, where the subscription asked for it.
  public var lookahead: Pair?
  /// Where it would land, from its start.
  public var predictedEnd: Pair?
  /// What the rule made of it.
  public var decision: Decision?
  /// Whether a request was granted.
  public var ok: Bool?
  /// Why a request was refused.
  public var error: Refusal?
  /// The panels of the state, or of the reply to `panels`.
  public var panels: [Panel]?

  private enum CodingKeys: String, CodingKey {
    case type, phase, reason, detail, unit, name, change, level, version, epoch, clock, fingers, translation,
      decision, panels, ok, error
    case protocolVersion = "protocol"
    case time = "t_us"
    case panelID = "panel_id"
    case lookahead = "lookahead_translation"
    case predictedEnd = "predicted_end_translation"
  }

  /// Reads a line, without its newline; nil if it is no JSON object with a type.
  public init?(_ line: [UInt8]) {
    guard let read = try? JSONDecoder().decode(ServerLine.self, from: Data(line)) else { return nil }
    self = read
  }
}
