internal import NIOHTTP1

/// How a request that gets no WebSocket is answered.
enum WebReply {
  /// With this response.
  case ready(WebAnswer)
  /// With the response that this thread makes from files.
  case made(by: FileThread, @Sendable () -> WebAnswer)
}

extension Site {
  /// Returns the reply to a request; `refusal` is why it was not upgraded.
  func reply(to head: HTTPRequestHead, refusedFor refusal: Admission.Refusal?) -> WebReply {
    switch outcome(on: head) {
    case .refused(let refusal): return .ready(refused(refusal, head))
    case .page:
      if let refusal { return .ready(refused(refusal, head)) }
      return .ready(.upgradeRequired("a WebSocket needs Sec-WebSocket-Key, and Sec-WebSocket-Version: 13"))
    case .file(let requester): return file(for: requester, by: head)
    }
  }

  /// Returns the requested file or module; at the same path, a file of the folder has priority.
  private func file(for requester: Admission.Requester, by head: HTTPRequestHead) -> WebReply {
    let found = folder?.files.find(head.uri)
    let modules = found == nil && head.uri.hasPrefix(WebModules.root) ? modules : nil
    guard modules != nil || folder != nil else {
      return .ready(
        .upgradeRequired("this address accepts only WebSocket connections: see flickctl(1)"))
    }
    guard head.method == .GET || head.method == .HEAD else {
      var answer = WebAnswer(405, "use GET or HEAD")
      answer.headers.add(name: "allow", value: "GET, HEAD")
      return .ready(answer)
    }
    if let modules {
      if requester == .foreign { return .ready(refused(.origin, head)) }
      return .made(by: modules.thread) { .module(in: modules.files, for: head).shared(with: requester) }
    }
    switch (found, folder) {
    case (.file(let file), let folder?):
      return .made(by: folder.thread) { .file(file, in: folder.files, for: head).shared(with: requester) }
    case (.moved(let path), _): return .ready(.moved(to: path).shared(with: requester))
    default: return .ready(WebAnswer(404, "there is no such file").shared(with: requester))
    }
  }

  private func refused(_ refusal: Admission.Refusal, _ head: HTTPRequestHead) -> WebAnswer {
    let (status, text) = refusal.answer
    log(refusal, of: head)
    var answer = WebAnswer(status, text)
    if status == 401 { answer.headers.add(name: "www-authenticate", value: "flickd") }
    if status == 503 { answer.headers.add(name: "retry-after", value: "5") }
    if status == 429 { answer.headers.add(name: "retry-after", value: "1") }
    return answer
  }
}

extension WebAnswer {
  /// Returns the response with the headers that decide which pages may read it.
  fileprivate func shared(with requester: Admission.Requester) -> WebAnswer {
    var answer = self
    // A page of another origin may read the file if it may also have a WebSocket.
    if case .admitted(let origin) = requester {
      answer.headers.add(name: "access-control-allow-origin", value: origin.text)
    }
    answer.headers.add(name: "vary", value: "Accept-Encoding, Origin")
    return answer
  }
}
