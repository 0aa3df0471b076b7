internal import FlickProtocol
internal import Requests

/// A page's request, checked before flickd receives it.
///
/// The bridge adds the page's level to each subscription, so flickd applies the level's rules to
/// the page as to any client. A line that flickd's own parser rejects here is not forwarded,
/// because another parser could read it as a different request.
enum PageRequest: Equatable {
  /// Forward this line to flickd, without its newline.
  case forwarded([UInt8], isSubscription: Bool)
  /// Answer the page with this line.
  case answered([UInt8])
  /// Close the connection.
  case tooDeep

  /// Checks a line of a page with this level.
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
    // A newline inside the object is white space in JSON, but the end of a line to flickd.
    let line = line.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
    guard case .subscribe(let subscription) = request.verb else {
      self = .forwarded(line, isSubscription: false)
      return
    }
    switch subscription.level {
    case let wanted? where wanted > level:
      self = Self.refused(
        RequestRefusal(
          id: request.id, code: .forbidden, message: "the level of this page's origin is \(level.word)"))
      return
    case nil: self = .forwarded(Request.adding(level, to: line), isSubscription: true)
    case _?: self = .forwarded(line, isSubscription: true)
    }
  }

  private static func refused(_ refusal: RequestRefusal) -> PageRequest {
    .answered(LineWriter.bytes(ReplyMessage(refusal).write).dropLast())
  }
}
