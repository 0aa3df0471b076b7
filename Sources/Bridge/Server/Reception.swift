internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// What a connection that asks for a WebSocket gets.
///
/// It is decided once and kept, because a request may use up the address that it presents.
final class Reception: Sendable {
  private enum Decision {
    case admitted(Admission.Page)
    /// A WebSocket that is closed at once, with the reason.
    case dismissed(Admission.Refusal)
    case refused(Admission.Refusal)
  }

  private let site: Site
  private let decision = Mutex<Decision?>(nil)

  init(site: Site) {
    self.site = site
  }

  /// Why the request gets no WebSocket; nil if nothing was decided.
  var refusal: Admission.Refusal? {
    guard case .refused(let refusal) = decision.withLock({ $0 }) else { return nil }
    return refusal
  }

  /// Decides on a request, and returns what the answer has beside the usual headers; nil if there
  /// is no WebSocket.
  func decide(on head: HTTPRequestHead, from channel: any Channel) -> HTTPHeaders? {
    guard case .page(let page) = site.verdict(on: head), decision.withLock({ $0 == nil }) else { return nil }
    let headers = HTTPHeaders(page.subprotocol.map { [("sec-websocket-protocol", $0)] } ?? [])
    guard let refusal = site.admit(page, on: channel) else {
      decision.withLock { $0 = .admitted(page) }
      return headers
    }
    // A browser hides the status and the words of a refusal from its page. A page with a session
    // gets both.
    let isDismissed = !page.presented.sessions.isEmpty
    decision.withLock { $0 = isDismissed ? .dismissed(refusal) : .refused(refusal) }
    guard isDismissed else { return nil }
    site.log(refusal, of: head)
    site.connections.answer(channel)
    return headers
  }

  /// Serves the WebSocket.
  func serve(_ channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    switch decision.withLock({ $0 }) {
    case .admitted(let page): try pipeline.addHandler(PageHandler(page, site: site))
    case .dismissed(let refusal): try pipeline.addHandler(DismissalHandler(refusal.ending))
    case .refused, nil: throw ChannelError.ioOnClosedChannel
    }
  }
}

extension Admission.Refusal {
  /// How the WebSocket of a dismissed page is closed.
  fileprivate var ending: Ending {
    switch self {
    case .room, .sessionInUse, .tooManyGuesses: Ending(code: .tryAgain, words: answer.words)
    case .host, .origin, .token, .address, .addressUsed, .addressExpired:
      Ending(code: .policy, words: answer.words)
    }
  }
}
