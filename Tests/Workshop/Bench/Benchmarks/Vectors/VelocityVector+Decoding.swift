extension VelocityVector: Decodable {
  private enum Key: String, CodingKey {
    case name, kind, samples, expected, tolerance, differential, cancelled
    case release = "release_us"
    case maxVelocity = "max_velocity"
  }

  /// Reads an object of a vector file; unknown keys are ignored.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    name = try object.decode(String.self, forKey: .name)
    kind = try object.decode(String.self, forKey: .kind)
    expected = try object.decode([String: Expectation].self, forKey: .expected)
    tolerance =
      try object.decodeIfPresent(Tolerance.self, forKey: .tolerance)
      ?? Tolerance(relative: 0.2, absolute: 1e-6)
    isCancelled = try object.decodeIfPresent(Bool.self, forKey: .cancelled) ?? false
    maxVelocity = try object.decodeIfPresent(Double.self, forKey: .maxVelocity)
    if let maxVelocity, maxVelocity < 0 {
      throw DecodingError.dataCorruptedError(
        forKey: .maxVelocity, in: object, debugDescription: "is negative")
    }
    stroke = Stroke(
      samples: try object.decode([Row].self, forKey: .samples).map(\.sample),
      release: try object.decodeIfPresent(Stamp.self, forKey: .release)?.microseconds,
      isDifferential: try object.decodeIfPresent(Bool.self, forKey: .differential) ?? false)
  }

  /// One sample: `[t_us, x, y, …]`; further elements are ignored.
  private struct Row: Decodable {
    var sample: Stroke.Sample

    init(from decoder: any Decoder) throws {
      var columns = try decoder.unkeyedContainer()
      let time = try columns.decode(Stamp.self).microseconds
      sample = Stroke.Sample(
        time: time, x: try columns.decode(Double.self), y: try columns.decode(Double.self))
    }
  }

  /// A time in µs that may have a fraction.
  private struct Stamp: Decodable {
    var microseconds: Double

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      microseconds = try value.decode(Double.self)
      // Beyond 2⁵³ µs, 285 years, a Double cannot represent every microsecond.
      guard abs(microseconds) <= 0x1p53 else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "is not a time in µs")
      }
    }
  }
}

extension VelocityVector.Expectation: Decodable {
  private enum Key: String, CodingKey {
    case vx, vy
  }

  /// Reads `{"vx": …, "vy": …}`; each is a number, null or absent.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    func statement(_ key: Key) throws -> VelocityVector.Statement? {
      guard object.contains(key) else { return nil }
      return try object.decodeIfPresent(Double.self, forKey: key).map { .speed($0) } ?? .nothing
    }
    self.init(x: try statement(.vx), y: try statement(.vy))
  }
}

extension VelocityVector.Tolerance: Decodable {
  private enum Key: String, CodingKey {
    case rel, abs
  }

  /// Reads `{"rel": …, "abs": …}`.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    self.init(
      relative: try object.decode(Double.self, forKey: .rel),
      absolute: try object.decode(Double.self, forKey: .abs))
  }
}
