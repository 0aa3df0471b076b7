import Panels
import Recordings
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

  // libinput sets the kernel's fuzz to 0; flickd smooths positions instead of the kernel.
  @Test func `of 3M has the fuzz in udev's properties alone, and nearly the contacts of its twin`()
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

      var stage = Stage(.reports(recording.device))
      stage.keepsKernelEvents = true
      let performance = try await stage.perform(PanelScript(recording), as: "libinput \(Self.file)")
      #expect(fuzz(of: performance.kernel) == [0, 0])
      #expect(fuzz(of: performance.recording) == fuzz(of: twin.recording))
      // One of the contacts rests at the same position in its last reports, of which this kernel
      // sends none: it ends at 18116 and the twin at 18119, less than the fuzz of 15 apart.
      #expect(twin.deviation(of: performance.recording) == Twin.Deviation(lacking: 1, surplus: 1))
      #expect(twin.deviation(of: performance.kernel) == Twin.Deviation(lacking: 10, surplus: 10))
      #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
    }
    let after = try await properties(of: recording.device)
    #expect(Set(after.keys) == Set(without.keys), "the rules are gone")
  }

  @Test func `decides like the same panel without the rules, on every recording with a fuzz`() async throws {
    var counts = (files: 0, swipes: 0, other: 0)
    for file in try Material.names(in: "recordings/hidrec") {
      guard let twin = try Twin.of(file), fuzz(of: twin.recording).contains(where: { $0 ?? 0 > 0 }) else {
        continue
      }
      let recording = try HIDRecording.read(try Material.path("recordings/hidrec/\(file)"))
      func perform(_ name: String) async throws -> Performance {
        try await Stage(.reports(recording.device)).perform(PanelScript(recording), as: "\(name) \(file)")
      }
      let without = try await perform("no rules")
      try await LibinputRules.apply {
        let with = try await perform("rules")
        #expect(withoutNames(with.swipes) == withoutNames(try await with.replayed()))
        counts.swipes += without.swipes.count
        counts.other += zip(without.outcomes, with.outcomes).count { $0 != $1 }
        #expect(with.outcomes.count == without.outcomes.count, "\(file)")
        let (own, usual) = (twin.deviation(of: with.recording), twin.deviation(of: without.recording))
        // The case above explains the one contact that differs.
        #expect(own == (file == Self.file ? Twin.Deviation(lacking: 1, surplus: 1) : usual), "\(file)")
        print("\(file): \(own) with the rules, \(usual) without, \(without.swipes.count) swipes")
      }
      counts.files += 1
    }
    print("\(counts)")
    #expect(counts.files > 0 && counts.swipes > 0)
    #expect(counts.other * 100 <= counts.swipes, "at least 99 % get the same decision")
  }
}
