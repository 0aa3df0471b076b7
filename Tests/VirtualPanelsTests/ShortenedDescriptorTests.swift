import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite struct `A report descriptor without its longest reports` {
  @Test(.enabled(if: Material.isWanted(Material.descriptors), Comment(rawValue: Material.comment)))
  func `describes the same touchscreen`() throws {
    let limit = HIDDescription.maximumSize
    var shortened: [String] = []
    for touchscreen in try RealTouchscreen.all() {
      let name = Comment(rawValue: touchscreen.name)
      let bytes = touchscreen.bytes
      let kept = ReportDescriptor.without(reportsLongerThan: limit, bytes)
      let (before, after) = (ReportDescriptor(bytes), ReportDescriptor(kept))
      #expect(after.reports.allSatisfy { $0.byteCount <= limit }, name)
      #expect(after.reports == before.reports.filter { $0.byteCount <= limit }, name)
      #expect(after.applications == before.applications, name)
      #expect(after.usesReportIDs == before.usesReportIDs, name)
      #expect(after.contactsPerReport == touchscreen.fingers_per_report || after == before, name)
      if kept == bytes { continue }
      shortened.append(touchscreen.name)
      #expect(before.reports.contains { $0.byteCount > limit }, name)
    }
    #expect(shortened.count == 8)
    // ELAN's vendor id.
    #expect(shortened.allSatisfy { $0.contains("(04F3:") }, "\(shortened)")
  }

  /// Items of a vendor's page.
  ///
  /// Report 1 has 1 byte of input and 17 of feature; report 2 has 1 byte of feature.
  private static let collection: [UInt8] = [0x06, 0x00, 0xff, 0x09, 1, 0xa1, 1]
  private static let input: [UInt8] = [0x85, 1, 0x75, 8, 0x95, 1, 0x09, 2, 0x81, 2]
  private static let long: [UInt8] = [0x95, 16]
  private static let longField: [UInt8] = [0x09, 3, 0xb1, 2]
  private static let short: [UInt8] = [0x95, 1, 0x85, 2, 0x09, 4, 0xb1, 2]
  private static let end: [UInt8] = [0xc0]

  @Test func `loses fields with their usages, and keeps global items and collections`() {
    let bytes = Self.collection + Self.input + Self.long + Self.longField + Self.short + Self.end
    #expect(ReportDescriptor.without(reportsLongerThan: 17, bytes) == bytes)
    #expect(
      ReportDescriptor.without(reportsLongerThan: 16, bytes)
        == Self.collection + Self.input + Self.long + Self.short + Self.end)
    // Id, kind and length identify a report together.
    #expect(ReportDescriptor(bytes).report(.feature, id: 1)?.byteCount == 17)
    #expect(
      ReportDescriptor.without(reportsLongerThan: 1, bytes)
        == Self.collection + [0x85, 1, 0x75, 8, 0x95, 1] + Self.long + [0x95, 1, 0x85, 2] + Self.end)
  }

  @Test func `keeps an incomplete last item`() {
    let bytes = Self.collection + Self.input + Self.long + Self.longField
    for cut in [[0x09], [0x26, 1], [0xfe, 200, 1], [0xfe]] as [[UInt8]] {
      #expect(
        ReportDescriptor.without(reportsLongerThan: 16, bytes + cut)
          == Self.collection + Self.input + Self.long + cut)
    }
  }

  @Test func `is computed from any bytes without a crash`() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var shortened = 0
    for _ in 0..<20_000 {
      var bytes = (0..<random.next() % 96).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      bytes = [0x75, bytes.first ?? 8, 0x95, bytes.last ?? 8] + bytes
      let kept = ReportDescriptor.without(reportsLongerThan: 64, bytes)
      if kept.count > bytes.count { Issue.record("seed \(seed)") }
      if kept != bytes { shortened += 1 }
    }
    #expect(shortened > 100, "seed \(seed)")
  }
}
