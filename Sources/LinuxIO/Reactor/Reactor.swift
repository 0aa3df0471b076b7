internal import CLinux
internal import Glibc

/// Waits on one thread for descriptors, one deadline and the signals of a service.
///
/// ```
/// register ─→ epoll ─→ wait(until:) ─→ next() ─→ Ready
///                       signalfd ─→ nextSignal() ─→ Signal
/// ```
///
/// Level-triggered: unread data is reported again. A turn makes one system call, which also has the
/// deadline, and allocates nothing.
public struct Reactor: ~Copyable {
  /// The events to watch a descriptor for; a hang-up is always reported.
  public struct Interest: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates an interest from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// There is something to read.
    public static let readable = Interest(rawValue: 1)
    /// There is room to write.
    public static let writable = Interest(rawValue: 2)
  }

  /// Identifies one registration; a reused descriptor number gets a new identity.
  public struct Registration: Hashable, Sendable {
    /// The descriptor.
    public let descriptor: Int32
    /// The number of this registration, counted by the reactor.
    let generation: UInt32

    var packed: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }
  }

  /// What a registered descriptor is ready for.
  public struct Ready: Equatable, Sendable {
    /// The registration of the descriptor.
    public var registration: Registration
    /// There is something to read, perhaps the end of the stream.
    public var readable: Bool
    /// There is room to write.
    public var writable: Bool
    /// The other end, or the device, is gone.
    ///
    /// Data that the peer sent before may still be readable.
    public var hangup: Bool
  }

  private let epoll: OwnedFD
  private let signals: SignalSource
  private let endingRegistration: Registration
  private let otherSignalRegistration: Registration
  private var events: [clinux_ready]
  private var count = 0
  private var index = 0
  private var generation: UInt32 = 0
  /// By descriptor: the generation of its registration, 0 without one.
  private var generations: [UInt32] = []
  private var endingWaits = false
  private var otherSignalWaits = false
  /// How often ``wait(until:)`` has returned.
  ///
  /// A descriptor that is always ready shows here as a busy loop.
  public private(set) var turns: Int64 = 0

  /// Creates a reactor that also receives `signals`, and blocks them for the calling thread.
  ///
  /// Existing threads keep their mask, so a signal may still end the process there: create the
  /// reactor first.
  public init(signals watched: [Signal] = []) throws(SystemCallError) {
    let epoll = try SystemCalls.epollCreate()
    let signals = try SignalSource(watched)
    // Generation 1 is the reactor's own; registrations count on from there.
    let endingRegistration = Registration(descriptor: signals.endingDescriptor, generation: 1)
    let otherSignalRegistration = Registration(descriptor: signals.otherDescriptor, generation: 1)
    for own in [endingRegistration, otherSignalRegistration] {
      try SystemCalls.epollAdd(epoll, own.descriptor, events: Interest.readable.events, data: own.packed)
    }
    self.epoll = epoll
    self.signals = signals
    self.endingRegistration = endingRegistration
    self.otherSignalRegistration = otherSignalRegistration
    generation = 1
    events = [clinux_ready](repeating: clinux_ready(), count: 64)
  }

  /// Watches a descriptor that the caller owns and keeps open until it is unregistered.
  public mutating func register(
    _ file: borrowing OwnedFD, for interest: Interest
  ) throws(SystemCallError) -> Registration {
    try register(descriptor: file.number, for: interest)
  }

  /// Watches a descriptor that C code owns and keeps open until it is unregistered.
  public mutating func register(
    descriptor: Int32, for interest: Interest
  ) throws(SystemCallError) -> Registration {
    generation &+= 1
    // After 2^32 registrations the count restarts behind the reactor's own generation.
    if generation < 2 { generation = 2 }
    let registration = Registration(descriptor: descriptor, generation: generation)
    try SystemCalls.epollAdd(epoll, descriptor, events: interest.events, data: registration.packed)
    let index = Int(descriptor)
    if index >= generations.count {
      generations.append(contentsOf: repeatElement(0, count: index + 1 - generations.count))
    }
    generations[index] = generation
    return registration
  }

  /// Changes the events of a registration; does nothing if the registration has ended.
  public mutating func modify(_ registration: Registration, for interest: Interest) throws(SystemCallError) {
    guard isCurrent(registration) else { return }
    try SystemCalls.epollModify(
      epoll, registration.descriptor, events: interest.events, data: registration.packed)
  }

  /// Ends a registration; call this method before closing the descriptor.
  ///
  /// Does nothing if the registration has already ended. Events of this turn for the registration
  /// are dropped, even if the descriptor's number is registered again.
  public mutating func unregister(_ registration: Registration) {
    guard isCurrent(registration) else { return }
    generations[Int(registration.descriptor)] = 0
    // The only possible error: the kernel dropped the registration with the file's last descriptor.
    try? SystemCalls.epollRemove(epoll, registration.descriptor)
  }

  /// Whether a registration has not ended.
  public func isCurrent(_ registration: Registration) -> Bool {
    let index = Int(registration.descriptor)
    return index < generations.count && registration.generation == generations[index]
  }

  /// Waits for events, at most until `deadline` µs of CLOCK_MONOTONIC, and returns how many
  /// descriptors may be ready.
  ///
  /// 0 means that the deadline has passed or a signal came. Afterwards call ``nextSignal()`` and
  /// ``next()`` until each returns nil. A turn reports up to 64 descriptors, and the next turn the
  /// others.
  public mutating func wait(until deadline: Int64?) throws(SystemCallError) -> Int {
    index = 0
    count = 0
    count = try SystemCalls.epollWait(epoll, into: &events, until: deadline)
    turns += 1
    return count - noteSignals()
  }

  /// Notes which signals this turn has, and returns how many descriptors were ready for them.
  private mutating func noteSignals() -> Int {
    var own = 0
    for index in 0..<count {
      let data = events[index].data
      if data == endingRegistration.packed {
        own += 1
        endingWaits = true
      } else if data == otherSignalRegistration.packed {
        own += 1
        otherSignalWaits = true
      }
    }
    return own
  }

  /// Returns the next ready descriptor of this turn; nil after the last.
  public mutating func next() -> Ready? {
    while index < count {
      let event = events[index]
      index += 1
      let registration = Registration(packed: event.data)
      guard registration.generation > 1, isCurrent(registration) else { continue }
      let bits = event.events
      return Ready(
        registration: registration,
        readable: bits & UInt32(EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0,
        writable: bits & UInt32(EPOLLOUT.rawValue) != 0,
        hangup: bits & UInt32(EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
    }
    return nil
  }

  /// Returns the next signal; nil after the last of this turn.
  ///
  /// Signals that end a program come first. SIGHUP comes at most once in a turn, so a high rate of
  /// SIGHUP cannot block the turn. Cost: nothing in a turn without signals.
  public mutating func nextSignal() throws(SystemCallError) -> Signal? {
    if endingWaits {
      if let signal = try signals.nextEnding() { return signal }
      endingWaits = false
    }
    guard otherSignalWaits else { return nil }
    otherSignalWaits = false
    return try signals.nextOther()
  }
}

extension Reactor.Registration {
  /// Creates the registration that `packed` contains.
  init(packed: UInt64) {
    descriptor = Int32(bitPattern: UInt32(truncatingIfNeeded: packed))
    generation = UInt32(truncatingIfNeeded: packed >> 32)
  }
}

extension Reactor.Interest {
  var events: UInt32 {
    var bits: UInt32 = 0
    if contains(.readable) { bits |= UInt32(EPOLLIN.rawValue) }
    if contains(.writable) { bits |= UInt32(EPOLLOUT.rawValue) }
    return bits
  }
}
