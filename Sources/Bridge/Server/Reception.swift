internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// The decision on a connection that requests a WebSocket.
///
/// The decision is made once and kept, because a request may use up the address that it presents.
final class Reception: Sendable {
  private enum Decision {
    case admitted(Admission.Page)
    /// The WebSocket opens and closes at once, with the reason.
    case dismissed(Admission.Refusal)
    case refused(Admission.Refusal)
  }

  private let site: Site
  private let decision = Mutex<Decision?>(nil)

  init(site: Site) {
    self.site = site
  }

  /// The reason why the request gets no WebSocket; nil without a refusal.
  var refusal: Admission.Refusal? {
    guard case .refused(let refusal) = decision.withLock({ $0 }) else { return nil }
    return refusal
  }

  /// Decides on a request, and returns the additional headers of the upgrade response.
  ///
  /// nil if the request gets no WebSocket.
  func decide(on head: HTTPRequestHead, from channel: any Channel) -> HTTPHeaders? {
    guard decision.withLock({ $0 == nil }) else { return nil }
    let asked = site.asked(by: head)
    let headers = HTTPHeaders(asked.subprotocol.map { [("sec-websocket-protocol", $0)] } ?? [])
    let refusal: Admission.Refusal
    switch site.admission.outcome(on: asked) {
    case .page(let page):
      guard let reason = site.admit(page, on: channel) else {
        decision.withLock { $0 = .admitted(page) }
        return headers
      }
      refusal = reason
    case .refused(.origin): refusal = .origin
    case .refused, .file: return nil
    }
    // A browser hides the status and the text of a refusal from its page. A page with a session
    // therefore receives both in a close frame.
    let isDismissed = !asked.presented.sessions.isEmpty
    decision.withLock { $0 = isDismissed ? .dismissed(refusal) : .refused(refusal) }
    guard isDismissed else { return nil }
    site.log(refusal, of: head)
    site.connections.answer(channel)
    return headers
  }

  /// Installs the handler for the WebSocket.
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
  /// The close code and reason for a dismissed page.
  fileprivate var ending: Ending {
    switch self {
    case .room, .otherPage, .sessionInUse, .tooManyGuesses: Ending(code: .tryAgain, words: answer.words)
    case .host, .origin, .token, .address, .addressUsed, .addressExpired:
      Ending(code: .policy, words: answer.words)
    }
  }
}
