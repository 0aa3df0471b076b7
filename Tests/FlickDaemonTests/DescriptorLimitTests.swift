import Foundation
import LinuxIO
import TestKit
import Testing

@Suite struct `The descriptor limit of the unit` {
  /// `LimitNOFILE=` of the unit as it is installed.
  private static func limit() throws -> Int {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let unit = package.appendingPathComponent("systemd/flickd.service")
    let lines = try String(contentsOf: unit, encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("LimitNOFILE=")
    }
    return try #require(lines.count == 1 ? Int(lines[0].dropFirst("LimitNOFILE=".count)) : nil, "\(lines)")
  }

  @Test(.enabled(if: SystemCalls.effectiveUser() == 0, "needs root to use every connection"))
  func `is enough for every client and 64 panels`() async throws {
    let limit = try Self.limit()
    let limited = ["sh", "-c", "ulimit -n \(limit) && exec \"$@\"", "sh"]
    let outcome = try await Daemon.run(["--demo"], under: limited) { daemon in
      let (subscribers, refusal) = try await daemon.crowd()
      let limits = try String(contentsOfFile: "/proc/\(daemon.process)/limits", encoding: .utf8)
      #expect(limits.contains(try Regex("Max open files +\(limit) +\(limit) ")))
      #expect(try await daemon.connect().next().detail == .string(refusal))
      // A panel needs one descriptor. The demo opens no panel, and does without the descriptors of
      // udev, which are among the ten.
      let open = try SystemCalls.names(in: "/proc/\(daemon.process)/fd").count
      #expect(open + 64 + 10 <= limit, "\(open) are open with \(subscribers.count) clients")
      try subscribers[0].send("{\"id\":1,\"request\":\"ping\"}\n")
      #expect(try await subscribers[0].next(of: "reply").ok == true)
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
  }
}
