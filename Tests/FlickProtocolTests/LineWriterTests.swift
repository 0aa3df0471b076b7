import Foundation
import TestKit
import Testing

@testable import FlickProtocol

@Suite struct `A line writer` {
  private func written(_ write: (inout LineWriter) -> Void) -> String {
    var line = LineWriter()
    write(&line)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  static let numbers: [(value: Double, decimals: Int, text: String)] = [
    (0, 3, "0"), (-0.0, 3, "0"), (-0.0004, 3, "0"), (1, 3, "1"), (-1, 3, "-1"), (0.5, 3, "0.5"),
    (61.2, 3, "61.2"),
    (1432, 3, "1432"), (-419.2, 3, "-419.2"), (0.0005, 3, "0.001"), (0.0004999, 3, "0"), (2.9996, 3, "3"),
    (0.001, 3, "0.001"), (0.010, 3, "0.01"), (12.050, 3, "12.05"), (-0.25, 3, "-0.25"),
    (0.123_456_7, 6, "0.123457"),
    (7, 0, "7"), (7.5, 0, "8"), (123_456_789.125, 3, "123456789.125"), (.infinity, 3, "900000000000"),
    (-.infinity, 3, "-900000000000"), (.nan, 3, "0"), (1e300, 3, "900000000000"),
    (.leastNonzeroMagnitude, 3, "0"),
  ]

  @Test(arguments: numbers) func `writes the shortest decimal`(value: Double, decimals: Int, text: String) {
    #expect(written { $0.number(value, decimals: decimals) } == text)
  }

  @Test func `writes every whole number and every number of thousandths below 10,000`() {
    for value in 0..<10_000 {
      #expect(written { $0.integer(Int64(value)) } == "\(value)")
      #expect(written { $0.integer(Int64(value) * 10_000 + 1234) } == "\(value * 10_000 + 1234)")
      var digits = "\(value % 1000 + 1000)".dropFirst()
      while digits.hasSuffix("0") { digits.removeLast() }
      let text = "\(value / 1000)" + (digits.isEmpty ? "" : "." + digits)
      #expect(written { $0.number(Double(value) / 1000) } == text)
    }
  }

  @Test(arguments: 0..<20) func `rounds a number as Foundation does`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let bound = [1, 10, 9998, 10_001, 1e7, 1e11][Int.random(in: 0..<6, using: &random)]
      let value = Double.random(in: -bound...bound, using: &random)
      let decimals = Int.random(in: 0...6, using: &random)
      let back = Double(written { $0.number(value, decimals: decimals) }) ?? .nan
      let unit = pow(10, Double(decimals))
      #expect(back == (value * unit).rounded() / unit, "seed \(seed): \(value), \(decimals) places")
    }
  }

  @Test(arguments: [Int64.min, -1, 0, 9, 10, 99_999_999, 100_000_000, 81_234_567_890, .max])
  func `writes whole numbers`(value: Int64) {
    #expect(written { $0.integer(value) } == "\(value)")
    guard value >= 0 else { return }
    var bytes: [UInt8] = []
    LineWriter.append(value, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "\(value)")
  }

  @Test func `writes commas only between values`() {
    let text = written { line in
      line.beginObject()
      line.key("a")
      line.beginArray()
      line.integer(1)
      line.null()
      line.beginObject()
      line.endObject()
      line.beginArray()
      line.endArray()
      line.endArray()
      line.key("b")
      line.bool(true)
      line.endObject()
      line.endLine()
    }
    #expect(text == "{\"a\":[1,null,{},[]],\"b\":true}\n")
  }

  @Test(arguments: 0..<20) func `writes strings that JSONDecoder reads back`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let length = Int.random(in: 0..<40, using: &random)
      let raw = (0..<length).map { _ in
        UInt8.random(in: Bool.random(using: &random) ? 0...0x7f : 0...0xff, using: &random)
      }
      let text = String(decoding: raw, as: UTF8.self)
      let json = written { $0.string(text) }
      let back = try JSONDecoder().decode(String.self, from: Data(json.utf8))
      #expect(back == text, "seed \(seed)")
      #expect(json.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }, "seed \(seed)")
    }
  }

  @Test func `can be emptied and used again`() {
    var line = LineWriter(capacity: 16)
    line.string("0123456789012345678901234567890123456789")
    line.removeAll()
    line.integer(1)
    #expect(line.bytes == [UInt8(ascii: "1")])
  }

  @Test(arguments: 0...70) func `writes the same text from any capacity`(capacity: Int) {
    func fields(_ line: inout LineWriter) {
      line.line { line in
        line.field("whole", Int64.min)
        line.field("number", -123_456_789.125, decimals: 6)
        line.field("text", "\u{1}\"\u{7f}")
        line.field("none", String?.none)
        line.field("flag", false)
        line.strings("list", ["a", ""])
      }
    }
    var small = LineWriter(capacity: capacity)
    fields(&small)
    #expect(String(decoding: small.bytes, as: UTF8.self) == written(fields))
  }
}
