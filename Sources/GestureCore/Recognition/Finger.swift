/// One contact while it is down: its start, its position and its swipe.
///
/// All fingers of one swipe have the same ``leader``. The leader's ``Track`` follows the centroid
/// of these fingers. The flags come last, which saves 1 kB per panel.
struct Finger {
  /// The number of its contact; after a gap in the reports, that of the contact before the gap.
  var contact: UInt64 = 0
  /// When it touched the glass.
  var landed = Instant(microseconds: 0)
  /// The start of the displacement: the landing position, or the position when a swipe with more
  /// fingers began.
  var start = PanelPoint(x: 0, y: 0)
  var location = PanelPoint(x: 0, y: 0)
  /// The index of the track that reports the finger's swipe; the finger's own index if it is
  /// single.
  var leader = 0
  /// The index of the track that reports the swipe beside which the finger waits.
  var host = 0
  /// The position at which the displacement of the next swipe starts, while a finger waits.
  var next = PanelPoint(x: 0, y: 0)
  /// Whether the finger is not yet assigned to a swipe: it landed in this frame, or the swipe has
  /// ended that it waited beside.
  var isNew = false
  /// Whether its landing has been reported.
  var isReportedLanding = false
  /// Whether it has waited for ``Recognizer/furtherAfter``, and can begin the next swipe.
  var hasWaited = false
  /// Whether the frame that is processed ends the contact.
  var isLeaving = false
  /// Whether a frame has reported a position that the finger's swipe has not processed yet.
  var isReported = false
}

/// The centroid of the fingers of one swipe.
struct Centroid {
  /// The centroid of the fingers' starts.
  var start: PanelPoint
  /// The centroid of the fingers' positions.
  var location: PanelPoint

  /// The length of the displacement, in mm.
  var displacement: Double { (location - start).length }
}
