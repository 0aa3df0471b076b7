import Foundation
import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite struct `flickctl play` {
  private static let steps = "down 1 80% 50%\nto 1 50% 50% in 80ms\nup 1\n"

  /// A command line that is refused before a panel exists.
  ///
  /// `flags` follow the file; `code` is the exit code and `message` the message.
  struct Refusal: CustomTestStringConvertible, Sendable {
    var flags: [String]
    var code: Int32 = 64
    var message: String

    var testDescription: String { flags.joined(separator: " ") }
  }

  static let refusals = [
    Refusal(
      flags: ["--panel", "x", "--protocol", "list"],
      message: "--panel and --protocol exclude each other: a description contains the protocol"),
    Refusal(
      flags: ["--protocol", "usb"],
      message: "--protocol: 'usb' is not one of its values: The values are slots, list, single, hid"),
    Refusal(flags: ["--replug-after", "1s"], message: "--replug-after needs --unplug-at"),
    Refusal(flags: ["--stall-at", "1s"], message: "--stall-at and --stall-for must be used together"),
    Refusal(flags: ["--stall-for", "1s"], message: "--stall-at and --stall-for must be used together"),
    Refusal(
      flags: ["--stall-at", "89ms", "--stall-for", "1s"],
      message: "--stall-at is after the end of the play, 0.1 s"),
    Refusal(
      flags: ["--pace", "2", "--stall-at", "50ms", "--stall-for", "1s"],
      message: "--stall-at is after the end of the play, 0.0 s"),
    Refusal(flags: ["--pace", "0"], message: "--pace must be from 0.01 to 100"),
    Refusal(flags: ["--pace", "nan"], message: "--pace must be from 0.01 to 100"),
    Refusal(flags: ["--repeat", "0"], message: "--repeat must be from 1 to 100000"),
    Refusal(flags: ["--wait", "1"], message: "--wait: a unit is missing: write 1s or 1ms"),
    Refusal(flags: ["--keep", "-1s"], message: "--keep -1s: the value cannot be negative: --keep <time>"),
    Refusal(
      flags: ["--unplug-at", "soon"], message: "--unplug-at: write a number and a unit, such as 15s or 40ms"),
    Refusal(flags: ["--panel", "/nowhere"], code: 66, message: "/nowhere: there is no such file"),
    Refusal(
      flags: ["another"], message: "'another' is one word too many: write flickctl play [<options>] <file>"),
    Refusal(flags: ["--record", "/nowhere/file"], code: 73, message: "open /nowhere/file: No such file"),
  ]

  @Test(arguments: refusals) func `reports what is wrong`(refusal: Refusal) async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("story.touch", Self.steps)
    let outcome = try await Command([Program.flickctl.path, "play", file] + refusal.flags).run()
    #expect(outcome.code == refusal.code)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(": \(refusal.message)"), "\(outcome.errors)")
  }

  /// A file that cannot be played, and the message after its name.
  static let foreign: [(name: String, text: String, message: String)] = [
    ("a", "", ": the file is empty"),
    ("a", "hello\n", ": this file cannot be played: expected a scenario (`down 1 80% 50%`), evemu text, "),
    ("a.touch", "hello\n", ":1: 'hello' is not a step: use "),
    ("a.touch", "# nothing\n", ": it has no step: add "),
    (
      "a", "# a story\n\tdown 1 80% 50%\nto 1\n",
      ":3: 'to 1' is not a step: the position is missing: write `to 1 60% 50% in 80ms`"
    ),
    ("a", "200ms\nup 1\n", ":2: finger 1 is not down"),
    ("a", "down 1 300mm 1mm\n", ":1: 300.0 mm is outside the panel, which is 217.0 mm wide"),
    ("a", "down 1 1% 1%\ndrop\n", ":2: `drop` cannot be played to a kernel: "),
    ("a", "E: 0.000001 0003 0035 5\nE: 0.008334 00", ":2: a number is missing, malformed or too large"),
    ("a", "R: 3 05 0d 09\nE: 0.0 1 00\nE: 1\n", ":3: a number is missing, malformed or too large"),
    ("a", "R: 3 05 0d 09\n", ": this describes a device, but contains no events"),
    (
      "a", "E: 0.000001 0003 0035 5\nE: 9000000000000.0 0003 0036 5\nE: 9000000000000.0 0000 0000 0\n",
      ": the play would last longer than a day"
    ),
    (
      "a", "E: 9000000000000.0 0003 0035 5\nE: 0.0 0003 0036 5\nE: 0.0 0000 0000 0\n",
      ": the play would last longer than a day"
    ),
    ("a", "N: Panel\nA: 00 0 100 0 0\n", ": this describes a device, but contains no events"),
  ]

  @Test(arguments: foreign) func `ends with 65 and the line number`(
    name: String, text: String, message: String
  ) async throws {
    let folder = try PrivateFolder()
    let file = try folder.write(name, text)
    let outcome = try await Command(.flickctl, "play", file).run()
    #expect(outcome.code == 65)
    #expect(outcome.errors.contains("flickctl: \(file)\(message)"), "\(outcome.errors)")
  }

  @Test func `ends with 66 if the file is missing, and with 77 if it is unreadable`() async throws {
    let folder = try PrivateFolder()
    let programs = try PrivateFolder()
    let missing = try await Command(.flickctl, "play", folder.file("missing")).run()
    #expect(missing.code == 66)
    #expect(
      missing.errors
        == "flickctl: \(folder.file("missing")): there is no such file: `ls \(folder.path)` shows what is there\n"
    )
    let file = try folder.write("secret.touch", Self.steps)
    try folder.setMode(0o000, of: "secret.touch")
    let secret = try await Command.asNobody(.flickctl, "play", file, from: programs).run()
    #expect(secret.code == 77)
    #expect(
      secret.errors
        == "flickctl: \(file): this user has no permission to read the file: read it as its owner, which `ls -l` shows\n"
    )
  }

  @Test(arguments: ["--panel", "--protocol"]) func `plays a recording on its own panel only`(
    flag: String
  ) async throws {
    let folder = try PrivateFolder()
    let recording = try folder.write("recording", MadeRecording.oneFinger.bytes)
    let reports = try folder.write("reports", "R: 3 05 0d 09\nE: 0.0 1 00\n")
    for file in [recording, reports] {
      let value = flag == "--panel" ? recording : "slots"
      let outcome = try await Command(.flickctl, "play", file, flag, value).run()
      #expect(outcome.code == 64)
      #expect(
        outcome.errors
          == "flickctl: \(file) is a recording, which has its own panel: remove \(flag)\n")
    }
  }

  @Test func `refuses a scenario on a foreign HID panel or a keyboard`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("story.touch", Self.steps)
    let reports = try folder.write("reports", "R: 3 05 0d 09\nE: 0.0 1 00\n")
    let outcome = try await Command(.flickctl, "play", file, "--panel", reports).run()
    #expect(outcome.code == 65)
    #expect(outcome.errors.hasPrefix("flickctl: \(reports): this describes a HID panel, "))
    #expect(outcome.errors.contains("--protocol hid"))
    let keyboard = try folder.write("keyboard.desc", "N: Keys\nB: 01 02 00 00 00 00 00 00 00\n")
    let mute = try await Command(.flickctl, "play", file, "--panel", keyboard).run()
    #expect(mute.code == 65)
    #expect(mute.errors == "flickctl: \(file): Keys cannot be played: it has no position axes\n")
  }

  @Test func `refuses --unplug-at if the scenario unplugs the panel`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("story.touch", "unplug\n1000ms\nplug\n")
    let outcome = try await Command(.flickctl, "play", file, "--unplug-at", "1s").run()
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("--unplug-at conflicts with the `unplug` in the file"))
  }

  @Test func `does not overwrite a file with a recording`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("story.touch", Self.steps)
    let other = try folder.write("other.events", "E: 0.0 0000 0000 0\n")
    // The advice must never be to remove an input.
    for (target, reason) in [(file, "is also an input:"), (other, "exists already: remove it, or")] {
      let outcome = try await Command(.flickctl, "play", file, "--record", target).run()
      #expect(outcome.code == 73)
      #expect(outcome.errors == "flickctl: \(target) \(reason) choose another file with --record\n")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.steps)
  }

  private static let isWithoutDoors = ["/dev/uinput", "/dev/uhid"].allSatisfy {
    !FileManager.default.fileExists(atPath: $0)
  }

  @Test(
    .enabled(if: isWithoutDoors, "this machine makes virtual devices"),
    arguments: [
      ("slots", "uinput"), ("list", "uinput"), ("single", "uinput"), ("hid", "uhid"),
    ])
  func `ends with 69 and advice if the kernel module is missing`(
    protocol: String, module: String
  ) async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("story.touch", Self.steps)
    let outcome = try await Command(
      .flickctl, "play", file, "--protocol", `protocol`, "--record", folder.file("out")
    ).run()
    #expect(outcome.code == 69)
    #expect(outcome.output == "")
    let reason =
      "flickctl: /dev/\(module) does not exist: this kernel has no \(module), or \(module) is not loaded: run `"
    #expect(outcome.errors.hasPrefix(reason), "\(outcome.errors)")
    // An ordinary user reads how to become root for it.
    #expect(outcome.errors.contains("modprobe \(module)"), "\(outcome.errors)")
    #expect(folder.names == ["story.touch"], "no empty recording stays behind")
  }

  @Test(.enabled(if: isWithoutDoors, "this machine makes virtual devices"))
  func `warns that missing ranges are assumed`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("recording", "E: 0.000001 0003 0035 5\nE: 0.000001 0000 0000 0\n")
    let outcome = try await Command(.flickctl, "play", file).run()
    #expect(outcome.code == 69)
    #expect(
      outcome.errors.hasPrefix("flickctl: \(file): the recording does not contain the ranges of the axes; "))
  }

  @Test func `can play the shipped example with every protocol`() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let scenario = try Scenario.read(package.appending(path: "docs/examples/flick.touch").path)
    #expect(scenario.expected.count == 2)
    for touchProtocol in [TouchProtocol.slots, .list, .single] {
      let script = try ScenarioPlayer.script(of: scenario, on: ScenarioPlayer.panel(touchProtocol))
      #expect(script.steps.count == 64)
    }
    #expect(try HIDTouches().script(of: scenario).steps.count == 68)
  }
}
