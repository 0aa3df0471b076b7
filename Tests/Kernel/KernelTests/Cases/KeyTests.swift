import Evdev
import GestureCore
import LinuxIO
import Panels
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest) struct `The keys of a panel` {
  /// KEY_A, KEY_VOLUMEUP, KEY_POWER and KEY_HOMEPAGE: too few keys for udev to call the device a
  /// keyboard.
  private static let keys: [UInt16] = [30, 115, 116, 172]

  private static var panel: PanelDescription {
    var panel = Fingertip.panel
    panel.name = "Panel with keys"
    panel.keys.formUnion(keys + [EventCode.btnToolFinger])
    // MSC_SCAN, which names a key by the manufacturer's number.
    panel.miscellanea = [mscScan, EventCode.mscTimestamp]
    panel.relatives = [8]
    return panel
  }

  private static let mscScan: UInt16 = 4

  /// Every key pressed and released.
  private static func type(on panel: VirtualPanel) throws {
    for key in keys {
      for value in [1, 0] as [Int32] {
        try panel.send([
          event(EventCode.msc, mscScan, 0x70004), event(EventCode.key, key, value),
          event(EventCode.rel, 8, 1), event(EventCode.syn, EventCode.synReport, 0),
        ])
      }
    }
  }

  private static func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(instant: Instant(microseconds: 0), type: type, code: code, value: value)
  }

  /// The number of bytes that can be read from a descriptor.
  private static func waiting(in descriptor: Int32) throws -> Int {
    // A second descriptor would have its own queue, and no mask.
    var reactor = try Reactor()
    let registration = try reactor.register(descriptor: descriptor, for: .readable)
    defer { reactor.unregister(registration) }
    return try reactor.wait(until: SystemCalls.monotonicMicroseconds() + 100_000)
  }

  @Test func `never reach the process`() async throws {
    let panel = VirtualPanel(.events(Self.panel), mark: "keys/0")
    try panel.plug()
    let node = try #require(try panel.nodes().first)
    try await waitForNode(node)
    let masked = try LivePanel(node: node)
    let plain = try SystemCalls.open(node, .reading)
    #expect(masked.filterFailure == nil)
    #expect(masked.description.keys.isSuperset(of: Self.keys), "they are known, though not heard")
    while masked.next() != .drained {}
    try Self.type(on: panel)

    // What a reader without the mask receives; otherwise this test would prove nothing.
    #expect(try Self.waiting(in: plain.number) == 1)
    #expect(try Self.waiting(in: masked.descriptor) == 0, "the kernel has queued nothing")
    #expect(masked.next() == .drained)

    try panel.send([
      Self.event(EventCode.key, EventCode.btnTouch, 1), Self.event(EventCode.key, EventCode.btnToolFinger, 1),
      Self.event(EventCode.key, 30, 1), Self.event(EventCode.abs, EventCode.mtPositionX, 7),
      Self.event(EventCode.msc, EventCode.mscTimestamp, 99),
      Self.event(EventCode.syn, EventCode.synReport, 0),
    ])
    var heard: [[UInt16]] = []
    while case .event(let event) = masked.next() { heard.append([event.type, event.code]) }
    #expect(
      heard == [
        [EventCode.key, EventCode.btnTouch], [EventCode.key, EventCode.btnToolFinger],
        [EventCode.abs, EventCode.mtPositionX], [EventCode.msc, EventCode.mscTimestamp],
        [EventCode.syn, EventCode.synReport],
      ])
    panel.unplug()
  }

  @Test func `do not reach the process after lost events either`() async throws {
    let panel = VirtualPanel(.events(Self.panel), mark: "keys/1")
    try panel.plug()
    let node = try #require(try panel.nodes().first)
    try await waitForNode(node)
    let reader = try LivePanel(node: node)
    while reader.next() != .drained {}
    try panel.send([Self.event(EventCode.key, 116, 1), Self.event(EventCode.syn, EventCode.synReport, 0)])
    // More than the kernel's queue can hold.
    for index in 0..<4000 as Range<Int32> {
      try panel.send([
        Self.event(EventCode.abs, EventCode.mtPositionX, index % 4000),
        Self.event(EventCode.syn, EventCode.synReport, 0),
      ])
    }
    var events: [InputEvent] = []
    var drops = 0
    read: while true {
      switch reader.next() {
      case .event(let event): events.append(event)
      case .dropped: drops += 1
      case .resynced, .removed: break
      case .drained, .gone: break read
      }
    }
    #expect(drops > 0)
    #expect(!events.isEmpty)
    #expect(!events.contains { $0.type == EventCode.key && $0.code == 116 })
    panel.unplug()
  }

  @Test(.inVirtualTime) func `do not wake the service`() async throws {
    let outcome = try await Daemon.run([], within: 2000) { daemon in
      let subscriber = try await daemon.subscriber()
      let panel = VirtualPanel(.events(Self.panel), mark: "keys/2")
      try panel.plug()
      #expect(try await subscriber.next(of: "panel").name == "Panel with keys")
      SystemCalls.sleep(until: SystemCalls.monotonicMicroseconds() + 1_000_000)
      let before = try await subscriber.turns()
      try Self.type(on: panel)
      SystemCalls.sleep(until: SystemCalls.monotonicMicroseconds() + 1_000_000)
      // The question itself takes one turn.
      #expect(try await subscriber.turns() - before == 1)
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  /// udev must process a node before everyone's rules allow opening it.
  private func waitForNode(_ node: String) async throws {
    _ = try await TestKit.waiting("the node \(node)") { try SystemCalls.target(of: node) }
  }
}
