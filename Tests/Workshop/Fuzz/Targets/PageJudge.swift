import Synchronization

/// Checks the bridge between any page and any service: it closes the connection of a page that
/// closed, and sends only what RFC 6455 and RFC 9112 allow.
///
/// The input is what a page sends after its handshake; if it begins with `GET `, it replaces the
/// handshake. The lines after ``separator``, if present, are those that the service sends after its
/// greeting.
enum PageJudge {
  /// All three reserved bits of a frame are set. No extension allows this here, so no valid frame
  /// begins with these bytes.
  static let separator: [UInt8] = [0xf0, 0xf0]

  /// The codes with which the bridge closes on its own.
  private static let codes: Set<Int> = [1001, 1002, 1003, 1007, 1008, 1009, 1011, 1013]
  private static let statuses: Set<Int> = [
    101, 200, 304, 308, 400, 401, 403, 404, 405, 409, 421, 426, 429, 431, 503,
  ]

  /// The bridge and the service run until the program ends, because starting them takes longer than
  /// an input.
  private static let served = Mutex<ServedPages?>(nil)

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let cut = input.firstRange(of: separator)
    let page = Array(input[..<(cut?.lowerBound ?? input.count)])
    let lines = cut.map { Array(input[$0.upperBound...]) } ?? []
    let isRequest = page.starts(with: Array("GET ".utf8))
    let received = try served.withLock { served throws(BrokenPromise) in
      let pages: ServedPages
      if let running = served { pages = running } else { pages = try ServedPages() }
      served = pages
      return try pages.exchange(page, isRequest: isRequest, service: lines)
    }
    var frames = try check(head: received, isRequest: isRequest)
    guard !isRequest else { return }
    var isClosed = false
    while !frames.isEmpty {
      try BrokenPromise.unless(!isClosed, "nothing comes behind a close")
      isClosed = try check(frame: &frames)
    }
  }

  /// Checks the head of the response, and returns the bytes after it.
  private static func check(head received: [UInt8], isRequest: Bool) throws(BrokenPromise) -> ArraySlice<
    UInt8
  > {
    // An incomplete request gets no response.
    if received.isEmpty, isRequest { return [] }
    guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else {
      let start = String(decoding: received.prefix(200), as: UTF8.self)
      throw BrokenPromise(description: "an answer has a head, got '\(start)'")
    }
    let head = received[..<end.lowerBound]
    let words = String(decoding: head.prefix(100), as: UTF8.self).split(separator: " ")
    let status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    try BrokenPromise.unless(
      words.first == "HTTP/1.1" && statuses.contains(status), "a status is one of the bridge's, got \(status)"
    )
    try BrokenPromise.unless(
      head.allSatisfy { (0x20..<0x7f).contains($0) || $0 == 0x0d || $0 == 0x0a }, "a head is ASCII")
    try BrokenPromise.unless(
      isRequest || status == 101, "a page that is admitted gets its WebSocket, got \(status)")
    return received[end.upperBound...]
  }

  /// Checks the first frame and removes it; returns whether it closes the connection.
  ///
  /// A truncated frame is the last one.
  private static func check(frame bytes: inout ArraySlice<UInt8>) throws(BrokenPromise) -> Bool {
    let all = Array(bytes)
    bytes = []
    guard all.count >= 2 else { return false }
    try BrokenPromise.unless(all[1] & 0x80 == 0, "a server masks nothing")
    var (start, count) = (2, Int(all[1]))
    if count == 126, all.count >= 4 { (start, count) = (4, Int(all[2]) << 8 | Int(all[3])) }
    if count == 127, all.count >= 10 {
      (start, count) = (10, all[2..<10].reduce(0) { $0 << 8 | Int($1) })
    }
    try BrokenPromise.unless(count >= 0, "a length has 63 bits")
    guard all.count - start >= count else { return false }
    bytes = all[(start + count)...]
    try check(payload: all[start..<(start + count)], of: all[0])
    return all[0] == 0x88
  }

  private static func check(payload: ArraySlice<UInt8>, of first: UInt8) throws(BrokenPromise) {
    try BrokenPromise.unless(
      [0x81, 0x88, 0x89, 0x8a].contains(first), "a frame is of the bridge's, got \(first)")
    let isControl = first & 0x08 != 0
    try BrokenPromise.unless(
      !isControl || payload.count < 126, "a control frame has less than 126 bytes, got \(payload.count)")
    if first == 0x81 {
      try BrokenPromise.unless(
        String(validating: payload, as: UTF8.self) != nil && !payload.contains(UInt8(ascii: "\n")),
        "a line is UTF-8, got \(Array(payload))")
    }
    guard first == 0x88, !payload.isEmpty else { return }
    try BrokenPromise.unless(payload.count >= 2, "a close has a code or nothing")
    // The page's own code comes back without a reason.
    guard payload.count > 2 else { return }
    let code = Int(payload[payload.startIndex]) << 8 | Int(payload[payload.startIndex + 1])
    try BrokenPromise.unless(codes.contains(code), "a code is one of the bridge's, got \(code)")
    try BrokenPromise.unless(
      String(validating: payload.dropFirst(2), as: UTF8.self) != nil, "the reason of a close frame is UTF-8")
  }
}
