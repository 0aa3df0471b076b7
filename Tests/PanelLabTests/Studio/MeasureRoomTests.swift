import GestureCore
import PanelTuning
import Panels
import Pipeline
import Recordings
import TestKit
import Testing

@testable import PanelLab

@Suite(.ownThread) struct `The room Measure` {
  @Test func `waits for its begin, and then asks for the first station`() throws {
    let measured = try MeasuredRoom()
    measured.take()
    #expect(measured.last("measure").state == "ready" && measured.last("measure").station == .null)
    #expect(measured.last("coverage").reset == true && measured.room.due == nil)
    measured.play { $0.swipe() }
    #expect(measured.covered.isEmpty && measured.lines.count == 2)
    measured.request("begin")
    #expect(measured.last("measure").state == "asked" && measured.station == "hands-off")
    let station = measured.last("measure").station
    #expect(station.number == 1 && station.count == 12 && station.patience_s == 60)
    #expect(station.request == "do not touch the panel for 10 seconds" && station.elapsed_s == 0)
    measured.wait(3000)
    #expect((2.7...3).contains(measured.last("measure").station.elapsed_s.value ?? 0))
  }

  @Test func `walks through all stations with made fingers, and ends with a report`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    for station in Station.onDisplay.map(\.word) {
      #expect(measured.station == station)
      measured.exercise(station)
    }
    let last = measured.last("measure")
    #expect(last.state == "over" && last.station == .null)
    #expect(measured.states == Array(repeating: "done", count: 12))
    let unmeasured = last.results.elements.filter { $0["value"] == .null }.map { $0.metric.text ?? "" }
    #expect(Set(unmeasured).isSubset(of: ["grid"]), "\(unmeasured)")
    #expect(measured.result("ghosts").shown == "0" && measured.result("contacts").shown == "10")
    #expect(measured.result("accuracy").shown == "2 mm")
    #expect(measured.result("accuracy").grades.elements.map(\.grade) == ["fail", "fail"])
    #expect(measured.result("accuracy").grades.elements.map(\.name) == ["Windows 8", "Windows 10"])
    #expect(measured.result("target_offset", axis: "x")["value"] == 2)
    #expect(measured.result("target_offset", axis: "y")["value"] == 0)
    #expect(measured.result("target_rotation")["value"] == 0)
    #expect(measured.result("target_scale", axis: "y")["value"] == 1)
    #expect(measured.result("target_scale", axis: "y").shown.text?.hasSuffix(" ×") == true)
    let report = measured.messages("report")
    #expect(report.count == 1)
    let page = try #require(report[0].page.text)
    #expect(page.contains("Example panel") && page.contains("12 stations, "))
    #expect(page.contains("Taps on targets are reported 2"))
    #expect(page.contains("data-metric=\"accuracy\""))
  }

  @Test func `counts a frame only while a station is asked for`() throws {
    let measured = try MeasuredRoom()
    measured.play { $0.swipe() }
    measured.request("begin")
    measured.request("end")
    let before = measured.lines.count
    measured.play { $0.swipe() }
    measured.take()
    #expect(measured.lines.count == before && measured.covered.isEmpty)
    #expect(measured.last("measure").results.elements.allSatisfy { $0.metric != "contacts" })
  }

  @Test func `skips a station without the touch that pressed the button`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    measured.request("skip")
    measured.request("skip")
    #expect(measured.station == "taps" && measured.states.prefix(3) == ["skipped", "skipped", "asked"])
    measured.play { touches in
      for _ in 0..<4 {
        touches.play(0.1) { _ in PanelPoint(x: 50, y: 50) }
        touches.lift()
        touches.wait(300)
      }
      // The fifth tap is on the button.
      touches.play(0.1) { _ in PanelPoint(x: 200, y: 120) }
      touches.lift()
    }
    measured.request("skip")
    #expect(measured.station == "targets")
    #expect(measured.result("tap_repeatability")["value"] == .null)
    #expect(measured.result("tap_repeatability").why.text?.contains("fewer than 5 taps") == true)
    #expect(measured.result("contacts")["value"] == 1)
  }

  @Test func `repeats the station before, and keeps the results of the others`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    measured.exercise("hands-off")
    measured.exercise("resting")
    #expect(measured.station == "taps")
    measured.request("again")
    #expect(measured.station == "resting" && measured.states.prefix(3) == ["done", "asked", "waiting"])
    #expect(measured.result("resting_jitter") == .null && measured.result("ghosts")["value"] == 0)
    measured.exercise("resting")
    #expect(measured.station == "taps" && measured.result("resting_jitter")["value"] == 0)
    measured.request("end")
    #expect(measured.last("measure").state == "over" && measured.last("report").page.text != nil)
    measured.request("begin")
    #expect(measured.station == "hands-off" && measured.result("ghosts") == .null)
  }

  @Test func `takes a step only from the station that the page shows`() throws {
    let measured = try MeasuredRoom()
    for word in ["skip", "again", "end"] { measured.request(word, for: 1) }
    #expect(measured.room.due == nil)
    measured.request("begin")
    measured.request("skip", for: 1)
    #expect(measured.station == "resting")
    // The person has pressed the button twice, and the page still showed the station before.
    for word in ["skip", "again", "end"] {
      for station in [1, 3, 0, nil] { measured.request(word, for: station) }
      measured.receive(#"{"request":"measure","do":"\#(word)","station":"2"}"#)
      #expect(measured.station == "resting" && measured.states.prefix(2) == ["skipped", "asked"], "\(word)")
    }
    measured.request("again", for: 2)
    #expect(measured.station == "hands-off")
  }

  @Test func `counts the repetitions that answer a station`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    var seen: [String: [Double]] = [:]
    var needed: [String: Double] = [:]
    for station in Station.onDisplay.map(\.word) {
      let before = measured.messages("measure").count
      measured.exercise(station)
      for message in measured.messages("measure")[before...] where message.station.word.text == station {
        guard let counted = message.station.counted.value else { continue }
        if seen[station]?.last != counted { seen[station, default: []].append(counted) }
        needed[station] = message.station.needed.value
      }
    }
    #expect(needed == ["taps": 5, "swipes": 5, "drumming": 10])
    for (station, counts) in seen {
      #expect(counts.first == 0 && counts == counts.sorted(), "\(station): \(counts)")
      #expect(counts.count > 3 && counts.allSatisfy { $0 <= needed[station] ?? 0 }, "\(station): \(counts)")
    }
  }

  @Test func `stands still while no page is connected`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    measured.wait(8000)
    measured.reload { touches in
      touches.swipe()
      touches.wait(300_000)
      // This finger lifts after the page is connected again.
      touches.play(0.3) { PanelPoint(x: 50 + $0, y: 50) }
    }
    #expect(measured.station == "hands-off" && measured.room.due != nil)
    #expect((7.7...8.1).contains(measured.last("measure").station.elapsed_s.value ?? 0))
    measured.play { touches in
      touches.play(0.3) { PanelPoint(x: 50.3 + $0, y: 50) }
      touches.lift()
    }
    // Ten seconds are watched, without those of the pause.
    #expect(measured.station == "hands-off")
    measured.wait(2600)
    #expect(measured.station == "resting" && measured.result("ghosts")["value"] == 0)
    #expect(measured.covered.isEmpty)
    measured.reload { $0.wait(100_000) }
    measured.wait(59_000)
    #expect(measured.station == "resting")
    measured.wait(1500)
    #expect(measured.station == "taps")
  }

  @Test func `forgets a touch during which the page is lost`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    measured.request("skip")
    measured.request("skip")
    measured.play { touches in touches.play(0.1) { _ in PanelPoint(x: 50, y: 50) } }
    #expect(measured.last("measure").station.contacts == 1)
    measured.reload { touches in
      touches.play(0.5) { PanelPoint(x: 50 + 100 * $0, y: 50) }
      touches.lift()
      touches.wait(100)
    }
    #expect(measured.last("measure").station.contacts == 0)
    measured.exercise("taps")
    #expect(measured.result("tap_repeatability")["value"] == 0)
  }

  @Test func `ends with the panel if something was measured`() throws {
    let measured = try MeasuredRoom()
    measured.rooms.losePanel(now: 0)
    measured.request("begin")
    measured.rooms.losePanel(now: 0)
    measured.take()
    #expect(measured.station == "hands-off" && measured.last("report") == .null)
    measured.exercise("hands-off")
    measured.play { $0.swipe() }
    measured.losePanel()
    #expect(measured.last("measure").state == "over" && measured.result("ghosts")["value"] == 0)
    #expect(measured.last("report").page.text?.contains("data-metric=\"ghosts\"") == true)
    #expect(measured.states.prefix(3) == ["done", "skipped", "waiting"])
  }

  @Test func `sends the limit of each grade, and the number that it judges`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    for station in Station.onDisplay.map(\.word) { measured.exercise(station) }
    func grades(_ metric: String) -> [String] {
      measured.result(metric).grades.elements.map { grade in
        let judged = grade.judged.text.map { " (\($0))" } ?? ""
        return "\(grade.source.text ?? "") \(grade.limit.text ?? "")\(judged)"
      }
    }
    #expect(grades("ghosts") == ["w8 0", "w10 0"])
    #expect(grades("report_gap") == ["chromeos ≤ 1.8 ×"])
    #expect(grades("diagonal_angle") == ["chromeos 41–49°"])
    #expect(grades("contacts") == ["w8 ≥ 5", "w10 ≥ 5", "chromeos 10"])
    #expect(
      grades("report_rate").map { $0.prefix { $0 != "(" } } == [
        "w8 ≥ 100 Hz", "w10 60–250 Hz", "chromeos ≥ 60 Hz",
      ])
    #expect(grades("drumroll") == ["chromeos ≤ 2 mm"])
  }

  @Test func `forgets what fingers have covered at stations that are repeated`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    measured.exercise("hands-off")
    measured.exercise("resting")
    measured.play { $0.swipe() }
    #expect(measured.station == "taps" && measured.covered.count > 3)
    measured.request("again")
    #expect(measured.station == "resting" && measured.covered.isEmpty)
  }

  @Test func `pairs each tap with the target that the page draws`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    for _ in 0..<3 { measured.request("skip") }
    #expect(measured.station == "targets" && measured.last("measure").station.target == .null)
    // Without targets, a tap belongs to none.
    measured.play { $0.swipe() }
    measured.askForTargets()
    #expect(measured.last("measure").station.target == 0)
    measured.tapTargets(4)
    #expect(measured.last("measure").station.target == 4)
    measured.request("again")
    measured.request("skip")
    measured.tapTargets()
    measured.wait(700)
    #expect(measured.station == "horizontal" && measured.result("accuracy")["value"] == 2)
    for bad in ["[]", "[[2,0]]", "[[0.5]]", "7"] {
      let before = measured.lines.count
      measured.receive(#"{"request":"measure","do":"targets","targets":\#(bad)}"#)
      #expect(measured.lines.count == before)
    }
  }

  @Test func `sends everything again to a page that reloads, and nothing without a change`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    measured.request("skip")
    measured.exercise("resting")
    measured.play { $0.swipe() }
    let covered = measured.covered
    measured.request("end")
    #expect(measured.room.takeLines().isEmpty)
    measured.room.open(now: 0)
    let count = measured.lines.count
    measured.take()
    #expect(
      try measured.lines[count...].map { try JSON(String(decoding: $0, as: UTF8.self)).type.text ?? "" } == [
        "measure", "coverage", "report",
      ])
    #expect(measured.last("coverage").reset == true && measured.covered == covered && covered.count > 10)
    #expect(measured.room.takeLines().isEmpty)
  }

  @Test func `sends a cell once, as soon as a finger is in it`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    measured.play { touches in
      touches.play(1) { PanelPoint(x: 20 + 50 * $0, y: 11) }
    }
    // 217 x 136 mm are 44 x 28 cells; y = 11 mm is in the third row.
    #expect(measured.last("coverage").columns == 44 && measured.last("coverage").rows == 28)
    #expect(measured.covered == Set((4...14).map { 2 * 44 + $0 }))
    let sent = measured.messages("coverage").flatMap {
      $0.new.elements.compactMap(\.value)
    }
    #expect(sent.count == Set(sent).count)
    #expect(measured.messages("coverage").count > 8)
  }

  @Test(arguments: LaidGlass.all)
  func `maps cells and targets to the picture of a panel in any orientation`(glass: LaidGlass) throws {
    let measured = try MeasuredRoom(config: glass.toml)
    measured.request("begin")
    for _ in 0..<3 { measured.request("skip") }
    let targets = [0.12, 0.52, 0.87].flatMap { y in [0.12, 0.52, 0.87].map { (x: $0, y: y) } }
    measured.askForTargets(targets)
    let size = MeasuredRoom.panel.size
    let extent = measured.ending.setup.geometry.extent
    for target in targets {
      let own = glass.position(target.x + 1.5 / extent.width, target.y)
      measured.play { touches in
        touches.play(0.1) { _ in PanelPoint(x: own.x * size.width, y: own.y * size.height) }
        touches.lift()
        touches.wait(300)
      }
    }
    measured.wait(500)
    #expect(measured.result("target_offset", axis: "x").shown == "1.50 mm")
    let coverage = measured.last("coverage")
    let (columns, rows) = (Int(coverage.columns.value ?? 0), Int(coverage.rows.value ?? 0))
    #expect((columns, rows) == (extent.width > extent.height ? (44, 28) : (28, 44)))
    let cells = targets.map { target in
      let column = Int((target.x + 1.5 / extent.width) * Double(columns))
      return Int(target.y * Double(rows)) * columns + column
    }
    #expect(measured.covered == Set(cells))
  }

  @Test func `has a dead strip of 8 mm on its map`() throws {
    let measured = try MeasuredRoom()
    measured.request("begin")
    while measured.station != "swipes" { measured.request("skip") }
    let recordings = try FaultyPanel.recordings(.deadStrip)
    measured.play(try Recording.read(bytes: recordings[1].bytes, fileName: "swipes.evemu"))
    let dead = measured.last("coverage").dead.elements.compactMap(\.value).map(Int.init)
    // The strip from 100 to 108 mm is in the columns 20 and 21 of 44.
    #expect(Set(dead.map { $0 % 44 }) == [20, 21] && dead.count == 2 * 28)
  }

  @Test func `measures what needs no size on a panel that does not know its own`() throws {
    let measured = try MeasuredRoom(isSizeKnown: false)
    measured.request("begin")
    measured.exercise("hands-off")
    while measured.station != "swipes" { measured.request("skip") }
    measured.exercise("swipes")
    #expect(measured.result("ghosts").shown == "0")
    #expect(abs((measured.result("report_rate")["value"].value ?? 0) - 120) < 1)
    #expect(measured.result("tap_repeatability").why.text?.contains("set size") == true)
    #expect(!measured.covered.isEmpty)
    measured.request("end")
    #expect(measured.last("report").page.text?.contains("data-metric=\"report_rate\"") == true)
  }

  @Test func `never measures contacts of a private zone`() throws {
    let pin = """
      [[zone]]
      name = "pin"
      private = true
      rectangle = ["0mm", "0mm", "40mm", "136mm"]
      """
    for isIncluded in [false, true] {
      let measured = try MeasuredRoom(config: pin, isPrivateIncluded: isIncluded)
      measured.request("begin")
      measured.play { touches in
        touches.play(1) { PanelPoint(x: 10 + 20 * $0, y: 50) }
        touches.lift()
      }
      measured.request("end")
      #expect(measured.covered.isEmpty == !isIncluded)
    }
  }
}
