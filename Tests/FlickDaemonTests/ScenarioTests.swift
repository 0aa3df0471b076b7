import GestureCore
import Recordings
import TestKit
import Testing

/// A recording has no reloads, and flickd plays it in real time.
@Suite struct `A scenario played by flickd` {
  private static let scenarios = ((try? Scenario.all(in: Scenario.folder)) ?? []).filter { scenario in
    !scenario.hasUnplug && !scenario.hasReload && scenario.duration <= .seconds(5)
      && scenario.requests == scenario.openingRequests
      // The first finger lands when the client connects, maybe before flickd reads the request.
      && !scenario.requests.contains { $0.contains("presses_at_rest") }
  }

  @Test func `is one of many`() {
    #expect(Self.scenarios.count >= 50)
  }

  @Test(arguments: scenarios.map(\.name))
  func `sends the expected lines`(name: String) async throws {
    let scenario = try #require(Self.scenarios.first { $0.name == name })
    let folder = try PrivateFolder()
    let configuration = try folder.write("flickd.toml", scenario.configuration?.text ?? "")
    let outcome = try await Daemon.run(
      ["--replay", scenario.file, "--config", configuration], in: folder, ending: .byItself
    ) { daemon in
      let lines = try await daemon.subscribeTogether([scenario.requests])[0].rest()
      let replies = try lines.map { try JSON($0) }.filter { $0.type == "reply" }
      #expect(replies.count == scenario.requests.count && replies.allSatisfy { $0.ok == true })
      let words = try Scenario.words(of: lines)
      #expect(words == scenario.expected, "\(words)")
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
  }
}
