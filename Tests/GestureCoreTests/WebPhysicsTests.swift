import Foundation
import TestKit
import Testing

@Suite struct `The physics of web pages` {
  static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Web/physics.test.mjs")

  @Test(.enabled(if: Tools.areWanted("node"), "needs Node"), arguments: [1, 20_260_731] as [UInt64])
  func `match the core to a billionth`(seed: UInt64) async throws {
    var vectors = WebVectors(by: SplitMix64(seed: seed))
    let folder = try PrivateFolder()
    let file = try folder.write("vectors.jsonl", vectors.lines(3000).joined(separator: "\n"))
    let outcome = try await Command(
      ["node", "--test", Self.script.path],
      environment: ["FLICKD_WEB_VECTORS": file, "PATH": Tools.path]
    ).run()
    #expect(outcome.code == 0, "seed \(seed): \(outcome.output)")
    #expect(!outcome.output.contains("# SKIP"))
  }
}
