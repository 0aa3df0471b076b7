public import FlickClient

/// A sheet at the bottom of the screen that rests at one of several heights.
///
/// The predicted end selects the height. A hard flick over 40 % of the distance arrives; by its
/// displacement alone it would return. The highest sheet scrolls its list by the same finger: draw
/// the list at ``scroll(at:)``.
public struct BottomSheet: AxisInteraction {
  /// The heights at which the sheet rests, as offsets; up is negative.
  public private(set) var detents: SnapPoints
  /// How far the list in the sheet can be scrolled.
  public private(set) var scrollable: Double
  /// The spring that moves the sheet.
  public var spring = Spring.standard
  /// Whether fingers do not move the content.
  public var isDisabled = false
  /// Whether the content jumps to its target, for users who prefer less motion.
  public var reducesMotion = false
  /// Whether held content is drawn at the lookahead of the swipe.
  public var looksAhead = false
  /// The number of the sheet's height among the ``detents``.
  public private(set) var index: Int
  /// The motion of the sheet and of its list, which continues the sheet's way up.
  public var content: SwipeContent
  /// Where the list comes to rest; nil if it does not continue to scroll.
  private var landing: Double?
  /// Whether the list moves there by the momentum of a swipe.
  private var isThrown = false

  /// Creates a sheet that rests at one of the heights; nil for hidden, 300 and 600 points.
  ///
  /// `extent` limits how far a finger pulls the sheet beyond its ends; nil for the distance between
  /// the ends, and at least 300 points. `unit` is that of the subscription.
  public init(
    detents: SnapPoints? = nil, index: Int = 0, scrollable: Double = 0, extent: Double? = nil,
    keepsSlop: Bool = false, unit: SwipeSubscription.Unit = .points
  ) {
    let half = 300 * unit.point(along: .vertical)
    let detents = detents ?? [0, -half, -2 * half]
    self.detents = detents
    self.scrollable = scrollable
    self.index = detents.index(of: index)
    let ends = detents.ends
    content = SwipeContent(
      at: detents.offset(of: index), bounds: ends.lowerBound - scrollable...ends.upperBound,
      band: RubberBand(extent: extent ?? max(ends.upperBound - ends.lowerBound, half)), keepsSlop: keepsSlop)
    content.tolerance = detents.tolerance
  }

  /// The axis along which the content moves.
  public var axis: SwipeZone.Axis { .vertical }
  /// The offset at which the content rests.
  public var target: Double { landing ?? detents.offset(of: index) }
  /// The spring to the ``target``.
  public var releaseSpring: Spring {
    isThrown ? content.spring(to: landing, otherwise: spring) : spring
  }

  /// Returns where a release of this swipe now would send the content.
  public func meant(_ swipe: Swipe) -> Int {
    if isScrolled { return detents.nearest(to: content.landing) }
    return detents.index(
      of: detents.target(
        landing: content.start + swipe.decisiveEndTranslation.y, velocity: swipe.decisiveVelocity.y,
        from: index))
  }

  /// Sets the position without moving the content.
  public mutating func choose(_ position: Int, after swipe: Swipe?) {
    landing = swipe != nil && isScrolled ? content.landing : nil
    // Without a swipe, the list has no momentum: as a scrolled view it would take seconds.
    isThrown = swipe != nil
    index = min(max(position, 0), max(detents.offsets.count - 1, 0))
  }

  /// Returns the zone with which flickd decides as this interaction does.
  public func zone(_ name: String) -> SwipeZone {
    SwipeZone(
      name, axis: axis, snapPoints: detents.offsets, offset: content.start, spring: spring,
      hasPresses: true)
  }

  /// Returns the offset of the sheet at a time.
  ///
  /// If a list scrolls in the highest sheet, the sheet is never above its highest offset.
  public func offset(at time: Duration) -> Double { sheet(content.offset(at: time)) }
  /// Returns the offset of the sheet to draw in a frame.
  public mutating func draw(at time: Duration) -> Double { sheet(content.draw(at: time)) }

  /// Returns how far the list is scrolled at a time.
  public func scroll(at time: Duration) -> Double {
    scrollable > 0 ? max(detents.ends.lowerBound - content.offset(at: time), 0) : 0
  }

  /// Scrolls the list of the highest sheet, without a finger.
  public mutating func scroll(to offset: Double, at time: Duration) {
    let top = detents.ends.lowerBound
    choose(detents.nearest(to: top), after: nil)
    landing = top - min(max(offset, 0), scrollable)
    settle(velocity: nil, at: time)
  }

  /// Sets other heights, or another height of the list; nil keeps what is.
  public mutating func resize(detents: SnapPoints? = nil, scrollable: Double? = nil, at time: Duration) {
    self.detents = detents ?? self.detents
    self.scrollable = scrollable ?? self.scrollable
    let ends = self.detents.ends
    content.tolerance = self.detents.tolerance
    content.confine(
      to: ends.lowerBound - self.scrollable...ends.upperBound, spring: spring, at: time)
    let (landing, isThrown) = (landing, isThrown)
    choose(index, after: nil)
    (self.landing, self.isThrown) = (landing, isThrown)
    if !content.isHeld { settle(velocity: nil, at: time) }
  }

  private func sheet(_ offset: Double) -> Double {
    scrollable > 0 ? max(offset, detents.ends.lowerBound) : offset
  }

  /// Whether the list, and not the sheet, continues after a release.
  private var isScrolled: Bool { scrollable > 0 && content.offset(at: .zero) < detents.ends.lowerBound }
}

extension SnapPoints {
  /// The lower and the upper end of content with these snap points.
  var ends: ClosedRange<Double> { (offsets.min() ?? 0)...(offsets.max() ?? 0) }

  /// The tolerance of content that is as large as the distance between the ends; nil if there is
  /// none.
  var tolerance: Double? {
    let size = ends.upperBound - ends.lowerBound
    return size > 0 ? SwipeContent.tolerance(ofSize: size) : nil
  }
}

extension SwipeContent {
  /// Without bounce and with ω = 1/τ, a spring to τ·v from here is the exponential decay of a
  /// scrolled view.
  static let momentum = Spring(duration: Projection.scrolling.duration * (2 * Double.pi))

  /// Where content with the momentum of a scrolled view would land within its bounds.
  var landing: Double {
    let end = Projection.scrolling.end(translation: offset(at: .zero), velocity: velocity(at: .zero))
    return min(max(end, bounds.lowerBound), bounds.upperBound)
  }

  /// The spring to a landing: at an end, the spring of the interaction takes over.
  func spring(to landing: Double?, otherwise spring: Spring) -> Spring {
    guard let landing, landing > bounds.lowerBound, landing < bounds.upperBound else { return spring }
    return Self.momentum
  }
}
