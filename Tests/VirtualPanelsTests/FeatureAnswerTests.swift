import TestKit
import Testing
import VirtualPanels

@Suite struct `A panel's feature answers` {
  @Test(.enabled(if: Material.isWanted(Material.descriptors), Comment(rawValue: Material.comment)))
  func `match the features of every real touchscreen`() throws {
    for touchscreen in try RealTouchscreen.all() {
      let descriptor = ReportDescriptor(touchscreen.bytes)
      let answers = FeatureAnswers(descriptor)
      let name = Comment(rawValue: touchscreen.name)
      let stated = try #require(touchscreen.features.contact_count_max)
      let answer = try #require(answers.answer(id: UInt8(stated.report_id)), name)
      if descriptor.usesReportIDs { #expect(answer[0] == UInt8(stated.report_id), name) }
      let report = try #require(descriptor.report(.feature, id: UInt8(stated.report_id)))
      let offsets = report.fields.compactMap { $0.bitOffset(of: .contactCountMaximum) }
      let index = try #require(offsets.first, name)
      // Every field begins at a byte, but not every field is one byte long.
      #expect(index % 8 == 0, name)
      // One panel specifies a maximum of 2047 in a byte, left over from its positions; it sends one
      // report for each finger.
      let maximum = try #require(stated.logical_max, name)
      let expected = maximum > 255 ? 10 : max(maximum, descriptor.contactsPerReport)
      #expect(Int(answer[index / 8]) == expected, name)
      if let blob = touchscreen.features.win8_blob {
        #expect(try #require(answers.answer(id: UInt8(blob.report_id)), name).count >= 257, name)
      }
      for id in UInt8.min...UInt8.max where descriptor.report(.feature, id: id) == nil {
        #expect(answers.answer(id: id) == nil, name)
      }
    }
  }

  private static let head: [UInt8] = [0x05, 0x0d, 0x09, 0x04, 0xa1, 1]
  private static let finger: [UInt8] = [
    0x09, 0x22, 0xa1, 2, 0x09, 0x42, 0x25, 1, 0x75, 8, 0x95, 1, 0x81, 2, 0xc0,
  ]

  @Test(
    arguments: [
      ("the maximum", [0x09, 0x55, 0x25, 10, 0x75, 8, 0xb1, 2], [10]),
      ("255 in a byte", [0x09, 0x55, 0x25, 0xff, 0x75, 8, 0xb1, 2], [255]),
      ("no maximum: the fingers", [0x09, 0x55, 0x25, 0, 0x75, 8, 0xb1, 2], [2]),
      ("a maximum that does not fit: the fingers", [0x09, 0x55, 0x26, 0xff, 7, 0x75, 8, 0xb1, 2], [2]),
      ("a large maximum in a large field", [0x09, 0x55, 0x26, 0xff, 7, 0x75, 16, 0xb1, 2], [255, 0]),
      ("a negative maximum: the fingers", [0x09, 0x55, 0x15, 0xfe, 0x25, 0xff, 0x75, 8, 0xb1, 2], [2]),
      ("a nibble after a nibble", [0x75, 4, 0xb1, 1, 0x09, 0x55, 0x25, 10, 0xb1, 2], [0xa0]),
      ("the device mode", [0x09, 0x52, 0x09, 0x53, 0x25, 10, 0x75, 8, 0x95, 2, 0xb1, 2], [2, 0]),
      ("anything else", [0x09, 0x53, 0x25, 10, 0x75, 8, 0x95, 3, 0xb1, 2], [0, 0, 0]),
    ] as [(String, [UInt8], [UInt8])])
  func `contain the expected bytes`(what: String, feature: [UInt8], answer: [UInt8]) {
    let body = Self.finger + Self.finger + feature + [0xc0]
    #expect(FeatureAnswers(ReportDescriptor(Self.head + body)).answer(id: 0) == answer, "\(what)")
    let numbered = FeatureAnswers(ReportDescriptor(Self.head + [0x85, 5] + body))
    #expect(numbered.answer(id: 5) == [5] + answer, "\(what)")
    #expect(numbered.answer(id: 0) == nil)
  }
}
