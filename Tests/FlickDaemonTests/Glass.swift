import Evdev
import FlickProtocol
import GestureCore
import LinuxIO
import Panels
import Pipeline
import Settings
import TestKit

@testable import FlickDaemon

/// A panel whose events a test injects, and a client that reads all its lines at the end of each
/// turn.
final class Glass {
  let loop: EventLoop
  let broadcast: Broadcast
  let client: Client
  private let setup: PanelSetup
  private let folder: PrivateFolder
  private let reader: PanelReader
  private var connection: UnixConnection
  private var turn = 0

  /// Creates a panel without contacts, and a client with this view.
  init(_ view: View, maxRate: Double? = nil) throws {
    guard let setup = Self.setup else { throw Absence() }
    self.setup = setup
    loop = EventLoop(try Reactor())
    broadcast = Broadcast(settings: Settings(), loop: loop)
    folder = try PrivateFolder()
    var listener = try UnixListener(taking: try listeningSocket(at: folder.file("s")))
    connection = try UnixConnection(connectingTo: folder.file("s"))
    guard case .connection(let file, let peer) = try listener.accept() else { throw Absence() }
    let registration = try loop.reactor.register(file, for: .readable)
    client = Client(
      number: 1, user: peer.user, file: file, registration: registration, level: view.level, loop: loop)
    broadcast.subscribe(client, to: view)
    client.setRate(maxRate)
    reader = PanelReader(
      ServedPanel(setup, broadcast: broadcast, loop: loop), of: MadeRecording.description,
      clock: TimestampMapper(isMonotonic: true), loop: loop)
  }

  /// The panel has no setup, or the client no connection.
  struct Absence: Error {}

  private static var setup: PanelSetup? {
    PanelSetup(
      MadeRecording.description, identity: PanelIdentity(panelID: "glass", source: .live),
      settings: Settings())
  }

  /// The counts of the panel.
  var counts: PanelCounts { reader.served.counts }

  /// Whether the last turn used up its budget.
  var isBehind: Bool { reader.isBehind }

  /// Plays a turn in which the panel answers with `next`, and returns the lines of the client.
  func turn(_ next: () -> LivePanel.ReadResult) throws -> [String] {
    loop.readClock()
    _ = reader.read(next)
    return try endTurn()
  }

  /// Publishes a fact as the panel would.
  func publish(_ fact: SwipeFact) {
    broadcast.publish(fact, of: setup, at: PublishingMoment(frameTime: fact.instant.microseconds))
  }

  /// Ends a turn, and returns the lines of the client.
  func endTurn() throws -> [String] {
    broadcast.release()
    turn += 1
    let end = "{\"turn\":\(turn)}"
    var line = LineWriter()
    line.line { $0.field("turn", Int64(turn)) }
    client.enqueue(line)
    var lines: [String] = []
    while lines.last != end {
      client.unblock()
      client.flush()
      var bytes: [UInt8] = []
      guard try connection.readLine(into: &bytes) else { throw Absence() }
      lines.append(String(decoding: bytes, as: UTF8.self))
    }
    return lines.dropLast()
  }

  /// The lines of a replay of these events, in the same view.
  static func replay(_ events: [InputEvent], _ view: View) throws -> [String] {
    guard let setup else { throw Absence() }
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var sink = Replay(SwipeEncoder(view: view, millimetersPerPoint: 25.4 / 163), setup)
    for event in events { pipeline.consume(event, numbering: &numbering, into: &sink) }
    return sink.bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The lines of a replay.
private struct Replay: SwipeSink, ~Copyable {
  var bytes: [UInt8] = []
  private var encoder: SwipeEncoder
  private var swipes = PublishedSwipes()
  private let setup: PanelSetup
  private var sequence: Int64 = 0

  init(_ encoder: consuming SwipeEncoder, _ setup: PanelSetup) {
    self.encoder = encoder
    self.setup = setup
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    guard encoder.encode(fact, of: setup, lowerID: swipes.note(fact, of: setup)) else { return }
    sequence = encoder.append(sequence: sequence + 1, to: &bytes)
  }

  mutating func receive(_ fact: borrowing ContactFact) {
    guard encoder.encode(fact, of: setup) else { return }
    sequence = encoder.append(sequence: sequence + 1, to: &bytes)
  }
}
