internal import CZlib

/// One `z_stream`, at one address for its whole life: zlib keeps a pointer back to it and refuses a
/// moved one.
@safe struct ZlibStream: ~Copyable {
  enum Direction {
    case packing, unpacking
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private let direction: Direction

  /// 15 is the largest window, 16 asks for the gzip wrapper.
  private static let window: Int32 = 15 + 16

  /// Creates a stream; nil if zlib gets no memory.
  init?(_ direction: Direction) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    // The macros deflateInit2 and inflateInit2 are not imported; the structure is ours and
    // initialised.
    let result =
      switch direction {
      case .packing:
        unsafe deflateInit2_(
          stream, Z_BEST_COMPRESSION, Z_DEFLATED, Self.window, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY,
          ZLIB_VERSION, size)
      case .unpacking: unsafe inflateInit2_(stream, Self.window, ZLIB_VERSION, size)
      }
    guard result == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
    unsafe self.stream = stream
    self.direction = direction
  }

  deinit {
    // zlib's own memory hangs on the stream.
    switch direction {
    case .packing: unsafe _ = deflateEnd(stream)
    case .unpacking: unsafe _ = inflateEnd(stream)
    }
    unsafe stream.deallocate()
  }

  /// Begins another member to unpack.
  func reset() {
    // The pointer is ours and initialised; the function touches nothing else.
    _ = unsafe inflateReset(stream)
  }

  /// Goes on with what is left of the input, as far as the output has room.
  func step(
    _ input: [UInt8], from start: Int, into output: inout [UInt8]
  ) -> (result: Int32, consumed: Int, produced: Int) {
    let available = UInt32(clamping: input.count - start)
    let room = UInt32(clamping: output.count)
    let isLast = Int(available) == input.count - start
    // Both buffers are borrowed for the one call, and zlib never writes to its input.
    let result = unsafe input.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_in = source.baseAddress.map {
          unsafe UnsafeMutablePointer(mutating: $0 + start)
        }
        unsafe stream.pointee.avail_in = available
        unsafe stream.pointee.next_out = target.baseAddress
        unsafe stream.pointee.avail_out = room
        return switch direction {
        case .packing: unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
        case .unpacking: unsafe inflate(stream, Z_NO_FLUSH)
        }
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
