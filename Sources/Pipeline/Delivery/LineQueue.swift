public import FlickProtocol
public import GestureCore

/// The bounded queue of one connection, which assigns each swipe line its `seq`.
///
///     line ──▶ waiting ── the client has taken what was being written ──▶ being written ──▶ taken
///               │  ▲                     (here a swipe line gets its number)
///               ▼  └─ a newer update of the swipe replaces a waiting one, at the tail
///             dropped
///
/// A line goes directly to the write buffer while no line waits and the buffer has room. `seq` is
/// assigned when a line moves to the write buffer, so merging or dropping queued lines leaves no
/// gap.
///
/// No allocation in steady state, no clock, no I/O. Cost: one copy of the line, two if it waits,
/// and a look at the lines behind the one that it replaces.
public struct LineQueue: ~Copyable {
  /// The size of the write buffer, in bytes, unless one line is longer.
  ///
  /// A line in the write buffer can no longer be merged, so the buffer is small compared with the
  /// bound of the queue. A frame of ten fingers has 9 kB.
  static let room = 8192

  /// The `seq` of the last swipe line that got one.
  public private(set) var sequence: Int64 = 0
  /// The number of waiting updates that were replaced by newer ones.
  public private(set) var merged: Int64 = 0

  private var store = LineStore(room: ProtocolLimits.queuedBytes)
  private var first = LineStore.none
  private var last = LineStore.none
  private var waiting = 0
  private var writing: [UInt8] = []
  private var written = 0
  /// Whether the last write left bytes in the write buffer.
  private var isStuck = false
  private var pace: UpdatePace?

  /// Creates an empty queue.
  public init() {
    writing.reserveCapacity(Self.room)
  }

  /// The number of bytes that wait to be sent, without the updates that the rate limit delays.
  public var count: Int { waiting + writing.count - written }

  /// Whether every byte was written.
  public var isEmpty: Bool { count == 0 }

  // MARK: Lines

  /// Queues a line without `seq`: hello, state, a reply.
  ///
  /// Returns false, and does not queue the line, if the queue would exceed its bound.
  public mutating func append(_ line: borrowing LineWriter) -> Bool {
    guard count + line.count <= ProtocolLimits.queuedBytes else { return false }
    if goesStraight(line.count) {
      writing.append(contentsOf: line.bytes)
    } else {
      let kept = store.keep(line.bytes.span, split: -1, swipe: SwipeID(number: 0), isUpdate: false)
      link(kept)
    }
    return true
  }

  /// Queues the line that `encoder` wrote; false if the queue would exceed its bound.
  ///
  /// Before an update, ask ``admit(_:now:)`` or ``release(_:now:)``.
  public mutating func append(_ encoder: inout SwipeEncoder) -> Bool {
    for index in 0..<encoder.earlierCount where !append(encoder.earlier[index]) { return false }
    if encoder.isBeginDue, !append(encoder.lateBegin) { return false }
    return append(encoder.line)
  }

  /// Drops all waiting lines, and queues a last one.
  ///
  /// A line that is partly written is still written to its end.
  public mutating func close(with line: borrowing LineWriter) {
    pace = nil
    store.discardAll()
    first = LineStore.none
    last = LineStore.none
    waiting = 0
    writing.removeSubrange(endOfStartedLine...)
    writing.append(contentsOf: line.bytes)
  }

  /// The end of the line that is partly written.
  private var endOfStartedLine: Int {
    guard written > 0, writing[written - 1] != UInt8(ascii: "\n") else { return written }
    return writing[written...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? writing.count
  }

  // MARK: Writing

  /// Passes bytes to `take` until all are written or `take` returns less than it got.
  ///
  /// `take` returns the number of bytes that it wrote.
  public mutating func write(_ take: (Span<UInt8>) -> Int) {
    while true {
      if written == writing.count, !refill() {
        isStuck = false
        return
      }
      let taken = take(writing.span.extracting(written..<writing.count))
      written += taken
      if written < writing.count {
        isStuck = true
        return
      }
    }
  }

  /// Moves as many waiting lines as fit to the write buffer; false if there is none.
  private mutating func refill() -> Bool {
    // Shrinks the buffer again after a long line, such as the state of many panels.
    if writing.capacity > 2 * Self.room {
      writing = []
      writing.reserveCapacity(Self.room)
    } else {
      writing.removeAll(keepingCapacity: true)
    }
    written = 0
    while first != LineStore.none {
      let line = store[first]
      if !writing.isEmpty, writing.count + Int(line.length) + SwipeMessage.longestNumbers > Self.room {
        break
      }
      let index = first
      unlink(index)
      if line.split >= 0 { sequence += 1 }
      let number = sequence
      store.copy(index, to: &writing) { SwipeMessage.append(number, merged: line.merged, to: &$0) }
      store.discard(index)
    }
    return !writing.isEmpty
  }

  // MARK: Order

  private func goesStraight(_ length: Int) -> Bool {
    first == LineStore.none && !isStuck && writing.count + length + SwipeMessage.longestNumbers <= Self.room
  }

  private mutating func append(_ line: borrowing SwipeLine) -> Bool {
    if goesStraight(line.text.count) {
      sequence += 1
      line.append(sequence: sequence, to: &writing)
      return true
    }
    return enqueue(keep(line))
  }

  private mutating func keep(_ line: borrowing SwipeLine) -> LineStore.Index {
    store.keep(line.text.span, split: line.split, swipe: line.swipe, isUpdate: line.isUpdate)
  }

  /// Appends a stored line at the tail, and drops a waiting update of the same swipe.
  private mutating func enqueue(_ index: LineStore.Index) -> Bool {
    if store[index].isUpdate, let older = update(of: store[index].swipe) {
      store[index].merged = store[older].merged + 1
      merged += 1
      unlink(older)
      store.discard(older)
    }
    guard count + Int(store[index].length) <= ProtocolLimits.queuedBytes else {
      store.discard(index)
      return false
    }
    link(index)
    return true
  }

  /// The waiting update of a swipe; there is at most one.
  private func update(of swipe: SwipeID) -> LineStore.Index? {
    var index = last
    while index != LineStore.none {
      let line = store[index]
      if line.swipe == swipe { return line.isUpdate ? index : nil }
      index = line.previous
    }
    return nil
  }

  private mutating func link(_ index: LineStore.Index) {
    store[index].previous = last
    store[index].next = LineStore.none
    if last == LineStore.none { first = index } else { store[last].next = index }
    last = index
    waiting += Int(store[index].length)
  }

  private mutating func unlink(_ index: LineStore.Index) {
    let line = store[index]
    if line.previous == LineStore.none { first = line.next } else { store[line.previous].next = line.next }
    if line.next == LineStore.none { last = line.previous } else { store[line.next].previous = line.previous }
    waiting -= Int(line.length)
  }
}

// MARK: - Pace

extension LineQueue {
  /// Sets the largest number of updates of one swipe per second, nil for all.
  ///
  /// Drops the updates that wait for their time.
  public mutating func setRate(_ rate: Double?) {
    pace = rate.map(UpdatePace.init)
  }

  /// Whether an update of a swipe may be queued now; if not, the pace delays it.
  ///
  /// The caller keeps a delayed update, as a fact, so that it is encoded only if it is sent.
  public mutating func admit(_ swipe: SwipeID, now: Int64) -> Bool { pace?.admit(swipe, now: now) ?? true }

  /// Whether the delayed update of a swipe is to be queued now; it then no longer waits.
  public mutating func release(_ swipe: SwipeID, now: Int64) -> Bool {
    pace?.release(swipe, now: now) ?? false
  }

  /// Forgets a swipe that has ended, and its delayed update.
  public mutating func forget(_ swipe: SwipeID) { pace?.forget(swipe) }

  /// Whether the pace delays an update of a swipe.
  public func isDelaying(_ swipe: SwipeID) -> Bool { pace?.isDelayed(swipe) ?? false }

  /// When a delayed update is to be queued, in µs; nil if there is none.
  public var due: Int64? { pace?.due }
}
