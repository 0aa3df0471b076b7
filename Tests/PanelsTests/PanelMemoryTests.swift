import GestureCore
import TestKit
import Testing

@testable import Panels

@Suite struct `The memory of panels` {
  private func key(_ id: String, serial: String? = nil, product: UInt16 = 5) -> PanelKey {
    PanelKey(panelID: id, name: "Panel A", vendor: 0x0eef, product: product, serial: serial)
  }

  private let late = LearnedValues(liftDelay: .milliseconds(110), reportPeriod: Interval(microseconds: 8333))

  private static let file = """
    # What flickd has learned of panels. `flickctl forget` removes panels.
    version 1
    panel usb-2
    name Panel A
    ids 0eef:0005
    serial S 1
    report_period_us 8333
    panel usb-1
    name Panel A
    ids 0eef:0005
    lift_delay_us 110000
    report_period_us 8333
    end 2

    """

  @Test func `is the same after it was written and read`() throws {
    var memory = PanelMemory()
    memory.learn(late, of: key("usb-1"))
    memory.learn(LearnedValues(reportPeriod: Interval(microseconds: 8333)), of: key("usb-2", serial: "S 1"))
    #expect(String(decoding: memory.text, as: UTF8.self) == Self.file)
    #expect(try PanelMemory(text: memory.text) == memory)
    #expect(try PanelMemory(text: PanelMemory().text) == PanelMemory())
  }

  @Test func `of one panel is not that of another panel at the port, or of an equal one elsewhere`() {
    var memory = PanelMemory()
    memory.learn(late, of: key("usb-1", serial: "S1"))
    #expect(memory[key("usb-1", serial: "S1")] == late)
    #expect(memory[key("usb-2", serial: "S1")] == nil)
    #expect(memory[key("usb-1", serial: "S2")] == nil)
    #expect(memory[key("usb-1", serial: "S1", product: 6)] == nil)
  }

  @Test func `keeps 64 panels, and drops the one that was not used for the longest time`() {
    var memory = PanelMemory()
    for number in 0..<64 { memory.learn(late, of: key("usb-\(number)")) }
    memory.learn(LearnedValues(), of: key("usb-0"))
    memory.learn(late, of: key("new"))
    #expect(memory.entries.count == 64)
    #expect(memory[key("usb-0")] == late, "used again, and its values remain")
    #expect(memory[key("usb-1")] == nil)
    let isWhole = (try? PanelMemory(text: memory.text)) == memory
    #expect(isWhole)
  }

  @Test func `is news if a value is new or differs by more than its scatter`() {
    #expect(late.isNews(after: nil))
    #expect(!late.isNews(after: late) && !LearnedValues().isNews(after: nil))
    let near = LearnedValues(liftDelay: .milliseconds(114), reportPeriod: Interval(microseconds: 8000))
    #expect(!near.isNews(after: late))
    #expect(LearnedValues(liftDelay: .milliseconds(30)).isNews(after: late))
  }

  @Test(arguments: [
    ("", 1), ("version 0\nend 0\n", 1), ("version 01\nend 0\n", 1), ("version 1\r\nend 0\r\n", 1),
    ("version 1\n", 2), ("version 1\nend 1\n", 2),
    ("version 1\nend 0", 2), ("version 1\nend 0\nend 0\n", 2), ("version 1\npanel a\nend 1\n", 3),
    ("version 1\npanel a\nname b\nids 1:2\nlift_delay_us 1\nend 1\n", 4),
    ("version 1\npanel a\nname b\nids 0001:0002\nlift_delay_us -1\nend 1\n", 5),
    ("version 1\npanel a\nname b\nids 0001:0002\nlift_delay_us 145001\nend 1\n", 5),
    ("version 1\npanel a\nname b\nids 0001:0002\nend 1\n", 4),
    ("# x\nversion 1\npanel a\nname \u{1B}\nids 0001:0002\nlift_delay_us 1\nend 1\n", 5),
    ("version 1\npanel a\nname b\nids 0001:0002\nlift_delay_us 1\ncolour 7\nend 1\n", 6),
  ])
  func `rejects a damaged file, and names the line`(text: String, line: Int) {
    let fault = #expect(throws: PanelMemory.Fault.self) { try PanelMemory(text: Array(text.utf8)) }
    #expect(fault?.description.hasPrefix("line \(line): expected ") == true, "\(text)")
  }

  /// Whatever else the file contains: its form is that of another version.
  @Test(arguments: ["2", "10", "1.1", "2-rc1", "99999999999999999999"])
  func `names the version of a newer file`(version: String) {
    for text in ["version \(version)\n", "# x\nversion \(version)\ncolour 7\n", "version \(version)\nend 0"] {
      #expect(throws: PanelMemory.Fault.newer(version: version)) { try PanelMemory(text: Array(text.utf8)) }
    }
  }

  @Test func `rejects a file that was cut off anywhere, or has a wrong byte`() {
    let bytes = Array(Self.file.utf8)
    for end in 0..<bytes.count {
      #expect(throws: PanelMemory.Fault.self) { try PanelMemory(text: Array(bytes[..<end])) }
    }
    var random = SplitMix64(seed: 23)
    for _ in 0..<2000 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      // A wrong byte may make another valid file, but never more than the file's two panels.
      let memory = try? PanelMemory(text: damaged)
      #expect(memory?.entries.count ?? 0 <= 2)
    }
  }

  /// Any bytes: the reader either names the damage, or what it read is written and read again
  /// alike.
  @Test func `either rejects damaged bytes or reads what it would write`() throws {
    let seed = UInt64.random(in: 0..<1_000_000_000)
    var random = SplitMix64(seed: seed)
    var accepted = 0
    for trial in 0..<4000 {
      var bytes = Array(Self.file.utf8)
      for _ in 0...Int.random(in: 0...3, using: &random) { Self.damage(&bytes, by: &random) }
      guard let memory = try? PanelMemory(text: bytes) else { continue }
      accepted += 1
      let again = try? PanelMemory(text: memory.text)
      try #require(again == memory, "seed \(seed), trial \(trial): \(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(accepted > 0 && accepted < 4000, "seed \(seed): \(accepted) accepted")
  }

  /// Replaces, inserts, removes or repeats bytes or a line.
  private static func damage(_ bytes: inout [UInt8], by random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[index] = .random(in: 0...255, using: &random)
    case 1: bytes.insert(.random(in: 0...255, using: &random), at: index)
    case 2: bytes.remove(at: index)
    case 3: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...40, using: &random)))
    default:
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      guard let line = lines.randomElement(using: &random) else { return }
      let starts = bytes.indices.filter { $0 == 0 || bytes[$0 - 1] == UInt8(ascii: "\n") }
      bytes.insert(contentsOf: line + [UInt8(ascii: "\n")], at: starts.randomElement(using: &random) ?? 0)
    }
  }
}
