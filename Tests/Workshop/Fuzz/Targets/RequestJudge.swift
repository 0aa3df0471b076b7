import FlickProtocol
import Requests

/// Checks every request line: it is rejected with a short message, or has the same meaning when it
/// is written again.
enum RequestJudge {
  /// The largest size of a refusal's message in bytes, since the reply is one line among swipes.
  private static let messageBytes = 300

  static func check(_ line: [UInt8]) throws(BrokenPromise) {
    let request: Request
    do throws(RequestFault) {
      request = try Request(line: line.span)
    } catch {
      return try check(error)
    }
    let written = RequestText.line(request)
    // A short name with many escaped characters may exceed the size limit of a line.
    guard written.utf8.count < ProtocolLimits.requestBytes else { return }
    let again: Request
    do throws(RequestFault) {
      again = try Request(line: Array(written.utf8).span)
    } catch {
      throw BrokenPromise(description: "a request can be written anew, but \(error): \(written)")
    }
    try BrokenPromise.unless(again == request, "a request is the same when written again: \(written)")
  }

  private static func check(_ fault: RequestFault) throws(BrokenPromise) {
    guard case .refused(let refusal) = fault else { return }
    let bytes = refusal.message.utf8.count
    try BrokenPromise.unless(
      (1...messageBytes).contains(bytes), "a refusal has at most \(messageBytes) bytes: \(refusal.message)")
    var reply = LineWriter()
    ReplyMessage(refusal).write(into: &reply)
    try BrokenPromise.unless(
      String(validating: reply.bytes, as: UTF8.self) != nil && reply.bytes.count { $0 == 0x0a } == 1,
      "a refusal is one line of UTF-8")
  }
}
