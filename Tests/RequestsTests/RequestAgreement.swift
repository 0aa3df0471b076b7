import FlickProtocol
import Foundation
import Requests
import TestKit
import Testing

/// Compares the reader of requests with JSONDecoder and with the schema.
///
/// JSONDecoder must read each accepted line as the same request, and the schema must accept it too.
enum RequestAgreement {
  /// Checks `count` generated lines, half of them damaged; returns how many were accepted.
  static func check(_ count: Int, seed: UInt64, schema: Schema? = nil) throws -> Int {
    var generated = GeneratedJSON(random: SplitMix64(seed: seed))
    var accepted = 0
    for round in 0..<count {
      let line = generated.request()
      let bytes = round % 2 == 0 ? Array(line.utf8) : generated.spoiled(line)
      guard let own = accepts(bytes, seed: seed) else { continue }
      accepted += 1
      let text = String(decoding: bytes, as: UTF8.self)
      let decoded = decoded(text)
      if decoded?.request != own {
        Issue.record("seed \(seed): JSONDecoder reads \(decoded as Any), we \(own): \(text)")
      }
      guard let schema else { continue }
      let faults = schema.faults(of: try OrderedJSON(text), by: "request")
      if !faults.isEmpty { Issue.record("seed \(seed): accepted, but by its schema \(faults): \(text)") }
    }
    return accepted
  }

  /// The request that JSONDecoder reads.
  ///
  /// JSONDecoder rejects a zero with some exponents (0e1, but not 0e0), which RFC 8259 allows. This
  /// function tries such a line again without the exponents.
  private static func decoded(_ text: String) -> DecodedRequest? {
    let decoder = JSONDecoder()
    if let decoded = try? decoder.decode(DecodedRequest.self, from: Data(text.utf8)) { return decoded }
    let zero = /([:\[,\s]-?0(?:\.0+)?)[eE][+\-]?[0-9]+/
    return try? decoder.decode(DecodedRequest.self, from: Data(text.replacing(zero) { $0.1 }.utf8))
  }

  /// The request, nil if it is refused; the message of a refusal must be short.
  private static func accepts(_ bytes: [UInt8], seed: UInt64) -> Request? {
    do throws(RequestFault) {
      return try Request(line: bytes.span)
    } catch {
      if case .refused(let refusal) = error, refusal.message.utf8.count > 300 {
        Issue.record("seed \(seed): a long refusal: \(refusal.message)")
      }
      return nil
    }
  }
}

@Suite struct `A Million request lines` {
  /// A debug build would take an hour; `make test ONLY=requests` runs this suite optimised.
  static let isWanted = ProcessInfo.processInfo.environment["FLICKD_MILLION"] != nil

  @Test(
    .enabled(if: isWanted, "takes minutes: make test ONLY=requests runs it"), arguments: 0..<100)
  func `are read as JSONDecoder reads them, or refused`(seed: UInt64) throws {
    let accepted = try RequestAgreement.check(10_000, seed: 1_000_000 + seed, schema: ProtocolSchema.read())
    #expect(accepted > 2000, "seed \(seed)")
  }
}
