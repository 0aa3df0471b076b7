import FlickProtocol
import Requests

/// Request lines, from their fields after `"id":1,`.
enum RequestLine {
  /// The verb of the line.
  static func verb(_ fields: String) throws(RequestFault) -> Request.Verb {
    try Request(line: Array("{\"id\":1,\(fields)}".utf8).span).verb
  }

  /// Why the line is refused, nil if it is not.
  static func refusal(_ fields: String) -> RequestRefusal? {
    do throws(RequestFault) {
      _ = try verb(fields)
    } catch {
      if case .refused(let refusal) = error { return refusal }
    }
    return nil
  }

  /// An array of `count` elements.
  static func array(_ count: Int, of element: (Int) -> String) -> String {
    "[\((0..<count).map(element).joined(separator: ","))]"
  }
}
