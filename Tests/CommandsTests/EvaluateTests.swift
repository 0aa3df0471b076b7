import GestureCore
import Panels
import TestKit
import Testing

@Suite struct `flickctl evaluate` {
  /// Strokes of one person in the form of `flickctl record --label --person`.
  private func strokes(of person: String?, each: Int = 5, slower: Double = 1) -> [UInt8] {
    var bytes = RecordingText(.evemu, person: person)
      .header(MadeRecording.description, setup: RecordedSetup(), node: "")
    let kinds: [(RecordingLabel, MadeRecording.Finger)] = [
      (.flick, .init(at: 0, from: (150, 70), by: (-60, 4), lasting: Int64(300 * slower), liftShare: 0.5)),
      (.drag, .init(at: 0, from: (150, 70), by: (-60, 2), lasting: 900)),
      (.tap, .init(at: 0, from: (100, 70), by: (0.4, 0), lasting: 90)),
    ]
    var begin: Int64 = 0
    for (label, finger) in kinds {
      var file = RecordingText(.evemu, label: label)
      for _ in 0..<each {
        var frame = RecordedFrame(events: [], contactsDown: 1, isTouched: true)
        for event in MadeRecording([finger]).events {
          var event = event
          event.instant = Instant(microseconds: event.instant.microseconds + begin)
          frame.events.append(event)
          if event.code == EventCode.mtTrackingID { frame.contactsDown = event.value < 0 ? 0 : 1 }
          guard event.endsFrame else { continue }
          bytes += file.lines(of: frame)
          frame.events.removeAll()
        }
        begin += 2_000_000
      }
    }
    return bytes
  }

  private func evaluate(_ files: [(String, [UInt8])], _ words: String...) async throws -> Outcome {
    let folder = try PrivateFolder()
    let none = try folder.write("none.toml", "")
    let paths = try files.enumerated().map { number, file in
      file.0 + (try folder.write("\(number).evemu", file.1))
    }
    let words = words.map { $0.replacing("FOLDER", with: folder.path) }
    var outcome = try await Command([Program.flickctl.path, "evaluate", "--config", none] + paths + words)
      .run()
    outcome.errors = outcome.errors.replacing("\(folder.path)/", with: "")
    return outcome
  }

  private func people(_ count: Int, each: Int = 5) -> [(String, [UInt8])] {
    (0..<count).map { ("", strokes(of: "p\($0)", each: each, slower: 1 + 0.05 * Double($0))) }
  }

  @Test func `counts what the rule catches and what it commits by mistake`() async throws {
    let outcome = try await evaluate(people(6), "--json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let report = try JSON(outcome.output)
    #expect(report.strokes == 90 && report.people == 6)
    #expect(report.labels.flick == 30 && report.labels.drag == 30 && report.labels.tap == 30)
    let rule = try #require(report.criteria.elements.first { $0.name == "rule" })
    #expect(rule.caught.n == 60 && rule.caught.of == 60)
    #expect(rule["false"].n == 0 && rule["false"].of == 30)
    #expect(report.proposal.velocity.value != nil && report.proposal.seed == 1)
    #expect(report.people_left_out.elements.count == 6)
    let schema = try DocumentSchema.read("evaluate.schema.json")
    #expect(try schema.faults(of: OrderedJSON(outcome.output)).map(\.description) == [])
  }

  @Test func `proposes no speed for too few people, and prints the reason`() async throws {
    let outcome = try await evaluate(people(2), "--json")
    #expect(try JSON(outcome.output).proposal.velocity == .null)
    let schema = try DocumentSchema.read("evaluate.schema.json")
    #expect(try schema.faults(of: OrderedJSON(outcome.output)).map(\.description) == [])
    let table = try await evaluate(people(2)).output
    #expect(
      table.contains("10 flicks of 2 people are too few for velocity: record at least 20 flicks of 5 people"))
    #expect(try await evaluate(people(1)).output.contains("All strokes are of one person"))
  }

  @Test func `names people on the command line`() async throws {
    let bytes = strokes(of: nil)
    let report = try JSON(try await evaluate([("anna=", bytes), ("ben=", bytes)], "--json").output)
    #expect(report.people_left_out.elements.map(\.person) == ["anna", "ben"])
  }

  @Test func `writes pictures only into the folder of --svg`() async throws {
    let outcome = try await evaluate(people(6), "--svg", "FOLDER/pictures")
    #expect(outcome.code == 0)
    #expect(outcome.errors == "flickctl: wrote pictures/plane.svg\nflickctl: wrote pictures/criteria.svg\n")
    #expect(try await evaluate(people(1), "--svg", "/proc/none").code == 73)
  }

  @Test func `refuses recordings without labels, and a cost of nothing`() async throws {
    let outcome = try await evaluate([("", MadeRecording.oneFinger.bytes)])
    #expect(outcome.code == 65)
    #expect(
      outcome.errors.contains("no stroke has a label: record strokes with `flickctl record --label flick"))
    #expect(try await evaluate(people(1), "--cost", "0").code == 64)
    #expect(try await Command([Program.flickctl.path, "evaluate", "/nowhere.evemu"]).run().code == 66)
  }
}
