internal import FlickProtocol

/// The protocol between one page and flickd, independent of the transport.
///
///     away ── connected / subscribe ──▶ greeting ── granted / ask for the panels ──▶ granted
///      ▲      with the page's level        │                                             │
///      │                                   │                 open ◀── the panels ────────┤
///      └──── the connection is gone ───────┴───────────────────┴─────────────────────────┘
///
/// Until the session is open, the page receives no line from flickd: flickd reports swipes and
/// panels at the connection's level until the page's subscription is granted, and the page's level
/// may be lower. If a connection is lost, the next one repeats the unanswered requests, so each
/// request is answered once and in order.
struct PageSession {
  /// The maximum size of unanswered requests, in bytes.
  static let maxPendingBytes = 64 * 1024

  private enum State {
    case away, greeting, open
  }

  /// The lines from flickd that the page may not receive yet.
  private struct Greeting {
    var hello: LineFields?
    var state: LineFields?
    /// The reply that granted the page's subscription.
    var granted: LineFields?
    /// The lines after `state` that the page may receive.
    var held: [[UInt8]] = []
    /// Why the page's subscription no longer applies.
    var refusal: String?
  }

  private let level: Level
  private var state = State.away
  private var greeting = Greeting()
  /// The unanswered requests, in order; the bridge's own answers wait for the requests before them.
  private var pending: [PageRequest] = []
  private var pendingBytes = 0
  /// The last subscription that flickd granted, as the page sent it.
  private var subscription: [UInt8]?
  /// The number of swipe lines that arrived before the page might receive them.
  private var skipped: Int64 = 0
  private var isLossReported = false

  private var forPage: [[UInt8]] = []
  private var forService: [UInt8] = []
  /// Why the page's WebSocket must close; nil while it stays open.
  private(set) var ending: Ending?

  /// Creates the session of a page with this level.
  init(level: Level) {
    self.level = level
  }

  /// Whether the page receives flickd's lines.
  var isOpen: Bool { state == .open }

  /// Returns and removes the lines that wait for the page.
  mutating func drainPageLines() -> [[UInt8]] {
    defer { forPage.removeAll(keepingCapacity: true) }
    return forPage
  }

  /// Returns and removes the bytes that wait for flickd.
  mutating func drainServiceBytes() -> [UInt8] {
    defer { forService.removeAll(keepingCapacity: true) }
    return forService
  }

  /// Closes the page's WebSocket after the lines that wait for the page.
  mutating func end(_ code: Ending.Code, _ reason: String) {
    if ending == nil { ending = Ending(code: code, reason: reason) }
  }

  // MARK: The page

  /// Handles a message of the page.
  mutating func receive(fromPage line: [UInt8]) {
    guard ending == nil else { return }
    guard line.count < ProtocolLimits.requestBytes else {
      return dismiss(.protocol, "a request line is longer than \(ProtocolLimits.requestBytes) bytes", .policy)
    }
    // An empty line is not a request.
    guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
    let request = PageRequest(line, level: level)
    switch request {
    case .tooDeep:
      return dismiss(.protocol, "a request is nested deeper than \(ProtocolLimits.depth)", .policy)
    case .forwarded(let line, _):
      if state == .open { send(line) }
    case .answered: break
    }
    pending.append(request)
    pendingBytes += request.size
    if pendingBytes > Self.maxPendingBytes {
      return dismiss(.limit, "more than \(Self.maxPendingBytes) bytes of requests wait for a reply", .policy)
    }
    answer()
  }

  // MARK: flickd

  /// Starts the greeting on a new connection to flickd.
  mutating func connected() {
    skipped = 0
    forService = []
    greeting = Greeting()
    state = .greeting
    send(subscription ?? plain)
  }

  /// Handles a line from flickd, without its newline; ignores a line that is not UTF-8.
  mutating func receive(fromService line: [UInt8]) {
    // A browser closes the WebSocket on text that is not UTF-8.
    guard ending == nil, isText(line) else { return }
    // Fast path: most lines are swipes, and are forwarded unchanged.
    if state == .open, skipped == 0, line.starts(with: SwipeMessage.head) { return forPage.append(line) }
    guard state != .away, let fields = LineFields(line) else { return }
    if state == .open { receive(fields) } else { greet(fields) }
  }

  private func isText(_ line: [UInt8]) -> Bool { (try? UTF8Span(validating: line.span)) != nil }

  /// Handles a lost or failed connection to flickd.
  mutating func disconnected(_ detail: String) {
    state = .away
    guard ending == nil, !isLossReported else { return }
    isLossReported = true
    forPage.append(BridgeMessage.disconnected(detail: detail).line)
    answer()
  }
}

// MARK: - Greeting

extension PageSession {
  private mutating func greet(_ fields: LineFields) {
    switch fields.kind {
    case .hello: greeting.hello = fields
    case .state: greeting.state = fields
    case .swipe where greeting.granted == nil: skipped += 1
    case .swipe: greeting.held.append(fields.loweringSequence(by: skipped))
    case .bye: receive(bye: fields)
    case .reply: receive(reply: fields)
    // The list of panels that opens the session comes later, and contains this change.
    case .panel: break
    case .activity, nil: greeting.held.append(fields.line)
    }
  }

  private mutating func receive(reply: LineFields) {
    switch (reply.refusal, greeting.granted) {
    case (nil, let granted?): open(granted, panels: reply)
    case (nil, nil):
      greeting.granted = reply
      send(Request(id: .integer(0), verb: .panels).line.dropLast())
    case (let refusal?, nil) where subscription != nil:
      // This flickd is not the one that granted the subscription: the page must subscribe again.
      subscription = nil
      greeting.refusal = refusal
      send(plain)
    case (_?, _): end(.failure, "this flickd cannot limit a page to its level: update flickd")
    }
  }

  private mutating func open(_ granted: LineFields, panels: LineFields) {
    guard let hello = greeting.hello, let state = greeting.state else {
      return end(.failure, "the program at the socket is not flickd")
    }
    let refusal = greeting.refusal.map { "the subscription has ended: \($0)" }
    forPage.append(BridgeMessage.connected(repeated: subscription != nil, detail: refusal).line)
    forPage.append(hello.replacing(level: min(level, hello.level ?? .decisions)))
    // `state` is at the connection's own level, so the lists of the replies replace its lists.
    forPage.append(state.replacing(panelsOf: panels, swipesOf: granted))
    forPage += greeting.held
    self.state = .open
    isLossReported = false
    for case .forwarded(let line, _) in pending { send(line) }
  }

  /// The request for a page without a subscription: the default subscription at the page's level.
  private var plain: [UInt8] {
    var subscription = Subscription()
    subscription.level = level
    return Request(id: .integer(0), verb: .subscribe(subscription)).line.dropLast()
  }
}

// MARK: - Open

extension PageSession {
  private mutating func receive(_ fields: LineFields) {
    switch fields.kind {
    case .swipe: forPage.append(fields.loweringSequence(by: skipped))
    case .reply:
      if case .forwarded(let line, let isSubscription)? = pending.first {
        pendingBytes -= pending[0].size
        pending.removeFirst()
        if isSubscription, fields.refusal == nil { subscription = line }
      }
      forPage.append(fields.line)
      answer()
    case .bye: receive(bye: fields)
    case .hello, .state, .panel, .activity, nil: forPage.append(fields.line)
    }
  }

  private mutating func receive(bye fields: LineFields) {
    let bye = ByeMessage(fields)
    switch bye.reason.value {
    case .slowConsumer:
      forPage.append(fields.line)
      end(.tryAgain, bye.reason.text)
    case .protocol:
      forPage.append(fields.line)
      end(.policy, bye.reason.text)
    // These reasons are temporary: the WebSocket stays open, so the page does not receive the bye.
    case .shutdown, .limit, .denied, nil: disconnected(bye.detail)
    }
  }

  /// Sends the bridge's own answers that no longer wait for an earlier request.
  private mutating func answer() {
    while case .answered(let line)? = pending.first {
      pendingBytes -= pending[0].size
      pending.removeFirst()
      forPage.append(line)
    }
  }

  private mutating func send(_ line: [UInt8]) {
    forService += line
    forService.append(UInt8(ascii: "\n"))
  }

  private mutating func dismiss(_ reason: ByeReason, _ detail: String, _ code: Ending.Code) {
    forPage.append(LineWriter.bytes(ByeMessage(reason: reason, detail: detail).write).dropLast())
    end(code, detail)
  }
}

extension PageRequest {
  /// The size of the stored request, in bytes.
  fileprivate var size: Int {
    switch self {
    case .forwarded(let line, _), .answered(let line): line.count
    case .tooDeep: 0
    }
  }
}

/// Why a page's WebSocket closes: a code of RFC 6455, and a human-readable reason.
struct Ending: Equatable, Sendable {
  /// The codes that the bridge uses.
  enum Code: Int, Sendable {
    /// The bridge stops.
    case goingAway = 1001
    /// The page violates RFC 6455, or nests a request too deep.
    case protocolError = 1002
    /// The message is not text.
    case unacceptable = 1003
    /// The text is not UTF-8.
    case badText = 1007
    /// The page violates the rules of the bridge or of flickd.
    case policy = 1008
    /// A frame or message exceeds 64 KiB.
    case tooLarge = 1009
    /// The bridge failed, or the program whose lines the page receives cannot continue.
    case failure = 1011
    /// The page did not read in time; it may reconnect.
    case tryAgain = 1013
  }

  var code: Code
  /// The reason, at most 123 bytes of ASCII.
  var reason: String
}
