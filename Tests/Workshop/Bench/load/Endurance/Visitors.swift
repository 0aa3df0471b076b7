import FlickProtocol
import Foundation

/// Clients that connect briefly: they send a request, or nonsense, and half of them leave without
/// reading.
struct Visitors {
  private static let all = #"{"id":1,"request":"subscribe","phases":["begin","update","end","cancel"]}"#

  /// The request of each visitor in turn; the last two end the connection.
  private static let requests = [
    #"{"id":1,"request":"ping"}"#, #"{"id":2,"request":"panels"}"#, #"{"id":3,"request":"stats"}"#, all,
    #"{"id":4,"request":"subscribe","phases":["update"],"unit":"pt","max_rate_hz":60}"#,
    #"{"id":5,"request":"subscribe","zones":[{"name":"a","axis":"x","snap_points":[0,-50,-100]},{"name":"b"}]}"#
      + "\n" + #"{"id":6,"request":"update","zone":"a","offset":-50}"#,
    #"{"id":7,"request":"subscribe","unit":"fraction","activity":true}"#, #"{"id":8,"request":"dance"}"#,
    "nonsense", #"{"id":9,"request":"subscribe","panel_id":"nowhere","fingers":[2]}"#,
    String(repeating: "[", count: ProtocolLimits.depth + 1),
    String(repeating: "x", count: ProtocolLimits.requestBytes + 1),
  ]

  static var count: Int { 2 * requests.count }

  /// Those that read their lines.
  let reading: Crowd
  private let silent: Crowd

  /// Connects the visitors and sends their requests.
  init(to socket: String) throws {
    let manner = Crowd.Manner(asksForNonsense: true)
    reading = try Crowd(Self.requests.count, at: socket, manner)
    silent = try Crowd(Self.requests.count, at: socket, manner)
    for crowd in [reading, silent] {
      for (reader, request) in zip(crowd.readers, Self.requests) { try reader.ask(request + "\n") }
    }
  }
}

/// A client that requests more than its queue can hold, and does not read.
struct Sleeper {
  private let crowd: Crowd

  /// Connects and requests: each request of 27 bytes has a reply of 400, and it sends as many as
  /// flickd reads at once.
  init(to socket: String) throws {
    crowd = try Crowd(1, at: socket, Crowd.Manner())
    let request = "{\"id\":1,\"request\":\"panels\"}\n"
    let count = ProtocolLimits.requestBytes / request.utf8.count
    try crowd.readers[0].ask(String(repeating: request, count: count))
  }

  /// Reads to the end; returns whether it received the reason of the disconnection.
  func awaitReason() throws -> Bool {
    _ = try crowd.read(until: deadline(in: 10)) { $0[0].tally.hasEnded }
    return crowd.readers[0].tally.bye == ByeReason.slowConsumer.rawValue
  }
}
