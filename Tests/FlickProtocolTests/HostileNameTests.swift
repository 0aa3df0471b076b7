import Foundation
import TestKit
import Testing

@testable import FlickProtocol

@Suite struct `A device's name` {
  private func panel(_ name: String) -> PanelMessage {
    PanelMessage(
      panelID: name, name: name, vendor: 1, product: 2, serial: name, node: nil, source: .live, width: 10,
      height: 20, scale: "kernel", rotation: 0, maxContacts: 10, liftDelayMicroseconds: 0)
  }

  /// Random bytes of a device's name, up to the kernel's 255.
  ///
  /// Most of the names are not UTF-8, and many bytes are control characters.
  private func bytes(_ random: inout SplitMix64) -> [UInt8] {
    let nasty: [UInt8] =
      Array("\"\\\n\r\t%{}[],:\u{7f}\u{1b}".utf8) + [0x80, 0xff, 0xc0, 0xed, 0xa0, 0xf4, 0x90]
    return (0..<Int.random(in: 0...255, using: &random)).map { _ in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: UInt8.random(in: 1...255, using: &random)
      case 1: UInt8.random(in: 1..<0x20, using: &random)
      case 2: UInt8.random(in: 0x20..<0x7f, using: &random)
      default: nasty.randomElement(using: &random) ?? 0x22
      }
    }
  }

  @Test(arguments: 0..<10) func `of random bytes leaves every line one line of valid JSON and UTF-8`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1000 {
      let name = String(decoding: bytes(&random), as: UTF8.self)
      var line = LineWriter()
      StateMessage(panels: [panel(name)], swipes: []).write(into: &line)
      panel(name).write(.added, into: &line)
      ReplyMessage(to: .string(String(name.prefix(30))), .panels([panel(name)])).write(into: &line)
      let text = try #require(String(validating: line.bytes, as: UTF8.self), "seed \(seed)")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      try #require(lines.count == 4, "seed \(seed)")
      let reported = try lines.dropLast().map { try JSON(String($0)) }
      #expect(reported[0].panels.elements.first?.name.text == name, "seed \(seed)")
      #expect(reported[1].serial.text == name, "seed \(seed)")
      #expect(reported[2].panels.elements.first?.panel_id.text == name, "seed \(seed)")
    }
  }
}
