internal import Foundation
internal import Glibc

/// `flickctl bridge` or `flickctl gallery` as a process, before a daemon under test; or `flickctl
/// studio`, which has no socket.
public struct RunningBridge: Sendable {
  /// The port at which the bridge listens.
  public let port: UInt16
  /// The address that the bridge prints.
  public let url: String
  /// The bridge's process.
  public let process: Int32

  /// The origin whose pages are admitted if a test names no other.
  public static let origin = "http://localhost:8080"

  /// Runs the bridge for the socket at `socket` while `body` runs, and waits for its end after
  /// SIGTERM.
  ///
  /// The bridge listens at `address`, on any free port, which it prints.
  public static func run(
    _ verb: String = "bridge", _ arguments: [String] = ["--origin", origin], at address: String = "127.0.0.1",
    by program: [String] = [Program.flickctl.path], environment: [String: String] = [:], socket: String?,
    within seconds: Double = 90, _ body: @escaping @Sendable (RunningBridge) async throws -> Void
  ) async throws -> Outcome {
    let folder = try PrivateFolder()
    let said = folder.file("said")
    let options =
      [verb, "--listen", "\(address):0", "--json"] + (socket.map { ["--socket", $0] } ?? []) + arguments
    let command = Command(
      ["sh", "-c", "exec \"$@\" >'\(said)'", "sh"] + program + options, environment: environment)
    var outcome = try await command.run(within: seconds) { process in
      let line = try await waiting("the bridge reports its address") { () -> JSON? in
        guard let text = try? String(contentsOfFile: said, encoding: .utf8), text.hasSuffix("\n") else {
          return nil
        }
        return try JSON(text)
      }
      guard let port = line.port.value.map({ UInt16($0) }) else {
        throw TimedOut(description: "\(line) contains no port")
      }
      let bridge = RunningBridge(port: port, url: line.url.text ?? "", process: process)
      try await body(bridge)
      bridge.stop()
    }
    outcome.output = try String(contentsOfFile: folder.file("said"), encoding: .utf8)
    return outcome
  }

  /// The subprotocols with which a page presents the token of the address, and a session if the
  /// page has one.
  public func presenting(session: String? = nil) -> String {
    let token = url.split(separator: "#token=").last ?? ""
    return "flickd, flickd.token.\(token)" + (session.map { ", flickd.session.\($0)" } ?? "")
  }

  /// The resident memory of the bridge's process, in KiB.
  public var residentKilobytes: Int {
    get throws { try kilobytes("VmRSS") }
  }

  /// The largest resident memory of the bridge's process so far, in KiB.
  public var peakKilobytes: Int {
    get throws { try kilobytes("VmHWM") }
  }

  private func kilobytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    guard let number = line.flatMap({ Int($0.filter(\.isNumber)) }) else {
      throw TimedOut(description: "\(process) has no \(name)")
    }
    return number
  }

  /// Stops the bridge by SIGTERM.
  public func stop() {
    _ = Glibc.kill(process, SIGTERM)
  }

  /// A connection to the bridge.
  public func connect(receiving bytes: Int32? = nil) throws -> WebConnection {
    try WebConnection(port: port, receiving: bytes)
  }

  /// A page of `origin` that has not read any line.
  public func page(
    of origin: String = origin, presenting subprotocols: String? = nil, receiving bytes: Int32? = nil
  ) async throws -> WebConnection {
    let page = try connect(receiving: bytes)
    let answer = try await page.open(port: port, origin: origin, subprotocols: subprotocols)
    guard answer.status == 101 else { throw TimedOut(description: "\(answer.status): \(answer.body)") }
    return page
  }

  /// A page and the first three lines after the bridge has connected to flickd, which may still be
  /// starting.
  public func greetedPage(
    of origin: String = origin, presenting subprotocols: String? = nil
  ) async throws -> (page: WebConnection, bridge: JSON, hello: JSON, state: JSON) {
    let page = try await page(of: origin, presenting: subprotocols)
    var bridge = try await page.next()
    if bridge.state == "disconnected" { bridge = try await page.next() }
    return (page, bridge, try await page.next(), try await page.next())
  }
}
