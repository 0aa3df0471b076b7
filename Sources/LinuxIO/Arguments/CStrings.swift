internal import Glibc

/// A list of C strings in the form of `argv`, which owns its texts and ends with a null pointer.
@safe struct CStrings: ~Copyable {
  // A C function may permute argv, so deinit frees every pointer regardless of its index.
  var pointers: [UnsafeMutablePointer<CChar>?]

  /// The number of strings.
  let count: Int

  init(_ texts: [String]) {
    count = texts.count
    unsafe pointers = []
    // strdup copies each text, so no pointer refers to a Swift string.
    for text in texts { unsafe pointers.append(strdup(text)) }
    unsafe pointers.append(nil)
  }

  /// Returns the string at index `place` without its first `offset` bytes; empty beyond the end.
  func text(at place: Int, from offset: Int = 0) -> String {
    guard place >= 0, place < count, let start = unsafe pointers[place] else { return "" }
    // C code found the value within this string, so the offset is in bounds.
    return unsafe String(cString: start + offset)
  }

  deinit {
    for place in 0..<count { unsafe free(pointers[place]) }
  }
}
