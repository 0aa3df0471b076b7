/// Reads a file that may be absent.
package enum Files {
  /// The text of a file; empty if it cannot be read.
  package static func text(_ path: String) -> String {
    String(decoding: (try? SystemCalls.contents(of: path, upTo: 1 << 20)) ?? [], as: UTF8.self)
  }
}
