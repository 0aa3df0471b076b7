// Former names. They will be removed in the release after 0.1.0.

/// The type ``SwipeClient``.
@available(*, deprecated, renamed: "SwipeClient")
public typealias FlickClient = SwipeClient
/// The type ``FlickService``.
@available(*, deprecated, renamed: "FlickService")
public typealias Service = FlickService
/// The type ``SwipeContent``.
@available(*, deprecated, renamed: "SwipeContent")
public typealias Content = SwipeContent
/// The type ``SwipeVector``.
@available(*, deprecated, renamed: "SwipeVector")
public typealias Vector = SwipeVector

extension Swipe.HandOff {
  /// The ``settlingDuration``, in seconds.
  @available(*, deprecated, renamed: "settlingDuration")
  public var settlingTime: Double? { settlingDuration?.seconds }
}

extension Projection {
  /// The ``duration``, in seconds.
  @available(*, deprecated, message: "use the duration")
  public var seconds: Double { tau }

  /// Creates a projection from τ, in seconds.
  @available(*, deprecated, message: "use init(_:) with a Duration")
  public init(seconds: Double) { self.init(.seconds(seconds)) }
}

extension Spring {
  /// Creates a spring from its perceptual duration, in seconds, and its bounce.
  @available(*, deprecated, message: "use a Duration")
  public init(duration: Double, bounce: Double = 0) {
    self.init(duration: .seconds(duration), bounce: bounce)
  }

  /// Creates a spring from its undamped period, in seconds, and its damping fraction.
  @available(*, deprecated, message: "use a Duration")
  public init(response: Double, dampingFraction: Double = 0.825) {
    self.init(response: .seconds(response), dampingFraction: dampingFraction)
  }
}

extension Flight {
  /// Returns the content's offset after a time in seconds.
  @available(*, deprecated, message: "use a Duration")
  public func offset(after seconds: Double) -> Double { offset(after: .seconds(seconds)) }

  /// Returns the content's velocity after a time in seconds.
  @available(*, deprecated, message: "use a Duration")
  public func velocity(after seconds: Double) -> Double { velocity(after: .seconds(seconds)) }

  /// Returns when the content stays within `tolerance` of its target, in seconds.
  @available(*, deprecated, renamed: "settlingDuration(within:)")
  public func settlingTime(within tolerance: Double = 0.5) -> Double {
    settlingDuration(within: tolerance).seconds
  }

  /// Returns the flight that continues to another target after a time in seconds.
  @available(*, deprecated, message: "use a Duration")
  public func retargeted(to target: Double, after seconds: Double, spring: Spring? = nil) -> Flight {
    retargeted(to: target, after: .seconds(seconds), spring: spring)
  }
}

extension SwipeZone {
  /// The ``distanceThreshold``.
  @available(*, deprecated, renamed: "distanceThreshold")
  public var distance: Double? {
    get { distanceThreshold }
    set { distanceThreshold = newValue }
  }

  /// The ``speedThreshold``.
  @available(*, deprecated, renamed: "speedThreshold")
  public var velocity: Double? {
    get { speedThreshold }
    set { speedThreshold = newValue }
  }

  /// The ``predictedThreshold``.
  @available(*, deprecated, renamed: "predictedThreshold")
  public var predicted: Double? {
    get { predictedThreshold }
    set { predictedThreshold = newValue }
  }
}

extension DismissibleCard {
  /// The ``distanceThreshold``.
  @available(*, deprecated, renamed: "distanceThreshold")
  public var distance: Double {
    get { distanceThreshold }
    set { distanceThreshold = newValue }
  }

  /// The ``speedThreshold``.
  @available(*, deprecated, renamed: "speedThreshold")
  public var speed: Double {
    get { speedThreshold }
    set { speedThreshold = newValue }
  }
}

extension DismissibleSheet {
  /// The ``speedThreshold``.
  @available(*, deprecated, renamed: "speedThreshold")
  public var speed: Double {
    get { speedThreshold }
    set { speedThreshold = newValue }
  }
}

extension SwipeCard {
  /// The ``distanceThreshold``.
  @available(*, deprecated, renamed: "distanceThreshold")
  public var distance: Double {
    get { distanceThreshold }
    set { distanceThreshold = newValue }
  }

  /// The ``speedThreshold``.
  @available(*, deprecated, renamed: "speedThreshold")
  public var speed: Double {
    get { speedThreshold }
    set { speedThreshold = newValue }
  }
}

extension SpringCard {
  /// The ``distanceThreshold``.
  @available(*, deprecated, renamed: "distanceThreshold")
  public var distance: Double {
    get { distanceThreshold }
    set { distanceThreshold = newValue }
  }

  /// The ``speedThreshold``.
  @available(*, deprecated, renamed: "speedThreshold")
  public var speed: Double {
    get { speedThreshold }
    set { speedThreshold = newValue }
  }

  /// The ``predictedThreshold``.
  @available(*, deprecated, renamed: "predictedThreshold")
  public var predicted: Double {
    get { predictedThreshold }
    set { predictedThreshold = newValue }
  }
}
