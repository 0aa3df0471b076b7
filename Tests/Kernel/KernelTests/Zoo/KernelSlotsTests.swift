import Panels
import TestKit
import Testing

// On any machine: the rules are told here, and what the kernels did by them is in the tables.
@Suite(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
struct `More fingers than slots` {
  private static let file = "huitoo_03f7_0003.hid.gz"

  private func deviation(by rules: KernelSlots.Rules) throws -> Twin.Deviation {
    let recording = try HIDRecording.read(try Material.path("recordings/hidrec/\(Self.file)"))
    let twin = try #require(try Twin.of(Self.file))
    return twin.deviation(of: KernelSlots(recording, by: rules).contacts)
  }

  @Test func `give the contacts of the table by the rules of the kernel that made it`() throws {
    #expect(try deviation(by: KernelSlots.linux310) == Twin.Deviation())
  }

  @Test func `give what today's kernel gives by today's rules`() throws {
    #expect(try deviation(by: KernelSlots.linux61) == Twin.deviations[Self.file]?.deviation)
  }

  @Test func `give neither if only one of the rules had changed`() throws {
    for (counts, reuses) in [(false, false), (true, true)] {
      let rules = KernelSlots.Rules(countsTheSlotless: counts, reusesInTheFrame: reuses)
      let deviation = try deviation(by: rules)
      #expect(deviation != Twin.Deviation() && deviation != Twin.deviations[Self.file]?.deviation)
    }
  }
}
