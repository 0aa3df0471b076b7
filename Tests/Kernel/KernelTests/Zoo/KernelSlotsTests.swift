import Recordings
import TestKit
import Testing

// These tests run on any machine: this suite simulates the rules, and the tables hold the kernels'
// results.
@Suite(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
struct `More fingers than slots` {
  private static let file = "huitoo_03f7_0003.hid.gz"

  private func deviation(by rules: KernelSlots.Rules) throws -> Twin.Deviation {
    let recording = try HIDRecording.read(try Material.path("recordings/hidrec/\(Self.file)"))
    let twin = try #require(try Twin.of(Self.file))
    return twin.deviation(of: KernelSlots(recording, by: rules).contacts)
  }

  @Test func `result in the table's contacts by the rules of the table's kernel`() throws {
    #expect(try deviation(by: KernelSlots.linux310) == Twin.Deviation())
  }

  @Test func `result in today's contacts by today's rules`() throws {
    #expect(try deviation(by: KernelSlots.linux61) == Twin.deviations[Self.file]?.deviation)
  }

  @Test func `match neither kernel if only one rule changes`() throws {
    for (counts, reuses) in [(false, false), (true, true)] {
      let rules = KernelSlots.Rules(countsTheSlotless: counts, reusesInTheFrame: reuses)
      let deviation = try deviation(by: rules)
      #expect(deviation != Twin.Deviation() && deviation != Twin.deviations[Self.file]?.deviation)
    }
  }
}
