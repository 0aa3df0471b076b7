import FlickProtocol
import Foundation
import Glibc
import LinuxIO
import Synchronization
import TestKit

/// A flickd that plays a recording, in a separate process.
struct PlayedService: Sendable {
  let program: String
  /// The folder of the recording and the socket.
  let folder: PrivateFolder
  let recording: String

  init(program: String, recording: TenFingers) throws {
    self.program = program
    folder = try PrivateFolder()
    self.recording = try folder.write("ten.evemu", recording.bytes)
    try folder.write("none.toml", "")
  }

  /// Runs the service during `body`, which runs on a separate thread and may block, then stops it.
  ///
  /// Ends the program if flickd does not do what the run requires.
  func run<Value: Sendable>(
    within seconds: Double, _ body: @escaping @Sendable (RunningService) throws -> Value
  ) async throws -> Value {
    do {
      return try await played(within: seconds, body)
    } catch let error as Unfit {
      throw failure(.unavailable, error.description)
    }
  }

  private func played<Value: Sendable>(
    within seconds: Double, _ body: @escaping @Sendable (RunningService) throws -> Value
  ) async throws -> Value {
    let socket = folder.file("s")
    let found = Found<Value>()
    let command = Command([
      program, "--config", folder.file("none.toml"), "--socket", socket, "--replay", recording,
    ])
    let outcome = try await command.run(within: seconds) { process in
      _ = try await waiting("flickd listens") { FileManager.default.fileExists(atPath: socket) ? true : nil }
      let value = try await onThread { try body(RunningService(socket: socket, process: process)) }
      found.value.withLock { $0 = value }
      kill(process, SIGTERM)
    }
    guard outcome.code == 0, let value = found.value.withLock({ $0 }) else {
      throw Unfit("flickd ended with \(outcome.code.map { "\($0)" } ?? "a signal"): \(outcome.errors)")
    }
    return value
  }
}

/// A result that another thread stores while a service runs.
final class Found<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

struct RunningService: Sendable {
  /// The path of its socket.
  var socket: String
  var process: Int32

  /// Its resident memory, in kB.
  var residentKilobytes: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
  }
}

/// Runs a blocking body on a separate thread: Swift has only as many task threads as processors.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try body() }) }.start()
  }
}

/// The time `seconds` from now, in µs of CLOCK_MONOTONIC.
func deadline(in seconds: Double) -> Int64 {
  SystemCalls.monotonicMicroseconds() + Int64(seconds * 1e6)
}
