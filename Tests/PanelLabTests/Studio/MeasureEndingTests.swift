import Foundation
import GestureCore
import LinuxIO
import PanelTuning
import Pipeline
import Recordings
import Settings
import Terminal
import TestKit
import Testing

@testable import PanelLab

/// A measurement with the recordings that it saved.
private struct SavedMeasurement {
  let room: MeasuredRoom
  let folder: PrivateFolder
  let config: String

  /// Measures a faulty panel: its recordings are played at the stations, the others are skipped.
  init(_ fault: FaultyPanel.Fault) throws {
    folder = try PrivateFolder()
    config = try folder.write("flickd.toml", "")
    room = try MeasuredRoom(path: config, folder: StationFolder(folder.file("saved")))
    let recordings = try FaultyPanel.recordings(fault).map {
      ($0.station, try Recording.read(bytes: $0.bytes, fileName: "\($0.station).evemu"))
    }
    room.request("begin")
    room.wait(3000)
    // A person who loads the page again touches the panel.
    room.reload { touches in
      touches.swipe()
      touches.wait(90_000)
    }
    room.exercise("hands-off")
    room.play(recordings[0].1)
    room.exercise("taps")
    room.tapTargets(6)
    room.request("skip")
    while room.station != "swipes" { room.request("skip") }
    room.play(recordings[1].1)
    room.request("end")
  }

  /// The saved recordings, each with its station.
  var inputs: [String] {
    let files = folder.names(in: "saved").filter { $0.hasSuffix(".evemu") }
    return Station.onDisplay.compactMap { station in
      guard files.contains("\(station.word).evemu") else { return nil }
      let file = folder.file("saved/\(station.word).evemu")
      return station.recorded == nil ? file : "\(station.word)=\(file)"
    }
  }

  func measure(_ arguments: String...) async throws -> Outcome {
    try await Command([Program.flickctl.path, "measure", "--config", config] + arguments + inputs).run()
  }
}

extension PrivateFolder {
  fileprivate func names(in name: String) -> [String] { (try? SystemCalls.names(in: file(name))) ?? [] }
}

@Suite(.ownThread) struct `The numbers of the room Measure` {
  @Test(arguments: [FaultyPanel.Fault.noise, .deadStrip, .firstJump])
  func `are those of flickctl measure on the same frames`(fault: FaultyPanel.Fault) async throws {
    let saved = try SavedMeasurement(fault)
    let json = try JSON(try await saved.measure("--json").output)
    let metrics = try #require(json.results.elements.first).metrics.elements
    let results = saved.room.last("measure").results.elements
    var count = 0
    for metric in metrics where metric.metric != "accuracy" {
      let result = results.first {
        $0.metric == metric.metric && $0.axis == metric.axis && $0.unit == metric.unit
      }
      guard let value = metric["value"].value else {
        #expect(result.map { $0["value"] } ?? .null == .null, "\(metric.metric)")
        if let result { #expect(result.why == metric.why) }
        continue
      }
      count += 1
      let shown = try #require(result, "\(metric.metric)")
      #expect(shown["value"].value == value, "\(metric.metric)")
      let text = try #require(shown.shown.text)
      #expect(ShownNumbers(in: text).first?.isRounded(value) == true, "\(text), \(value)")
      var grades: [String: String] = [:]
      for grade in shown.grades.elements { grades[grade.source.text ?? ""] = grade.grade.text }
      var expected: [String: String] = [:]
      for source in ["w8", "w10", "chromeos"] where metric.grades[source].grade != "not_measured" {
        expected[source] = metric.grades[source].grade.text
      }
      #expect(grades == expected, "\(metric.metric)")
    }
    #expect(count > 12)
    try expectReport(of: saved.room, measures: metrics)
  }

  /// Each number of a metric in the report is that of `flickctl measure`.
  private func expectReport(of room: MeasuredRoom, measures metrics: [JSON]) throws {
    let page = try #require(room.last("report").page.text)
    for metric in metrics where metric.metric != "accuracy" {
      guard let value = metric["value"].value, let name = metric.metric.text, let axis = metric.axis.text,
        let unit = metric.unit.text
      else { continue }
      let shown = ShownNumber.fixed(value, decimals: 3)
      let row = "data-metric=\"\(name)\" data-axis=\"\(axis)\" data-unit=\"\(unit)\" data-value=\"\(shown)\""
      #expect(page.contains(row), "\(row)")
    }
  }

  @Test func `are also those of the page that flickctl report writes`() async throws {
    let saved = try SavedMeasurement(.lateLift)
    let page = try String(contentsOfFile: saved.folder.file("saved/report.html"), encoding: .utf8)
    #expect(page == saved.room.last("report").page.text)
    let other = saved.folder.file("other.html")
    let words = ["report", "--config", saved.config, "-o", other]
    let outcome = try await Command([Program.flickctl.path] + words + saved.inputs).run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    let written = try String(contentsOfFile: other, encoding: .utf8)
    func pictures(_ page: String) -> [Substring] {
      page.split(separator: "<h2>Pictures</h2>").last?.split(separator: "<h2>Strokes</h2>").first?
        .split(separator: "\n") ?? []
    }
    #expect(pictures(page) == pictures(written) && pictures(page).count > 3)
  }
}

@Suite(.ownThread) struct `The end of a measurement` {
  /// Programs that an administrator's command runs, without another user.
  private func tools(in folder: PrivateFolder) throws -> String {
    let scripts = [
      "sudo": "exec \"$@\"", "su": "exec sh -c \"$3\"", "systemctl": "exit 0",
      "flickctl": "exec \(RootCommand.quoted(Program.flickctl.path)) \"$@\"",
    ]
    for (name, script) in scripts {
      try folder.write("bin/\(name)", "#!/bin/sh\n\(script)\n")
      try folder.setMode(0o755, of: "bin/\(name)")
    }
    return "PATH=\(folder.file("bin")):/usr/local/bin:/usr/bin:/bin"
  }

  @Test(arguments: [false, true])
  func `has the settings and the administrator's command that writes them`(isSaved: Bool) async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("flickd.toml", "")
    let room = try MeasuredRoom(
      path: config, folder: isSaved ? StationFolder(folder.file("saved")) : nil)
    room.request("begin")
    while room.station != "swipes" { room.request("skip") }
    let recordings = try FaultyPanel.recordings(.lateLift)
    room.play(try Recording.read(bytes: recordings[1].bytes, fileName: "swipes.evemu"))
    room.request("end")
    let report = room.last("report")
    let settings = try #require(report.settings.text)
    #expect(settings.contains("match = { vendor = \"0eef\", product = \"0005\" }"))
    #expect(settings.contains("lift_delay = "))
    let command = try #require(report.command.text)
    #expect(command.contains("flickctl measure --write --config") == isSaved, "\(command)")
    let outcome = try await Command(["env", try tools(in: folder), "sh", "-c", command]).run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    let dropIn = folder.file("conf.d/90-measured-0eef-0005.toml")
    #expect(try String(contentsOfFile: dropIn, encoding: .utf8) == settings)
    let check = try await Command([Program.flickctl.path, "check", "--config", config]).run()
    #expect(check.code == 0, "\(check.errors)")
  }

  @Test func `saves recordings that only the user can read`() throws {
    let folder = try PrivateFolder()
    let room = try MeasuredRoom(folder: StationFolder(folder.file("new/saved")))
    room.request("begin")
    room.exercise("hands-off")
    room.exercise("resting")
    room.request("end")
    let saved = folder.file("new/saved")
    let names = try SystemCalls.names(in: saved).sorted()
    #expect(names == ["hands-off.evemu", "report.html", "resting.evemu", "taps.evemu"])
    for name in names {
      #expect(try #require(try SystemCalls.identity(of: "\(saved)/\(name)")).mode == 0o600)
    }
    #expect(try #require(try SystemCalls.identity(of: saved)).mode == 0o700)
    let resting = try RecordingFile.read("\(saved)/resting.evemu")
    #expect(resting.description == room.ending.setup.description && resting.events.count > 100)
  }

  @Test func `saves each recording while people touch, and replaces none`() throws {
    let folder = try PrivateFolder()
    let saved = folder.file("saved")
    let room = try MeasuredRoom(folder: StationFolder(saved))
    room.request("begin")
    room.exercise("hands-off")
    room.play { touches in for _ in 0..<3 { touches.swipe() } }
    room.wait(2500)
    // The station goes on, and its recording is whole.
    #expect(room.station == "resting")
    #expect(try SystemCalls.names(in: saved) == ["hands-off.evemu", "resting.evemu"])
    #expect(try RecordingFile.read("\(saved)/resting.evemu").events.count > 50)
    room.request("end")
    let before = try RecordingFile.bytes(of: "\(saved)/hands-off.evemu")
    room.request("begin")
    room.exercise("hands-off")
    room.request("end")
    let names = try SystemCalls.names(in: saved)
    #expect(names.contains("hands-off-2.evemu") && names.contains("report-2.html"), "\(names)")
    #expect(try RecordingFile.bytes(of: "\(saved)/hands-off.evemu") == before)
  }

  @Test func `measures the saved recordings in the same surroundings`() {
    let surroundings = MeasuredSurroundings(
      refreshRate: 75, visibleArea: Extent(width: 217.5, height: 136), fingerWidth: 8)
    #expect(surroundings.options == ["--refresh 75", "--display 217.5x136", "--finger 8"])
    #expect(MeasuredSurroundings().options.isEmpty)
  }

  @Test func `has no command without a finding`() throws {
    let room = try MeasuredRoom()
    room.request("begin")
    room.request("end")
    #expect(room.last("report").settings == "" && room.last("report").command == "")
  }
}
