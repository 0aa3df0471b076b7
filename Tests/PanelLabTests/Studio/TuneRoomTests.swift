import Foundation
import FlickProtocol
import GestureCore
import LinuxIO
import Panels
import TestKit
import Testing

@testable import PanelLab

@Suite(.ownThread) struct `The room Tune` {
  @Test func `leads five people from the first try to a proposal`() throws {
    let page = TunePage(config: TunePage.slow)
    page.open()
    #expect(page.newest("studio").rooms.elements == ["live", "tune"])
    #expect(page.words == "idle")
    page.begin(people: 5)
    #expect(page.words == "ready" && page.newest("tune").people.elements.count == 5)
    page.touch(MadeTries.flick())
    #expect(page.newest("tune").strokes == 0)
    page.ask(for: "proceed")
    #expect(page.words == "1 flick 0" && page.newest("tune").exercise.tries == 10)
    MadeTries(people: 5).play(on: page)
    #expect(page.words == "over" && page.newest("tune").strokes == 165)
    let proposal = page.newest("proposal")
    #expect(proposal.thresholds.elements.map(\.key) == ["distance", "velocity", "flick_min_travel"])
    let speed = proposal.thresholds.elements[1]
    #expect(speed.present == 390 && (speed.proposed.value ?? 390) < 300 && speed.stable == true)
    #expect((speed.low.value ?? 0) <= (speed.proposed.value ?? 0))
    // Every flick was missed, and no longer is.
    #expect(proposal.rates.elements.map(\.name.text).first == "flicks that return")
    #expect(proposal.rates.elements[0].present.n == 50 && proposal.rates.elements[0].proposed.n == 0)
    #expect(proposal.changed.elements.count == 50)
    // Four people are too few for a proposal by which the fifth is judged.
    #expect(proposal.rates.elements.allSatisfy { $0.left_out == .null })
    // The last try of the session was not made on the row of cards.
    #expect(page.newest("feel").swipe == .null)
    #expect(proposal.changed.elements.allSatisfy { $0.better == true && $0.proposed == "commit" })
    #expect(proposal.why.elements.isEmpty && proposal.note == .null)
    #expect(proposal.settings.text?.contains("\nvelocity = ") == true)
    #expect(proposal.command.text?.contains("/etc/flickd/conf.d/90-tuned-0eef-0005.toml") == true)
  }

  @Test func `takes tries back, also after the last one`() {
    let page = TunePage()
    page.open()
    page.begin(people: 1)
    page.ask(for: "undo")
    #expect(page.newest("tune").last["text"].text == "there is no try to take back")
    page.ask(for: "proceed")
    for _ in 0..<10 { page.touch(MadeTries.flick()) }
    #expect(page.words == "1 drag 0")
    page.ask(for: "undo")
    #expect(page.words == "1 flick 9")
    #expect(page.newest("tune").last["text"].text == "took flick 10 of person 1 back")
    page.ask(for: "finish")
    #expect(page.words == "over" && page.newest("proposal") != .null)
    page.ask(for: "undo")
    #expect(page.words == "1 flick 8")
    page.open()
    #expect(page.types.last { $0 != "live" } == "tune", "there is no proposal while people try")
  }

  @Test func `reports what became of each try`() {
    let page = TunePage()
    page.open()
    page.begin(people: 1)
    page.ask(for: "proceed")
    page.touch(MadeTries.flick())
    #expect(page.newest("tune").last.counted == true)
    #expect(
      page.newest("tune").last["text"].text?.contains(" mm/s at the lift: commit by ") == true,
      "\(page.newest("tune"))")
    page.touch(MadeTries.tap)
    #expect(page.newest("tune").last.counted == false)
    #expect(
      page.newest("tune").last["text"].text
        == "not counted: the finger moved too little for a swipe; once more")
    #expect(page.words == "1 flick 1")
  }

  @Test func `goes on without a try after the patience of flickctl tune`() {
    let page = TunePage()
    page.open()
    page.begin(people: 1)
    #expect(page.due == nil)
    page.ask(for: "proceed")
    #expect(page.due == 60_000_000)
    page.wait(.seconds(59))
    #expect(page.words == "1 flick 0")
    page.wait(.seconds(1))
    #expect(page.words == "1 drag 0")
    #expect(page.newest("tune").last["text"].text == "no try for 60 s: the next exercise follows")
    for _ in 0..<3 { page.wait(.seconds(60)) }
    #expect(page.words == "over" && page.due == nil)
    #expect(page.newest("proposal").why.elements.count == 1)
  }

  @Test func `counts no touch outside of the page's field`() {
    let page = TunePage()
    page.open()
    page.ask(#"{"request":"tune","do":"begin","people":1}"#)
    page.ask(for: "proceed")
    // The page has reported no field yet.
    page.touch(MadeTries.flick())
    #expect(page.words == "1 flick 0")
    page.ask(TunePage.field)
    let button = MadeRecording.Finger(at: 0, from: (20, 130), by: (-0.4, 0), lasting: 90)
    let around = MadeRecording.Finger(at: 0, from: (20, 130), by: (-15, -60), lasting: 300, liftShare: 0.5)
    page.forget()
    page.touch(button)
    page.touch(around)
    // A second finger on a button spoils the try of the first one.
    page.touch(MadeTries.flick(), button)
    #expect(!page.types.contains("tune"))
    page.touch(MadeTries.flick())
    #expect(page.words == "1 flick 1")
    // The page shows another room.
    page.ask(#"{"request":"tune","do":"field","field":[]}"#)
    page.touch(MadeTries.flick())
    #expect(page.words == "1 flick 1")
    // The page is gone, and something else is on the display.
    page.ask(TunePage.field)
    page.close()
    page.touch(MadeTries.flick())
    #expect(page.words == "1 flick 1")
  }

  @Test func `counts a touch outside of the field as no sign of life`() {
    let page = TunePage()
    page.open()
    page.begin(people: 1)
    page.ask(for: "proceed")
    page.touch(.init(at: 0, from: (5, 5), by: (0, 0.4), lasting: 90))
    page.wait(.seconds(60))
    #expect(page.words == "1 drag 0")
  }

  @Test(arguments: [1, 4]) func `proposes nothing for fewer than five people, and says why`(people: Int) {
    let page = TunePage(config: TunePage.slow)
    page.open()
    page.begin(people: people)
    MadeTries(people: people).play(on: page)
    let proposal = page.newest("proposal")
    #expect(proposal.thresholds.elements.allSatisfy { $0.proposed == .null && $0.present != .null })
    let human = people == 1 ? "1 person" : "4 people"
    #expect(
      proposal.why.elements.contains {
        $0.text?.hasPrefix("\(10 * people) flicks of \(human) are too few for velocity") == true
      }, "\(proposal.why)")
    #expect(proposal.rates.elements.allSatisfy { $0.proposed == .null && $0.present.of != .null })
    #expect(Double(10 * people) == proposal.rates.elements[0].present.n.value)
    #expect(proposal.changed.elements.isEmpty && proposal.settings == .null && proposal.command == .null)
    #expect(page.newest("feel").has_proposal == false)
  }

  @Test func `sends everything again to a page that is loaded again`() {
    let page = TunePage(config: TunePage.slow)
    page.open()
    page.begin(people: 5)
    page.ask(for: "proceed")
    page.touch(MadeTries.flick())
    page.forget()
    page.open()
    #expect(
      page.types.filter { $0 != "decision" } == ["studio", "tune", "live"] && page.words == "1 flick 1")
    page.ask(for: "finish")
    page.forget()
    page.open()
    #expect(page.types.filter { $0 != "decision" } == ["studio", "tune", "proposal", "feel", "live"])
    #expect(page.newest("proposal").thresholds.elements.count == 3)
  }

  @Test func `judges no contact of a private zone, even if the page shows it`() {
    let pin =
      TunePage.slow
      + "[[zone]]\nname = \"pin\"\nprivate = true\nrectangle = [\"140mm\", \"0mm\", \"20mm\", \"136mm\"]\n"
    for isIncluded in [false, true] {
      let page = TunePage(config: pin, isPrivateIncluded: isIncluded)
      page.open()
      page.begin(people: 1)
      page.ask(for: "proceed")
      page.touch(MadeTries.flick())
      #expect(page.words == "1 flick 0")
      page.touch(.init(at: 0, from: (120, 70), by: (-60, 4), lasting: 300, liftShare: 0.5))
      #expect(page.words == "1 flick 1")
      page.ask(for: "finish")
      page.forget()
      page.touch(MadeTries.flick())
      #expect(!page.types.contains("feel"))
    }
  }

  @Test func `shows the numbers of flickctl tune for the same strokes`() async throws {
    let tries = MadeTries(people: 6)
    let folder = try PrivateFolder()
    let config = try folder.write("flickd.toml", TunePage.slow)
    let page = TunePage(
      config: TunePage.slow,
      folder: .init(path: folder.file("conf.d")) { try SystemCalls.contentsIfAny(of: $0) })
    page.open()
    page.begin(people: 6)
    tries.play(on: page)
    let proposal = page.newest("proposal")

    let file = try folder.write("tries.evemu", tries.recording)
    let outcome = try await Command(
      .flickctl, "tune", "--config", config, "--write", "--json", "--from", file
    ).run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    let report = try JSON(outcome.output)
    #expect(report.strokes == page.newest("tune").strokes)
    for line in proposal.thresholds.elements {
      let key = try #require(line.key.text)
      #expect(line.proposed == report.proposal[key] && line.present == report.present[key], "\(key)")
      #expect(line.low == report.proposal.uncertainty[key].low)
      #expect(line.high == report.proposal.uncertainty[key].high)
    }
    let rates = Dictionary(
      uniqueKeysWithValues: proposal.rates.elements.map { ($0.name.text ?? "", $0) })
    let rule = try #require(report.criteria.elements.first { $0.name == "rule" })
    func missed(_ share: JSON) -> Double { (share.of.value ?? 0) - (share.n.value ?? 0) }
    #expect(rates["all missed swipes"]?.present.n.value == missed(rule.caught))
    #expect(rates["all missed swipes"]?.proposed.n.value == missed(report.proposal.caught))
    #expect(rates["all false commits"]?.present.n == rule["false"].n)
    #expect(rates["all false commits"]?.proposed.n == report.proposal["false"].n)
    #expect(
      rates["all missed swipes"]?.left_out.n.value
        == report.people_left_out.elements.reduce(0) { $0 + missed($1.caught) })
    let text = try String(contentsOfFile: folder.file("conf.d/90-tuned-0eef-0005.toml"), encoding: .utf8)
    #expect(proposal.settings.text == text)
  }
}

@Suite struct `A request to the room Tune` {
  private static let requests: [(line: String, request: TuneRequest?)] = [
    (#"{"do":"begin","people":3}"#, .begin(people: 3)), (#"{"do":"begin","people":0}"#, nil),
    (#"{"do":"begin","people":10}"#, nil), (#"{"do":"begin"}"#, nil), (#"{"do":"proceed"}"#, .proceed),
    (#"{"do":"undo"}"#, .undo), (#"{"do":"finish"}"#, .finish),
    (#"{"do":"feel","rule":"proposed"}"#, .feel(.proposed)),
    (#"{"do":"feel","rule":"other"}"#, nil),
    (#"{"do":"field","field":[0,0.5,1,0.25]}"#, .field([0, 0.5, 1, 0.25])),
    (#"{"do":"field","field":[]}"#, .field([])), (#"{"do":"field"}"#, .field([])),
    (#"{"do":"field","field":[1,2]}"#, nil), (#"{"do":7}"#, nil), ("{}", nil),
  ]

  @Test func `is read, or ignored`() throws {
    for (line, request) in Self.requests {
      let fields = try #require(LineFields(Array(line.utf8)))
      #expect(TuneRequest(fields) == request, "\(line)")
    }
  }
}
