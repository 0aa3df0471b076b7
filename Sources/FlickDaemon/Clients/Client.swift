internal import FlickProtocol
internal import LinuxIO
internal import Pipeline

/// One connection: what waits to be written to it, and what it said.
///
///     open ── more than 64 KiB wait ──▶ leaving (bye slow-consumer) ── taken, or 5 s ──▶ gone
///      │ ──── bad request line ───────▶ leaving (bye protocol)
///      │ ──── half a line for 2 s ────▶ leaving (bye protocol), only while all connections are taken
///      │ ──── the service ends ───────▶ leaving (bye shutdown)
///      └───── hang-up, write error ───────────────────────────────────────────────────▶ gone
///
/// The end of its input ends its requests, not its subscription.
final class Client {
  /// What the kernel may keep for a reader, in bytes, which it doubles.
  ///
  /// Measured on Linux 6.18: 13 kB of swipe lines written one by one, 32 kB written together. What
  /// it has cannot be replaced, so it is small beside the bound of what waits here; but a frame of
  /// ten fingers, 9 kB, fits at once, so that a reader who keeps up never makes us wait.
  private static let sendBuffer: Int32 = 16384

  /// Counts the connections of this run.
  let number: Int
  /// The user at the other end.
  let user: UInt32
  let file: OwnedFD
  let registration: Reactor.Registration
  /// How much it may know.
  let ceiling: Level
  /// How much it is told: less than it may know, if its subscription says so.
  private(set) var level: Level
  /// What it sees; nil once it is gone.
  var view: SharedView?
  /// Whether it wants to know when a panel is touched.
  var wantsActivity = false
  /// Why it is leaving; nil while it is open.
  private(set) var byeReason: ByeReason?
  /// Whether it is to be forgotten at the end of the turn.
  private(set) var isGone = false

  private var queue = LineQueue()
  /// When it is closed whatever it has taken, in µs of CLOCK_MONOTONIC.
  private var farewell = Int64.max
  private var request = RequestLine()
  private var tokens = TokenBucket()
  /// Bytes that were read after its tokens were spent; at most one read.
  private var unheard: [UInt8] = []
  private var isReading = true
  /// Whether the kernel takes no more until it says so.
  private var isBlocked = false
  /// What the reactor watches it for.
  private var watched: Reactor.Interest = .readable

  init(
    number: Int, user: UInt32, file: consuming OwnedFD, registration: Reactor.Registration, level: Level
  ) {
    self.number = number
    self.user = user
    self.file = file
    self.registration = registration
    ceiling = level
    self.level = level
    // A kernel that refuses keeps more for a slow reader, which harms nobody else.
    try? SystemCalls.limitSendBuffer(self.file, to: Self.sendBuffer)
  }

  /// Whether it has not been told goodbye.
  var isOpen: Bool { byeReason == nil && !isGone }

  /// How many updates were replaced in its queue.
  var merged: Int64 { queue.merged }

  // MARK: Telling

  /// Queues a line without a number: hello, state, a reply.
  func tell(_ line: borrowing LineWriter, now: Int64) {
    guard isOpen else { return }
    if !queue.append(line) { cutOff(now: now) }
  }

  /// Queues what an encoder holds, numbered for this connection.
  func tell(_ encoder: inout SwipeEncoder, now: Int64) {
    guard isOpen else { return }
    if !queue.append(&encoder, now: now) { cutOff(now: now) }
  }

  /// Wants at most so many updates of a swipe in a second from now on, nil for all.
  func setRate(_ rate: Double?) {
    queue.setRate(rate)
  }

  /// Is told no more than this from now on, nil for all that it may know.
  func lower(to level: Level?) {
    self.level = min(ceiling, level ?? ceiling)
  }

  /// Says goodbye: nothing more is queued, and the connection ends when this is taken or 5 s have
  /// passed.
  func dismiss(_ reason: ByeReason, detail: String, now: Int64) {
    guard isOpen else { return }
    var line = LineWriter(capacity: 256)
    line.bye(reason, detail: detail)
    // What waits for a reader who is in order is still told, if there is room.
    if reason == .slowConsumer || !queue.append(line) { queue.close(with: line) }
    byeReason = reason
    farewell = now + ProtocolLimits.farewellMicroseconds
    isReading = false
  }

  private func cutOff(now: Int64) {
    dismiss(
      .slowConsumer, detail: "more than \(ProtocolLimits.queuedBytes) bytes were waiting to be read",
      now: now)
  }

  // MARK: The end of a turn

  /// Writes what waits, as far as the kernel takes it, and looks whether its time is up.
  func settle(isCrowded: Bool, now: Int64) {
    if isCrowded, let begun = request.begun, begun + ProtocolLimits.halfLineMicroseconds <= now {
      let seconds = ProtocolLimits.halfLineMicroseconds / 1_000_000
      dismiss(
        .protocol,
        detail: "half a request line came, and not the rest within \(seconds) s; every connection is taken",
        now: now)
    }
    if isOpen, !queue.release(now: now) { cutOff(now: now) }
    flush()
    if byeReason != nil, queue.isEmpty || now >= farewell {
      discardInput()
      isGone = true
    }
  }

  /// When it is to be looked at though nothing happens, in µs of CLOCK_MONOTONIC; `.max` for never.
  func due(isCrowded: Bool) -> Int64 {
    guard isOpen else { return farewell }
    let due = min(queue.due ?? .max, isReading || !unheard.isEmpty ? tokens.due ?? .max : .max)
    guard isCrowded, let begun = request.begun else { return due }
    return min(due, begun + ProtocolLimits.halfLineMicroseconds)
  }

  /// What the reactor is to watch it for from now on, nil if that has not changed.
  func changedInterest() -> Reactor.Interest? {
    var interest: Reactor.Interest = []
    if isReading, tokens.due == nil { interest.insert(.readable) }
    if isBlocked { interest.insert(.writable) }
    guard interest != watched else { return nil }
    watched = interest
    return interest
  }

  /// Writes what waits, as far as the kernel takes it.
  func flush() {
    guard !self.isBlocked else { return }
    var (isBlocked, isGone) = (false, isGone)
    queue.write { bytes in
      do throws(SystemCallError) {
        switch try SystemCalls.send(file, bytes) {
        case .bytes(let count):
          isBlocked = count < bytes.count
          return count
        case .wouldBlock:
          isBlocked = true
        case .ended:
          isGone = true
        }
      } catch {
        isGone = true
      }
      return 0
    }
    (self.isBlocked, self.isGone) = (isBlocked, isGone)
  }

  /// Reads requests that are not answered any more.
  ///
  /// A socket that is closed with unread bytes resets the connection: the client gets ECONNRESET
  /// and not the end. The kernel keeps less than this bound for a writer.
  private func discardInput() {
    var block = [UInt8](repeating: 0, count: 16_384)
    for _ in 0..<16 {
      var span = block.mutableSpan
      guard case .bytes = try? SystemCalls.read(file, into: &span) else { return }
    }
  }

  // MARK: Hearing

  /// There is room to write again.
  func unblock() {
    isBlocked = false
  }

  /// Forgets it at once: the other end is gone.
  func hangUp() {
    isGone = true
  }

  /// Reads what it says into `block`, and returns how many bytes.
  func read(into block: inout [UInt8], now: Int64) -> Int {
    var span = block.mutableSpan
    do throws(SystemCallError) {
      switch try SystemCalls.read(file, into: &span) {
      case .wouldBlock: break
      case .ended: isReading = false
      case .bytes(let count):
        tokens.spend(count, now: now)
        return count
      }
    } catch {
      isGone = true
    }
    return 0
  }

  /// Lets it speak again if its time has come; true if it has said something already.
  func resume(now: Int64) -> Bool {
    tokens.settle(now: now)
    return isOpen && !unheard.isEmpty && tokens.due == nil
  }

  /// One of its requests was refused.
  func noteRefusal() {
    tokens.spendRefusal()
  }

  /// Appends received bytes, and answers each complete line until the tokens are spent.
  func hear(_ input: ArraySlice<UInt8>, now: Int64, answer: (Span<UInt8>) -> Void) {
    unheard.append(contentsOf: input)
    var place = 0
    defer { unheard.removeSubrange(..<min(place, unheard.count)) }
    while isOpen, tokens.due == nil {
      switch request.take(unheard, from: &place, now: now) {
      case .unfinished:
        return
      case .tooLong:
        dismiss(
          .protocol, detail: "a request line is longer than \(ProtocolLimits.requestBytes) bytes", now: now)
      case .complete:
        // An empty line asks for nothing.
        if !request.bytes.isEmpty { answer(request.bytes.span) }
        request.clear()
      }
    }
  }
}
