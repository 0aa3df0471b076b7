import Foundation
import TestKit
import Testing
import VirtualPanels

/// A descriptor that other people read from a real touchscreen.
struct RealTouchscreen: Decodable {
  struct Features: Decodable {
    struct Feature: Decodable {
      var report_id: Int
      var logical_max: Int?
    }

    var contact_count_max: Feature?
    var win8_blob: Feature?
  }

  var name: String
  var rdesc: String
  var fingers_per_report: Int
  var x_logical: [Int64]
  var y_logical: [Int64]
  var features: Features
  var application_collections: [String]

  static func all() throws -> [RealTouchscreen] {
    let bytes = try Material.bytes("recordings/hid-touchscreens.json")
    return try JSONDecoder().decode([RealTouchscreen].self, from: Data(bytes))
  }

  var bytes: [UInt8] {
    let digits = Array(rdesc.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
  }
}

@Suite struct `A report descriptor` {
  @Test(.enabled(if: Material.isWanted(Material.descriptors), Comment(rawValue: Material.comment)))
  func `matches the published values of every real touchscreen`() throws {
    let touchscreens = try RealTouchscreen.all()
    #expect(touchscreens.count == 201)
    for touchscreen in touchscreens {
      let descriptor = ReportDescriptor(touchscreen.bytes)
      let name = Comment(rawValue: touchscreen.name)
      // The list identifies a finger by its collection's name, which many panels set for the first
      // one only.
      #expect(descriptor.contactsPerReport >= touchscreen.fingers_per_report, name)
      let applications = descriptor.applications.map {
        "0x" + String(UInt32($0.page) << 16 | UInt32($0.code), radix: 16)
      }
      #expect(applications == touchscreen.application_collections, name)
      for (usage, range) in [(Usage.x, touchscreen.x_logical), (.y, touchscreen.y_logical)] {
        let fields = descriptor.reports.filter { $0.kind == .input }.flatMap(\.fields).filter {
          $0.application == .touchScreen && $0.bitOffset(of: usage) != nil
        }
        #expect(fields.contains { [$0.logicalMinimum, $0.logicalMaximum] == range }, name)
      }
      for (usage, feature) in [
        (Usage.contactCountMaximum, touchscreen.features.contact_count_max),
        (.certification, touchscreen.features.win8_blob),
      ] {
        let report = descriptor.reports.first {
          $0.kind == .feature && $0.fields.contains { $0.bitOffset(of: usage) != nil }
        }
        #expect(report.map { Int($0.id) } == feature?.report_id, name)
        guard let stated = feature?.logical_max else { continue }
        let field = report?.fields.first { $0.bitOffset(of: usage) != nil }
        #expect(field?.logicalMaximum == Int64(stated), name)
      }
    }
  }

  private typealias Usage = ReportDescriptor.Usage

  @Test func `finds the offset of each field, with and without ids`() throws {
    // Contact Count Maximum in the upper four bits of the first byte.
    let body: [UInt8] = [0x75, 4, 0x95, 1, 0xb1, 1, 0x09, 0x55, 0x25, 9, 0xb1, 2, 0xc0]
    let head: [UInt8] = [0x05, 0x0d, 0x09, 0x04, 0xa1, 1]
    let plain = try #require(ReportDescriptor(head + body).report(.feature, id: 0))
    #expect(plain.byteCount == 1)
    #expect(plain.fields.map(\.bitOffset) == [0, 4])
    #expect(plain.fields[0].usages.isEmpty)
    let numbered = ReportDescriptor(head + [0x85, 7] + body)
    #expect(numbered.usesReportIDs)
    #expect(numbered.report(.feature, id: 0) == nil)
    #expect(numbered.report(.feature, id: 7)?.byteCount == 2)
    #expect(numbered.report(.feature, id: 7)?.fields.last?.bitOffset(of: .contactCountMaximum) == 12)
  }

  @Test(
    arguments: [
      ([0x95, 0x02], 0), ([0x09], 0), ([0x27, 0xff, 0xff], 0), ([0xfe], 0), ([0xfe, 0xff], 0), ([0xc0], 0),
      ([0xb4], 0), ([0x85, 0], 0), ([0x77, 0xff, 0xff, 0xff, 0xff, 0x81, 2], 0),
      ([0x97, 0xff, 0xff, 0xff, 0xff, 0x81, 2], 0), ([0x75, 0xff, 0x96, 0xff, 0x2f, 0x81, 2], 1),
      ([0x1b, 0, 0, 1, 0, 0x2b, 0xff, 0xff, 1, 0, 0x81, 2], 0), ([0x29, 4, 0x81, 2], 0),
      ([0xa4, 0xa4, 0xa4, 0xa4, 0xa4, 0x81, 2], 0), ([0x19, 9, 0x29, 4, 0x81, 2], 0),
    ] as [([UInt8], Int)])
  func `ends at a contradiction`(bytes: [UInt8], reports: Int) {
    let descriptor = ReportDescriptor(bytes)
    #expect(descriptor.reports.count == reports)
    #expect(descriptor.reports.allSatisfy { $0.fields.isEmpty })
  }

  @Test func `is parsed from any bytes without a crash`() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var reports = 0
    for _ in 0..<20_000 {
      var bytes = (0..<random.next() % 96).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      // Random bytes hardly ever form a field; a size and a count do.
      if random.next() % 2 == 0 { bytes = [0x75, bytes.first ?? 8, 0x95, bytes.last ?? 8] + bytes }
      let descriptor = ReportDescriptor(bytes)
      reports += descriptor.reports.count
      let answers = FeatureAnswers(descriptor)
      for report in descriptor.reports where report.kind == .feature {
        if answers.answer(id: report.id)?.count != report.byteCount { Issue.record("seed \(seed)") }
      }
    }
    #expect(reports > 1000, "seed \(seed)")
  }

  @Test(.enabled(if: Material.isWanted(Material.descriptors), Comment(rawValue: Material.comment)))
  func `is parsed without a crash if damaged`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let touchscreens = try RealTouchscreen.all()
    for _ in 0..<1000 {
      var bytes = touchscreens[Int(random.next() % UInt64(touchscreens.count))].bytes
      for _ in 0...random.next() % 4 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let descriptor = ReportDescriptor(bytes)
      let answers = FeatureAnswers(descriptor)
      for report in descriptor.reports where report.kind == .feature {
        if answers.answer(id: report.id)?.count != report.byteCount { Issue.record("seed \(seed)") }
      }
    }
  }
}
