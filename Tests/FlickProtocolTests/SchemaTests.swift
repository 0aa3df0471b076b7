import TestKit
import Testing

@Suite struct `The schema validator` {
  /// A schema, a value that is valid and one that is not.
  static let schemas: [(schema: String, good: String, bad: String)] = [
    ("true", "7", "7"), ("{}", "null", "null"),
    (#"{"type":"integer"}"#, "-2.0", "2.5"), (#"{"type":"integer"}"#, "9e3", #""9""#),
    (#"{"type":"number"}"#, "2.5", "true"), (#"{"type":"string"}"#, #""""#, "null"),
    (#"{"type":"boolean"}"#, "false", "0"), (#"{"type":"null"}"#, "null", "{}"),
    (#"{"type":["array","null"]}"#, "[]", "{}"), (#"{"type":"object"}"#, "{}", "[]"),
    (#"{"enum":["a",null,{"x":1,"y":2}]}"#, #"{"y":2,"x":1}"#, #""b""#),
    (#"{"const":[1,{"a":[]}]}"#, #"[1.0,{"a":[]}]"#, #"[1,{"a":[0]}]"#),
    (#"{"minimum":2}"#, "2", "1.999"), (#"{"maximum":2}"#, "2", "2.001"),
    (#"{"exclusiveMinimum":2}"#, "2.001", "2"), (#"{"exclusiveMaximum":2}"#, "1.999", "2"),
    (#"{"minimum":2}"#, #""none""#, "-2"),
    (#"{"minLength":2}"#, #""ß😀""#, #""😀""#), (#"{"maxLength":2}"#, #""\ud83d\ude00ß""#, #""abc""#),
    (#"{"pattern":"^[0-9a-f]{4}$"}"#, #""0eef""#, #""0eefa""#), (#"{"pattern":"b"}"#, #""abc""#, #""ac""#),
    (#"{"required":["a","b"]}"#, #"{"b":null,"a":1}"#, #"{"a":1}"#), (#"{"required":["a"]}"#, "[]", "{}"),
    (#"{"dependentRequired":{"a":["b"]}}"#, #"{"b":1}"#, #"{"a":1}"#),
    (#"{"properties":{"a":{"type":"string"}}}"#, #"{"b":1}"#, #"{"a":1}"#),
    (#"{"properties":{"a":false}}"#, "{}", #"{"a":1}"#),
    (#"{"properties":{"a":true},"additionalProperties":false}"#, #"{"a":1}"#, #"{"a":1,"b":1}"#),
    (#"{"additionalProperties":{"type":"null"}}"#, #"{"a":null}"#, #"{"a":1}"#),
    (#"{"items":{"type":"null"}}"#, "[null,null]", "[null,1]"),
    (#"{"prefixItems":[{"type":"null"}],"items":{"type":"string"}}"#, #"[null,"a"]"#, #"["a","a"]"#),
    (#"{"prefixItems":[{"type":"null"}],"items":false}"#, "[null]", "[null,null]"),
    (#"{"prefixItems":[{"type":"null"}]}"#, "[null,1]", "[1]"),
    (#"{"minItems":2}"#, "[1,1]", "[1]"), (#"{"maxItems":1}"#, "[1]", "[1,1]"),
    (#"{"uniqueItems":true}"#, "[1,true,[1]]", "[1,2,1.0]"),
    (#"{"allOf":[{"minimum":1},{"maximum":3}]}"#, "2", "4"),
    (#"{"anyOf":[{"maximum":1},{"minimum":3}]}"#, "4", "2"),
    (#"{"oneOf":[{"maximum":3},{"minimum":2}]}"#, "1", "2.5"),
    (#"{"not":{"type":"null"}}"#, "1", "null"),
    (#"{"if":{"type":"number"},"then":{"minimum":1},"else":{"type":"null"}}"#, "1", "0"),
    (#"{"if":{"type":"number"},"then":{"minimum":1},"else":{"type":"null"}}"#, "null", #""a""#),
    (#"{"if":{"type":"number"},"then":false}"#, "null", "0"),
    (
      ##"{"$defs":{"list":{"type":["array","null"],"items":{"$ref":"#/$defs/list"}}},"$ref":"#/$defs/list"}"##,
      "[[],[[null]]]", "[[],[[1]]]"
    ),
    (#"{"title":"t","description":"d","$id":"urn:x","type":"null"}"#, "null", "1"),
  ]

  @Test(arguments: schemas) func `accepts valid values and rejects others`(
    schema: String, good: String, bad: String
  ) throws {
    let read = try Schema(schema)
    #expect(read.faults(of: try OrderedJSON(good)) == [])
    // The first two schemas accept every value.
    if good != bad { #expect(!read.faults(of: try OrderedJSON(bad)).isEmpty) }
  }

  @Test(arguments: [
    #"{"minProperties":1}"#, #"{"unevaluatedProperties":false}"#, #"{"format":"date"}"#, #"{"tpye":"null"}"#,
    #"{"properties":{"a":{"typ":"null"}}}"#, ##"{"$ref":"#/$defs/none"}"##, #"{"type":"int"}"#,
    #"{"anyOf":[]}"#,
    #"{"if":{"contains":1}}"#, #"{"items":[{}]}"#, #"{"pattern":"("}"#, #"{"minLength":-1}"#, "7",
  ]) func `rejects a schema that it does not understand`(schema: String) {
    #expect(throws: (any Error).self) { try Schema(schema) }
  }

  @Test func `reports the position of a fault`() throws {
    let schema = try Schema(#"{"properties":{"a":{"items":{"required":["b"]}}}}"#)
    let faults = schema.faults(of: try OrderedJSON(#"{"a":[{"b":1},{}]}"#))
    #expect(faults.map(\.description) == ["/a/1: `b` is missing"])
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,\"a\":1}", "nul", "1 2", "\"\\x\"", "\"\n\"", "1e999", "{'a':1}",
  ])
  func `rejects text that is not JSON`(text: String) {
    #expect(throws: OrderedJSON.Malformed.self) { try OrderedJSON(text) }
  }

  @Test(arguments: 0..<5) func `reads values as JSONDecoder does`(seed: UInt64) throws {
    func plain(_ value: OrderedJSON) -> JSON {
      switch value {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let number): .number(number)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map(plain))
      case .object(let fields):
        .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, plain($0.value)) }))
      }
    }
    var generated = GeneratedJSON(random: SplitMix64(seed: seed))
    for _ in 0..<200 {
      let text = generated.value(depth: 4)
      #expect(try plain(OrderedJSON(text)) == JSON(text), "seed \(seed): \(text)")
    }
  }
}
