import TestKit
import Testing

@testable import Bridge

@Suite struct `A close frame of a page` {
  private static let cases: [(payload: [UInt8], reply: Int?)] = [
    ([], nil), (coded(1000), 1000), (coded(1000, "done".utf8), 1000), (coded(1001), 1001),
    (coded(1003), 1003), (coded(1007), 1007), (coded(1011), 1011), (coded(1012), 1012), (coded(1014), 1014),
    (coded(3000), 3000), (coded(4999, "ü".utf8), 4999),
    // No endpoint may send these codes.
    (coded(0), 1002), (coded(5), 1002), (coded(999), 1002), (coded(1004), 1002), (coded(1005), 1002),
    (coded(1006), 1002), (coded(1015), 1002), (coded(1016), 1002), (coded(1100), 1002), (coded(2999), 1002),
    (coded(5000), 1002), (coded(65534), 1002), (coded(65535, "reason".utf8), 1002),
    // Half a code, and reasons that are not UTF-8.
    ([0x03], 1002), (coded(1000, [0xff]), 1002), (coded(1000, [0xc3]), 1002),
    (coded(1000, [0xed, 0xa0, 0x80]), 1002), (coded(1000, [0xf4, 0x90, 0x80, 0x80]), 1002),
  ]

  private static func coded(_ code: UInt16, _ reason: some Sequence<UInt8> = []) -> [UInt8] {
    [UInt8(code >> 8), UInt8(code & 255)] + reason
  }

  /// Regression: the bridge repeated codes that must not occur in a frame.
  @Test func `is confirmed with its code, or answered with 1002 if it is not valid`() async throws {
    let folder = try PrivateFolder()
    let served = try await RunningBridge.run(socket: folder.file("s")) { bridge in
      for (payload, reply) in Self.cases {
        let page = try await bridge.page()
        try await page.send(frame: 8, payload)
        let close = try #require(try await page.close())
        #expect(close.code == reply, "\(payload)")
        // The reply repeats no reason, and the bridge's own refusal contains one.
        #expect(close.text.isEmpty == (reply != 1002), "\(payload): \(close.text)")
        try await page.untilClosed()
      }
    }
    #expect(served.code == 0)
  }

  @Test func `is rejected if it is not masked, not whole or too long`() async throws {
    let folder = try PrivateFolder()
    let served = try await RunningBridge.run(socket: folder.file("s")) { bridge in
      let frames: [@Sendable (WebConnection) async throws -> Void] = [
        { try await $0.send(frame: 8, Self.coded(1000), isMasked: false) },
        { try await $0.send(frame: 8, Self.coded(1000), isFinal: false) },
        { try await $0.send(frame: 8, Self.coded(1000, [UInt8](repeating: 0x61, count: 124))) },
      ]
      for (number, send) in frames.enumerated() {
        let page = try await bridge.page()
        try await send(page)
        #expect(try await page.close()?.code == 1002, "\(number)")
        try await page.untilClosed()
      }
    }
    #expect(served.code == 0)
  }
}
