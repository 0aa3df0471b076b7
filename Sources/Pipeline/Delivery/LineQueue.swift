public import FlickProtocol
internal import GestureCore

/// What one connection is still to be told, in order, bounded, with its own numbers.
///
///     line ──▶ waiting ── the reader has taken what was being written ──▶ being written ──▶ taken
///               │  ▲                     (here a swipe line gets its number)
///               ▼  └─ a newer update of the swipe takes the place of a waiting one, at the tail
///             dropped
///
/// While nothing waits and there is room, a line goes straight to what is being written. What is
/// being written is whole lines that have their numbers, so the numbers have no gap, whatever is
/// replaced or dropped behind it.
///
/// No allocation in steady state, no clock, no I/O; cost: a copy of the line, two if it waits, and
/// a look at the lines behind the one that it replaces.
public struct LineQueue: ~Copyable {
  /// How many bytes are written together, unless one line is longer.
  ///
  /// Nothing in it can be replaced any more, so it is small beside the bound; a frame of ten
  /// fingers has 9 kB.
  static let room = 8192

  /// The number of the last swipe line that was given one.
  public private(set) var sequence: Int64 = 0
  /// How many updates were replaced by newer ones while they waited.
  public private(set) var merged: Int64 = 0

  private var store = LineStore(room: ProtocolLimits.queuedBytes)
  private var first = LineStore.none
  private var last = LineStore.none
  private var waiting = 0
  private var writing: [UInt8] = []
  private var written = 0
  /// Whether the reader has left some of what is being written.
  private var isStuck = false
  private var pace: UpdatePace?

  /// Creates an empty queue.
  public init() {
    writing.reserveCapacity(Self.room)
  }

  /// How many bytes wait to be read; held updates are not yet among them.
  public var count: Int { waiting + writing.count - written }

  /// Whether everything has been taken.
  public var isEmpty: Bool { count == 0 }

  // MARK: Lines

  /// Queues a line without a number: hello, state, a reply; false if more would wait than the bound
  /// allows, and then it is not queued.
  public mutating func append(_ line: borrowing LineWriter) -> Bool {
    guard count + line.bytes.count <= ProtocolLimits.queuedBytes else { return false }
    if goesStraight(line.bytes.count) {
      writing.append(contentsOf: line.bytes)
    } else {
      let kept = store.keep(line.bytes.span, split: -1, swipe: SwipeID(number: 0), isUpdate: false)
      link(kept)
    }
    return true
  }

  /// Queues what an encoder holds; false if more would wait than the bound allows.
  public mutating func append(_ encoder: inout SwipeEncoder, now: Int64) -> Bool {
    if encoder.isBeginDue, !append(encoder.lateBegin) { return false }
    if pace != nil {
      if encoder.line.isUpdate {
        guard admit(encoder.line, now: now) else { return true }
      } else {
        end(encoder.line.swipe)
      }
    }
    return append(encoder.line)
  }

  /// The most updates of one swipe in a second from now on, nil for all; what was held is
  /// forgotten.
  public mutating func setRate(_ rate: Double?) {
    while let held = pace?.takeAny() { store.discard(held) }
    pace = rate.map(UpdatePace.init)
  }

  /// When a held update is to be queued, in µs; nil if none is held.
  public var due: Int64? { pace?.due }

  /// Queues the held updates whose time has come; false if more would wait than the bound allows.
  public mutating func release(now: Int64) -> Bool {
    while let held = pace?.next(now: now) {
      guard enqueue(held) else { return false }
    }
    return true
  }

  /// Drops all that waits, and says one thing more.
  ///
  /// A line of which a part was taken stays to its end.
  public mutating func close(with line: borrowing LineWriter) {
    pace = nil
    store.discardAll()
    first = LineStore.none
    last = LineStore.none
    waiting = 0
    writing.removeSubrange(endOfLineUnderWay...)
    writing.append(contentsOf: line.bytes)
  }

  /// Where the line ends in which the writing has stopped.
  private var endOfLineUnderWay: Int {
    guard written > 0, writing[written - 1] != UInt8(ascii: "\n") else { return written }
    return writing[written...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? writing.count
  }

  // MARK: Writing

  /// Hands out what is to be written until all is taken, or `take` takes less; it returns the
  /// number of bytes taken.
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

  /// Moves waiting lines to what is being written, as many as fit; false if none waits.
  private mutating func refill() -> Bool {
    // A long line, such as a state of many panels, has made it grow.
    if writing.capacity > 2 * Self.room {
      writing = []
      writing.reserveCapacity(Self.room)
    } else {
      writing.removeAll(keepingCapacity: true)
    }
    written = 0
    while first != LineStore.none {
      let line = store[first]
      if !writing.isEmpty, writing.count + Int(line.length) + Self.longestNumbers > Self.room { break }
      let place = first
      unlink(place)
      if line.split >= 0 { sequence += 1 }
      let number = sequence
      store.copy(place, to: &writing) { Self.append(number, merged: line.merged, to: &$0) }
      store.discard(place)
    }
    return !writing.isEmpty
  }

  /// The bytes of a `seq` and a `merged` at most.
  private static let longestNumbers = 19 + 10 + ",\"merged\":".utf8.count

  private static func append(_ sequence: Int64, merged: Int32, to bytes: inout [UInt8]) {
    LineWriter.append(sequence, to: &bytes)
    guard merged > 0 else { return }
    bytes.append(contentsOf: ",\"merged\":".utf8)
    LineWriter.append(Int64(merged), to: &bytes)
  }

  // MARK: Order

  private func goesStraight(_ length: Int) -> Bool {
    first == LineStore.none && !isStuck && writing.count + length + Self.longestNumbers <= Self.room
  }

  private mutating func append(_ line: borrowing SwipeLine) -> Bool {
    if goesStraight(line.text.count) {
      sequence += 1
      line.append(sequence: sequence, to: &writing)
      return true
    }
    return enqueue(keep(line))
  }

  private mutating func keep(_ line: borrowing SwipeLine) -> LineStore.Place {
    store.keep(line.text.span, split: line.split, swipe: line.swipe, isUpdate: line.isUpdate)
  }

  /// Puts a line that is kept to the tail, in place of an older update of its swipe.
  private mutating func enqueue(_ place: LineStore.Place) -> Bool {
    if store[place].isUpdate, let older = update(of: store[place].swipe) {
      store[place].merged = store[older].merged + 1
      merged += 1
      unlink(older)
      store.discard(older)
    }
    guard count + Int(store[place].length) <= ProtocolLimits.queuedBytes else {
      store.discard(place)
      return false
    }
    link(place)
    return true
  }

  /// The update of a swipe that waits, of which there is one at most.
  private func update(of swipe: SwipeID) -> LineStore.Place? {
    var place = last
    while place != LineStore.none {
      let line = store[place]
      if line.swipe == swipe { return line.isUpdate ? place : nil }
      place = line.previous
    }
    return nil
  }

  private mutating func link(_ place: LineStore.Place) {
    store[place].previous = last
    store[place].next = LineStore.none
    if last == LineStore.none { first = place } else { store[last].next = place }
    last = place
    waiting += Int(store[place].length)
  }

  private mutating func unlink(_ place: LineStore.Place) {
    let line = store[place]
    if line.previous == LineStore.none { first = line.next } else { store[line.previous].next = line.next }
    if line.next == LineStore.none { last = line.previous } else { store[line.next].previous = line.previous }
    waiting -= Int(line.length)
  }

  // MARK: Pace

  /// Holds an update that is early; returns whether it may be queued now.
  private mutating func admit(_ line: borrowing SwipeLine, now: Int64) -> Bool {
    let isDue = pace?.admit(line.swipe, now: now) ?? true
    let held = isDue ? LineStore.none : keep(line)
    if let before = pace?.hold(held, of: line.swipe), before != LineStore.none { store.discard(before) }
    return isDue
  }

  /// A swipe begins, ends or is cancelled: nothing is held of it any more.
  private mutating func end(_ swipe: SwipeID) {
    if let held = pace?.takeHeld(of: swipe), held != LineStore.none { store.discard(held) }
    pace?.forget(swipe)
  }
}
