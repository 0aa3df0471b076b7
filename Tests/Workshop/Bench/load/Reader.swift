import FlickProtocol
import Foundation
import Glibc
import LinuxIO

/// A deliberate fault of a reader in the middle of its lines, which proves that the checks find it.
enum Plant: String, CaseIterable {
  /// The reader skips a line.
  case skip
  /// The reader swaps two lines.
  case swap
  /// A line loses its second half.
  case tear
  /// A client that should stop continues to read.
  case read
  /// The bridge stands still now and then.
  case stall
  /// Clients that should leave stay.
  case stay
  /// The silence, in which nothing should happen, is full of requests and reloads.
  case disturb
  /// Nothing runs: the samples are those of a flickd that grows by a page in two and a half
  /// minutes.
  case leak
}

/// One client's connection: reads lines and counts errors in them.
final class Reader {
  /// The counts of a reader.
  struct Tally {
    /// Swipe lines.
    var lines = 0
    /// Swipes that ended, decided or not.
    var ends = 0
    /// Lines that are not a whole object.
    var torn = 0
    /// Lines that came after a later one of their swipe, or after its end.
    var reordered = 0
    /// Sequence numbers that do not follow the previous one.
    var gaps = 0
    /// Arrival minus timestamp, in µs, of every swipe line.
    var lags: [Int64] = []
    /// The reason in the bye.
    var bye: String?
    /// The swipes whose begin and end it received, in order of arrival; only if they are kept.
    var begun: [Int64] = []
    var ended: [Int64] = []
    /// The reason of a refusal.
    var refusal: String?
    /// The last reply to an accepted request.
    var reply: [UInt8]?
    /// Whether the service has closed the connection.
    var hasEnded = false
  }

  let file: OwnedFD
  private(set) var tally = Tally()
  private let keepsLags: Bool
  private let checksLines: Bool
  private let keepsSwipes: Bool
  private let plant: Plant?
  private var unread: [UInt8] = []
  private var lastSequence: Int64 = 0
  /// The timestamp of the last line of each active swipe.
  private var stamps: [Int64: Int64] = [:]
  private var endedSwipes: Set<Int64> = []
  /// A line that the planted fault holds back; empty when the fault is complete.
  private var heldBack: [UInt8]?

  /// Connects to `path` and sends `request`.
  init(
    path: String, request: String?, keepsLags: Bool, checksLines: Bool, keepsSwipes: Bool, plant: Plant?
  ) throws {
    let connection = try UnixConnection(connectingTo: path)
    file = OwnedFD(taking: dup(connection.descriptor))
    self.keepsLags = keepsLags
    self.checksLines = checksLines
    self.keepsSwipes = keepsSwipes
    self.plant = plant
    if let request { try ask(request) }
  }

  func ask(_ line: String) throws {
    _ = try SystemCalls.send(file, Array(line.utf8).span)
  }

  /// Removes the last reply, so that the next one is noticed.
  func forgetReply() {
    tally.reply = nil
  }

  /// Reads once, at most as much as the block holds, and processes the complete lines.
  func read(into block: inout [UInt8]) throws {
    var span = block.mutableSpan
    switch try SystemCalls.read(file, into: &span) {
    case .wouldBlock: return
    case .ended: tally.hasEnded = true
    case .bytes(let count):
      let now = SystemCalls.monotonicMicroseconds()
      unread.append(contentsOf: block[..<count])
      var start = 0
      while let end = unread[start...].firstIndex(of: UInt8(ascii: "\n")) {
        spoil(unread.span.extracting(start..<end), at: now)
        start = end + 1
      }
      unread.removeSubrange(..<start)
    }
  }

  /// Processes a line, changed by the planted fault if there is one.
  private func spoil(_ line: Span<UInt8>, at now: Int64) {
    guard let plant, tally.lines >= 100 || heldBack != nil else { return take(line, at: now) }
    switch plant {
    case .skip where heldBack == nil:
      heldBack = []
    case .swap where heldBack == nil && SwipeHead(line)?.phase == .update:
      heldBack = line.indices.map { line[$0] }
    // Lines of two swipes may change their order; lines of one swipe may not.
    case .swap where heldBack?.isEmpty == false && SwipeHead(line)?.swipe == heldSwipe:
      take(line, at: now)
      if let held = heldBack { take(held.span, at: now) }
      heldBack = []
    case .tear where heldBack == nil:
      heldBack = []
      take(line.extracting(first: line.count / 2), at: now)
    case .skip, .swap, .tear, .read, .stall, .stay, .disturb, .leak:
      take(line, at: now)
    }
  }

  private var heldSwipe: Int64? { heldBack.flatMap { SwipeHead($0.span)?.swipe } }

  private func take(_ line: Span<UInt8>, at now: Int64) {
    if checksLines, !isWhole(line) {
      tally.torn += 1
      return
    }
    guard let head = SwipeHead(line) else { return takeOther(line) }
    tally.lines += 1
    if keepsLags { tally.lags.append(now - head.time) }
    if head.sequence != lastSequence + 1 { tally.gaps += 1 }
    lastSequence = head.sequence
    let before = stamps[head.swipe]
    if endedSwipes.contains(head.swipe) || before.map({ $0 > head.time || head.phase == .begin }) == true {
      tally.reordered += 1
    }
    if keepsSwipes, head.phase == .begin { tally.begun.append(head.swipe) }
    if keepsSwipes, head.phase.isLast { tally.ended.append(head.swipe) }
    if head.phase.isLast {
      tally.ends += 1
      stamps[head.swipe] = nil
      endedSwipes.insert(head.swipe)
    } else {
      stamps[head.swipe] = head.time
    }
  }

  /// Processes a line that does not belong to a swipe; such lines are rare.
  private func takeOther(_ line: Span<UInt8>) {
    let bytes = line.indices.map { line[$0] }
    guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
      tally.torn += 1
      return
    }
    switch object["type"] as? String {
    case "bye": tally.bye = object["reason"] as? String
    case "reply" where object["ok"] as? Bool == true: tally.reply = bytes
    case "reply": tally.refusal = String(decoding: bytes, as: UTF8.self)
    default: break
    }
  }
}

extension Reader.Tally {
  /// The content of the last reply, if it was to `stats`.
  var stats: StatsMessage? {
    guard let reply, case .reply(let message)? = ServerMessage(reply),
      case .stats(let stats) = message.content
    else { return nil }
    return stats
  }
}
