import TestKit
import Testing

@testable import Bridge

@Suite struct `The connection slots of the bridge` {
  @Test func `stay available to pages, however many connections are silent`() {
    var slots = ConnectionSlots<Int>(maxPages: 16)
    for name in 0..<10_000 {
      _ = slots.enter(name)
      // Every hundredth connection becomes a page.
      if name % 100 == 99 { #expect(slots.becomePage(name) == (name < 1600)) }
    }
    #expect(slots.pages == Set((0..<16).map { 100 * $0 + 99 }))
    slots.leave(99)
    #expect(slots.enter(10_000) != nil)
    #expect(slots.becomePage(10_000) == true)
  }

  @Test func `go to the newest connection, and the oldest silent one makes room`() {
    var slots = ConnectionSlots<Int>(maxPages: 16)
    for name in 0..<128 { #expect(slots.enter(name) == nil) }
    #expect(slots.enter(128) == 0)
    // An answer makes a connection count as newer.
    slots.answer(1)
    #expect(slots.enter(129) == 2)
    slots.leave(3)
    #expect(slots.enter(130) == nil)
    #expect(slots.enter(131) == 4)
  }

  @Test func `go to silent connections if most were answered`() {
    var slots = ConnectionSlots<Int>(maxPages: 16)
    for name in 0..<128 {
      _ = slots.enter(name)
      slots.answer(name)
    }
    #expect((128..<192).map { slots.enter($0) } == Array(0..<64))
    // Both kinds are equally many, so silent connections make room from here on.
    #expect(slots.enter(192) == 128)
  }

  @Test func `belong to a connection until 64 newer ones arrive`() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var slots = ConnectionSlots<Int>(maxPages: 16)
    // The names of connections that are not pages, oldest first.
    var (silent, answered): ([Int], [Int]) = ([], [])
    for name in 0..<2000 {
      if let displaced = slots.enter(name) {
        #expect(silent.count + answered.count == 128, "seed \(seed)")
        let list = silent.count >= 64 ? silent : answered
        #expect(displaced == list.first, "seed \(seed)")
        #expect(!silent.contains(displaced) || name - displaced >= 64, "seed \(seed)")
        silent.removeAll { $0 == displaced }
        answered.removeAll { $0 == displaced }
      }
      silent.append(name)
      guard let other = (silent + answered).randomElement(using: &random) else { continue }
      let wasSilent = silent.contains(other)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        slots.leave(other)
        answered.removeAll { $0 == other }
      case 1:
        let hasRoom = slots.pages.count < 16
        #expect(slots.becomePage(other) == (wasSilent && hasRoom), "seed \(seed)")
        if !wasSilent || !hasRoom { continue }
      case 2:
        if let page = slots.pages.min() { slots.leave(page) }
        continue
      default:
        slots.answer(other)
        if wasSilent { answered.append(other) }
      }
      silent.removeAll { $0 == other }
    }
  }
}
