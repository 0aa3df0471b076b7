internal import CZlib

/// Unpacks gzip files, in memory and to a limit.
public enum Gzip {
  /// Whether the bytes begin as a gzip file does (RFC 1952, section 2.3.1).
  public static func isPacked(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b
  }

  /// What was packed, all members of the file one after the other; ``RecordingError/Kind/tooLarge`` beyond `limit`.
  public static func unpack(_ bytes: [UInt8], limit: Int) throws(RecordingError.Kind) -> [UInt8] {
    guard let stream = InflateStream() else { throw .damagedGzip }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var consumed = 0
    while true {
      let step = stream.inflate(bytes, from: consumed, into: &chunk)
      consumed += step.consumed
      guard output.count + step.produced <= limit else { throw .tooLarge }
      output.append(contentsOf: chunk[..<step.produced])
      switch step.result {
      case Z_OK:
        continue
      case Z_STREAM_END:
        // gzip appends by writing another member; anything else that follows is padding.
        guard isPacked(Array(bytes[consumed...].prefix(2))) else { return output }
        stream.reset()
      case Z_BUF_ERROR:
        throw .truncatedGzip
      default:
        throw .damagedGzip
      }
    }
  }
}

/// One `z_stream`, at one address for its whole life: zlib keeps a pointer back to it and refuses a moved one.
@safe private struct InflateStream: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>

  init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 15 is the largest window, 16 asks for the gzip wrapper; the macro inflateInit2 is not imported.
    let result = unsafe inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    // zlib's own memory hangs on the stream.
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func reset() {
    // The pointer is ours and initialised; the function touches nothing else.
    _ = unsafe inflateReset(stream)
  }

  func inflate(
    _ input: [UInt8], from start: Int, into output: inout [UInt8]
  ) -> (result: Int32, consumed: Int, produced: Int) {
    let available = UInt32(clamping: input.count - start)
    let room = UInt32(clamping: output.count)
    // Both buffers are borrowed for the one call, and zlib never writes to its input.
    let result = unsafe input.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_in = source.baseAddress.map {
          unsafe UnsafeMutablePointer(mutating: $0 + start)
        }
        unsafe stream.pointee.avail_in = available
        unsafe stream.pointee.next_out = target.baseAddress
        unsafe stream.pointee.avail_out = room
        return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    let consumed = unsafe Int(available - stream.pointee.avail_in)
    let produced = unsafe Int(room - stream.pointee.avail_out)
    // The stream must not keep the addresses of buffers that it no longer borrows.
    unsafe stream.pointee.next_in = nil
    unsafe stream.pointee.next_out = nil
    return (result, consumed, produced)
  }
}
