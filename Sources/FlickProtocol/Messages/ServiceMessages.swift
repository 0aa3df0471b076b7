public import GestureCore

/// The first line of every connection.
public struct HelloMessage: Equatable, Sendable {
  /// A version of the protocol.
  public struct Version: Equatable, Sendable {
    /// The major version; within it, fields are added but never renamed.
    public var major: Int64
    /// The minor version, raised with every addition.
    public var minor: Int64
  }

  /// The version of the service; `?` if the line has none, as for the next three.
  public var version = flickdVersion
  /// The version of the protocol; nil if the line has none.
  public var protocolVersion: Version? = Version(
    major: Int64(ProtocolLimits.major), minor: Int64(ProtocolLimits.minor))
  /// The name of one run of the service; swipe ids count from 1 in each run.
  public var epoch: String
  /// The clock of `t_us`.
  public var clock: Word<StreamClock>
  /// How much the connection may receive.
  public var level: Word<Level>

  /// What the service can do beyond the first version.
  public var features = [
    "subscribe", "update", "zones", "max_rate_hz", "lookahead_ms", "activity", "level", Self.press,
    Self.pressesAtRest,
  ]
  /// The feature of a service that reports presses.
  public static let press = "press"
  /// The feature of a service that reports presses of content at rest too.
  public static let pressesAtRest = "presses_at_rest"

  /// Creates the message of this version.
  public init(epoch: String, clock: StreamClock, level: Level) {
    self.epoch = epoch
    self.clock = Word(clock)
    self.level = Word(level)
  }

  init(_ fields: LineFields) throws(UnreadableLine) {
    version = try fields.string("version") ?? "?"
    if let version = try fields.object("protocol") {
      protocolVersion = Version(
        major: try version.integer("major").required, minor: try version.integer("minor").required)
    } else {
      protocolVersion = nil
    }
    epoch = try fields.string("epoch") ?? "?"
    clock = try fields.word("clock", of: StreamClock.self) ?? Word(text: "?")
    level = try fields.word("level", of: Level.self) ?? Word(text: "?")
    features = try fields.strings("features") ?? []
  }

  /// Writes the line.
  public func write(into line: inout LineWriter) {
    line.line(.hello) { line in
      line.field("server", "flickd")
      writeFields(into: &line)
      line.strings("features", features)
      line.object("limits", Self.writeLimits)
    }
  }

  /// Writes the fields that a client reads into an open object.
  public func writeFields(into line: inout LineWriter) {
    line.field("version", version)
    if let protocolVersion {
      line.object("protocol") { line in
        line.field("major", protocolVersion.major)
        line.field("minor", protocolVersion.minor)
      }
    }
    line.field("epoch", epoch)
    line.field("clock", clock.text)
    line.field("level", level.text)
  }

  private static func writeLimits(into line: inout LineWriter) {
    for (name, limit) in [
      ("clients", ProtocolLimits.clients), ("clients_per_user", ProtocolLimits.clientsPerUser),
      ("queued_bytes", ProtocolLimits.queuedBytes), ("request_bytes", ProtocolLimits.requestBytes),
      ("request_bytes_per_second", Int(ProtocolLimits.requestBytesPerSecond)),
      ("depth", ProtocolLimits.depth), ("half_line_us", Int(ProtocolLimits.halfLineMicroseconds)),
    ] {
      line.field(name, Int64(limit))
    }
  }
}

/// The second line of every connection: the panels and the active swipes.
public struct StateMessage: Sendable {
  /// The panels.
  public var panels: [PanelMessage]
  /// The active swipes.
  public var swipes: [(id: SwipeID, panelID: String)]

  /// Creates a message.
  public init(panels: [PanelMessage], swipes: [(id: SwipeID, panelID: String)]) {
    self.panels = panels
    self.swipes = swipes
  }

  init(_ fields: LineFields) throws(UnreadableLine) {
    panels = try fields.panels() ?? []
    swipes = try fields.swipes() ?? []
  }

  /// Writes the line.
  public func write(into line: inout LineWriter) {
    line.line(.state) { line in
      line.panels(panels)
      line.swipes(swipes)
    }
  }
}

extension LineFields {
  /// Reads the field `swipes`: the active swipes.
  func swipes() throws(UnreadableLine) -> [(id: SwipeID, panelID: String)]? {
    try objects("swipes")?.map { fields throws(UnreadableLine) in
      let number = try fields.integer("swipe_id").required
      return (SwipeID(number: UInt64(clamping: number)), try fields.string("panel_id") ?? "")
    }
  }

  /// Reads the field `panels`.
  func panels() throws(UnreadableLine) -> [PanelMessage]? {
    try objects("panels")?.map { fields throws(UnreadableLine) in try PanelMessage(fields) }
  }
}

extension LineWriter {
  /// Writes the field `swipes`: the active swipes.
  mutating func swipes(_ swipes: [(id: SwipeID, panelID: String)]) {
    objects("swipes", swipes) { line, swipe in
      line.field("swipe_id", Int64(clamping: swipe.id.number))
      line.field("panel_id", swipe.panelID)
    }
  }

  /// Writes the field `panels`.
  public mutating func panels(_ panels: [PanelMessage]) {
    objects("panels", panels) { $1.writeFields(into: &$0) }
  }
}

extension ActivityMessage {
  /// Writes the line.
  public func write(into line: inout LineWriter) { line.line(.activity, writeFields) }
}

/// The last line of a connection.
public struct ByeMessage: Equatable, Sendable {
  /// Why the connection ends.
  public var reason: Word<ByeReason>
  /// The details, for people.
  public var detail: String

  /// Creates a message.
  public init(_ reason: ByeReason, detail: String) {
    self.reason = Word(reason)
    self.detail = detail
  }

  /// Reads a `bye`; missing fields are empty.
  public init(_ fields: LineFields) {
    reason = (try? fields.word("reason", of: ByeReason.self)) ?? Word(text: "")
    detail = (try? fields.string("detail")) ?? reason.text
  }

  /// Writes the line.
  public func write(into line: inout LineWriter) {
    line.line(.bye) { line in
      line.field("reason", reason.text)
      line.field("detail", detail)
    }
  }
}

/// The bridge's own message to a page: whether flickd is connected.
public enum BridgeMessage {
  /// The connection to flickd is made; flickd's `hello` and `state` follow.
  ///
  /// Swipe ids and `seq` start again. `repeated` reports whether the page's earlier subscription
  /// applies again, `detail` the reason if it does not.
  case connected(repeated: Bool, detail: String?)
  /// The connection to flickd is lost, and the bridge reconnects.
  ///
  /// Messages that flickd sends meanwhile are lost.
  case disconnected(detail: String)

  /// The line without its newline.
  public var line: [UInt8] {
    var line = LineWriter(capacity: 256)
    line.object { line in
      line.field("type", "bridge")
      switch self {
      case .connected(let repeated, let detail):
        line.field("state", "connected")
        line.field("repeated", repeated)
        if let detail { line.field("detail", detail) }
      case .disconnected(let detail):
        line.field("state", "disconnected")
        line.field("detail", detail)
      }
    }
    return Array(line.bytes)
  }
}
