internal import GestureCore

/// Stores the waiting lines of one connection in chains of small blocks.
///
/// A line can be removed from the middle, and its blocks used again, without moving another line.
/// The store keeps the size of its peak, and allocates only beyond the size that it was created
/// with.
struct LineStore {
  /// The index of a stored line.
  typealias Index = Int32

  /// No line, or no block.
  static let none: Index = -1

  /// The properties of a line; the queue sets `next` and `previous`.
  struct Line {
    var swipe = SwipeID(number: 0)
    var isUpdate = false
    /// The length in bytes.
    var length: Int32 = 0
    /// The index of the value of `seq`; −1 in a line without `seq`.
    var split: Int32 = -1
    /// The number of older updates that this line replaced.
    var merged: Int32 = 0
    var next = LineStore.none
    var previous = LineStore.none
    fileprivate var block = LineStore.none
  }

  /// The bytes of a block.
  ///
  /// On average, each line wastes half a block; a swipe line has 300 to 900 bytes.
  private static let blockSize = 64

  private var bytes: [UInt8] = []
  /// For each block: the next block of its line, or the next free one.
  private var following: [Int32] = []
  private var freeBlock = Self.none
  private var lines: [Line] = []
  private var freeLine = Self.none

  /// Creates a store with room for `room` bytes, in lines as long as swipe lines.
  init(room: Int) {
    let blocks = room / Self.blockSize
    bytes.reserveCapacity(blocks * Self.blockSize)
    following.reserveCapacity(blocks)
    lines.reserveCapacity(blocks / 4)
  }

  /// The line at an index.
  subscript(index: Index) -> Line {
    get { lines[Int(index)] }
    set { lines[Int(index)] = newValue }
  }

  /// Stores a line, and returns its index.
  mutating func keep(_ text: Span<UInt8>, split: Int, swipe: SwipeID, isUpdate: Bool) -> Index {
    let index = takeLine()
    var line = Line()
    line.swipe = swipe
    line.isUpdate = isUpdate
    line.length = Int32(text.count)
    line.split = Int32(split)
    var last = Self.none
    var start = 0
    while start < text.count {
      let end = min(start + Self.blockSize, text.count)
      let block = takeBlock(holding: text.extracting(start..<end))
      if last == Self.none { line.block = block } else { following[Int(last)] = block }
      last = block
      start = end
    }
    lines[Int(index)] = line
    return index
  }

  mutating func discard(_ index: Index) {
    var block = lines[Int(index)].block
    while block != Self.none {
      let next = following[Int(block)]
      following[Int(block)] = freeBlock
      freeBlock = block
      block = next
    }
    lines[Int(index)].block = Self.none
    lines[Int(index)].next = freeLine
    freeLine = index
  }

  /// Removes every line and frees the memory.
  mutating func discardAll() {
    self = LineStore(room: 0)
  }

  /// Appends a line to `output`, and calls `number` at the line's split to insert `seq`.
  func copy(_ index: Index, to output: inout [UInt8], number: (inout [UInt8]) -> Void) {
    let line = lines[Int(index)]
    var block = line.block
    var start = 0
    while block != Self.none {
      let base = Int(block) * Self.blockSize
      let count = min(Self.blockSize, Int(line.length) - start)
      let split = Int(line.split) - start
      if split >= 0, split < count {
        output.append(contentsOf: bytes[base..<base + split])
        number(&output)
        output.append(contentsOf: bytes[base + split..<base + count])
      } else {
        output.append(contentsOf: bytes[base..<base + count])
      }
      start += count
      block = following[Int(block)]
    }
  }

  private mutating func takeLine() -> Index {
    guard freeLine == Self.none else {
      let index = freeLine
      freeLine = lines[Int(index)].next
      return index
    }
    lines.append(Line())
    return Index(lines.count - 1)
  }

  private mutating func takeBlock(holding text: Span<UInt8>) -> Int32 {
    if freeBlock == Self.none {
      for offset in text.indices { bytes.append(text[offset]) }
      for _ in text.count..<Self.blockSize { bytes.append(0) }
      following.append(Self.none)
      return Int32(following.count - 1)
    }
    let block = freeBlock
    freeBlock = following[Int(block)]
    following[Int(block)] = Self.none
    fill(block, with: text)
    return block
  }

  private mutating func fill(_ block: Int32, with text: Span<UInt8>) {
    let base = Int(block) * Self.blockSize
    var out = bytes.mutableSpan
    precondition(base >= 0 && base <= out.count &- Self.blockSize)
    if text.count == Self.blockSize {
      // The constant lets the compiler copy words, not bytes.
      for offset in 0..<Self.blockSize { out[base &+ offset] = text[offset] }
    } else {
      for offset in text.indices { out[base &+ offset] = text[offset] }
    }
  }
}
