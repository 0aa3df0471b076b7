internal import FlickClient
internal import FlickProtocol

/// What goes between one page and flickd, whatever carries it.
///
///     away ── connected / subscribe with the page's level ──▶ greeting ── the reply ──▶ open
///      ▲                                                        │                        │
///      └──────────────── the connection is gone ────────────────┴────────────────────────┘
///
/// While it greets, nothing of flickd's goes to the page: a connection is told swipes as its own
/// level allows from its first line on, and the page's may be lower. Requests that were not
/// answered when a connection went are asked again on the next, so that each is answered once and
/// in order.
struct PageSession {
  /// How much a page may ask before it hears the answers, in bytes.
  static let mostAsked = 64 * 1024

  private enum State {
    case away, greeting, open
  }

  /// What flickd has said before the page may hear it.
  private struct Greeting {
    var hello: LineFields?
    var state: LineFields?
    /// Lines behind them that are no swipes.
    var held: [[UInt8]] = []
    /// Why the page's subscription does not hold any more.
    var refusal: String?
  }

  private let level: Level
  private var state = State.away
  private var greeting = Greeting()
  /// What was asked and is not answered, in order; those that the bridge answers wait for those
  /// before them.
  private var asked: [PageRequest] = []
  private var askedBytes = 0
  /// The last subscription that flickd has granted, as it was said.
  private var subscription: [UInt8]?
  /// How many swipes were told before the page might hear them.
  private var skipped: Int64 = 0
  private var isLossTold = false

  private var forPage: [[UInt8]] = []
  private var forService: [UInt8] = []
  /// Why the page's WebSocket is to be closed, nil while it goes on.
  private(set) var ending: Ending?

  /// Creates the session of a page that may know `level`.
  init(level: Level) {
    self.level = level
  }

  /// Whether the page hears flickd.
  var isOpen: Bool { state == .open }

  /// The lines that wait for the page, which are its own to send now.
  mutating func takeForPage() -> [[UInt8]] {
    defer { forPage.removeAll(keepingCapacity: true) }
    return forPage
  }

  /// The bytes that wait for flickd.
  mutating func takeForService() -> [UInt8] {
    defer { forService.removeAll(keepingCapacity: true) }
    return forService
  }

  /// Closes the page's WebSocket, behind what waits for it.
  mutating func end(_ code: Ending.Code, _ words: String) {
    if ending == nil { ending = Ending(code: code, words: words) }
  }

  // MARK: The page

  /// Takes a message of the page.
  mutating func hear(page line: [UInt8]) {
    guard ending == nil else { return }
    guard line.count < ProtocolLimits.requestBytes else {
      return dismiss(
        .protocol, "a request line is longer than \(ProtocolLimits.requestBytes) bytes", .policy)
    }
    // An empty line asks for nothing.
    guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
    let request = PageRequest(line, level: level)
    switch request {
    case .tooDeep:
      return dismiss(.protocol, "a request is nested deeper than \(ProtocolLimits.depth)", .policy)
    case .asked(let line, _):
      if state == .open { say(line) }
    case .answered: break
    }
    asked.append(request)
    askedBytes += request.size
    if askedBytes > Self.mostAsked {
      return dismiss(.limit, "more than \(Self.mostAsked) bytes of requests wait to be answered", .policy)
    }
    answer()
  }

  // MARK: flickd

  /// A connection to flickd is there.
  mutating func connected() {
    skipped = 0
    forService = []
    greeting = Greeting()
    state = .greeting
    say(subscription ?? plain)
  }

  /// Takes a line of flickd's, without its newline; one that is not UTF-8 says nothing.
  mutating func hear(service line: [UInt8]) {
    // A browser closes the WebSocket at text that is not UTF-8.
    guard ending == nil, isText(line) else { return }
    // Most lines are swipes, and go on as they are.
    if state == .open, skipped == 0, line.starts(with: Self.swipe) { return forPage.append(line) }
    guard state != .away, let fields = LineFields(line) else { return }
    if state == .open { hear(fields) } else { greet(fields) }
  }

  private func isText(_ line: [UInt8]) -> Bool {
    (try? UTF8Span(validating: line.span)) != nil
  }

  /// The connection to flickd is gone, or could not be made.
  mutating func disconnected(_ detail: String) {
    state = .away
    guard ending == nil, !isLossTold else { return }
    isLossTold = true
    forPage.append(BridgeMessage.disconnected(detail: detail))
    answer()
  }
}

// MARK: - Greeting

extension PageSession {
  private mutating func greet(_ fields: LineFields) {
    switch fields.word("type") {
    case "hello": greeting.hello = fields
    case "state": greeting.state = fields
    case "swipe": skipped += 1
    case "bye": hear(bye: fields)
    case "reply" where fields["ok"].map(Array.init) == Array("true".utf8):
      open(with: fields)
    case "reply":
      let message = ServerLine(fields.line)?.error?.message ?? "it is refused"
      guard subscription != nil else {
        return end(.failure, "this flickd cannot hold a page to its level")
      }
      // Another flickd than the one that granted it: the page has to ask anew.
      subscription = nil
      greeting.refusal = message
      say(plain)
    default: greeting.held.append(fields.line)
    }
  }

  private mutating func open(with reply: LineFields) {
    guard let hello = greeting.hello, let panels = greeting.state else {
      return end(.failure, "what listens at the socket is no flickd")
    }
    let told = min(level, hello.word("level").flatMap(Level.init) ?? .decisions)
    forPage.append(
      BridgeMessage.connected(
        repeated: subscription != nil, detail: greeting.refusal.map { "the subscription is over: \($0)" }))
    forPage.append(hello.replacing("level", with: "\"\(told.rawValue)\"".utf8))
    // The swipes under way of the state are those of the connection's own level.
    forPage.append(panels.replacing("swipes", with: reply["swipes"] ?? ArraySlice("[]".utf8)))
    forPage += greeting.held
    state = .open
    isLossTold = false
    for case .asked(let line, _) in asked { say(line) }
  }

  /// What is asked for where the page has asked for nothing: what every connection gets, as far as
  /// its level allows.
  private var plain: [UInt8] {
    Array("{\"id\":0,\"request\":\"subscribe\",\"level\":\"\(level.rawValue)\"}".utf8)
  }

  /// How each swipe line begins.
  private static let swipe = Array("{\"type\":\"swipe\"".utf8)
}

// MARK: - Open

extension PageSession {
  private mutating func hear(_ fields: LineFields) {
    switch fields.word("type") {
    case "swipe":
      let number = fields.integer("seq").map { $0 &- skipped }
      forPage.append(number.map { fields.replacing("seq", with: "\($0)".utf8) } ?? fields.line)
    case "reply":
      if case .asked(let line, let isSubscription)? = asked.first {
        askedBytes -= asked[0].size
        asked.removeFirst()
        if isSubscription, fields["ok"].map(Array.init) == Array("true".utf8) { subscription = line }
      }
      forPage.append(fields.line)
      answer()
    case "bye": hear(bye: fields)
    default: forPage.append(fields.line)
    }
  }

  private mutating func hear(bye fields: LineFields) {
    let reason = fields.word("reason").flatMap(ByeReason.init)
    let detail = ServerLine(fields.line)?.detail ?? fields.word("reason") ?? "it says goodbye"
    switch reason {
    case .slowConsumer:
      forPage.append(fields.line)
      end(.tryAgain, "slow-consumer")
    case .protocol:
      forPage.append(fields.line)
      end(.policy, "protocol")
    // These mend: the WebSocket goes on, and so flickd's last word to its connection is no last
    // word to the page.
    case .shutdown, .limit, .denied, nil: disconnected(detail)
    }
  }

  /// Answers what is the bridge's to answer and waits for nothing any more.
  private mutating func answer() {
    while case .answered(let line)? = asked.first {
      askedBytes -= asked[0].size
      asked.removeFirst()
      forPage.append(line)
    }
  }

  private mutating func say(_ line: [UInt8]) {
    forService += line
    forService.append(UInt8(ascii: "\n"))
  }

  private mutating func dismiss(_ reason: ByeReason, _ detail: String, _ code: Ending.Code) {
    var line = LineWriter(capacity: 256)
    line.bye(reason, detail: detail)
    forPage.append(Array(line.bytes.dropLast()))
    end(code, detail)
  }
}

extension PageRequest {
  /// What it takes to keep it, in bytes.
  fileprivate var size: Int {
    switch self {
    case .asked(let line, _), .answered(let line): line.count
    case .tooDeep: 0
    }
  }
}
