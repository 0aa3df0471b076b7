import FlickClient
import TestKit

/// A service that a test plays, with its client.
struct PlayedService {
  let folder: PrivateFolder
  let service: StandInService

  init() throws {
    folder = try PrivateFolder()
    service = try StandInService(at: folder.file("s"))
  }

  var client: SwipeClient { SwipeClient(socket: folder.file("s")) }

  /// Accepts the client, greets it and grants its subscription; returns the request.
  @discardableResult func accept(
    epoch: String = "a", clock: String = "monotonic", features: [String] = [], active swipes: [Int] = []
  ) async throws -> String {
    try await service.accept()
    try service.greet(epoch: epoch, clock: clock, features: features)
    let request = try await service.receive()
    let list = swipes.map { #"{"swipe_id":\#($0),"panel_id":"p"}"# }.joined(separator: ",")
    try service.send(#"{"type":"reply","id":1,"ok":true,"swipes":[\#(list)]}"#)
    return request
  }

  /// Sends one phase of a swipe, in points; `time` is in µs.
  func send(
    _ phase: String, _ swipe: Int, number: Int, x: Double = 0, zone: String = "null", reason: String? = nil,
    time: Int64 = 1000
  ) throws {
    let values =
      phase == "cancel"
      ? ""
      : """
      "velocity":{"x":-1000,"y":0},"projection_us":250000,"predicted_end_translation":{"x":\(x - 250),"y":0},\
      "decision":{"kind":"flick","commit":true,"by":["velocity"],"direction":"left","distance":\(-x),\
      "distance_threshold":200,"speed":1000,"speed_threshold":800},
      """
    let why = reason.map { #""reason":"\#($0)","# } ?? ""
    try service.send(
      """
      {"type":"swipe","phase":"\(phase)",\(why)"seq":\(number),"swipe_id":\(swipe),"panel_id":"p","t_us":\(time),\
      "unit":"pt","fingers":1,"translation":{"x":\(x),"y":0},\(values.split(separator: "\n").joined())\
      "duration_us":1000,"idle_us":null,"edge":null,"zone":\(zone)}
      """)
  }
}
