public import GestureCore

/// The snap point to which a swipe moves the content of a zone.
public struct ZoneSnap: Equatable, Sendable {
  /// The index of the snap point at which the content was when the swipe began.
  public var from: Int
  /// The index of the target.
  public var index: Int
  /// The number of snap points from the start to the target, negative against their order.
  public var steps: Int
  /// The offset of the target.
  public var offset: Double

  /// Creates a snap.
  public init(from: Int, index: Int, steps: Int, offset: Double) {
    self.from = from
    self.index = index
    self.steps = steps
    self.offset = offset
  }
}

/// The fields of a swipe line about the swipe's zone; lengths are in mm.
public struct ZoneMessage: Equatable, Sendable {
  /// The target and the start velocity of the spring that brings the content to rest.
  public struct SpringHandOff: Equatable, Sendable {
    /// The spring.
    public var spring: Spring
    /// The remaining displacement to the target, negative towards smaller offsets.
    public var displacement: Double
    /// The velocity of the content at the release, in mm/s; positive towards greater offsets.
    public var velocity: Double
    /// The time until the content has settled, in µs; nil if it is longer than an hour.
    public var settlingMicroseconds: Int64?
    /// The target in a zone without snap points; nil if ``ZoneMessage/snap`` has it.
    public var target: Double?

    /// The smallest displacement for which a relative velocity is written, in mm.
    static let minDisplacement = 0.1
    /// The part of the displacement that may remain when the content has settled.
    static let rest = 0.001

    /// Creates the hand-off of content that is `displacement` mm before its target.
    ///
    /// The content has settled when what remains stays within a thousandth of `displacement`. A
    /// `displacement` below 0.1 mm counts as 0.1 mm here.
    public init(_ spring: Spring, displacement: Double, velocity: Double, target: Double? = nil) {
      self.spring = spring
      self.displacement = displacement
      self.velocity = velocity
      self.target = target
      let time = spring.settlingTime(
        from: Spring.State(displacement: -displacement, velocity: velocity),
        within: Self.rest * max(abs(displacement), Self.minDisplacement))
      settlingMicroseconds = time <= 3600 ? Int64((time * 1e6).rounded()) : nil
    }

    /// The velocity as a part of the displacement, in 1/s; nil if hardly any displacement is left.
    ///
    /// This is the form that animations use.
    var relativeVelocity: Double? {
      abs(displacement) < Self.minDisplacement ? nil : velocity / displacement
    }
  }

  /// The name of the zone.
  public var name: String
  /// The axis along which the content moves.
  public var axis: Axis
  /// The snap point to which the content goes, nil in a zone without snap points.
  public var snap: ZoneSnap?
  /// The spring that moves the content there, nil before the release.
  public var spring: SpringHandOff?

  /// Creates the message.
  public init(name: String, axis: Axis, snap: ZoneSnap? = nil, spring: SpringHandOff? = nil) {
    self.name = name
    self.axis = axis
    self.snap = snap
    self.spring = spring
  }

  /// Writes the zone as an object, with lengths scaled by the factor of the axis.
  func write(into out: inout MutableSpan<UInt8>, at index: inout Int, scale: UnitScale) {
    let factor = axis == .y ? scale.y : scale.x
    out.put(.name, at: &index)
    out.put(string: name.utf8.span, at: &index)
    if let snap {
      out.put(.from, Int64(snap.from), at: &index)
      out.put(.index, Int64(snap.index), at: &index)
      out.put(.steps, Int64(snap.steps), at: &index)
      out.put(.offset, snap.offset * factor, decimals: scale.decimals, at: &index)
      out.put(UInt8(ascii: "}"), at: &index)
    }
    spring?.write(into: &out, at: &index, factor: factor, decimals: scale.decimals)
    out.put(UInt8(ascii: "}"), at: &index)
  }
}

extension ZoneMessage.SpringHandOff {
  fileprivate func write(
    into out: inout MutableSpan<UInt8>, at index: inout Int, factor: Double, decimals: Int
  ) {
    out.put(.springDuration, Int64((min(spring.duration, 3600) * 1e6).rounded()), at: &index)
    out.put(.bounce, spring.bounce, decimals: 3, at: &index)
    out.put(.stiffness, spring.stiffness, decimals: 3, at: &index)
    out.put(.damping, spring.damping, decimals: 3, at: &index)
    out.put(.initialVelocity, velocity * factor, decimals: decimals, at: &index)
    out.put(.relativeVelocity, at: &index)
    if let relativeVelocity {
      out.put(relativeVelocity, decimals: 3, at: &index)
    } else {
      out.put(.null, at: &index)
    }
    out.put(.settling, at: &index)
    if let settlingMicroseconds {
      out.put(settlingMicroseconds, at: &index)
    } else {
      out.put(.null, at: &index)
    }
    if let target { out.put(.target, target * factor, decimals: decimals, at: &index) }
    out.put(UInt8(ascii: "}"), at: &index)
  }
}

extension ZoneSnap {
  init(_ fields: LineFields) throws(UnreadableLine) {
    from = try fields.int("from").required
    index = try fields.int("index").required
    steps = try fields.int("steps").required
    offset = try fields.number("offset").required
  }
}

extension SpringFields {
  /// The spring.
  public var spring: Spring { Spring(mass: 1, stiffness: stiffness, damping: damping) }
}
