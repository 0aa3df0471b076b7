import Foundation
import GestureCore
import Panels
import Recordings
import TestKit
import Testing

@Suite struct `The panel library` {
  @Test func `holds panels of every kind`() {
    let all = LibraryPanel.all
    #expect(all.count >= 40)
    func has(_ kind: String, _ test: (LibraryPanel) -> Bool) {
      let isThere = all.contains(where: test)
      #expect(isThere, "no panel is \(kind)")
    }
    func x(_ panel: LibraryPanel) -> AxisRange {
      panel.device.horizontalAxis ?? AxisRange(minimum: 0, maximum: 0)
    }
    has("of slots") { $0.touchProtocol == .slots }
    has("of lists") { $0.touchProtocol == .list }
    has("of one contact") { $0.touchProtocol == .single }
    has("of 60 slots") { $0.fingers >= 60 }
    has("of two slots") { $0.fingers == 2 }
    has("without a resolution") { x($0).resolution == 0 }
    has("with another resolution across than down") { panel in
      x(panel).resolution != panel.device.verticalAxis?.resolution
    }
    has("with axes that do not begin at 0") { x($0).minimum != 0 }
    has("of ten bits") { x($0).maximum == 1023 }
    has("of 15 bits") { x($0).maximum == 32767 }
    has("upright") { $0.extent.height > $0.extent.width }
    has("with multitouch axes alone") { $0.device.axes[EventCode.x] == nil && $0.device.keys.isEmpty }
    has("with fuzz") { x($0).fuzz > 0 }
    has("with a clock") { $0.device.miscellanea.contains(EventCode.mscTimestamp) }
    has("with frames of their own for contacts") { $0.contactGap != nil }
    has("late to lift") { $0.liftDelay > .milliseconds(80) }
    has("with pressure") { $0.device.axes[EventCode.mtPressure] != nil }
    has("with sizes") { $0.device.axes[EventCode.mtTouchMajor] != nil }
  }

  @Test func `holds touchscreens only`() {
    for panel in LibraryPanel.all { #expect(TouchscreenTest(panel.device).isTouchscreen, "\(panel)") }
  }

  private static let recorded = LibraryPanel.recorded

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)), arguments: recorded.indices)
  func `describes a recorded panel as its recording does`(number: Int) throws {
    let panel = Self.recorded[number]
    guard case .recording(let file) = panel.source else { return }
    let path = try Material.path("recordings/evdev/\(file)")
    let device = try PanelDescription.read(path)
    // A description has no events, so it has no times.
    if let measured = (try? RecordingFile.read(path)).flatMap(Timing.init) {
      #expect(isNear(panel.period, measured.period), "\(panel): a report every \(measured.period)")
      if let gap = panel.contactGap, let other = measured.gap {
        #expect(isNear(gap, other), "\(panel): \(other)")
      }
    }
    #expect(device.axes == panel.device.axes, "\(panel)")
    #expect(
      [device.bus, device.vendor, device.product] == [
        panel.device.bus, panel.device.vendor, panel.device.product,
      ])
    #expect(
      device.keys.contains(EventCode.btnTouch) == panel.device.keys.contains(EventCode.btnTouch), "\(panel)")
    #expect(!device.miscellanea.contains(EventCode.mscTimestamp), "\(panel)")
  }

  private func isNear(_ stated: Interval, _ measured: Interval) -> Bool {
    abs(stated.microseconds - measured.microseconds) * 5 <= measured.microseconds
  }

  /// The timing of a recorded panel, in µs: the median interval between two reports of one slot,
  /// and between frames less than 3 ms apart.
  private struct Timing {
    let period: Interval
    let gap: Interval?

    /// Nil if there are too few frames.
    init?(_ recording: Recording) {
      var slot: Int32 = 0
      var reported: Set<Int32> = []
      var last: [Int32: Instant] = [:]
      var intervals: [Int64] = []
      var gaps: [Int64] = []
      var frame: Instant?
      for event in recording.events {
        switch (event.type, event.code) {
        case (EventCode.abs, EventCode.mtSlot): slot = event.value
        case (EventCode.abs, EventCode.mtPositionX...EventCode.mtPositionY): reported.insert(slot)
        case (EventCode.abs, EventCode.mtTrackingID) where event.value < 0: last[slot] = nil
        case (EventCode.syn, EventCode.synReport):
          for slot in reported {
            if let before = last[slot] { intervals.append((event.instant - before).microseconds) }
            last[slot] = event.instant
          }
          reported = []
          if let frame { gaps.append((event.instant - frame).microseconds) }
          frame = event.instant
        default: break
        }
      }
      let usual = intervals.filter { (3000...50_000).contains($0) }.sorted()
      guard usual.count >= 50 else { return nil }
      period = Interval(microseconds: usual[usual.count / 2])
      let close = gaps.filter { $0 < 3000 }.sorted()
      gap = close.count > 20 ? Interval(microseconds: close[close.count / 2]) : nil
    }
  }

  /// The fields of `hid-touchscreens.json` that the tests need.
  private struct Descriptor: Decodable {
    var name: String
    var bus: UInt16
    var vid: UInt16
    var pid: UInt16
    var x_logical: [Int32]
    var y_logical: [Int32]
    var x_res_per_mm: Int32
    var y_res_per_mm: Int32
    var fields: [String]
  }

  @Test(.enabled(if: Material.isWanted(Material.descriptors), Comment(rawValue: Material.comment)))
  func `describes a panel as its report descriptor does`() throws {
    let all = try JSONDecoder().decode(
      [Descriptor].self, from: Data(Material.bytes("recordings/hid-touchscreens.json")))
    for panel in LibraryPanel.described {
      let device = panel.device
      let entry = try #require(
        all.first { $0.name == device.name && $0.vid == device.vendor && $0.pid == device.product },
        "\(panel)")
      func row(_ code: UInt16) -> [Int32] {
        device.axes[code].map { [$0.minimum, $0.maximum, $0.resolution] } ?? []
      }
      #expect(device.bus == entry.bus, "\(panel)")
      #expect(row(EventCode.mtPositionX) == entry.x_logical + [entry.x_res_per_mm], "\(panel)")
      #expect(row(EventCode.mtPositionY) == entry.y_logical + [entry.y_res_per_mm], "\(panel)")
      let hasClock = device.miscellanea.contains(EventCode.mscTimestamp)
      #expect(hasClock == entry.fields.contains("scan_time"), "\(panel)")
      #expect(panel.reportsPalms == entry.fields.contains("confidence"), "\(panel)")
      #expect((device.axes[EventCode.mtPressure] != nil) == entry.fields.contains("pressure"), "\(panel)")
    }
  }
}
