import Panels
import TestKit
import Testing
import VirtualPanels

@Suite(
  .inGuest, .inVirtualTime, .serialized, .enabled(if: Material.isWanted, Comment(rawValue: Material.comment)),
  .enabled(if: LibinputRules.isWanted, Comment(rawValue: LibinputRules.comment)))
struct `A panel under libinput's rules` {
  /// A panel whose driver sets a fuzz of 15 units, with which the kernel smooths positions.
  private static let file = "3m_0596_0500.hid.gz"

  /// udev's properties of a panel's first touchscreen node.
  private func properties(of device: HIDDescription) async throws -> [String: String] {
    let panel = VirtualPanel(.reports(device), mark: "libinput/0")
    try panel.plug()
    defer { panel.unplug() }
    #expect(try await Command(["udevadm", "settle"]).run().code == 0)
    for node in try panel.nodes() {
      let lines = try await Command(["udevadm", "info", "--query=property", "--name=\(node)"]).run().lines
      let fields = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }.filter {
        $0.count == 2
      }
      let properties = Dictionary(fields.map { ($0[0], $0[1]) }) { first, _ in first }
      if properties["ID_INPUT_TOUCHSCREEN"] == "1" { return properties }
    }
    return [:]
  }

  private func fuzz(of recording: Recording) -> [Int32?] {
    [EventCode.mtPositionX, EventCode.mtPositionY].map { recording.description.axes[$0]?.fuzz }
  }

  // libinput sets the kernel's fuzz to 0 and smooths positions itself. flickd does not read the
  // property that keeps the fuzz.
  @Test
  func `has 10 contacts that differ from its twin's, a known difference until flickd reads LIBINPUT_FUZZ`()
    async throws
  {
    let recording = try HIDRecording.read(try Material.path("recordings/hidrec/\(Self.file)"))
    let twin = try #require(try Twin.of(Self.file))
    let without = try await properties(of: recording.device)
    #expect(without["ID_INPUT_TOUCHSCREEN"] == "1" && without["LIBINPUT_FUZZ_35"] == nil)

    try await LibinputRules.apply {
      let properties = try await properties(of: recording.device)
      let kept = [properties["LIBINPUT_FUZZ_35"], properties["LIBINPUT_FUZZ_36"]]
      #expect(kept == fuzz(of: twin.recording).map { $0.map(String.init) })

      let performance = try await Stage(.reports(recording.device)).perform(
        PanelScript(recording), as: "libinput \(Self.file)")
      #expect(fuzz(of: performance.recording) == [0, 0])
      #expect(twin.deviation(of: performance.recording) == Twin.Deviation(lacking: 10, surplus: 10))
      #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
    }
    let after = try await properties(of: recording.device)
    #expect(Set(after.keys) == Set(without.keys), "the rules are gone")
  }
}
