import FlickProtocol
import TestKit
import Testing

@testable import Commands

@Suite struct `A wrong input` {
  @Test(arguments: WrongInput.all)
  func `is answered with what is wrong, where, and the next step`(input: WrongInput) async throws {
    let outcome = try await Answers.shared.answer(to: input)
    #expect(outcome.code == input.code, "\(outcome)")
    #expect(outcome.output == "")
    for word in input.expectedWords { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
    #expect(outcome.errors.hasPrefix(input.isFromDaemon ? "flickd: " : "flickctl: "))
    for word in Self.foreign { #expect(!outcome.errors.contains(word), "\(outcome.errors)") }
    #expect(input.isFromDaemon || outcome.errors.utf8.allSatisfy { $0 < 0x80 }, "\(outcome.errors)")
    // Five lines of a terminal with 80 columns, and a few words.
    let message = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("Usage: ") }
    #expect(message.allSatisfy { $0.count < 420 }, "nobody reads longer lines: \(outcome.errors)")
  }

  /// Words of the parsers of arguments, of TOML and of JSON, of NIO, and of Swift's own errors.
  private static let foreign = [
    "Error:", "error:", "Help:", "is invalid for", "Please provide one of", "Unexpected argument",
    "unexpected arguments", "Unknown option", "Missing expected", "Missing value", "does not take any value",
    "Invalid option", "Error while parsing", "expected digit", "control characters other than", "U+00", "NIO",
    "Optional(", "errno", "Swift.", "Fatal", "ParserError", "SystemCallError", "ValidationError", "nil",
  ]

  @Test(arguments: WrongRequest.all)
  func `on the socket is refused with the field and the allowed values`(request: WrongRequest) throws {
    let answer = try #require(request.answer)
    for word in request.expectedWords { #expect(answer.contains(word), "\(answer)") }
  }

  @Test func `is not a panel that is present, and an absent one is named with those that exist`() {
    #expect(PanelAbsence(wanted: []).text(with: ["a"]) == nil)
    #expect(PanelAbsence(wanted: ["a"]).text(with: ["b", "a"]) == nil)
    let absent = PanelAbsence(wanted: ["usb:kiosk"]).text(with: ["usb:kiosk1", "i2c:other"]) ?? ""
    for word in ["'usb:kiosk'", "did you mean `usb:kiosk1`?", "are usb:kiosk1, i2c:other", "waiting"] {
      #expect(absent.contains(word), "\(absent)")
    }
    #expect(PanelAbsence(wanted: ["a"]).text(with: [])?.contains("flickd has no panel") == true)
    #expect(PanelAbsence(wanted: []).text(with: []) == nil)
  }
}

@Suite struct `A locale without UTF-8` {
  @Test(arguments: [["replay", "--table"], ["measure"], ["evaluate"]])
  func `gets ASCII from each verb`(words: [String]) async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("anna.evemu", LabelledPeople.recording(of: "anna", slower: 1))
    let outcome = try await Command(
      [Program.flickctl.path] + words + [file], environment: ["LC_ALL": "C"]
    ).run()
    #expect(outcome.code == 0 && !outcome.output.isEmpty, "\(outcome.errors)")
    #expect((outcome.output + outcome.errors).utf8.allSatisfy { $0 < 0x80 }, "\(outcome.output)")
  }

  @Test func `gets ASCII from the help of each verb`() async throws {
    let refused = try await Command([Program.flickctl.path, "nosuch"]).run().errors
    let verbs = try #require(refused.split(separator: "The verbs are ").last?.split(separator: "\n").first)
    for verb in verbs.split(separator: ", ") {
      // A shell, because the output of `replay` itself consists of messages.
      let help = try await Command(["sh", "-c", "'\(Program.flickctl.path)' \(verb) --help"]).run().output
      #expect(help.utf8.allSatisfy { $0 < 0x80 } && help.contains("USAGE"), "\(verb): \(help)")
    }
  }
}
