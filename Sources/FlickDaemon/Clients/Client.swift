internal import FlickProtocol
internal import LinuxIO
internal import Pipeline

/// One connection: what waits to be written to it, and what it said.
///
///     open ── more than 64 KiB wait ──▶ leaving (bye slow-consumer) ── taken, or 5 s ──▶ gone
///      │ ──── bad request line ───────▶ leaving (bye protocol)
///      │ ──── the service ends ───────▶ leaving (bye shutdown)
///      └───── hang-up, write error ───────────────────────────────────────────────────▶ gone
///
/// The end of its input ends its requests, not its subscription.
final class Client {
  let file: OwnedFD
  let registration: Reactor.Registration
  /// Which of the distinct views it has.
  let view: Int
  /// When it is closed whatever it has taken; nil while it is open.
  ///
  /// In µs of CLOCK_MONOTONIC.
  private(set) var farewell: Int64?
  /// Whether it is to be forgotten at the end of the turn.
  private(set) var isGone = false

  private var queue: [UInt8] = []
  private var sent = 0
  private var isMidLine = false
  private var sequence: Int64 = 0
  /// The request line so far.
  private var request: [UInt8] = []
  private var isReading = true
  private var isWaitingToWrite = false

  init(file: consuming OwnedFD, registration: Reactor.Registration, view: Int) {
    self.file = file
    self.registration = registration
    self.view = view
    queue.reserveCapacity(ProtocolLimits.queuedBytes + 4096)
  }

  private var waiting: Int { queue.count - sent }

  /// Whether everything that it was told has left.
  var isDrained: Bool { waiting == 0 }

  /// What the reactor is to watch it for.
  var interest: Reactor.Interest {
    var interest: Reactor.Interest = []
    if isReading { interest.insert(.readable) }
    if isWaitingToWrite { interest.insert(.writable) }
    return interest
  }

  // MARK: Telling

  /// Queues a line of the service, whatever the reader's state: hello, state, a reply.
  func enqueue(_ line: borrowing LineWriter, now: Int64) {
    guard farewell == nil, makeRoom(for: line.bytes.count, now: now) else { return }
    queue.append(contentsOf: line.bytes)
  }

  /// Queues the swipe that `encoder` holds, with the connection's next number.
  func enqueue(_ encoder: inout SwipeEncoder, now: Int64) {
    guard farewell == nil, makeRoom(for: encoder.maximumLength, now: now) else { return }
    sequence += 1
    encoder.append(sequence: sequence, to: &queue)
  }

  /// Says goodbye: nothing more is queued, and the connection ends when this is taken or 5 s have passed.
  func dismiss(_ reason: ByeReason, detail: String, now: Int64) {
    guard farewell == nil else { return }
    var line = LineWriter(capacity: 256)
    line.bye(reason, detail: detail)
    queue.append(contentsOf: line.bytes)
    farewell = now + ProtocolLimits.farewellMicroseconds
    isReading = false
  }

  /// Drops the queue behind the line under way, if one more line would break the bound.
  private func makeRoom(for length: Int, now: Int64) -> Bool {
    if waiting + length > ProtocolLimits.queuedBytes {
      let kept =
        isMidLine ? (queue[sent...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? queue.count) : sent
      queue.removeSubrange(kept...)
      dismiss(
        .slowConsumer, detail: "more than \(ProtocolLimits.queuedBytes) bytes were waiting to be read",
        now: now)
      return false
    }
    if sent > 0, queue.count + length > queue.capacity {
      queue.removeSubrange(..<sent)
      sent = 0
    }
    return true
  }

  // MARK: The socket

  /// Writes what waits, as far as the kernel takes it; true if the reactor's interest changed.
  func flush() -> Bool {
    let before = interest
    sending: while waiting > 0 {
      let outcome: SystemCalls.Transfer
      do throws(SystemCallError) {
        outcome = try SystemCalls.send(file, queue.span.extracting(sent..<queue.count))
      } catch {
        outcome = .ended
      }
      switch outcome {
      case .bytes(let count):
        sent += count
        isMidLine = queue[sent - 1] != UInt8(ascii: "\n")
      case .wouldBlock:
        break sending
      case .ended:
        isGone = true
        break sending
      }
    }
    if waiting == 0 {
      queue.removeAll(keepingCapacity: true)
      sent = 0
    }
    isWaitingToWrite = waiting > 0
    return interest != before
  }

  /// Reads what it says, and answers each line; true if the reactor's interest changed.
  func read(into block: inout [UInt8], answers: Answers, now: Int64) -> Bool {
    let before = interest
    var span = block.mutableSpan
    let outcome: SystemCalls.Transfer
    do throws(SystemCallError) {
      outcome = try SystemCalls.read(file, into: &span)
    } catch {
      isGone = true
      return false
    }
    switch outcome {
    case .wouldBlock: break
    case .ended: isReading = false
    case .bytes(let count): take(block[..<count], answers: answers, now: now)
    }
    return interest != before
  }

  /// Forgets it at once: the other end is gone.
  func hangUp() {
    isGone = true
  }

  /// Forgets it if it has taken its goodbye, or had time enough to.
  func leaveIfDone(now: Int64) {
    guard let farewell else { return }
    if isDrained || now >= farewell { isGone = true }
  }

  private func take(_ bytes: ArraySlice<UInt8>, answers: Answers, now: Int64) {
    for byte in bytes {
      guard farewell == nil else { return }
      if byte == UInt8(ascii: "\n") {
        answer(with: answers, now: now)
        request.removeAll(keepingCapacity: true)
      } else {
        request.append(byte)
        if request.count >= ProtocolLimits.requestBytes {
          dismiss(
            .protocol, detail: "a request line is longer than \(ProtocolLimits.requestBytes) bytes", now: now)
        }
      }
    }
  }

  /// Answers the request line that is complete; an empty one asks for nothing.
  private func answer(with answers: Answers, now: Int64) {
    guard !request.isEmpty else { return }
    if let reply = answers.reply(to: request.span) {
      enqueue(reply, now: now)
    } else {
      dismiss(
        .protocol, detail: "a request is nested deeper than \(ProtocolLimits.depth)", now: now)
    }
  }
}
