import Foundation
import LinuxIO
import TestKit

/// The processes of a storm: some connect and close, and one visits as another user.
struct Crew: Sendable {
  /// The group that may connect.
  static let group = "daemon"
  /// Root starts the processes as these users, which have no account.
  private static let (stormer, visitor, groupNumber): (UInt32, UInt32, UInt32) = (23_451, 23_452, 1)

  /// A copy of this program that every user can run.
  var load: String
  var folder: PrivateFolder
  /// The socket to storm; nil for a separate accept loop.
  var socket: String?
  var storms: Int
  /// In µs of CLOCK_MONOTONIC.
  var begin: Int64
  var end: Int64

  /// Storms, and returns the number of connections.
  func storm() async throws -> Int {
    let bare = folder.file("bare")
    return try await withThrowingTaskGroup(of: Int.self) { group in
      if socket == nil {
        group.addTask {
          _ = try await run(["accept", "--socket", bare], as: Self.stormer)
          return 0
        }
        _ = try await waiting("a bare accept loop") {
          FileManager.default.fileExists(atPath: bare) ? true : nil
        }
      }
      for _ in 0..<storms {
        group.addTask {
          let words = ["connect", "--socket", socket ?? bare, "--begin", "\(begin)"]
          return Int(try await run(words, as: Self.stormer).first ?? "") ?? 0
        }
      }
      return try await group.reduce(0, +)
    }
  }

  /// Connects to flickd 20 times a second.
  func visit(_ socket: String) async throws -> Visits {
    let lines = try await run(["visit", "--socket", socket, "--begin", "\(begin)"], as: Self.visitor)
    guard let visits = Visits(lines.first ?? "") else { throw Unfit("a visitor printed nothing") }
    return visits
  }

  private func run(_ words: [String], as user: UInt32) async throws -> [String] {
    let isRoot = SystemCalls.effectiveUser() == 0
    let command = Command(
      [load, "storm-crew"] + words + ["--end", "\(end)"],
      environment: Self.libraries, user: isRoot ? .account(user: user, group: Self.groupNumber) : .own)
    let outcome = try await command.run(within: Double(end - begin) / 1e6 + 60)
    guard outcome.code == 0 else { throw Unfit("a process of the storm ended: \(outcome.errors)") }
    return outcome.lines
  }

  /// The paths where the copy of this program finds Swift's libraries.
  private static var libraries: [String: String] {
    ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH": $0] } ?? [:]
  }
}

/// The results of successful connections.
struct Visits: Sendable {
  var all = 0
  /// The first line came after more than a second.
  var late = 0
  /// No line came: the connection ended, or five seconds passed.
  var unanswered = 0

  init() {}

  init?(_ line: String) {
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    (all, late, unanswered) = (numbers[0], numbers[1], numbers[2])
  }
}
