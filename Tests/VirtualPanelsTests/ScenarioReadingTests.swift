import GestureCore
import LinuxIO
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite struct `A scenario's text` {
  @Test(arguments: [
    ("down 1 50% 50%", "bad.touch: the expected lines are missing after a blank line"),
    (
      "down 1 50% 50%\n\nend\n\nend",
      "bad.touch:4: this is a second blank line: write only one, between the steps and the expected lines"
    ),
    ("fly 1\n\n", "bad.touch:1: 'fly 1' is not a step: use \(steps)"),
    ("# one\ndown 1 50 50%\n\n", "bad.touch:2: 'down 1 50 50%' is not a step: write `down 1 50% 50%`"),
    (
      "down 1 nan% 50%\n\n",
      "bad.touch:1: 'down 1 nan% 50%' is not a step: 'nan%' is not a position: write for example 80% or 50mm"
    ),
    (
      "down 1 -1% 50%\n\n",
      "bad.touch:1: 'down 1 -1% 50%' is not a step: a position is not negative: it is 0% to 100% of the panel, or in mm"
    ),
    (
      "down 1 101% 50%\n\n",
      "bad.touch:1: 'down 1 101% 50%' is not a step: a position is 0% to 100% of the panel, or in mm"
    ),
    (
      "down 1 1e9mm 50%\n\n",
      "bad.touch:1: 'down 1 1e9mm 50%' is not a step: '1e9mm' is not a position: write for example 80% or 50mm"
    ),
    (
      "down 0 1% 50%\n\n",
      "bad.touch:1: 'down 0 1% 50%' is not a step: '0' is not a finger: a finger is a number from 1 to 64"
    ),
    (
      "down 65 1% 50%\n\n",
      "bad.touch:1: 'down 65 1% 50%' is not a step: '65' is not a finger: a finger is a number from 1 to 64"
    ),
    (
      "down 1.5 1% 50%\n\n",
      "bad.touch:1: 'down 1.5 1% 50%' is not a step: '1.5' is not a finger: a finger is a number from 1 to 64"
    ),
    (
      "99999999999ms\n\n",
      "bad.touch:1: '99999999999ms' is not a step: the longest time is 3600000ms, an hour"
    ),
    (
      "9999999999999999999999ms\n\n",
      "bad.touch:1: '9999999999999999999999ms' is not a step: the longest time is 3600000ms, an hour"
    ),
    (
      "down 1 1% 1%\nto 1 50% 50%\n\n",
      "bad.touch:2: 'to 1 50% 50%' is not a step: the time is missing: write `to 1 50% 50% in 80ms`"
    ),
    (
      "to 1 50% 50% in 1ms\n\n",
      "bad.touch:1: finger 1 is not down: add a line such as `down 1 80% 50%` before this one"
    ),
    ("up 2\n\n", "bad.touch:1: finger 2 is not down: add a line such as `down 2 80% 50%` before this one"),
    ("down 1 1% 1%\ndown 1 1% 1%\n\n", "bad.touch:2: finger 1 is already down: add `up 1` before this line"),
    ("plug\n\n", "bad.touch:1: the panel is already plugged in: remove this line"),
    ("unplug\nunplug\n\n", "bad.touch:2: the panel is unplugged: only `plug` and a time can follow"),
    (
      "down 1 1% 1%\nunplug\nup 1\n\n",
      "bad.touch:3: the panel is unplugged: only `plug` and a time can follow"
    ),
    (
      "down 1 1% 1%\n[swipe]\n\n",
      "bad.touch:2: the configuration of flickd is above the first step, or below `reload`: move this line up, or write `reload` before it"
    ),
    (
      "100ms\nreload\ndown 1 1% 1%\n\n",
      "bad.touch:2: the configuration is missing: write it below, for example `[swipe]` and `distance = \"50mm\"`, a line each"
    ),
    ("palm 1\n\n", "bad.touch:1: finger 1 is not down: add a line such as `down 1 80% 50%` before this one"),
    (
      "down 1 1% 1%\nlose 1\nup 1\n\n",
      "bad.touch:3: finger 1 is not down: it lifted in line 2: remove this line"
    ),
    ("width 1 30\n\n", "bad.touch:1: 'width 1 30' is not a step: write `width 1 30mm`"),
    (
      "down 1 1% 1% 900mm wide\n\n",
      "bad.touch:1: 'down 1 1% 1% 900mm wide' is not a step: '900mm' is not the width of a contact: write a length of at most 200 mm, such as 30mm"
    ),
    (
      "to 1 5% 5% and 1 9% 9% in 80ms\n\n",
      "bad.touch:1: 'to 1 5% 5% and 1 9% 9% in 80ms' is not a step: each finger moves once: write for example `to 1 60% 50% and 2 70% 50% in 80ms`"
    ),
    (
      "down 1 1% 1%\nunplug\nplug\nup 1\n\n",
      "bad.touch:4: finger 1 is not down: add a line such as `down 1 80% 50%` before this one"
    ),
  ])
  func `is refused with its line and the reason if it is invalid`(text: String, message: String) {
    let error = #expect(throws: ScenarioError.self) { try Scenario(file: "bad.touch", text: text) }
    #expect(error?.description == message)
  }

  static let steps =
    "`down 1 80% 50mm`, `to 1 60% 50mm in 80ms`, `200ms`, `up 1`, `width 1 30mm`, `palm 1`, `lose 1`, "
    + "`unplug`, `plug`, `drop` or `reload`"

  @Test func `may begin with a configuration and requests, which an empty line separates`() throws {
    let text = """
      # Cards.
      [[zone]]
      name = "cards" # a comment of TOML

      {"id":1,"request":"subscribe","unit":"pt"}

      100ms
      {"id":2,"request":"update","zone":"cards","offset":5}
      reload
      [swipe]

      end flick left commit by velocity
      """
    let scenario = try Scenario(file: "a.touch", text: text)
    let configuration = try #require(scenario.configuration)
    // The positions of mistakes are those in the scenario.
    #expect(configuration.text == "\n[[zone]]\nname = \"cards\" # a comment of TOML\n")
    #expect(scenario.openingRequests == [#"{"id":1,"request":"subscribe","unit":"pt"}"#])
    #expect(scenario.requests.count == 2 && scenario.hasReload)
    #expect(scenario.expected == ["end flick left commit by velocity"])
  }

  @Test func `can be played without expectations`() throws {
    let scenario = try Scenario(file: "a/b.touch", text: "down 1 1% 1%\r\n\tup 1 # so\n", expectsLines: false)
    #expect(scenario.expected.isEmpty)
    #expect(scenario.name == "b")
    #expect(scenario.fingers == 1)
    #expect(try ScenarioPlayer.script(of: scenario).steps.count == 2)
    #expect(try ScenarioPlayer.script(of: Scenario(file: "", text: "", expectsLines: false)).steps.isEmpty)
  }

  @Test func `reports why it cannot be read`() {
    let error = #expect(throws: ScenarioError.self) { try Scenario.read("/nonexistent/a.touch") }
    #expect(error?.file == "/nonexistent/a.touch")
    #expect(error?.line == nil)
    #expect(throws: ScenarioError.self) { try Scenario.read("/") }
    #expect(throws: ScenarioError.self) { try Scenario.all(in: "/nonexistent") }
  }

  @Test func `is read without a crash if damaged`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let sample = Array(
      """
      [swipe]
      {}
      down 1 80% 50mm 9mm wide
      down 2 9% 9%
      to 1 60% 5mm and 2 60% 5mm in 80ms
      width 1 9mm
      palm 1
      up 1
      reload
      [swipe]
      200ms
      unplug
      plug
      drop

      end

      """.utf8)
    var outcomes: Set<Bool> = []
    for _ in 0..<4000 {
      var bytes = sample
      for _ in 0...random.next() % 3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next() % 128)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let scenario = try? Scenario(file: "x", text: text, expectsLines: false)
      outcomes.insert(scenario != nil)
      if let scenario { _ = try? ScenarioPlayer.script(of: scenario) }
    }
    #expect(outcomes == [true, false], "seed \(seed)")
  }
}
