internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Pipeline

/// One connection: the lines that wait to be sent, and the requests that it received.
///
///     open ── more than 64 KiB wait ──▶ leaving (bye slow-consumer) ── taken, or 5 s ──▶ gone
///      │ ──── bad request line ───────▶ leaving (bye protocol)
///      │ ──── half a line for 2 s ────▶ leaving (bye protocol), only while all connections are taken
///      │ ──── the service ends ───────▶ leaving (bye shutdown)
///      └───── hang-up, write error ───────────────────────────────────────────────────▶ gone
///
/// When the client closes its sending side, its requests end, but its subscription stays.
final class Client {
  /// The size of the kernel's send buffer, in bytes; the kernel doubles it.
  ///
  /// Measured on Linux 6.18: the kernel keeps 13 kB of swipe lines written one by one, 32 kB
  /// written together. A line in the kernel cannot be merged, so this buffer is small compared with
  /// our own queue. It still fits one frame of ten fingers (9 kB), so a client that keeps up never
  /// blocks us.
  private static let sendBuffer: Int32 = 16384

  /// The number of this connection in this run, in order of arrival.
  let number: Int
  /// The user of the peer.
  let user: UInt32
  let file: OwnedFD
  let registration: Reactor.Registration
  /// The highest level that this client may have.
  let ceiling: Level
  /// The present level; the subscription may set one below `ceiling`.
  private(set) var level: Level
  /// The presses of the connection while its view does not receive them.
  var presses = Presses()
  /// The view of the subscription; nil once the connection is gone.
  var view: SharedView?
  /// Whether the client subscribes to activity messages.
  var wantsActivity = false
  /// The reason of the bye that was queued; nil while the connection is open.
  private(set) var byeReason: ByeReason?
  /// Whether the connection is removed at the end of the turn.
  private(set) var isGone = false

  private let loop: EventLoop
  private var queue = LineQueue()
  /// When the connection is closed even if lines still wait, in µs of CLOCK_MONOTONIC.
  private var byeDeadline = Int64.max
  private var request = RequestLine()
  private var tokens = TokenBucket()
  /// Bytes that were read after the tokens were spent; at most one read.
  private var buffered: [UInt8] = []
  private var isReading = true
  /// Whether the kernel's buffer is full; reset when the socket is writable again.
  private var isBlocked = false
  /// The events that the reactor watches this connection for.
  private var watched: Reactor.Interest = .readable

  init(
    number: Int, user: UInt32, file: consuming OwnedFD, registration: Reactor.Registration, level: Level,
    loop: EventLoop
  ) {
    self.number = number
    self.loop = loop
    self.user = user
    self.file = file
    self.registration = registration
    ceiling = level
    self.level = level
    // If the kernel rejects this, it only keeps more for a slow client; other clients are
    // unaffected.
    try? SystemCalls.limitSendBuffer(self.file, to: Self.sendBuffer)
  }

  /// Whether no bye was queued and the connection is not gone.
  var isOpen: Bool { byeReason == nil && !isGone }

  /// How many waiting updates were merged into newer ones.
  var merged: Int64 { queue.merged }

  // MARK: Sending

  /// Queues a line without `seq`: hello, state, a reply.
  func enqueue(_ line: borrowing LineWriter) {
    guard isOpen else { return }
    if !queue.append(line) { cutOff() }
  }

  /// Queues the line that `encoder` wrote, with a `seq` of this connection.
  func enqueue(_ encoder: inout SwipeEncoder) {
    guard isOpen else { return }
    if !queue.append(&encoder) { cutOff() }
  }

  /// Whether an update of a swipe may be queued now; if not, the pace delays it.
  func admit(_ swipe: SwipeID) -> Bool { isOpen && queue.admit(swipe, now: loop.now) }

  /// Whether the delayed update of a swipe is to be queued now; it then no longer waits.
  func release(_ swipe: SwipeID) -> Bool { isOpen && queue.release(swipe, now: loop.now) }

  /// Whether the pace delays an update of a swipe.
  func isDelaying(_ swipe: SwipeID) -> Bool { isOpen && queue.isDelaying(swipe) }

  /// Forgets a swipe that has ended, and its delayed update.
  func forget(_ swipe: SwipeID) { queue.forget(swipe) }

  /// When a delayed update is to be queued, in µs of CLOCK_MONOTONIC; `.max` for never.
  var updateDue: Int64 { isOpen ? queue.due ?? .max : .max }

  /// Sets the largest number of updates of a swipe per second, nil for all.
  func setRate(_ rate: Double?) {
    queue.setRate(rate)
  }

  /// Lowers the level to this one, nil for the highest that the client may have.
  func lower(to level: Level?) {
    self.level = min(ceiling, level ?? ceiling)
  }

  /// Queues bye as the last line; the connection closes once it is sent, or after 5 s.
  func dismiss(_ reason: ByeReason, detail: String) {
    guard isOpen else { return }
    var line = LineWriter(capacity: 256)
    ByeMessage(reason: reason, detail: detail).write(into: &line)
    // A client that keeps up still receives its waiting lines, if bye fits behind them.
    if reason == .slowConsumer || !queue.append(line) { queue.close(with: line) }
    byeReason = reason
    byeDeadline = loop.now + ProtocolLimits.byeMicroseconds
    isReading = false
  }

  private func cutOff() {
    dismiss(.slowConsumer, detail: "more than \(ProtocolLimits.queuedBytes) bytes were waiting to be read")
  }

  // MARK: The end of a turn

  /// Ends the turn for this connection: writes waiting lines and checks its time limits.
  func endTurn(isCrowded: Bool) {
    if isCrowded, let begun = request.begun, begun + ProtocolLimits.halfLineMicroseconds <= loop.now {
      let seconds = ProtocolLimits.halfLineMicroseconds / 1_000_000
      dismiss(
        .protocol,
        detail: "the rest of a request line did not arrive within \(seconds) s, and no connection is free")
    }
    flush()
    if byeReason != nil, queue.isEmpty || loop.now >= byeDeadline {
      discardInput()
      isGone = true
    }
  }

  /// When the connection next needs attention without an event, in µs of CLOCK_MONOTONIC.
  ///
  /// `.max` for never.
  func due(isCrowded: Bool) -> Int64 {
    guard isOpen else { return byeDeadline }
    let due = min(updateDue, isReading || !buffered.isEmpty ? tokens.due ?? .max : .max)
    guard isCrowded, let begun = request.begun else { return due }
    return min(due, begun + ProtocolLimits.halfLineMicroseconds)
  }

  /// The events that the reactor must watch this connection for; nil if they have not changed.
  func changedInterest() -> Reactor.Interest? {
    var interest: Reactor.Interest = []
    if isReading, tokens.due == nil { interest.insert(.readable) }
    if isBlocked { interest.insert(.writable) }
    guard interest != watched else { return nil }
    watched = interest
    return interest
  }

  /// Writes waiting lines until the kernel's buffer is full.
  func flush() {
    if self.isBlocked || queue.isEmpty { return }
    var (isBlocked, isGone) = (false, isGone)
    queue.write { bytes in
      do throws(SystemCallError) {
        switch try SystemCalls.send(file, bytes) {
        case .bytes(let count):
          isBlocked = count < bytes.count
          return count
        case .wouldBlock: isBlocked = true
        case .ended: isGone = true
        }
      } catch {
        isGone = true
      }
      return 0
    }
    (self.isBlocked, self.isGone) = (isBlocked, isGone)
  }

  /// Reads and drops requests that are no longer answered.
  ///
  /// If a socket is closed with unread bytes, the kernel resets the connection: the client gets
  /// ECONNRESET and not the end. The kernel buffers less for a writer than this loop reads.
  private func discardInput() {
    var block = [UInt8](repeating: 0, count: 16_384)
    for _ in 0..<16 {
      var span = block.mutableSpan
      guard case .bytes = try? SystemCalls.read(file, into: &span) else { return }
    }
  }

  // MARK: Receiving

  /// Allows writing again, because the kernel's buffer has room.
  func unblock() {
    isBlocked = false
  }

  /// Marks the connection as gone, because the peer closed it.
  func hangUp() {
    isGone = true
  }

  /// Reads requests into `block`, and returns the number of bytes.
  func read(into block: inout [UInt8]) -> Int {
    var span = block.mutableSpan
    do throws(SystemCallError) {
      switch try SystemCalls.read(file, into: &span) {
      case .wouldBlock: break
      case .ended: isReading = false
      case .bytes(let count):
        tokens.spend(count, now: loop.now)
        return count
      }
    } catch {
      isGone = true
    }
    return 0
  }

  /// Refills the tokens; returns true if buffered requests can be handled now.
  func resume() -> Bool {
    tokens.refill(now: loop.now)
    return isOpen && !buffered.isEmpty && tokens.due == nil
  }

  /// Charges the tokens of a refused request.
  func noteRefusal() {
    tokens.spendRefusal()
  }

  /// Answers the complete request line; an empty line is not a request, so it gets no reply.
  private func answerRequest(_ answer: (Span<UInt8>) -> Void) {
    let bytes = request.bytes
    if !bytes.isEmpty { answer(bytes.span) }
  }

  /// Appends received bytes, and answers each complete line until the tokens are spent.
  func receive(_ input: ArraySlice<UInt8>, answer: (Span<UInt8>) -> Void) {
    buffered.append(contentsOf: input)
    var index = 0
    defer { buffered.removeSubrange(..<min(index, buffered.count)) }
    while isOpen, tokens.due == nil {
      switch request.append(buffered, from: &index, now: loop.now) {
      case .unfinished: return
      case .tooLong:
        dismiss(.protocol, detail: "a request line is longer than \(ProtocolLimits.requestBytes) bytes")
      case .complete:
        answerRequest(answer)
        request.clear()
      }
    }
  }
}
