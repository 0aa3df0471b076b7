import Foundation
import LinuxIO

/// A folder for one test, removed with everything in it.
final class Scratch {
  let path: String

  init() {
    // Short: the path of a socket has at most 107 bytes.
    let parent = ProcessInfo.processInfo.environment["FLICKD_SCRATCH"] ?? "/tmp"
    path = "\(parent)/flickd-\(UUID().uuidString.prefix(8))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  var names: [String] { (try? SystemCalls.names(in: path)) ?? [] }
}

/// The error that `body` throws, or nil.
func refusal(_ body: () throws(UnixListenerError) -> Void) -> UnixListenerError? {
  do throws(UnixListenerError) {
    try body()
    return nil
  } catch {
    return error
  }
}
