internal import NIOCore
internal import NIOHTTP1

/// The HTTP response to a request that gets no WebSocket.
struct WebAnswer {
  var status: HTTPResponseStatus
  var headers = HTTPHeaders()
  var body: Body
  /// What to log; nil if there is nothing to log.
  var fault: WebContent.Fault?

  enum Body {
    /// A text, which is sent immediately.
    case text([UInt8])
    /// The content of a file, which is sent in chunks.
    case content(WebContent)

    var count: Int {
      switch self {
      case .text(let bytes): bytes.count
      case .content(let content): content.count
      }
    }
  }

  /// The status and all headers.
  var head: HTTPResponseHead {
    var response = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    response.headers.add(name: "content-length", value: "\(body.count)")
    response.headers.add(name: "connection", value: "close")
    response.headers.add(name: "x-content-type-options", value: "nosniff")
    response.headers.add(name: "referrer-policy", value: "no-referrer")
    // The browser keeps the file, but checks its tag each time, because an update may change a
    // page.
    response.headers.add(name: "cache-control", value: "no-cache")
    return response
  }

  /// Creates a human-readable text response.
  init(_ status: Int, _ text: String) {
    self.status = HTTPResponseStatus(statusCode: status)
    body = .text(Array("\(text)\n".utf8))
    headers.add(name: "content-type", value: "text/plain; charset=utf-8")
  }

  /// Creates the response with a file's content, packed or not.
  ///
  /// A client that already has the content gets only the tag.
  private init(_ content: WebContent, of type: String, for head: HTTPRequestHead) {
    let isKnown = content.tag.isNamed(in: head.headers[canonicalForm: "if-none-match"])
    status = isKnown ? .notModified : .ok
    body = isKnown ? .text([]) : .content(content)
    headers.add(name: "etag", value: content.tag.text)
    guard !isKnown else { return }
    headers.add(name: "content-type", value: type)
    if content.isPacked { headers.add(name: "content-encoding", value: "gzip") }
  }

  /// Returns the response to a plain request for a WebSocket.
  static func upgradeRequired(_ text: String) -> WebAnswer {
    var answer = WebAnswer(426, text)
    answer.headers.add(name: "upgrade", value: "websocket")
    answer.headers.add(name: "sec-websocket-version", value: "13")
    return answer
  }

  /// Returns the response to a request for a folder, whose page is at `path`.
  static func moved(to path: String) -> WebAnswer {
    var answer = WebAnswer(308, "this file is at \(path)")
    answer.headers.add(name: "location", value: path)
    return answer
  }

  /// Returns the response to a request that the file system delays too much.
  static var busy: WebAnswer {
    var answer = WebAnswer(503, "the files cannot be read fast enough: try again")
    answer.headers.add(name: "retry-after", value: "5")
    return answer
  }

  /// Returns a file, for a request whose host was checked.
  ///
  /// Cost: as of ``WebFolder/content(of:packed:)``; never call it on an event loop.
  static func file(_ file: WebFile, in folder: WebFolder, for head: HTTPRequestHead) -> WebAnswer {
    do throws(WebContent.Fault) {
      var answer = WebAnswer(
        try folder.content(of: file, packed: prefersGzip(head)), of: file.type, for: head)
      answer.headers.add(name: "content-security-policy", value: policy(at: head.headers["host"].first ?? ""))
      return answer
    } catch {
      return WebAnswer(error)
    }
  }

  /// Returns the module or the import map at a path, for a page that may load it.
  ///
  /// Cost: as of ``WebModules/module(at:of:packed:)``; never call it on an event loop.
  static func module(in modules: WebModules, for head: HTTPRequestHead) -> WebAnswer {
    let (path, host) = (WebFolder.path(of: head.uri), head.headers["host"].first ?? "")
    do throws(WebContent.Fault) {
      guard let module = try modules.module(at: path, of: host, packed: prefersGzip(head)) else {
        return WebAnswer(404, "there is no such module")
      }
      var answer = WebAnswer(module.content, of: module.type, for: head)
      answer.headers.add(name: "repr-digest", value: "sha-256=:\(module.digest.base64):")
      // A page of another origin can load the module only with CORS, thus only if it is admitted.
      answer.headers.add(name: "cross-origin-resource-policy", value: "same-origin")
      return answer
    } catch {
      return WebAnswer(error)
    }
  }

  /// Creates the response to a request for a file that cannot be sent.
  private init(_ fault: WebContent.Fault) {
    switch fault {
    case .unreadable: self.init(404, "the file can no longer be read: restart the bridge")
    case .tooLarge: self.init(404, "the file is larger than \(WebFile.maxBytes >> 20) MiB, the maximum")
    case .changed:
      self.init(503, "the file is being changed: try again")
      headers.add(name: "retry-after", value: "1")
    }
    self.fault = fault
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
