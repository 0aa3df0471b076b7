internal import Glibc

/// A list of C strings in the shape of `argv`: it owns its texts and ends with a null pointer.
@safe struct CStrings: ~Copyable {
  // A C function that permutes argv moves the pointers; every one is freed in the end, wherever it
  // stands.
  var pointers: [UnsafeMutablePointer<CChar>?]

  /// The number of strings.
  let count: Int

  init(_ texts: [String]) {
    count = texts.count
    unsafe pointers = []
    // strdup copies, so nothing here outlives its text.
    for text in texts { unsafe pointers.append(strdup(text)) }
    unsafe pointers.append(nil)
  }

  /// The string at `place`, without its first `offset` bytes; empty beyond the end.
  func text(at place: Int, from offset: Int = 0) -> String {
    guard place >= 0, place < count, let start = unsafe pointers[place] else { return "" }
    // The offset comes from C code that found the value within this string.
    return unsafe String(cString: start + offset)
  }

  deinit {
    for place in 0..<count { unsafe free(pointers[place]) }
  }
}
