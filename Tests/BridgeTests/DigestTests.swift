import Testing

@testable import Bridge

@Suite struct `A digest` {
  /// Values that `sha256sum` prints, for lengths around the ends of blocks.
  private static let cases: [(length: Int, digest: String)] = [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (1, "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"),
    (3, "9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0"),
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (57, "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6"),
    (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
    (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
    (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
    (1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
  ]

  @Test(arguments: cases) func `is the SHA-256 of the bytes`(length: Int, digest: String) {
    let found = Digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: length)).bytes
    #expect(found.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
  }

  @Test func `is the same for bytes that come in parts`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    for size in [1, 3, 63, 64, 65, 130, 999] {
      var (digest, tag) = (Digest.Parts(), EntityTag.Parts())
      for start in stride(from: 0, to: bytes.count, by: size) {
        let part = Array(bytes[start..<min(start + size, bytes.count)])
        digest.add(part)
        tag.add(part)
      }
      #expect(Digest(of: digest) == Digest(of: bytes), "\(size)")
      #expect(EntityTag(of: tag) == EntityTag(of: bytes), "\(size)")
    }
  }

  @Test func `is written in Base64`() {
    #expect(Digest(of: Array("abc".utf8)).base64 == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }
}
