public import GestureCore

/// What a swipe line says of the swipe's zone; lengths in mm.
public struct ZoneMessage: Equatable, Sendable {
  /// Which snap point was meant.
  public struct Snap: Equatable, Sendable {
    /// The index of the snap point at which the content was when the swipe began.
    public var from: Int
    /// The index of the one that was meant.
    public var index: Int
    /// How many were passed, negative against the order of the snap points.
    public var steps: Int
    /// Where the content is to go.
    public var offset: Double

    /// Creates a snap.
    public init(from: Int, index: Int, steps: Int, offset: Double) {
      self.from = from
      self.index = index
      self.steps = steps
      self.offset = offset
    }
  }

  /// How the content comes to rest from where the finger let go of it.
  public struct SpringHandOff: Equatable, Sendable {
    /// The spring.
    public var spring: Spring
    /// The way that is left, negative towards smaller offsets.
    public var way: Double
    /// How fast the content moves as it is let go, in mm/s; positive towards greater offsets.
    public var velocity: Double
    /// When it has settled, in µs; nil if it takes more than an hour.
    public var settlingMicroseconds: Int64?
    /// Where the content is to go, in a zone without snap points; nil where ``ZoneMessage/snap``
    /// says so.
    public var target: Double?

    /// Less than this is no way to be fast on, in mm.
    static let leastWay = 0.1
    /// The part of the way that may remain when the content has settled.
    static let rest = 0.001

    /// Creates the hand-off of content that is `way` mm before its target.
    ///
    /// It has settled when what remains stays within a thousandth of the way; a way below 0.1 mm
    /// counts as that.
    public init(_ spring: Spring, way: Double, velocity: Double, target: Double? = nil) {
      self.spring = spring
      self.way = way
      self.velocity = velocity
      self.target = target
      let time = spring.settlingTime(
        from: Spring.State(displacement: -way, velocity: velocity),
        within: Self.rest * max(abs(way), Self.leastWay))
      settlingMicroseconds = time <= 3600 ? Int64((time * 1e6).rounded()) : nil
    }

    /// The speed as a part of the way, in 1/s: what animations take; nil where hardly any way is
    /// left.
    var relativeVelocity: Double? { abs(way) < Self.leastWay ? nil : velocity / way }
  }

  /// The zone's name.
  public var name: String
  /// The axis along which its content moves.
  public var axis: Axis
  /// Which snap point was meant, nil of a zone without any.
  public var snap: Snap?
  /// How the content gets there, nil before it was let go.
  public var spring: SpringHandOff?

  /// Creates the message.
  public init(name: String, axis: Axis, snap: Snap? = nil, spring: SpringHandOff? = nil) {
    self.name = name
    self.axis = axis
    self.snap = snap
    self.spring = spring
  }

  /// Writes the zone as an object; lengths by the scale's factor of the axis.
  func write(into line: inout LineWriter, scale: UnitScale) {
    let factor = axis == .y ? scale.y : scale.x
    line.beginObject()
    line.key("name")
    line.string(name)
    if let snap {
      line.key("snap")
      line.beginObject()
      line.key("from")
      line.integer(Int64(snap.from))
      line.key("index")
      line.integer(Int64(snap.index))
      line.key("steps")
      line.integer(Int64(snap.steps))
      line.key("offset")
      line.number(snap.offset * factor, places: scale.places)
      line.endObject()
    }
    if let spring {
      line.key("spring")
      spring.write(into: &line, factor: factor, places: scale.places)
    }
    line.endObject()
  }
}

extension ZoneMessage.SpringHandOff {
  fileprivate func write(into line: inout LineWriter, factor: Double, places: Int) {
    line.beginObject()
    line.key("duration_us")
    line.integer(Int64((min(spring.duration, 3600) * 1e6).rounded()))
    line.key("bounce")
    line.number(spring.bounce)
    line.key("stiffness")
    line.number(spring.stiffness)
    line.key("damping")
    line.number(spring.damping)
    line.key("initial_velocity")
    line.number(velocity * factor, places: places)
    line.key("relative_velocity")
    if let relativeVelocity { line.number(relativeVelocity) } else { line.null() }
    line.key("settling_us")
    if let settlingMicroseconds { line.integer(settlingMicroseconds) } else { line.null() }
    if let target {
      line.key("target")
      line.number(target * factor, places: places)
    }
    line.endObject()
  }
}
