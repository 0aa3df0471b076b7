import Foundation
import GestureCore
import LinuxIO
import PanelTuning
import Recordings
import TestKit
import Testing

@testable import PanelLab

@Suite(.ownThread) struct `The report of the room Tune` {
  /// Lets people do all tries, and returns the page with its proposal.
  private func session(people: Int, config: String = TunePage.slow) -> TunePage {
    let page = TunePage(config: config)
    page.open()
    page.begin(people: people)
    MadeTries(people: people).play(on: page)
    return page
  }

  private func report(on page: TunePage) throws -> String {
    try #require(page.newest("proposal").report.page.text)
  }

  @Test func `shows the numbers of the proposal, and names the panel`() throws {
    let page = session(people: 6)
    let proposal = page.newest("proposal")
    let elements = try #require(PageElement.list(of: try report(on: page)))
    let name = try #require(page.newest("studio").panel.name.text)
    #expect(elements.first { $0.name == "title" }?.text == "Panel report: \(name)")
    #expect(elements.filter { $0.name == "h1" }.map(\.text) == ["\(name): people"])
    #expect(elements.compactMap { $0["data-strokes"] } == ["198"] && page.newest("tune").strokes == 198)

    let thresholds = elements.filter { $0["data-threshold"] != nil }
    for (name, values) in [
      ("present", proposal.thresholds.elements.map(\.present)),
      ("proposed", proposal.thresholds.elements.map(\.proposed)),
    ] {
      let shown = thresholds.filter { $0["data-threshold"] == name }.map {
        $0["data-value"].flatMap(Double.init)
      }
      #expect(shown == values.map(\.value) && shown.count == 3, "\(name)")
    }

    // The page counts what commits; the message counts errors.
    let rates = elements.filter { $0["data-rate"] != nil }
    let total = proposal.rates.elements.suffix(2)
    let shares = ["present", "proposed", "left_out"].flatMap { name in total.map { $0[name] } }
    #expect(rates.count == 6)
    for (cell, share) in zip(rates, shares) {
      let count = try #require(cell["data-n"].flatMap(Double.init))
      let trials = try #require(cell["data-of"].flatMap(Double.init))
      #expect(share.of.value == trials)
      #expect(share.n.value == (cell["data-rate"] == "caught" ? trials - count : count), "\(cell)")
    }
    #expect(elements.compactMap { $0["data-picture"] } == ["strokes", "plane.svg", "criteria.svg"])
  }

  @Test func `is the page of flickctl report about the same strokes`() async throws {
    let page = try report(on: session(people: 6, config: ""))
    let run = try await ReportRun([("", MadeTries(people: 6).recording)])
    func people(_ page: String) -> Substring? {
      page.split(separator: "<section data-people=").dropFirst().first?.split(separator: "</h1>").last?
        .split(separator: "</section>").first
    }
    let text = try #require(people(page))
    #expect(text.utf8.count > 20_000)
    #expect(text == people(run.page), "\(run.outcome.errors)")
  }

  @Test func `needs neither the network nor a script, and is small for the most people`() throws {
    let page = try report(on: session(people: TuneRoom.maxPeople))
    for word in ["http", "url(", "src=", "@import", "<script", "javascript:"] {
      #expect(!page.contains(word), "\(word)")
    }
    // A page that does not read is closed from 1 MiB on.
    #expect(page.utf8.count < 250_000, "\(page.utf8.count)")
  }

  @Test func `shows only present error rates without a proposal`() throws {
    let elements = try #require(PageElement.list(of: try report(on: session(people: 1))))
    #expect(elements.compactMap { $0["data-rates"] } == ["present"])
    #expect(elements.compactMap { $0["data-threshold"] } == ["present", "present", "present"])
    #expect(elements.contains { $0.name == "p" && $0.text.contains("are too few for velocity") })
  }

  @Test func `escapes the name of the panel`() throws {
    let stroke = LabelledStroke(
      label: .tap, person: "1", lift: nil, rule: DecisionRule(predicted: .init(x: 100, y: 60)))
    let people = StrokeReport([stroke], cost: 0.05, seed: 1)
    let page = ReportPage(panels: [], people: people, triedPanel: "<script>&").text
    let elements = try #require(PageElement.list(of: page))
    #expect(elements.first { $0.name == "h1" }?.text == "<script>&: people")
  }
}

@Suite(.ownThread) struct `The saved report of the room Tune` {
  private func page(saving folder: String?) -> TunePage {
    let page = TunePage(saved: folder.map(StationFolder.init))
    page.open()
    page.begin(people: 1)
    page.ask(for: "proceed")
    return page
  }

  @Test func `is the one of the page, readable only by the user, beside that of a measurement`() throws {
    let folder = try PrivateFolder()
    let saved = folder.file("new/saved")
    let page = page(saving: saved)
    page.touch(MadeTries.flick())
    #expect(try SystemCalls.names(in: saved) == ["tuning.evemu"])
    page.ask(for: "finish")
    let first = try String(contentsOfFile: "\(saved)/tuning.html", encoding: .utf8)
    #expect(first == page.newest("proposal").report.page.text)
    #expect(page.newest("proposal").report.note == .null)
    #expect(try SystemCalls.names(in: saved) == ["tuning.evemu", "tuning.html"])
    for name in try SystemCalls.names(in: saved) {
      #expect(try #require(try SystemCalls.identity(of: "\(saved)/\(name)")).mode == 0o600)
    }
    #expect(try #require(try SystemCalls.identity(of: saved)).mode == 0o700)

    // Undo, other tries, and the end again.
    page.ask(for: "undo")
    for _ in 0..<2 { page.touch(MadeTries.flick()) }
    page.ask(for: "finish")
    let second = try String(contentsOfFile: "\(saved)/tuning.html", encoding: .utf8)
    #expect(second == page.newest("proposal").report.page.text && second != first)
    // The first try was taken back.
    #expect(try RecordingFile.read("\(saved)/tuning.evemu").labels.map(\.label) == [.flick, .flick])
  }

  @Test func `is beside a recording in which each finished try is at once`() throws {
    let folder = try PrivateFolder()
    let page = page(saving: folder.file("saved"))
    for number in 1...3 {
      page.touch(MadeTries.flick())
      let recording = try RecordingFile.read(folder.file("saved/tuning.evemu"))
      #expect(recording.labels.map(\.label) == Array(repeating: .flick, count: number))
      #expect(recording.labels.allSatisfy { $0.person == "1" })
    }
    // A second session replaces nothing.
    let before = try RecordingFile.bytes(of: folder.file("saved/tuning.evemu"))
    page.ask(for: "finish")
    page.begin(people: 1)
    page.ask(for: "proceed")
    page.touch(MadeTries.flick())
    page.ask(for: "finish")
    #expect(
      try SystemCalls.names(in: folder.file("saved"))
        == ["tuning-2.evemu", "tuning-2.html", "tuning.evemu", "tuning.html"])
    #expect(try RecordingFile.bytes(of: folder.file("saved/tuning.evemu")) == before)
  }

  @Test func `is missing without a counted try`() throws {
    let folder = try PrivateFolder()
    let page = page(saving: folder.file("saved"))
    page.ask(for: "finish")
    #expect(page.words == "over" && page.newest("proposal").report == .null)
    #expect(folder.names.isEmpty)
  }

  @Test func `is offered by the page, with the reason, if it cannot be saved`() throws {
    let folder = try PrivateFolder()
    let page = page(saving: "\(try folder.write("file", ""))/saved")
    page.touch(MadeTries.flick())
    page.ask(for: "finish")
    let report = page.newest("proposal").report
    #expect(report.page.text?.contains("Made panel: people") == true)
    let note = try #require(report.note.text)
    #expect(note.hasSuffix(": the report is not saved; save the report from this page"), "\(note)")
  }
}
