extension RecordingFormat {
  /// The format of a file that begins with these bytes; nil if no recording begins so.
  ///
  /// The bytes may end anywhere. A gzip file must be unpacked first.
  public init?(beginning bytes: [UInt8]) {
    guard let format = try? Self.detect(bytes) else { return nil }
    self = format
  }
}
