internal import FlickProtocol
internal import LinuxIO
internal import NIOCore
internal import NIOHTTP1

/// Answers the first request of a connection that does not become a WebSocket, then closes.
final class WebHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The time in which a request must arrive.
  private static let patience = TimeAmount.seconds(5)
  /// The time that a client may use to read the response and close.
  private static let farewell = TimeAmount.seconds(5)

  private let site: Site
  private let reception: Reception
  private var head: HTTPRequestHead?
  private var isAnswered = false
  private var end: Scheduled<Void>?

  init(site: Site, reception: Reception) {
    self.site = site
    self.reception = reception
  }

  func handlerAdded(context: ChannelHandlerContext) {
    end = closing(context, in: Self.patience)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .head(let head) where self.head == nil: self.head = head
    case .end where !isAnswered:
      guard let head else { return }
      isAnswered = true
      send(answer(to: head), to: head, context: context)
    case .head, .body, .end: break
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent, !isAnswered { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The upgrade reports a rejected WebSocket as an error, but the request itself follows and is
    // answered. Therefore only I/O errors close the connection here.
    if error is IOError { context.close(promise: nil) }
    // Input that is not HTTP has already been answered.
    if error is HTTPParserError, !isAnswered {
      isAnswered = true
      leave(context)
    }
  }

  private func closing(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
    let channel = context.channel
    return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  // MARK: Answers

  private func answer(to head: HTTPRequestHead) -> WebAnswer {
    switch site.verdict(on: head) {
    case .refused(let refusal): return refused(refusal, head)
    case .page:
      if let refusal = reception.refusal { return refused(refusal, head) }
      return .upgradeRequired("a WebSocket needs Sec-WebSocket-Key, and Sec-WebSocket-Version: 13")
    case .file(let requester): return file(for: requester, by: head)
    }
  }

  /// Returns the requested file or module; at the same path, a file of the folder has priority.
  private func file(for requester: Admission.Requester, by head: HTTPRequestHead) -> WebAnswer {
    let found = site.folder?.find(head.uri)
    let modules = found == nil && head.uri.hasPrefix(WebModules.root) ? site.modules : nil
    guard modules != nil || site.folder != nil else {
      return .upgradeRequired("this address accepts only WebSocket connections: see flickctl(1)")
    }
    guard head.method == .GET || head.method == .HEAD else {
      var answer = WebAnswer(405, "use GET or HEAD")
      answer.headers.add(name: "allow", value: "GET, HEAD")
      return answer
    }
    if modules != nil, requester == .foreign { return refused(.origin, head) }
    var answer = modules.map { WebAnswer.module(in: $0, for: head) } ?? WebAnswer.file(found, for: head)
    // A page of another origin may read the file if it may also have a WebSocket.
    if case .admitted(let origin) = requester {
      answer.headers.add(name: "access-control-allow-origin", value: origin.text)
    }
    answer.headers.add(name: "vary", value: "Accept-Encoding, Origin")
    return answer
  }

  private func refused(_ refusal: Admission.Refusal, _ head: HTTPRequestHead) -> WebAnswer {
    let (status, words) = refusal.answer
    site.log(refusal, of: head)
    var answer = WebAnswer(status, words)
    if status == 401 { answer.headers.add(name: "www-authenticate", value: "flickd") }
    if status == 503 { answer.headers.add(name: "retry-after", value: "5") }
    if status == 429 { answer.headers.add(name: "retry-after", value: "1") }
    return answer
  }

  private func send(_ answer: WebAnswer, to head: HTTPRequestHead, context: ChannelHandlerContext) {
    var response = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
    response.headers.add(name: "content-length", value: "\(answer.body.count)")
    response.headers.add(name: "connection", value: "close")
    response.headers.add(name: "x-content-type-options", value: "nosniff")
    response.headers.add(name: "referrer-policy", value: "no-referrer")
    // The browser keeps the file, but checks its tag each time, because an update may change a
    // page.
    response.headers.add(name: "cache-control", value: "no-cache")
    context.write(Self.wrapOutboundOut(.head(response)), promise: nil)
    if head.method != .HEAD {
      context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    }
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    leave(context)
  }

  /// Closes the connection after the response.
  ///
  /// The output closes first. If the socket closes completely while the client still sends, the
  /// kernel discards the response.
  private func leave(_ context: ChannelHandlerContext) {
    site.connections.answer(context.channel)
    end?.cancel()
    end = closing(context, in: Self.farewell)
    context.close(mode: .output, promise: nil)
  }
}

/// The HTTP response to a request that gets no WebSocket.
struct WebAnswer {
  var status: HTTPResponseStatus
  var headers = HTTPHeaders()
  var body: [UInt8]

  /// Creates a text response for people.
  init(_ status: Int, _ words: String) {
    self.status = HTTPResponseStatus(statusCode: status)
    body = Array("\(words)\n".utf8)
    headers.add(name: "content-type", value: "text/plain; charset=utf-8")
  }

  /// Creates the response with a file's content, packed or not.
  ///
  /// A client that already has the content gets only the tag.
  private init(_ content: WebFile.Content, of type: String, for head: HTTPRequestHead) {
    let isKnown = content.tag.isNamed(in: head.headers[canonicalForm: "if-none-match"])
    status = isKnown ? .notModified : .ok
    body = isKnown ? [] : content.bytes
    headers.add(name: "etag", value: content.tag.text)
    guard !isKnown else { return }
    headers.add(name: "content-type", value: type)
    if content.isPacked { headers.add(name: "content-encoding", value: "gzip") }
  }

  /// Returns the response to a plain request for a WebSocket.
  static func upgradeRequired(_ words: String) -> WebAnswer {
    var answer = WebAnswer(426, words)
    answer.headers.add(name: "upgrade", value: "websocket")
    answer.headers.add(name: "sec-websocket-version", value: "13")
    return answer
  }

  /// Returns the file at a path, for a request whose host was checked.
  static func file(_ found: WebFolder.Found?, for head: HTTPRequestHead) -> WebAnswer {
    switch found {
    case nil: return WebAnswer(404, "there is no such file")
    case .moved(let place):
      var answer = WebAnswer(308, "this file is at \(place)")
      answer.headers.add(name: "location", value: place)
      return answer
    case .file(let file):
      guard let content = try? file.content(packed: prefersGzip(head)) else { return unreadable }
      var answer = WebAnswer(content, of: file.type, for: head)
      answer.headers.add(name: "content-security-policy", value: policy(at: head.headers["host"].first ?? ""))
      return answer
    }
  }

  /// Returns the module or the import map at a path, for a page that may load it.
  static func module(in modules: WebModules, for head: HTTPRequestHead) -> WebAnswer {
    let (path, host) = (WebFolder.path(of: head.uri), head.headers["host"].first ?? "")
    do throws(SystemCallError) {
      guard let module = try modules.module(at: path, of: host, packed: prefersGzip(head)) else {
        return WebAnswer(404, "there is no such module")
      }
      var answer = WebAnswer(module.content, of: module.type, for: head)
      answer.headers.add(name: "repr-digest", value: "sha-256=:\(module.digest.base64):")
      // A page of another origin can load the module only with CORS, thus only if it is admitted.
      answer.headers.add(name: "cross-origin-resource-policy", value: "same-origin")
      return answer
    } catch {
      return unreadable
    }
  }

  private static var unreadable: WebAnswer {
    WebAnswer(404, "the file can no longer be read: restart the bridge")
  }

  private static func prefersGzip(_ head: HTTPRequestHead) -> Bool {
    AcceptedEncodings(head.headers[canonicalForm: "accept-encoding"]).preferGzip
  }

  /// Returns the policy for what a page may load: files of this server, and this bridge.
  ///
  /// Not every browser includes the WebSocket of the page's own host in `'self'`.
  private static func policy(at host: String) -> String {
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
      + "connect-src 'self' ws://\(host); base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
  }
}
