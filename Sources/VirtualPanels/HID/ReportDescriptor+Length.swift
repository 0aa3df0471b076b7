extension ReportDescriptor {
  /// Returns the descriptor without the fields of reports that exceed `limit` bytes.
  ///
  /// The length includes the report's id. All other parts keep their meaning: collections and
  /// global items stay, and local items are removed together with their fields.
  public static func without(reportsLongerThan limit: Int, _ bytes: [UInt8]) -> [UInt8] {
    let reports = ReportDescriptor(bytes).reports.filter { $0.byteCount > limit }
    guard !reports.isEmpty else { return bytes }

    var kept: [UInt8] = []
    var locals: [UInt8] = []
    var id: UInt8 = 0
    for item in Items(bytes) {
      switch item[item.startIndex] & 0xfc {
      case let prefix where prefix & 0x0c == 0x08: locals += item
      case 0x80, 0x90, 0xb0:
        let kind = Kind(prefix: item[item.startIndex])
        if !reports.contains(where: { $0.kind == kind && $0.id == id }) { kept += locals + item }
        locals = []
      case let prefix where prefix & 0x0c == 0:
        kept += locals + item
        locals = []
      case 0x84:
        id = item.count > 1 ? item[item.startIndex + 1] : 0
        kept += item
      default: kept += item
      }
    }
    return kept + locals
  }

  /// The items of a descriptor as slices of its bytes: prefix and value.
  struct Items: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func next() -> ArraySlice<UInt8>? {
      guard at < bytes.count else { return nil }
      let size = Self.size(of: bytes[at...])
      defer { at += size }
      return bytes[at..<Swift.min(bytes.count, at + size)]
    }

    /// The length of the item at the start of `bytes`, which may be longer than these bytes.
    static func size(of bytes: ArraySlice<UInt8>) -> Int {
      let prefix = bytes[bytes.startIndex]
      // A long item contains its own length; the standard defines none.
      if prefix == 0xfe { return 3 + Int(bytes.dropFirst().first ?? 0) }
      return 1 + (prefix & 3 == 3 ? 4 : Int(prefix & 3))
    }
  }
}

extension ReportDescriptor.Kind {
  /// Creates the kind of a main item; the length bits of the prefix are ignored.
  fileprivate init?(prefix: UInt8) {
    switch prefix & 0xfc {
    case 0x80: self = .input
    case 0x90: self = .output
    case 0xb0: self = .feature
    default: return nil
    }
  }
}
