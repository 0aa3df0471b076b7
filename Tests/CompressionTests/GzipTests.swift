import Compression
import TestKit
import Testing

@Suite struct `Packing by gzip` {
  /// Bytes with repetitions, as in text.
  private static func bytes(_ count: Int, by random: inout SplitMix64) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0..<12, using: &random) &* 7 }
  }

  // Around the size of a step, and of the window.
  @Test(arguments: [0, 1, 2, 100, 16_383, 16_384, 16_385, 32_768, 65_536, 65_537, 1_000_000])
  func `returns the packed bytes`(count: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let likely = Self.bytes(count, by: &random)
    let unlikely = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
    for bytes in [likely, unlikely] {
      let packed = try #require(Gzip.pack(bytes), "seed \(seed)")
      #expect(Gzip.isPacked(packed))
      #expect(try Gzip.unpack(packed, limit: count) == bytes, "seed \(seed)")
      #expect(try Gzip.unpack(packed + packed, limit: 2 * count) == bytes + bytes, "seed \(seed)")
    }
    if count > 1000 { #expect(try #require(Gzip.pack(likely)).count < count * 6 / 10, "seed \(seed)") }
  }

  @Test func `packs equal bytes equally, without a time`() throws {
    let packed = try #require(Gzip.pack(Array("flick".utf8)))
    #expect(Gzip.pack(Array("flick".utf8)) == packed)
    // MTIME, and no flag that announces a name; RFC 1952, section 2.3.
    #expect(packed[3..<8] == [0, 0, 0, 0, 0])
  }

  @Test func `unpacks no more than requested`() throws {
    let packed = try #require(Gzip.pack([UInt8](repeating: 0, count: 1_000_000)))
    #expect(packed.count < 2000)
    #expect(throws: Gzip.Fault.tooLarge) { try Gzip.unpack(packed, limit: 999_999) }
  }

  @Test func `unpacks no bomb, at any limit`() throws {
    let free = [UInt8](repeating: 0, count: Gzip.freeExpansion)
    #expect(try Gzip.unpack(try #require(Gzip.pack(free)), limit: .max) == free)
    let bomb = try #require(Gzip.pack(free + [0]))
    #expect(bomb.count < 2000)
    #expect(throws: Gzip.Fault.tooDense) { try Gzip.unpack(bomb, limit: .max) }
    // Many small members are a bomb, like one large member.
    let members = [[UInt8]](
      repeating: try #require(Gzip.pack([UInt8](repeating: 0, count: 100_000))), count: 20)
    #expect(throws: Gzip.Fault.tooDense) { try Gzip.unpack(Array(members.joined()), limit: .max) }
  }

  @Test func `unpacks data that expands a hundred times`() throws {
    var random = SplitMix64(seed: 20)
    // Incompressible bytes between zeros.
    var bytes: [UInt8] = []
    while bytes.count < 2 << 20 {
      bytes += (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
      bytes += [UInt8](repeating: 0, count: 2000)
    }
    let packed = try #require(Gzip.pack(bytes))
    let expansion = bytes.count / packed.count
    #expect((50...Gzip.maxExpansion).contains(expansion), "\(expansion)")
    #expect(try Gzip.unpack(packed, limit: .max) == bytes)
  }

  @Test func `reports why it cannot unpack`() throws {
    let packed = try #require(Gzip.pack(Array("flick or drag".utf8)))
    for count in 2..<packed.count {
      #expect(throws: Gzip.Fault.truncated) { try Gzip.unpack(Array(packed.prefix(count)), limit: 100) }
    }
    // The checksum of the content, at the end of the file.
    var damaged = packed
    damaged[packed.count - 8] ^= 1
    #expect(throws: Gzip.Fault.damaged) { try Gzip.unpack(damaged, limit: 100) }
    #expect(throws: Gzip.Fault.damaged) { try Gzip.unpack(Array("no gzip at all".utf8), limit: 100) }
  }
}
