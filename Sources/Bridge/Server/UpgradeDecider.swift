internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// The decision whether a connection's request for a WebSocket is upgraded.
///
/// The decision is made once and kept, because a request may use up the address that it presents.
final class UpgradeDecider: Sendable {
  private enum Decision {
    case admitted(Admission.Page)
    /// Upgraded only to send the reason in a close frame.
    case upgradedToClose(Admission.Refusal)
    case refused(Admission.Refusal)
  }

  private let site: Site
  private let decision = Mutex<Decision?>(nil)

  init(site: Site) {
    self.site = site
  }

  /// The reason why the request is not upgraded; nil if the request is not refused.
  var refusal: Admission.Refusal? {
    guard case .refused(let refusal) = decision.withLock({ $0 }) else { return nil }
    return refusal
  }

  /// Decides whether to upgrade a request, and returns the additional headers of the response; nil
  /// if the request is not upgraded.
  func upgradeHeaders(for head: HTTPRequestHead, on channel: any Channel) -> HTTPHeaders? {
    guard decision.withLock({ $0 == nil }) else { return nil }
    let request = site.request(from: head)
    switch site.admission.outcome(on: request) {
    case .page(let page):
      if let refusal = admit(page, on: channel) { return refuse(request, for: refusal, head, channel) }
      return request.upgradeHeaders
    case .refused(.origin): return refuse(request, for: .origin, head, channel)
    case .refused, .file: return nil
    }
  }

  private func admit(_ page: Admission.Page, on channel: any Channel) -> Admission.Refusal? {
    if let refusal = site.admit(page, on: channel) { return refusal }
    decision.withLock { $0 = .admitted(page) }
    return nil
  }

  /// Refuses a request, and returns the headers of an upgrade that only sends the reason; nil if
  /// the request is not upgraded.
  private func refuse(
    _ request: Admission.Request, for refusal: Admission.Refusal, _ head: HTTPRequestHead,
    _ channel: any Channel
  ) -> HTTPHeaders? {
    // A browser hides the status and the text of a refusal from its page. A page with a session
    // therefore receives both in a close frame.
    guard !request.presented.sessions.isEmpty else {
      decision.withLock { $0 = .refused(refusal) }
      return nil
    }
    decision.withLock { $0 = .upgradedToClose(refusal) }
    site.log(refusal, of: head)
    site.connections.answer(channel)
    return request.upgradeHeaders
  }

  /// Installs the handler for the WebSocket.
  func installHandler(on channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    switch decision.withLock({ $0 }) {
    case .admitted(let page): try pipeline.addHandler(PageHandler(page, site: site))
    case .upgradedToClose(let refusal): try pipeline.addHandler(CloseReasonHandler(refusal.ending))
    case .refused, nil: throw ChannelError.ioOnClosedChannel
    }
  }
}

extension Admission.Request {
  /// The additional headers of the response that upgrades the request.
  fileprivate var upgradeHeaders: HTTPHeaders {
    HTTPHeaders(subprotocol.map { [("sec-websocket-protocol", $0)] } ?? [])
  }
}

extension Admission.Refusal {
  /// The close code and reason for a page that is upgraded only to close.
  fileprivate var ending: Ending {
    switch self {
    case .room, .otherPage, .sessionInUse, .tooManyGuesses: Ending(code: .tryAgain, reason: answer.text)
    case .host, .origin, .token, .address, .addressUsed, .addressExpired:
      Ending(code: .policy, reason: answer.text)
    }
  }
}
