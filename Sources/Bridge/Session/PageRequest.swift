internal import FlickProtocol

/// A request of a page, looked at before flickd gets it.
///
/// flickd is told of each subscription how much the page may know, so that its rules of levels hold
/// for the page as for any client of that level. What flickd's own reader does not take here goes
/// no further: another reader could see another request in it.
enum PageRequest: Equatable {
  /// To be said to flickd, without its newline.
  case asked([UInt8], isSubscription: Bool)
  /// To be answered here, with this line.
  case answered([UInt8])
  /// The connection ends.
  case tooDeep

  /// Looks at a line of a page that may know `level`.
  init(_ line: [UInt8], level: Level) {
    let request: Request
    do throws(RequestFault) {
      request = try Request(line: line.span)
    } catch {
      switch error {
      case .tooDeep: self = .tooDeep
      case .refused(let refusal): self = Self.refused(refusal)
      }
      return
    }
    // A newline within the object is space to a reader of JSON, and the end of the line to flickd.
    var line = line.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
    guard case .subscribe(let subscription) = request.verb else {
      self = .asked(line, isSubscription: false)
      return
    }
    switch subscription.level {
    case let wanted? where wanted > level:
      self = Self.refused(
        RequestRefusal(
          id: request.id, code: .forbidden, message: "the level of this page's origin is \(level.rawValue)"))
      return
    case nil:
      // It is an object with fields, or it would have been refused.
      let place = (line.firstIndex(of: UInt8(ascii: "{")) ?? 0) + 1
      line.insert(contentsOf: "\"level\":\"\(level.rawValue)\",".utf8, at: place)
    case _?: break
    }
    self = .asked(line, isSubscription: true)
  }

  private static func refused(_ refusal: RequestRefusal) -> PageRequest {
    var reply = LineWriter()
    reply.reply(refusal)
    return .answered(Array(reply.bytes.dropLast()))
  }
}
