import Foundation
import TestKit
import Testing

@testable import FlickProtocol

@Suite struct `A JSON reader` {
  /// Reads a whole text; nil for an object with a duplicate key or a number beyond Double.
  private func read(_ text: [UInt8]) throws(JSONFault) -> JSON? {
    var reader = JSONReader()
    let first = try reader.next(in: text.span)
    let value = try value(first, &reader, text.span)
    let end = try reader.next(in: text.span)
    #expect(end == .end)
    return value
  }

  private func value(
    _ token: JSONReader.Token, _ reader: inout JSONReader, _ text: Span<UInt8>
  ) throws(JSONFault) -> JSON? {
    switch token {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .string(let string): return .string(string.value(in: text))
    case .number(let range):
      let digits = String(decoding: range.map { text[$0] }, as: UTF8.self)
      return Double(digits).flatMap { $0.isFinite ? .number($0) : nil }
    case .beginArray:
      var elements: [JSON]? = []
      while true {
        let next = try reader.next(in: text)
        if next == .endArray { return elements.map { .array($0) } }
        if let element = try value(next, &reader, text) { elements?.append(element) } else { elements = nil }
      }
    case .beginObject:
      var fields: [String: JSON]? = [:]
      while case .key(let key) = try reader.next(in: text) {
        let field = try value(try reader.next(in: text), &reader, text)
        let before = fields?.updateValue(field ?? .null, forKey: key.value(in: text))
        if field == nil || before != nil { fields = nil }
      }
      return fields.map { .object($0) }
    case .endObject, .endArray, .key, .end:
      Issue.record("\(token) is not a value")
      return nil
    }
  }

  static let good: [(text: String, value: JSON)] = [
    ("0", 0), (" -1.5e1\r\n", .number(-15)), ("\"\"", ""), ("true", true), ("null", .null),
    ("0e1", 0), ("-0E-2", 0), ("[]", .array([])),
    ("{ }", .object([:])), ("[1 , [ ] ,{}]", .array([1, .array([]), .object([:])])),
    ("{\"a\":{\"a\":[false]}}", .object(["a": .object(["a": .array([false])])])),
    (#""\"\\\/\b\f\n\r\t\u0041\u00E9""#, "\"\\/\u{8}\u{c}\n\r\tAé"), (#""\uD83D\ude00😀""#, "😀😀"),
    (
      "\"\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}\"",
      "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}"
    ),
    (
      String(repeating: "[", count: 16) + String(repeating: "]", count: 16),
      (0..<15).reduce(.array([])) { inner, _ in .array([inner]) }
    ),
  ]

  @Test(arguments: good) func `reads what RFC 8259 allows`(text: String, value: JSON) throws {
    #expect(try read(Array(text.utf8)) == value)
  }

  /// Texts, and the offset of the first invalid byte.
  static let bad: [(text: String, offset: Int)] = [
    ("", 0), (" ", 1), ("nul", 3), ("nulL", 3), ("True", 0), ("truefalse", 4), ("NaN", 0), ("Infinity", 0),
    ("-", 1),
    ("+1", 0), ("01", 1), ("-01", 2), (".5", 0), ("1.", 2), ("1.e1", 2), ("1e", 2), ("1e+", 3), ("0x10", 1),
    ("1_000", 1),
    ("1 2", 2), ("{} {}", 3), ("[1]]", 3), ("[", 1), ("[1", 2), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3),
    ("[1}", 2),
    ("{", 1), ("{\"a\"", 4), ("{\"a\"}", 4), ("{\"a\":}", 5), ("{\"a\":1", 6), ("{\"a\":1,}", 7), ("{,}", 1),
    ("{a:1}", 1),
    ("{1:1}", 1), ("{'a':1}", 1), ("{\"a\" 1}", 5), ("{\"a\":1]", 6), ("{\"a\":1 \"b\":2}", 7), ("'a'", 0),
    ("\"", 1),
    ("\"a", 2), ("\"\\\"", 3), ("\"\\", 2), ("\"\\x41\"", 2), ("\"\\u12\"", 5), ("\"\\u12G4\"", 5),
    ("\"\\u", 3), ("\"\t\"", 1),
    ("\"\u{1f}\"", 1), ("// a\n1", 0), ("/* a */1", 0), ("\u{feff}1", 0), ("\u{a0}1", 0), ("\u{b}1", 0),
  ]

  @Test(arguments: bad) func `rejects everything else with its offset`(text: String, offset: Int) {
    #expect(throws: JSONFault.syntax(offset: offset)) { try read(Array(text.utf8)) }
  }

  @Test(arguments: [
    #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#, #""\ud800\u0041""#, #""\ud800x""#, #""\ud83d\n""#,
    #""\udbff\ue000""#,
    #""\ud83d\"#,
  ]) func `rejects half a surrogate pair`(text: String) {
    #expect(throws: JSONFault.self) { try read(Array(text.utf8)) }
  }

  /// Bytes that are not UTF-8: stray, overlong, surrogate, beyond U+10FFFF, or truncated.
  static let noUTF8: [[UInt8]] = [
    [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc3], [0xc3, 0x28], [0xe0, 0x80, 0x80], [0xe0, 0x9f, 0xbf],
    [0xe2, 0x82], [0xe2, 0x28, 0xa1], [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xf0, 0x80, 0x80, 0x80],
    [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x98], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff],
    [0xfe],
  ]

  @Test(arguments: noUTF8) func `rejects bytes that are not UTF-8`(bytes: [UInt8]) {
    #expect(throws: JSONFault.syntax(offset: 1)) { try read([0x22] + bytes + [0x22]) }
    #expect(throws: JSONFault.self) { try read([0x22] + bytes) }
  }

  @Test func `reads 16 levels of nesting and rejects 17`() {
    for opening in ["[", "{\"a\":"] {
      #expect(throws: JSONFault.tooDeep) { try read(Array(String(repeating: opening, count: 17).utf8)) }
      #expect(throws: JSONFault.syntax(offset: 16 * opening.utf8.count)) {
        try read(Array(String(repeating: opening, count: 16).utf8))
      }
    }
  }

  @Test(arguments: 0..<10) func `reads generated texts as Foundation does`(seed: UInt64) throws {
    var generated = GeneratedJSON(random: SplitMix64(seed: seed))
    for _ in 0..<300 {
      let text = generated.value(depth: 5)
      let own = try read(Array(text.utf8))
      if let own { #expect(try own == JSON(text), "seed \(seed): \(text)") }
      let spoiled = generated.spoiled(text)
      guard let value = try? read(spoiled) else { continue }
      let other = try JSON(String(decoding: spoiled, as: UTF8.self))
      #expect(value == other, "seed \(seed): \(String(decoding: spoiled, as: UTF8.self))")
    }
  }
}
