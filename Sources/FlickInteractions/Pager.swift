public import FlickClient

/// Pages of the size of their view; a swipe turns one page, however fast it is.
///
/// A page may have an interaction of the other axis in ``nested``. A swipe moves the one of its
/// axis from its begin to its end: nested content at its own end does not turn the page. Draw
/// nested interactions yourself.
public struct Pager<Nested: Interaction>: RowInteraction {
  private enum Receiver: Equatable {
    case pages
    case nested(page: Int)
  }

  /// The pages: offset 0 with the first page in front, −``size`` with the second.
  public var row: SnapRow
  /// The size of a page along the axis.
  public var size: Double { row.stride }
  /// Whether the first page follows the last one.
  public var isLooping: Bool { row.isRing }
  /// For each page an interaction of the other axis, or nil.
  public var nested: [Nested?]
  /// The spring that brings a page to the front.
  public var spring = Spring.standard
  /// Whether fingers do not turn pages.
  public var isDisabled = false
  /// Whether the pages jump to their target, for users who prefer less motion.
  public var reducesMotion = false
  /// Whether held pages are drawn at the lookahead of the swipe.
  public var looksAhead = false
  /// The motion of the pages.
  public var content: SwipeContent
  private var route = Route<Receiver>()
  /// The page whose nested interaction a finger pressed.
  private var pressedPage: Int?

  /// Creates a pager whose pages have a size along the axis, in the unit of the subscription.
  ///
  /// `extent` limits how far a finger pulls the pages beyond their ends; nil for the size of a
  /// page.
  public init(
    count: Int, size: Double, nested: [Nested?], index: Int = 0, extent: Double? = nil,
    axis: SwipeZone.Axis = .horizontal, isLooping: Bool = false, isRightToLeft: Bool = false,
    maxSteps: Int? = 1, keepsSlop: Bool = false
  ) {
    self.nested = nested
    row = SnapRow(
      count: count, stride: size, isRing: isLooping, isRightToLeft: isRightToLeft, axis: axis,
      maxSteps: maxSteps, index: index)
    content = row.content(band: RubberBand(extent: extent ?? size), keepsSlop: keepsSlop)
  }

  /// The nested interaction of the page in front; nil if there is none.
  public var front: Nested? { nested(on: index) }

  /// Returns the zones of the page in front: of the pages, and of its nested interaction.
  public func zones(_ name: String, nested nestedName: String) -> [SwipeZone] {
    [zone(name)] + (front.map { [$0.zone(nestedName)] } ?? [])
  }

  /// Handles one moment of a swipe of either zone, or of a press.
  public mutating func handle(_ swipe: Swipe) {
    if swipe.isPress {
      return swipe.phase == .press ? press(at: swipe.time) : resume(at: swipe.time)
    }
    let isNew = !route.isKnown(swipe)
    let choice = swipe.axisOfContent == axis ? Receiver.pages : .nested(page: index)
    let receiver = route.receiver(of: swipe, isHeld: isReceiverHeld, choice: choice)
    // The press of this finger has also stopped the content of the other axis.
    if isNew, receiver == .pages { resumeNested(at: swipe.time) }
    if isNew, receiver != nil, receiver != .pages { content.resume(at: swipe.time) }
    switch receiver {
    case .pages: follow(swipe)
    case .nested(let page) where nested.indices.contains(page): nested[page]?.handle(swipe)
    case .nested, nil: break
    }
  }

  /// Stops pages and nested content in flight, because a finger has landed.
  public mutating func press(at time: Duration) {
    if !isDisabled { content.press(at: time) }
    pressedPage = index
    if nested.indices.contains(index) { nested[index]?.press(at: time) }
  }

  /// Lets pressed pages and nested content go on, because the finger has lifted without a swipe.
  public mutating func resume(at time: Duration) {
    content.resume(at: time)
    resumeNested(at: time)
  }

  /// Returns the index of the page that a release of this swipe now would select.
  public func meant(_ swipe: Swipe) -> Int {
    guard route.isKnown(swipe), route.receiver != .pages else {
      return row.index(of: row.number(meant: swipe, from: content.start))
    }
    return index
  }

  /// Sets another number of pages, or another size; what is nil stays.
  public mutating func resize(count: Int? = nil, size: Double? = nil, at time: Duration) {
    rearrange(count: count, stride: size, at: time)
  }

  private var isReceiverHeld: Bool {
    switch route.receiver {
    case .pages: isHeld
    case .nested(let page): nested(on: page)?.isHeld ?? false
    case nil: false
    }
  }

  private func nested(on page: Int) -> Nested? { nested.indices.contains(page) ? nested[page] : nil }

  private mutating func resumeNested(at time: Duration) {
    guard let pressedPage, nested.indices.contains(pressedPage) else { return }
    nested[pressedPage]?.resume(at: time)
  }
}

extension Pager where Nested == Never {
  /// Creates a pager whose pages have no interaction.
  public init(
    count: Int, size: Double, index: Int = 0, extent: Double? = nil,
    axis: SwipeZone.Axis = .horizontal, isLooping: Bool = false, isRightToLeft: Bool = false,
    maxSteps: Int? = 1, keepsSlop: Bool = false
  ) {
    self.init(
      count: count, size: size, nested: [], index: index, extent: extent, axis: axis,
      isLooping: isLooping, isRightToLeft: isRightToLeft, maxSteps: maxSteps, keepsSlop: keepsSlop)
  }
}

extension Swipe {
  /// The axis of the swipe: that of its zone, or that of its larger displacement.
  fileprivate var axisOfContent: SwipeZone.Axis {
    // A line is rounded: its displacements can be equal although those in flickd are not.
    switch zone == nil ? nil : decision?.direction {
    case .left, .right: .horizontal
    case .up, .down: .vertical
    default: abs(translation.x) >= abs(translation.y) ? .horizontal : .vertical
    }
  }
}

/// The interaction of pages that have none: a value of this type does not exist.
extension Never: AxisInteraction {
  /// Not reachable.
  public var content: SwipeContent {
    get { switch self {} }
    set {}
  }
  /// Not reachable.
  public var axis: SwipeZone.Axis { switch self {} }
  /// Not reachable.
  public var spring: Spring {
    get { switch self {} }
    set {}
  }
  /// Not reachable.
  public var isDisabled: Bool {
    get { switch self {} }
    set {}
  }
  /// Not reachable.
  public var reducesMotion: Bool {
    get { switch self {} }
    set {}
  }
  /// Not reachable.
  public var looksAhead: Bool {
    get { switch self {} }
    set {}
  }
  /// Not reachable.
  public var target: Double { switch self {} }
  /// Not reachable.
  public func meant(_ swipe: Swipe) -> Int { switch self {} }
  /// Not reachable.
  public mutating func choose(_ position: Int, after swipe: Swipe?) {}
  /// Not reachable.
  public func zone(_ name: String) -> SwipeZone { switch self {} }
}
