import ConfigurationFiles
import FlickProtocol
import GestureCore
import LinuxIO
import Panels
import Pipeline
import Settings
import TestKit
import Testing

@testable import FlickDaemon

/// A panel with a configuration, and one client for each view, whose lines a test reads.
final class SharedGlass {
  private let loop: EventLoop
  private let broadcast: Broadcast
  private let served: ServedPanel
  private let folder: PrivateFolder
  private var readers: [Reader] = []
  let setup: PanelSetup

  /// A client, and its end of the connection.
  private final class Reader {
    let client: Client
    private var connection: UnixConnection

    init(_ client: Client, _ connection: consuming UnixConnection) {
      self.client = client
      self.connection = connection
    }

    /// The lines that wait for the client.
    func lines(ofTurn turn: Int) throws -> [String] {
      let end = "{\"turn\":\(turn)}"
      var line = LineWriter()
      line.line { $0.field("turn", Int64(turn)) }
      client.enqueue(line)
      var lines: [String] = []
      while lines.last != end {
        client.unblock()
        client.flush()
        var bytes: [UInt8] = []
        guard try connection.readLine(into: &bytes) else { throw Glass.Absence() }
        lines.append(String(decoding: bytes, as: UTF8.self))
      }
      return lines.dropLast()
    }
  }

  init(_ configuration: String, on description: PanelDescription, views: [View]) throws {
    let reading = Settings.read([ConfigurationFile(name: "f", bytes: Array(configuration.utf8))])
    try #require(reading.isValid, "\(reading.diagnostics)")
    setup = try #require(
      PanelSetup(
        description, identity: PanelIdentity(panelID: "glass", source: .live), settings: reading.settings))
    loop = EventLoop(try Reactor())
    broadcast = Broadcast(settings: reading.settings, loop: loop)
    served = ServedPanel(setup, broadcast: broadcast, loop: loop)
    folder = try PrivateFolder()
    var listener = try UnixListener(taking: try listeningSocket(at: folder.file("s")))
    for (number, view) in views.enumerated() { try connect(view, number, &listener) }
  }

  private func connect(_ view: View, _ number: Int, _ listener: inout UnixListener) throws {
    let connection = try UnixConnection(connectingTo: folder.file("s"))
    guard case .connection(let file, let peer) = try listener.accept() else { throw Glass.Absence() }
    let registration = try loop.reactor.register(file, for: .readable)
    let client = Client(
      number: number, user: peer.user, file: file, registration: registration, level: view.level, loop: loop)
    broadcast.subscribe(client, to: view)
    readers.append(Reader(client, connection))
  }

  /// The lines of each client for these events.
  func play(_ events: [InputEvent]) throws -> [[String]] {
    var lines: [[String]] = readers.map { _ in [] }
    var turn = 0
    for event in events where served.consume(event) {
      turn += 1
      broadcast.release()
      for index in readers.indices { lines[index] += try readers[index].lines(ofTurn: turn) }
    }
    served.lose(.shutdown, at: events.last?.instant)
    for index in readers.indices { lines[index] += try readers[index].lines(ofTurn: 0) }
    return lines
  }

  /// The counts of the reply to `stats` at a level, and the panel message there.
  func stats(_ level: Level) -> (panel: StatsMessage.Panel, message: PanelMessage) {
    (served.counts.visible(at: level), served.message.visible(at: level))
  }

  /// The active swipes, as `state` would list them now.
  func swipes(_ level: Level) -> [UInt64] {
    broadcast.swipes(seenBy: View(level: level)).map(\.id.number)
  }

  /// The touches that `activity` counts.
  var touches: Int64 { served.counts.touches }
}
