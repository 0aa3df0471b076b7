public import GestureCore

/// The reply to a request.
public struct ReplyMessage: Sendable {
  /// The content of a reply.
  public enum Content: Sendable {
    /// The request was granted; the reply to `ping` and `update`.
    case granted
    /// The request was granted; the reply to `subscribe`, with the active swipes that the
    /// connection receives from now on.
    case swipes([(id: SwipeID, panelID: String)])
    /// The reply to `panels`.
    case panels([PanelMessage])
    /// The reply to `stats`.
    case stats(StatsMessage)
    /// The request was refused: a reason for programs, and a human-readable one.
    case refused(Word<RequestErrorCode>, message: String)
  }

  /// The id of the request; nil if none could be read.
  public var id: Request.ID?
  /// The content.
  public var content: Content

  /// Creates a reply.
  public init(to id: Request.ID?, _ content: Content = .granted) {
    self.id = id
    self.content = content
  }

  /// Creates the reply that refuses a request.
  public init(_ refusal: RequestRefusal) {
    self.init(to: refusal.id, .refused(Word(refusal.code), message: refusal.message))
  }

  init(_ fields: LineFields) throws(UnreadableLine) {
    if let number = try? fields.integer("id") {
      id = .integer(number)
    } else {
      id = try fields.string("id").map(Request.ID.string)
    }
    if let message = fields.refusal {
      let code = try fields.object("error")?.word("code", of: RequestErrorCode.self)
      content = .refused(code ?? Word(text: ""), message: message)
    } else if let stats = try StatsMessage(fields) {
      content = .stats(stats)
    } else if let panels = try fields.panels() {
      content = .panels(panels)
    } else {
      content = try fields.swipes().map(Content.swipes) ?? .granted
    }
  }

  /// Writes the line.
  public func write(into line: inout LineWriter) {
    line.line(.reply) { line in
      switch id {
      case .integer(let number): line.field("id", number)
      case .string(let text): line.field("id", text)
      case nil: line.field("id", String?.none)
      }
      if case .refused = content { line.field("ok", false) } else { line.field("ok", true) }
      switch content {
      case .granted: break
      case .swipes(let swipes): line.swipes(swipes)
      case .panels(let panels): line.panels(panels)
      case .stats(let stats): stats.writeFields(into: &line)
      case .refused(let code, let message):
        line.object("error") { line in
          line.field("code", code.text)
          line.field("message", message)
        }
      }
    }
  }
}
