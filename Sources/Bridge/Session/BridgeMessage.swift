internal import FlickProtocol

/// The one line that is the bridge's own: whether flickd is connected.
enum BridgeMessage {
  /// flickd is connected: its `hello` and `state` follow, and ids of swipes and `seq` begin anew.
  ///
  /// `repeated` says whether what the page subscribed to before holds again; `detail` why it does
  /// not.
  static func connected(repeated: Bool, detail: String?) -> [UInt8] {
    line { line in
      line.string("connected")
      line.key("repeated")
      line.bool(repeated)
      if let detail {
        line.key("detail")
        line.string(detail)
      }
    }
  }

  /// flickd is not connected, and is tried again; what it tells meanwhile is lost.
  static func disconnected(detail: String) -> [UInt8] {
    line { line in
      line.string("disconnected")
      line.key("detail")
      line.string(detail)
    }
  }

  private static func line(_ state: (inout LineWriter) -> Void) -> [UInt8] {
    var line = LineWriter(capacity: 256)
    line.beginObject()
    line.key("type")
    line.string("bridge")
    line.key("state")
    state(&line)
    line.endObject()
    return line.bytes
  }
}
