import Glibc
import LinuxIO
import Testing

@Suite struct `A reactor` {
  @Test func `wakes at its deadline and not before`() throws {
    var reactor = try Reactor()
    let start = SystemCalls.monotonicMicroseconds()
    try expect(0, of: &reactor, until: start + 20_000)
    #expect(SystemCalls.monotonicMicroseconds() >= start + 20_000)
    let ready1 = reactor.next()
    #expect(ready1 == nil)
  }

  @Test func `wakes at once for a deadline that is past, every time`() throws {
    var reactor = try Reactor()
    for deadline: Int64 in [-5, 0, 1, SystemCalls.monotonicMicroseconds()] {
      try expect(0, of: &reactor, until: deadline)
      try expect(0, of: &reactor, until: deadline)
    }
  }

  @Test func `moves its deadline forward and back, and clears it`() throws {
    var reactor = try Reactor()
    let pipe = try Pipe()
    let registration = try reactor.register(pipe.reading, for: .readable)
    pipe.write([1])
    // The far deadline is set first; a near one must replace it.
    let start = SystemCalls.monotonicMicroseconds()
    try expect(1, of: &reactor, until: start + 60_000_000)
    reactor.unregister(registration)
    try expect(0, of: &reactor, until: start + 10_000)
    // Without a deadline only the pipe can wake the reactor.
    let second = try reactor.register(pipe.reading, for: .readable)
    _ = try reactor.wait(until: SystemCalls.monotonicMicroseconds() + 1)
    try expect(1, of: &reactor, until: nil)
    let ready2 = reactor.next()
    #expect(ready2?.registration == second)
    #expect(SystemCalls.monotonicMicroseconds() < start + 30_000_000)
  }

  @Test func `does not wake at a deadline that moved to a later time`() throws {
    var reactor = try Reactor()
    let pipe = try Pipe()
    let registration = try reactor.register(pipe.reading, for: .readable)
    pipe.write([1])
    let start = SystemCalls.monotonicMicroseconds()
    try expect(1, of: &reactor, until: start + 10_000)
    reactor.unregister(registration)
    let turns = reactor.turns
    let later = start + 40_000
    try expect(0, of: &reactor, until: later)
    #expect(SystemCalls.monotonicMicroseconds() >= later)
    #expect(reactor.turns == turns + 1)
  }

  @Test func `reports again what was not read`() throws {
    var reactor = try Reactor()
    let pipe = try Pipe()
    let registration = try reactor.register(pipe.reading, for: .readable)
    pipe.write([1])
    for _ in 0..<2 {
      try expect(1, of: &reactor, until: nil)
      let ready7 = reactor.next()
      let ready = try #require(ready7)
      #expect(ready.registration == registration && ready.readable && !ready.writable && !ready.hangup)
      let ready3 = reactor.next()
      #expect(ready3 == nil)
    }
  }

  @Test func `reports the requested events, and always a hang-up`() throws {
    var reactor = try Reactor()
    var pipe = try Pipe()
    let registration = try reactor.register(pipe.reading, for: [])
    pipe.write([1])
    try expect(0, of: &reactor, until: 1)
    try reactor.modify(registration, for: .readable)
    try expect(1, of: &reactor, until: nil)
    let ready4 = reactor.next()
    #expect(ready4?.readable == true)
    try reactor.modify(registration, for: [])
    pipe.closeWriting()
    try expect(1, of: &reactor, until: nil)
    let ready5 = reactor.next()
    #expect(ready5?.hangup == true)
  }

  @Test func `drops pending events of a descriptor that was closed and reused`() throws {
    var reactor = try Reactor()
    // High numbers, which no other test uses meanwhile.
    var first = try Pipe(from: 700)
    var second = try Pipe(from: 700)
    let registrations = [
      try reactor.register(first.reading, for: .readable),
      try reactor.register(second.reading, for: .readable),
    ]
    first.write([1])
    second.write([1])
    try expect(2, of: &reactor, until: nil)
    let ready8 = reactor.next()
    let one = try #require(ready8)
    #expect(registrations.contains(one.registration))
    // The handler of one closes the other, whose event is already pending. It then opens a new
    // descriptor, which gets the same number.
    let other = try #require(registrations.first { $0 != one.registration })
    reactor.unregister(other)
    if other.descriptor == first.reading.number { first.closeBoth() } else { second.closeBoth() }
    let number = try #require(descriptorNumbered(other.descriptor))
    let reused = OwnedFD(taking: number)
    let again = try reactor.register(reused, for: .readable)
    #expect(again.descriptor == other.descriptor)
    #expect(again != other)
    let ready6 = reactor.next()
    #expect(ready6 == nil)
    let current9 = reactor.isCurrent(other)
    #expect(!current9)
    // The old registration must not remove the new one.
    reactor.unregister(other)
    let current10 = reactor.isCurrent(again)
    #expect(current10)
  }

  @Test func `returns signals as values, on the thread that created it`() throws {
    var reactor = try Reactor(signals: Signal.ofService)
    defer { Signal.unblock(Signal.ofService) }
    let signal11 = try reactor.nextSignal()
    #expect(signal11 == nil)
    // To this thread and not to the process: on another thread the signal would kill the test run.
    for number in [SIGTERM, SIGINT, SIGHUP] { #expect(pthread_kill(pthread_self(), number) == 0) }
    try expect(0, of: &reactor, until: nil)
    var taken: [Signal] = []
    while let signal = try reactor.nextSignal() { taken.append(signal) }
    #expect(taken.count == 3)
    for signal in Signal.ofService { #expect(taken.contains(signal)) }
    try expect(0, of: &reactor, until: 1)
    let signal12 = try reactor.nextSignal()
    #expect(signal12 == nil)
  }

  /// Regression: a storm of SIGHUP kept the caller in its loop over signals, and delayed SIGTERM.
  @Test func `returns one SIGHUP a turn, and SIGTERM before it, in a storm of SIGHUP`() throws {
    var reactor = try Reactor(signals: Signal.ofService)
    defer { Signal.unblock(Signal.ofService) }
    func send(_ number: Int32) { #expect(pthread_kill(pthread_self(), number) == 0) }
    send(SIGHUP)
    send(SIGTERM)
    try expect(0, of: &reactor, until: nil)
    var taken: [Signal] = []
    while taken.count < 10, let signal = try reactor.nextSignal() {
      taken.append(signal)
      // In a storm, the next signal arrives before the next read.
      send(SIGHUP)
    }
    #expect(taken == [.terminate, .hangup])
    // A signal that arrived meanwhile is returned in the next turn.
    try expect(0, of: &reactor, until: nil)
    let next = try reactor.nextSignal()
    #expect(next == .hangup)
    // After a failure, pending signals would end the test run.
    while try reactor.nextSignal() != nil {}
  }

  /// A new descriptor with exactly this number, which must be free.
  private func descriptorNumbered(_ number: Int32) -> Int32? {
    let opened = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard opened != number else { return opened }
    defer { close(opened) }
    return dup2(opened, number) == number ? number : nil
  }
}

/// Waits, and expects `count` ready descriptors.
private func expect(
  _ count: Int, of reactor: inout Reactor, until deadline: Int64?,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let found = try reactor.wait(until: deadline)
  #expect(found == count, sourceLocation: sourceLocation)
}

/// A pipe with both ends in this process.
struct Pipe: ~Copyable {
  private(set) var reading: OwnedFD
  private var writing: OwnedFD

  init(from minimum: Int32 = 3) throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    reading = OwnedFD(taking: fcntl(ends[0], F_DUPFD, minimum))
    close(ends[0])
    writing = OwnedFD(taking: ends[1])
  }

  func write(_ bytes: [UInt8]) {
    #expect((try? SystemCalls.write(writing, bytes.span)) == .bytes(bytes.count))
  }

  mutating func closeWriting() { writing = OwnedFD(taking: dup(2)) }

  mutating func closeBoth() {
    closeWriting()
    reading = OwnedFD(taking: fcntl(2, F_DUPFD, 500))
  }
}
