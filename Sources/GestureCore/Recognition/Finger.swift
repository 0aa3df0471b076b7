/// One contact while it is down: where its way began, where it is, and whose swipe it is part of.
///
/// Fingers that are part of one swipe have one ``leader``, whose ``Track`` follows the middle of
/// them all.
struct Finger {
  /// When it touched the glass.
  var landed = Instant(microseconds: 0)
  /// From where its way counts: where it landed, or was when a swipe with more fingers began.
  var start = PanelPoint(x: 0, y: 0)
  /// Where it is.
  var location = PanelPoint(x: 0, y: 0)
  /// The place of the track that tells its swipe; its own of a finger that is alone.
  var leader = 0
  /// Whether it has landed in this frame, and it is not settled yet whose swipe it is part of.
  var isNew = false
  /// Whether a frame has told of it what its swipe has not been told yet.
  var isReported = false

  init() {}

  /// A finger that has just landed, and is alone.
  init(landed: Instant, at location: PanelPoint, leader: Int) {
    self.landed = landed
    start = location
    self.location = location
    self.leader = leader
    isNew = true
  }
}

/// The middle of the fingers of one swipe.
struct Centroid {
  /// The middle of the places from which their ways count.
  var start: PanelPoint
  /// The middle of where they are.
  var location: PanelPoint

  /// How far they came, in mm.
  var way: Double { (location - start).length }
}
