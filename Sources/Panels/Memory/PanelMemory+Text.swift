internal import GestureCore

// The file, one value a line:
//
//     # What flickd has learned of panels. `flickctl forget` removes panels.
//     version 1
//     panel pci-0000:00:14.0-usb-0:3:1.0
//     name eGalax
//     ids 0eef:0005
//     serial 4711
//     lift_delay_us 110000
//     report_period_us 8333
//     end 1
//
// The reader is strict: a file that was cut off or edited wrongly is useless as a whole. A file of
// a newer version is not damaged: this version must leave it as it is.
extension PanelMemory {
  /// The file's name in the state directory.
  public static let fileName = "panels"

  /// Why a file cannot be used.
  public enum Fault: Error, Equatable, CustomStringConvertible {
    /// The number of the wrong line, from 1, and what was expected there.
    case damaged(line: Int, expected: String)
    /// A newer flickd has written the file, in this version of its form.
    case newer(version: String)

    /// The line, and what was expected; or the version.
    public var description: String {
      switch self {
      case .damaged(let line, let expected): "line \(line): expected \(expected)"
      case .newer(let version): "a newer flickd has written this file (version \(version))"
      }
    }
  }

  /// Reads a file.
  public init(text bytes: [UInt8]) throws(Fault) {
    self.init()
    var reader = Reader(bytes)
    try reader.expectVersion()
    while true {
      let (key, value) = try reader.next(expecting: "a panel or the end")
      if key == "end" {
        guard value == "\(entries.count)", reader.isAtEnd else {
          throw reader.damage("the last line, `end \(entries.count)`")
        }
        return
      }
      guard key == "panel" else { throw reader.damage("`panel` or `end`") }
      guard append(try reader.entry(panelID: value)) else {
        throw reader.damage("at most \(Self.capacity) different panels")
      }
    }
  }

  /// The file as bytes.
  public var text: [UInt8] {
    var lines = ["# What flickd has learned of panels. `flickctl forget` removes panels.", "version 1"]
    for entry in entries {
      let key = entry.key
      lines += [
        "panel \(key.panelID)", "name \(key.name)", "ids \(Self.word(key.vendor)):\(Self.word(key.product))",
      ]
      if let serial = key.serial { lines.append("serial \(serial)") }
      if let delay = entry.values.liftDelay { lines.append("lift_delay_us \(delay.microseconds)") }
      if let period = entry.values.reportPeriod { lines.append("report_period_us \(period.microseconds)") }
    }
    lines.append("end \(entries.count)")
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func word(_ id: UInt16) -> String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// Reads the lines of a file.
private struct Reader {
  private var lines: [(number: Int, text: Substring)]
  private var position = 0

  init(_ bytes: [UInt8]) {
    // Invalid UTF-8 becomes U+FFFD, which equals no stored text of a panel.
    let all = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    // A file that was cut off within a line has no line feed at its end, so its last line is wrong.
    let isWhole = bytes.last == UInt8(ascii: "\n")
    lines = (isWhole ? all.dropLast() : all + [""]).enumerated().map { ($0 + 1, $1) }
    lines.removeAll { $0.text.hasPrefix("#") }
  }

  var isAtEnd: Bool { position == lines.count }

  func damage(_ expected: String) -> PanelMemory.Fault {
    .damaged(
      line: lines.indices.contains(position - 1) ? lines[position - 1].number : (lines.last?.number ?? 0) + 1,
      expected: expected)
  }

  /// The key and the value of the next line.
  mutating func next(expecting expected: String) throws(PanelMemory.Fault) -> (String, String) {
    position += 1
    guard position <= lines.count, let blank = lines[position - 1].text.firstIndex(of: " ") else {
      throw damage(expected)
    }
    let line = lines[position - 1].text
    return (String(line[..<blank]), String(line[line.index(after: blank)...]))
  }

  mutating func expectVersion() throws(PanelMemory.Fault) {
    let (key, version) = try next(expecting: "`version 1`")
    guard key == "version", version != "1" else {
      if key == "version" { return }
      throw damage("`version 1`")
    }
    // `2`, `1.1` and `2-rc1` are newer; `0`, `01` and a carriage return are damage.
    let isWord = version.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isWord, version.utf8.count <= 32, version.first.map({ ("1"..."9").contains($0) }) == true else {
      throw damage("`version 1`")
    }
    throw .newer(version: version)
  }

  private mutating func text(of key: String) throws(PanelMemory.Fault) -> String {
    let (found, value) = try next(expecting: "`\(key)`")
    guard found == key else { throw damage("`\(key)`") }
    return value
  }

  /// The key of the next line, without reading the line.
  private var nextKey: Substring { isAtEnd ? "" : lines[position].text.prefix { $0 != " " } }

  mutating func entry(panelID: String) throws(PanelMemory.Fault) -> PanelMemory.Entry {
    let name = try text(of: "name")
    let ids = try text(of: "ids").split(separator: ":").map {
      $0.utf8.count == 4 ? UInt16($0, radix: 16) : nil
    }
    guard ids.count == 2, let vendor = ids[0], let product = ids[1] else {
      throw damage("`ids VENDOR:PRODUCT`")
    }
    let serial = nextKey == "serial" ? try text(of: "serial") : nil
    let key = PanelKey(panelID: panelID, name: name, vendor: vendor, product: product, serial: serial)
    guard key.panelID == panelID, key.name == name, key.serial == serial else {
      throw damage("printable texts of at most \(PanelKey.maxTextBytes) bytes")
    }
    var values = LearnedValues()
    let longest = RecognitionSettings.longestLearnedLiftDelay.microseconds
    if nextKey == "lift_delay_us" { values.liftDelay = try interval(of: "lift_delay_us", in: 0...longest) }
    if nextKey == "report_period_us" {
      values.reportPeriod = try interval(of: "report_period_us", in: 1000...100_000)
    }
    guard !values.isEmpty else { throw damage("a value of the panel") }
    return PanelMemory.Entry(key: key, values: values)
  }

  private mutating func interval(
    of key: String, in range: ClosedRange<Int64>
  ) throws(PanelMemory.Fault) -> Interval {
    let value = try text(of: key)
    guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(value),
      range.contains(number)
    else { throw damage("a number of µs from \(range.lowerBound) to \(range.upperBound)") }
    return Interval(microseconds: number)
  }
}
