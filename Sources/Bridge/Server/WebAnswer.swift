internal import NIOHTTP1

/// What a request is answered, where it gets no WebSocket.
struct WebAnswer {
  var status: HTTPResponseStatus
  var headers = HTTPHeaders()
  var body: [UInt8]

  /// Words for people.
  init(_ status: Int, _ words: String) {
    self.status = HTTPResponseStatus(statusCode: status)
    body = Array("\(words)\n".utf8)
    headers.add(name: "content-type", value: "text/plain; charset=utf-8")
  }

  /// A file's content, packed or not; only its tag for a client that has it already.
  private init(_ content: WebFile.Content, of type: String, isKnown: Bool) {
    status = isKnown ? .notModified : .ok
    body = isKnown ? [] : content.bytes
    headers.add(name: "etag", value: content.tag.text)
    guard !isKnown else { return }
    headers.add(name: "content-type", value: type)
    if content.isPacked { headers.add(name: "content-encoding", value: "gzip") }
  }

  /// That this is a WebSocket.
  static func upgradeRequired(_ words: String) -> WebAnswer {
    var answer = WebAnswer(426, words)
    answer.headers.add(name: "upgrade", value: "websocket")
    answer.headers.add(name: "sec-websocket-version", value: "13")
    return answer
  }

  /// What there is at a path, for a request whose host was found to be right.
  static func file(_ found: WebFolder.Found?, for head: HTTPRequestHead) -> WebAnswer {
    switch found {
    case nil: return WebAnswer(404, "there is no such file")
    case .moved(let place):
      var answer = WebAnswer(308, "it is at \(place)")
      answer.headers.add(name: "location", value: place)
      return answer
    case .file(let file):
      let accepted = AcceptedEncodings(head.headers[canonicalForm: "accept-encoding"])
      guard let content = try? file.content(packed: accepted.preferGzip) else {
        return WebAnswer(404, "the file cannot be read any more")
      }
      var answer = WebAnswer(
        content, of: file.type, isKnown: content.tag.isNamed(in: head.headers[canonicalForm: "if-none-match"])
      )
      answer.headers.add(name: "content-security-policy", value: policy(at: head.headers["host"].first ?? ""))
      return answer
    }
  }

  /// What a page may load: what is served beside it, and the bridge it came from.
  ///
  /// Not every browser counts the WebSocket of the page's own host as `'self'`.
  private static func policy(at host: String) -> String {
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
      + "connect-src 'self' ws://\(host); base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
  }
}
