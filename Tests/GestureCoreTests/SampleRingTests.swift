import Testing

@testable import GestureCore

@Suite struct `A sample ring` {
  private func sample(_ number: Int) -> Sample {
    Sample(
      instant: Instant(microseconds: Int64(number) * 1000), location: PanelPoint(x: Double(number), y: 0))
  }

  @Test(arguments: 0...17) func `holds the newest samples in every physical layout`(appended: Int) {
    var ring = SampleRing<8>()
    for number in 0..<appended { ring.append(sample(number)) }
    #expect(ring.count == min(appended, 8))
    for age in 0..<ring.count {
      #expect(ring.sample(age: age).location.x == Double(appended - 1 - age))
    }
  }

  @Test func `keeps the newer of two samples with equal timestamps`() {
    var ring = SampleRing<8>()
    ring.append(sample(1))
    ring.append(Sample(instant: sample(1).instant, location: PanelPoint(x: 7, y: 7)))
    #expect(ring.count == 1)
    #expect(ring.sample(age: 0).location == PanelPoint(x: 7, y: 7))
  }

  @Test func `restarts when the clock goes back`() {
    var ring = SampleRing<8>()
    for number in 5..<9 { ring.append(sample(number)) }
    ring.append(sample(2))
    #expect(ring.count == 1)
    #expect(ring.sample(age: 0).location.x == 2)
  }

  @Test func `is below four kibibytes for a contact`() {
    #expect(MemoryLayout<Track>.size <= 4096)
  }
}
