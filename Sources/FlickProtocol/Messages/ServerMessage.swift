/// One line of the service, as a client reads it.
///
/// Unknown messages, fields and words belong to a later version, and are ignored. Most types of the
/// messages, such as ``SwipeFields``, are generated: `Generated/Messages.swift`.
public enum ServerMessage: Sendable {
  /// The first line of a connection.
  case hello(HelloMessage)
  /// The second line of a connection.
  case state(StateMessage)
  /// A moment of a swipe.
  case swipe(SwipeFields)
  /// A finger on content in flight.
  case press(PressFields)
  /// A panel that was added, removed or changed.
  case panel(Word<PanelChange>, PanelMessage)
  /// A panel that is touched.
  case activity(ActivityMessage)
  /// The reply to a request.
  case reply(ReplyMessage)
  /// The last line of a connection.
  case bye(ByeMessage)
  /// A message of a later version.
  case unknown

  /// Reads a line without its newline; nil if it is not a JSON object with a type, if a field is
  /// missing or if a value has the wrong type.
  public init?(_ line: [UInt8]) {
    guard let fields = LineFields(line) else { return nil }
    do throws(UnreadableLine) {
      switch try fields.word("type", of: Kind.self).required.value {
      case .hello: self = .hello(try HelloMessage(fields))
      case .state: self = .state(try StateMessage(fields))
      case .swipe where PressFields.isPress(fields): self = .press(try PressFields(fields))
      case .swipe: self = .swipe(try SwipeFields(fields))
      case .panel:
        self = .panel(try fields.word("change", of: PanelChange.self).required, try PanelMessage(fields))
      case .activity: self = .activity(try ActivityMessage(fields))
      case .reply: self = .reply(try ReplyMessage(fields))
      case .bye: self = .bye(ByeMessage(fields))
      case nil: self = .unknown
      }
    } catch {
      return nil
    }
  }
}

extension LineWriter {
  /// Writes a whole line of this type.
  mutating func line(_ kind: ServerMessage.Kind, _ fields: (inout LineWriter) -> Void) {
    line { line in
      line.field("type", kind.rawValue)
      fields(&line)
    }
  }
}

// MARK: - Forwarding

extension LineFields {
  /// The type of the line; nil for a message of a later version.
  public var kind: ServerMessage.Kind? { (try? word("type", of: ServerMessage.Kind.self))?.value }

  /// The level of a `hello`; nil if this version has no such level.
  public var level: Level? { (try? word("level", of: Level.self))?.value }

  /// Why a reply refuses its request, as human-readable text; nil if the request was granted.
  public var refusal: String? {
    if (try? bool("ok")) == true { return nil }
    return (try? object("error")?.string("message")) ?? "it is refused"
  }

  /// The `hello` with another level.
  public func replacing(level: Level) -> [UInt8] { replacing("level", with: "\"\(level.word)\"".utf8) }

  /// The `state` with the lists of the replies to `panels` and `subscribe`.
  public func replacing(panelsOf panels: LineFields, swipesOf granted: LineFields) -> [UInt8] {
    let none = ArraySlice("[]".utf8)
    let line = replacing("panels", with: panels["panels"] ?? none)
    return LineFields(line)?.replacing("swipes", with: granted["swipes"] ?? none) ?? line
  }

  /// The swipe line with a sequence number that is lower by `difference`.
  public func loweringSequence(by difference: Int64) -> [UInt8] {
    guard let sequence = try? integer("seq") else { return line }
    return replacing("seq", with: "\(sequence &- difference)".utf8)
  }
}
