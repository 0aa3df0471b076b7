import FlickProtocol
import Foundation
import GestureCore
import Requests
import TestKit
import Testing

@Suite struct `A request line` {
  private func read(_ line: some Sequence<UInt8>) throws(RequestFault) -> Request {
    try Request(line: Array(line).span)
  }

  private func refusal(_ line: String) -> RequestRefusal? {
    do throws(RequestFault) {
      _ = try read(line.utf8)
    } catch {
      if case .refused(let refusal) = error { return refusal }
    }
    return nil
  }

  static let good: [(line: String, request: Request)] = [
    (#"{"id":1,"request":"ping"}"#, Request(id: .integer(1), verb: .ping)),
    (#"{"request":"panels","id":"a"}"#, Request(id: .string("a"), verb: .panels)),
    ("\t{ \"id\" : -7 , \"request\" : \"stats\" }\r", Request(id: .integer(-7), verb: .stats)),
    (#"{"\u0069d":"","r\u0065quest":"p\u0069ng"}"#, Request(id: .string(""), verb: .ping)),
    (#"{"id":9223372036854775807,"request":"ping"}"#, Request(id: .integer(.max), verb: .ping)),
    (#"{"id":-9223372036854775808,"request":"ping"}"#, Request(id: .integer(.min), verb: .ping)),
    (#"{"id":-0,"request":"ping"}"#, Request(id: .integer(0), verb: .ping)),
    (#"{"id":"\u0000ß\ud83d\ude00","request":"ping"}"#, Request(id: .string("\0ß😀"), verb: .ping)),
  ]

  @Test(arguments: good) func `is read`(line: String, request: Request) throws {
    #expect(try read(line.utf8) == request)
  }

  static let bad: [(line: String, id: Request.ID?, code: RequestErrorCode, words: String)] = [
    ("nonsense", nil, .badJSON, "this is not JSON: byte 2 is unexpected"),
    (" ", nil, .badJSON, "this is not JSON: the text is incomplete"),
    (#"{"id":1,"request":"ping""#, .integer(1), .badJSON, "this is not JSON: the text is incomplete"),
    (#"{"id":1,"request":"ping"} x"#, .integer(1), .badJSON, "byte 27"),
    (#"{"id":1,"request":"ping"}{"id":2,"request":"ping"}"#, .integer(1), .badJSON, "byte 26"),
    (#"{"request":"ping",}"#, nil, .badJSON, "byte 19"),
    ("[]", nil, .badJSON, "a request is a JSON object"),
    ("[1", nil, .badJSON, "the text is incomplete"),
    ("\"ping\"", nil, .badJSON, "a request is a JSON object"),
    (#"{"id":1,"request":"ping","id":1}"#, nil, .badJSON, "the key `id` comes twice"),
    (#"{"id":1,"request":"ping","\u0069d":2}"#, nil, .badJSON, "the key `id` comes twice"),
    (#"{"id":1,"request":"ping","request":"ping"}"#, .integer(1), .badJSON, "the key `request` comes twice"),
    (#"{"id":1,"request":"ping","a":{"b":1,"b":1}}"#, .integer(1), .badJSON, "the key `a.b` comes twice"),
    (#"{"id":1.0,"request":"ping"}"#, nil, .badValue, "`id` is a whole number of 64 bits or a string"),
    (#"{"id":1e3,"request":"ping"}"#, nil, .badValue, "`id` is"),
    (#"{"id":9223372036854775808,"request":"ping"}"#, nil, .badValue, "`id` is"),
    (#"{"id":-9223372036854775809,"request":"ping"}"#, nil, .badValue, "`id` is"),
    (#"{"id":null,"request":"ping"}"#, nil, .badValue, "`id` is"),
    (#"{"id":{"id":1},"request":"ping"}"#, nil, .badValue, "`id` is"),
    (
      #"{"id":"\#(String(repeating: "x", count: 257))","request":"ping"}"#, nil, .badValue,
      "at most 256 bytes"
    ),
    (#"{"id":1,"request":["ping"]}"#, .integer(1), .badValue, "`request` is a string"),
    (#"{"request":"ping"}"#, nil, .badValue, "`id` is missing"),
    (
      #"{"id":"x"}"#, .string("x"), .badValue,
      "`request` is missing: the requests are ping, panels, stats, subscribe, update"
    ),
    ("{}", nil, .badValue, "`id` is missing"),
    (
      #"{"id":1,"request":"panel"}"#, .integer(1), .unknownRequest,
      "no request `panel`: did you mean `panels`?"
    ),
    (#"{"id":1,"request":"PING"}"#, .integer(1), .unknownRequest, "did you mean `ping`?"),
    (#"{"id":1,"request":"shutdown"}"#, .integer(1), .unknownRequest, "the requests are ping, panels, stats"),
    (#"{"id":1,"request":"subscirbe"}"#, .integer(1), .unknownRequest, "did you mean `subscribe`?"),
    (
      #"{"id":1,"request":"ping","reqest":1}"#, .integer(1), .unknownField,
      "no field `reqest`: did you mean `request`?"
    ),
    (
      #"{"id":1,"method":"ping"}"#, .integer(1), .unknownField,
      "no field `method`: write `request` in its place"
    ),
    (#"{"id":1,"request":"ping","type":1}"#, .integer(1), .unknownField, "the fields are id, request"),
    (#"{"id":1,"requst":"ping"}"#, .integer(1), .unknownField, "did you mean `request`?"),
    (#"{"id":1,"request":"ping","colour":[{}]}"#, .integer(1), .unknownField, "the fields are id, request"),
    (
      #"{"id":1,"request":"ping","zones":7}"#, .integer(1), .unknownField,
      "no field `zones`: the fields are id, request"
    ),
    (
      #"{"zone":1,"id":1,"request":"stats"}"#, .integer(1), .unknownField,
      "no field `zone`: the fields are id, request"
    ),
  ]

  @Test(arguments: bad) func `that is wrong is refused with its id and the reason`(
    line: String, id: Request.ID?, code: RequestErrorCode, words: String
  ) throws {
    let refusal = try #require(self.refusal(line))
    #expect(refusal.id == id)
    #expect(refusal.code == code)
    #expect(refusal.message.contains(words), "\(refusal.message)")
  }

  @Test func `with a long word gets a short refusal`() throws {
    let word = String(repeating: "é", count: 5000)
    let refused = [
      refusal(#"{"id":1,"request":"\#(word)"}"#), refusal(#"{"id":1,"request":"ping","\#(word)":1}"#),
    ]
    for refusal in refused { #expect(try #require(refusal).message.utf8.count < 150) }
  }

  @Test(arguments: [
    "[[[[[[[[[[[[[[[[[", #"{"id":1,"request":"ping","a":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}"#,
    #"{"id":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":1"#,
  ]) func `that is nested deeper than 16 is a fault of its own`(line: String) {
    #expect(throws: RequestFault.tooDeep) { try read(line.utf8) }
    #expect(throws: RequestFault.tooDeep) { try read((line + "]}").utf8) }
  }

  @Test(arguments: 0..<10) func `that is generated is read as JSONDecoder reads it, or refused`(
    seed: UInt64
  ) throws {
    let accepted = try RequestAgreement.check(2000, seed: seed)
    #expect(accepted > 400, "seed \(seed)")
  }

  @Test(arguments: 0..<10) func `of random bytes is read or refused without a crash`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1000 {
      let count = Int.random(in: 0..<60, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      _ = try? read(bytes)
      _ = try? read(Array("{\"id\":\"".utf8) + bytes)
    }
  }
}
