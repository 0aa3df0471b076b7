/// The state of reading a report descriptor.
///
/// Global items stay in effect; local items apply only to the next main item.
struct ReportDescriptorReading {
  private(set) var result = ReportDescriptor()
  private var globals = Globals()
  private var stack: [Globals] = []
  private var locals = Locals()
  private var collections: [Collection] = []
  private var fingers = 0

  // The limits of the kernel's parser (HID_GLOBAL_STACK_SIZE, HID_MAX_USAGES, HID_MAX_BUFFER_SIZE).
  private static let maximumDepth = 4
  private static let maximumUsages = 12288
  private static let maximumBits = 16384 * 8

  private struct Globals {
    var page: UInt16 = 0
    var logicalMinimum: Int64 = 0
    var logicalMaximum: Int64 = 0
    var size = 0
    var count = 0
    var id: UInt8 = 0
  }

  private struct Locals {
    /// A usage without a page gets the page from the global state at the main item.
    var usages: [(page: UInt16?, code: UInt16)] = []
    var minimum: (page: UInt16?, code: UInt16)?
  }

  private struct Collection {
    var application: ReportDescriptor.Usage?
    var finger: Int?
  }

  /// The value of an item, as an unsigned and as a signed number.
  private struct Value {
    var unsigned: UInt32
    var signed: Int32
    var size: Int
  }

  mutating func read(_ bytes: [UInt8]) {
    // 0xfe begins a long item; the standard defines none.
    for item in ReportDescriptor.Items(bytes) where item[item.startIndex] != 0xfe {
      guard item.count == ReportDescriptor.Items.size(of: item),
        take(item[item.startIndex], Self.value(item.dropFirst()))
      else { return }
    }
  }

  private static func value(_ bytes: ArraySlice<UInt8>) -> Value {
    var bits: UInt32 = 0
    for (index, byte) in bytes.enumerated() { bits |= UInt32(byte) << UInt32(8 * index) }
    let signed =
      switch bytes.count {
      case 1: Int32(Int8(truncatingIfNeeded: bits))
      case 2: Int32(Int16(truncatingIfNeeded: bits))
      default: Int32(bitPattern: bits)
      }
    return Value(unsigned: bits, signed: signed, size: bytes.count)
  }

  /// Handles an item, and returns whether the item is valid.
  private mutating func take(_ prefix: UInt8, _ value: Value) -> Bool {
    // The tag and the type, without the size.
    switch prefix & 0xfc {
    case 0x80: return addField(.input)
    case 0x90: return addField(.output)
    case 0xb0: return addField(.feature)
    case 0xa0: openCollection(value)
    case 0xc0:
      locals = Locals()
      return collections.popLast() != nil
    case 0x04: globals.page = UInt16(truncatingIfNeeded: value.unsigned)
    case 0x14: globals.logicalMinimum = Int64(value.signed)
    case 0x24:
      // Many devices write 255 into one byte: if the minimum is not negative, the maximum is
      // unsigned.
      globals.logicalMaximum = globals.logicalMinimum < 0 ? Int64(value.signed) : Int64(value.unsigned)
    case 0x74:
      guard value.unsigned <= 256 else { return false }
      globals.size = Int(value.unsigned)
    case 0x84:
      guard let id = UInt8(exactly: value.unsigned), id > 0 else { return false }
      globals.id = id
      result.usesReportIDs = true
    case 0x94:
      guard value.unsigned <= Self.maximumUsages else { return false }
      globals.count = Int(value.unsigned)
    case 0xa4:
      guard stack.count < Self.maximumDepth else { return false }
      stack.append(globals)
    case 0xb4:
      guard let kept = stack.popLast() else { return false }
      globals = kept
    case 0x08, 0x18, 0x28: return takeUsage(prefix & 0xfc, Self.usage(value))
    default: break
    }
    return true
  }

  /// Handles a usage, or the first or last usage of a range.
  private mutating func takeUsage(_ tag: UInt8, _ usage: (page: UInt16?, code: UInt16)) -> Bool {
    switch tag {
    case 0x18: locals.minimum = usage
    case 0x28:
      guard let minimum = locals.minimum else { return false }
      locals.minimum = nil
      return addUsages(from: minimum, to: usage)
    default: return addUsages(from: usage, to: usage)
    }
    return true
  }

  /// Returns the usage of an item; a value of four bytes also contains the page.
  private static func usage(_ value: Value) -> (page: UInt16?, code: UInt16) {
    let page = value.size == 4 ? UInt16(truncatingIfNeeded: value.unsigned >> 16) : nil
    return (page, UInt16(truncatingIfNeeded: value.unsigned))
  }

  private mutating func addUsages(
    from first: (page: UInt16?, code: UInt16), to last: (page: UInt16?, code: UInt16)
  ) -> Bool {
    guard last.code >= first.code,
      locals.usages.count + Int(last.code - first.code) < Self.maximumUsages
    else { return false }
    for code in first.code...last.code { locals.usages.append((first.page, code)) }
    return true
  }

  private var usages: [ReportDescriptor.Usage] {
    locals.usages.map { ReportDescriptor.Usage(page: $0.page ?? globals.page, code: $0.code) }
  }

  private mutating func openCollection(_ value: Value) {
    let usage = usages.first
    locals = Locals()
    var collection = collections.last ?? Collection()
    // 1 is an application.
    if value.unsigned == 1, let usage {
      collection.application = usage
      result.applications.append(usage)
    }
    if usage == .finger {
      collection.finger = fingers
      fingers += 1
    }
    collections.append(collection)
  }

  private mutating func addField(_ kind: ReportDescriptor.Kind) -> Bool {
    defer { locals = Locals() }
    let index = indexOfReport(kind)
    let bits = globals.size * globals.count
    let start = result.reports[index].bitCount
    guard start + bits <= Self.maximumBits else { return false }
    // The constant flag is ignored: some panels set it for Contact Count Maximum, and the kernel
    // still requests that value.
    if bits > 0 {
      result.reports[index].fields.append(
        ReportDescriptor.Field(
          usages: usages, bitOffset: start, bitSize: globals.size, count: globals.count,
          logicalMinimum: globals.logicalMinimum, logicalMaximum: globals.logicalMaximum,
          application: collections.last?.application, finger: collections.last?.finger))
    }
    result.reports[index].bitCount = start + bits
    return true
  }

  private mutating func indexOfReport(_ kind: ReportDescriptor.Kind) -> Int {
    let id = globals.id
    if let known = result.reports.firstIndex(where: { $0.kind == kind && $0.id == id }) { return known }
    result.reports.append(ReportDescriptor.Report(kind: kind, id: id, bitCount: id > 0 ? 8 : 0, fields: []))
    return result.reports.count - 1
  }
}
