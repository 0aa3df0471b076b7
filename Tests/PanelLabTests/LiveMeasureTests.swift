import Panels
import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `flickctl measure with a touchscreen` {
  private func measure(_ events: MockEvents, _ arguments: String...) async throws -> Outcome {
    let files = try PrivateFolder()
    let machine = try MockMachine([.panel(5, udev: MockMachine.touchscreen)], events: events, in: files)
    let none = try files.write("none.toml", "")
    return try await Command(
      machine.prefix + (try Program.flickctl.copy(into: files)) + ["measure", "--config", none] + arguments
    ).run(within: 60)
  }

  @Test func `measures a station as soon as it has enough samples`() async throws {
    let outcome = try await measure(.flicks(), "--stations", "swipes", "--timeout", "50s", "--json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("1/1 swipes: swipe fast at least 5 times"))
    #expect(outcome.errors.contains("  report_rate: 125 Hz, passes Windows 8, Windows 10, ChromeOS\n"))
    let result = try #require(JSON(outcome.output).results.elements.first)
    let rate = try #require(result.metrics.elements.first { $0.metric == "report_rate" })
    #expect(abs(try #require(rate["value"].value) - 125) < 3)
    #expect(rate.segments.elements.allSatisfy { $0.file == "swipes" })
    #expect(result.files == .array([]))
    #expect(try #require(result.duration_us.value) < 30_000_000)
    let schema = try DocumentSchema.read("measure.schema.json")
    let faults = try schema.faults(of: OrderedJSON(outcome.output)).map(\.description)
    #expect(faults == [])
  }

  @Test func `goes on to the next station when the time is over`() async throws {
    let outcome = try await measure(
      .flicks(), "/dev/input/event5", "--stations", "resting,drumming", "--timeout", "300ms")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("1/2 resting: ") && outcome.errors.contains("2/2 drumming: "))
    #expect(outcome.errors.contains("resting_jitter: not measured: "))
    // On a busy machine, the stations last longer than 0.6 s.
    #expect(outcome.lines.first?.contains(", 2 stations, ") == true, "\(outcome.output)")
  }

  @Test func `refuses a station that does not exist, and a panel that is not there`() async throws {
    #expect(try await measure(.flicks(), "--stations", "jumping").code == 64)
    let missing = try await measure(.flicks(), "usb-7")
    #expect(missing.code == 66)
    #expect(missing.errors.contains("there is no panel 'usb-7'"))
  }
}
