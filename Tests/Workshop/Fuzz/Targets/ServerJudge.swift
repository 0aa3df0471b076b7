import Commands
import FlickClient
import FlickInteractions
import FlickProtocol

/// Checks every line of a server: no program that reads the line crashes, and everything that
/// reaches a terminal is text.
///
/// The input is a conversation: lines separated by newlines.
enum ServerJudge {
  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let lines = input.split(separator: UInt8(ascii: "\n")).map(Array.init)
    for bytes in ShownServer.bytes(for: lines) { try check(shown: bytes) }
    var content = SwipeContent()
    for bytes in lines {
      switch ServerMessage(bytes) {
      case .swipe(let line)?:
        if let swipe = Swipe(line) { try check(swipe, &content) }
      case .reply(let reply)?:
        guard case .refused(let code, let message) = reply.content else { continue }
        try check(shown: Array("\(FlickError.refused(code: code.text, message: message))".utf8))
      default: break
      }
    }
  }

  /// Handles a swipe as an app does: moves content, and animates it to the target of the service.
  private static func check(_ swipe: Swipe, _ content: inout SwipeContent) throws(BrokenPromise) {
    if content.track(swipe, by: swipe.translation.x) != nil {
      let target = swipe.snap?.offset ?? 0
      let spring = swipe.handOff?.spring ?? .standard
      content.release(to: target, velocity: swipe.velocity.x, spring: spring, at: swipe.time)
    }
    _ = content.isFlying(at: swipe.time + .milliseconds(100))
    guard let flight = swipe.flight(from: content.start) else { return }
    _ = flight.offset(after: .milliseconds(100))
    let time = flight.settlingDuration()
    try BrokenPromise.unless(time >= .zero, "a flight of \(swipe.id) settles after \(time)")
    let points = SnapPoints([0, -296, -592], period: 888)
    _ = points.nearest(to: content.start + swipe.predictedEndTranslation.x, velocity: swipe.velocity.x)
  }

  /// Checks that bytes for a terminal are text and newlines.
  private static func check(shown bytes: [UInt8]) throws(BrokenPromise) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BrokenPromise(description: "what is shown is UTF-8")
    }
    for scalar in text.unicodeScalars where scalar != "\n" {
      try BrokenPromise.unless(
        !scalar.isUnsafeOnTerminal, "U+\(String(scalar.value, radix: 16)) does not reach a terminal")
    }
  }
}
