internal import NIOHTTP1

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
  private init(_ content: WebFile.Content, of type: String, isKnown: Bool) {
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
      let accepted = AcceptedEncodings(head.headers[canonicalForm: "accept-encoding"])
      guard let content = try? file.content(packed: accepted.preferGzip) else {
        return WebAnswer(404, "the file can no longer be read: restart the bridge")
      }
      var answer = WebAnswer(
        content, of: file.type, isKnown: content.tag.isNamed(in: head.headers[canonicalForm: "if-none-match"])
      )
      answer.headers.add(name: "content-security-policy", value: policy(at: head.headers["host"].first ?? ""))
      return answer
    }
  }

  /// Returns the policy for what a page may load: files of this server, and this bridge.
  ///
  /// Not every browser includes the WebSocket of the page's own host in `'self'`.
  private static func policy(at host: String) -> String {
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
      + "connect-src 'self' ws://\(host); base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
  }
}
