internal import FlickProtocol

/// The bridge's own message: whether flickd is connected.
enum BridgeMessage {
  /// Returns the line for a connection to flickd.
  ///
  /// flickd's `hello` and `state` follow; swipe ids and `seq` start again. `repeated` reports
  /// whether the page's earlier subscription applies again, `detail` the reason if it does not.
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

  /// Returns the line for a lost connection to flickd.
  ///
  /// The bridge reconnects. Messages that flickd sends meanwhile are lost.
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
