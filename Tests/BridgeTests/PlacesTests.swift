import TestKit
import Testing

@testable import Bridge

@Suite struct `The places of the bridge` {
  @Test func `stay available to pages, however many connections are silent`() {
    var places = Places<Int>(mostPages: 16)
    for name in 0..<10_000 {
      _ = places.enter(name)
      // Every hundredth connection becomes a page.
      if name % 100 == 99 { #expect(places.becomePage(name) == (name < 1600)) }
    }
    #expect(places.pages == Set((0..<16).map { 100 * $0 + 99 }))
    places.leave(99)
    #expect(places.enter(10_000) != nil)
    #expect(places.becomePage(10_000) == true)
  }

  @Test func `go to the newest connection, and the oldest silent one makes room`() {
    var places = Places<Int>(mostPages: 16)
    for name in 0..<128 { #expect(places.enter(name) == nil) }
    #expect(places.enter(128) == 0)
    // An answer makes a connection count as newer.
    places.answer(1)
    #expect(places.enter(129) == 2)
    places.leave(3)
    #expect(places.enter(130) == nil)
    #expect(places.enter(131) == 4)
  }

  @Test func `go to silent connections if most were answered`() {
    var places = Places<Int>(mostPages: 16)
    for name in 0..<128 {
      _ = places.enter(name)
      places.answer(name)
    }
    #expect((128..<192).map { places.enter($0) } == Array(0..<64))
    // Both kinds are equally many, so silent connections make room from here on.
    #expect(places.enter(192) == 128)
  }

  @Test func `belong to a connection until 64 newer ones arrive`() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var places = Places<Int>(mostPages: 16)
    // The names of connections that are not pages, oldest first.
    var (silent, answered): ([Int], [Int]) = ([], [])
    for name in 0..<2000 {
      if let displaced = places.enter(name) {
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
        places.leave(other)
        answered.removeAll { $0 == other }
      case 1:
        let hasRoom = places.pages.count < 16
        #expect(places.becomePage(other) == (wasSilent && hasRoom), "seed \(seed)")
        if !wasSilent || !hasRoom { continue }
      case 2:
        if let page = places.pages.min() { places.leave(page) }
        continue
      default:
        places.answer(other)
        if wasSilent { answered.append(other) }
      }
      silent.removeAll { $0 == other }
    }
  }
}
