internal import FlickProtocol
internal import LinuxIO

/// The answer to a person who needs a touchscreen that is not there.
package enum NoTouchscreen {
  /// The words if the machine has none among this number of other input devices.
  package static func text(others count: Int) -> String {
    "no touchscreen found (\(count) other input \(count == 1 ? "device" : "devices")): "
      + "expected one? `flickctl doctor`; to try flickd without one, `flickd --demo`"
  }

  /// The words if none has this id, node or name, which may also be a misspelled file.
  ///
  /// `advice` is what the word may mean instead of a file.
  static func text(for wanted: String, among ids: [String], otherwise advice: String? = nil) -> String {
    let begin = "there is no panel '\(wanted.terminalText)'"
    let isFile = (try? SystemCalls.target(of: wanted)) != nil
    guard !ids.isEmpty else {
      let asFile =
        isFile ? "it is no recording" : MissingPath.advice(wanted) { nearest(to: $0, in: $1) }
      return "\(begin), and no touchscreen (`flickctl doctor` shows why); \(advice ?? "as a file: \(asFile)")"
    }
    let near = nearest(to: wanted, in: ids).map { ": did you mean `\($0)`?" } ?? ""
    let file = isFile ? "the file is no recording" : "no file of this name"
    return "\(begin), and \(advice ?? file)\(near); there are:\(ids.map { "\n  \($0)" }.joined())"
  }
}
