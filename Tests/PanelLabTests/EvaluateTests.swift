import GestureCore
import Panels
import TestKit
import Testing

@Suite struct `flickctl evaluate` {
  private func evaluate(_ files: [(String, [UInt8])], _ arguments: String...) async throws -> Outcome {
    let folder = try PrivateFolder()
    let none = try folder.write("none.toml", "")
    let paths = try files.enumerated().map { number, file in
      file.0 + (try folder.write("\(number).evemu", file.1))
    }
    let arguments = arguments.map { $0.replacing("FOLDER", with: folder.path) }
    var outcome = try await Command(
      [Program.flickctl.path, "evaluate", "--config", none] + paths + arguments
    )
    .run()
    outcome.errors = outcome.errors.replacing("\(folder.path)/", with: "")
    return outcome
  }

  private func people(_ count: Int, each: Int = 5) -> [(String, [UInt8])] {
    (0..<count).map {
      ("", LabelledPeople.recording(of: "p\($0)", each: each, slower: 1 + 0.05 * Double($0)))
    }
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

  @Test func `judges by the settings of --set`() async throws {
    func caught(_ arguments: String...) async throws -> Double? {
      let folder = try PrivateFolder()
      let none = try folder.write("none.toml", "")
      let file = try folder.write("anna.evemu", LabelledPeople.recording(of: "anna", slower: 1))
      let outcome = try await Command(
        [Program.flickctl.path, "evaluate", "--json", "--config", none, file] + arguments
      ).run()
      #expect(outcome.code == 0, "\(outcome.errors)")
      return try JSON(outcome.output).criteria.elements.first { $0.name == "rule" }?.caught.n.value
    }
    let usual = try #require(try await caught())
    let strict = try #require(try await caught("--set", "distance=200mm", "--set", "velocity=5000mm/s"))
    #expect(usual > 0 && strict == 0)
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
    let bytes = LabelledPeople.recording(of: nil)
    let report = try JSON(try await evaluate([("anna=", bytes), ("ben=", bytes)], "--json").output)
    #expect(report.people_left_out.elements.map(\.person) == ["anna", "ben"])
  }

  @Test func `writes pictures only into the folder of --svg`() async throws {
    let outcome = try await evaluate(people(6), "--svg", "FOLDER/pictures")
    #expect(outcome.code == 0)
    #expect(outcome.errors == "flickctl: wrote pictures/plane.svg\nflickctl: wrote pictures/criteria.svg\n")
    #expect(try await evaluate(people(1), "--svg", "/proc/none").code == 73)
    // An unset variable in a script.
    #expect(try await evaluate(people(1), "--svg", "").code == 64)
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
