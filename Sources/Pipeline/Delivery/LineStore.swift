internal import GestureCore

/// Where the lines of one connection lie while they wait: chains of small blocks, so that a line
/// can be taken out of the middle and its room used again without moving any other.
///
/// It grows to the most that ever waited and allocates nothing beyond what it was created with room
/// for.
struct LineStore {
  /// Names a line that is kept.
  typealias Place = Int32

  /// No line, no block.
  static let none: Place = -1

  /// What is known of a line; the neighbours are the queue's.
  struct Line {
    var swipe = SwipeID(number: 0)
    var isUpdate = false
    /// The number of its bytes.
    var length: Int32 = 0
    /// Where the value of `seq` belongs, −1 in a line without one.
    var split: Int32 = -1
    /// How many older updates it has replaced.
    var merged: Int32 = 0
    var next = LineStore.none
    var previous = LineStore.none
    fileprivate var block = LineStore.none
  }

  /// The bytes of a block: half of one is lost in each line, and a swipe line has 300 to 900.
  private static let blockSize = 64

  private var bytes: [UInt8] = []
  /// By block: the next one of its line, or of the free ones.
  private var following: [Int32] = []
  private var freeBlock = Self.none
  private var lines: [Line] = []
  private var freeLine = Self.none

  /// Creates a store with room for so many bytes in lines of a swipe's length.
  init(room: Int) {
    let blocks = room / Self.blockSize
    bytes.reserveCapacity(blocks * Self.blockSize)
    following.reserveCapacity(blocks)
    lines.reserveCapacity(blocks / 4)
  }

  /// The line at a place.
  subscript(place: Place) -> Line {
    get { lines[Int(place)] }
    set { lines[Int(place)] = newValue }
  }

  /// Keeps a line.
  mutating func keep(_ text: Span<UInt8>, split: Int, swipe: SwipeID, isUpdate: Bool) -> Place {
    let place = takeLine()
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
    lines[Int(place)] = line
    return place
  }

  /// Forgets a line.
  mutating func discard(_ place: Place) {
    var block = lines[Int(place)].block
    while block != Self.none {
      let next = following[Int(block)]
      following[Int(block)] = freeBlock
      freeBlock = block
      block = next
    }
    lines[Int(place)].block = Self.none
    lines[Int(place)].next = freeLine
    freeLine = place
  }

  /// Forgets every line and gives the room back.
  mutating func discardAll() {
    self = LineStore(room: 0)
  }

  /// Appends a line to `output`, with what `number` appends at its split.
  func copy(_ place: Place, to output: inout [UInt8], number: (inout [UInt8]) -> Void) {
    let line = lines[Int(place)]
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

  private mutating func takeLine() -> Place {
    guard freeLine == Self.none else {
      let place = freeLine
      freeLine = lines[Int(place)].next
      return place
    }
    lines.append(Line())
    return Place(lines.count - 1)
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
    let base = Int(block) * Self.blockSize
    for offset in text.indices { bytes[base + offset] = text[offset] }
    return block
  }
}
