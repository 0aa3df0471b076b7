import Foundation
import TestKit
import Testing

/// Mosquitto, an MQTT broker, with its clients.
///
/// Debian's package starts a service at installation, so a machine without Mosquitto unpacks the
/// packages into the cache instead.
struct Mosquitto: Sendable {
  /// The environment in which `mosquitto`, `mosquitto_pub` and `mosquitto_sub` are found.
  var environment: [String: String]

  /// Finds the installed Mosquitto, or else the one in the cache.
  ///
  /// Throws the reason if it cannot be downloaded either.
  static func find() async throws -> Mosquitto {
    let installed = try await Command(
      ["bash", "-c", "command -v mosquitto && command -v mosquitto_pub && command -v mosquitto_sub"],
      environment: ["PATH": Tools.path]
    ).run()
    if installed.code == 0 { return Mosquitto(environment: ["PATH": Tools.path]) }
    let script = Example.root.appending(path: "packaging/unpacked.sh").path
    let unpacked = try await Command([script, "mosquitto", "mosquitto-clients"]).run(within: 300)
    guard unpacked.code == 0 else { throw Missing(reason: unpacked.errors) }
    let folders = unpacked.lines.map { "\($0)/usr" }
    let libraries = folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/lib")) ?? [])
        .filter { $0.contains("-linux-gnu") }.map { "\(folder)/lib/\($0)" }
    }
    let path = folders.flatMap { ["\($0)/bin", "\($0)/sbin"] } + [Tools.path]
    return Mosquitto(environment: [
      "PATH": path.joined(separator: ":"), "LD_LIBRARY_PATH": libraries.joined(separator: ":"),
    ])
  }

  /// Whether the test runs.
  ///
  /// In CI it always runs, and fails if Mosquitto is missing.
  static func isWanted() async -> Bool {
    if ProcessInfo.processInfo.environment["CI"] != nil { return true }
    return (try? await find()) != nil
  }

  /// The reason why Mosquitto is missing.
  struct Missing: Error { var reason: String }
}

@Suite struct `The example of a client that publishes` {
  @Test(
    .enabled("needs Mosquitto, which is neither installed nor to be downloaded") {
      await Mosquitto.isWanted()
    })
  func `publishes decisions to a broker`() async throws {
    let mosquitto = try await Mosquitto.find()
    let folder = try PrivateFolder()
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      _ = try await daemon.subscribe()
      let heard = try await Command(
        [
          "bash", "-c", Self.script, Example.folder.appending(path: "mqtt.sh").path,
          folder.file("mosquitto.conf"),
        ],
        environment: mosquitto.environment.merging(["FLICKD_SOCKET": daemon.socket]) { $1 }
      ).run()
      #expect(heard.code == 0, "\(heard.errors)")
      let line = try JSON(try #require(heard.lines.last))
      #expect(line.type == "swipe" && line.phase == "end")
    }
    #expect(outcome.code == 0)
  }

  /// Reads three lines of the topic.
  ///
  /// The third is a swipe, whether the first two are hello and state or swipes.
  ///
  /// Each program is a job, because the shell would leave the programs of a pipeline running. A
  /// broker that root starts becomes the package's user, which is missing if nothing was installed;
  /// `user` prevents that.
  private static let script = """
    set -m
    for attempt in 1 2 3; do
      PORT=$((20000 + RANDOM))
      printf '%s\\n' "listener $PORT 127.0.0.1" 'allow_anonymous true' "user $(id -un)" >"$1"
      mosquitto -c "$1" >&2 & broker=$!
      for _ in {1..100}; do
        sleep 0.05
        kill -0 $broker 2>/dev/null || break
        mosquitto_pub -p "$PORT" -t ready -n 2>/dev/null && break 2
      done
    done
    export PORT
    sh "$0" & publisher=$!
    mosquitto_sub -p "$PORT" -t kiosk/flickd -C 3 -W 40
    status=$?
    kill -- $broker -$publisher
    exit $status
    """
}
