import Foundation
import GestureCore
import TestKit
import Testing

@testable import Benchmarks

@Suite struct `The intent report` {
  private func row(_ report: IntentReport, _ meaning: HumanStroke.Meaning) throws -> IntentReport.Row {
    try #require(report.rows.first { $0.meaning == meaning })
  }

  @Test func `counts the commits of each criterion`() throws {
    let report = IntentReport(try MadeStrokes.all())
    let fling = try row(report, .fling)
    #expect([fling.swipes, fling.velocity, fling.either] == [Share](repeating: Share(1, of: 1), count: 3))
    #expect([fling.distance, fling.predicted] == [Share](repeating: Share(0, of: 1), count: 2))
    let drag = try row(report, .drag)
    #expect(drag.swipes == Share(3, of: 3))
    // Two of 38 mm exceed D, which is 31 mm. Half of the glass is 98 mm, and only the thrown one's
    // predicted end exceeds it.
    #expect(drag.distance == Share(2, of: 3))
    #expect(drag.velocity == Share(1, of: 3))
    #expect(drag.either == Share(2, of: 3))
    #expect(drag.predicted == Share(1, of: 3))
    let tap = try row(report, .tap)
    #expect(tap.swipes == Share(2, of: 3))
    #expect(tap.either == Share(1, of: 3))
    #expect(try row(report, .word).swipes == Share(0, of: 0))
  }

  @Test func `reports what a minimum travel saves and costs`() throws {
    let short = try MadeStrokes.stroke("short fling", .fling, displacement: 24, step: 8)
    let report = IntentReport([try MadeStrokes.slidingTap(), short] + (try MadeStrokes.taps(299)))
    let usual = try #require(report.travel.usual)
    #expect(report.travel.rows.first?.taps == Share(1, of: 300))
    #expect(usual.taps == Share(0, of: 300))
    #expect(usual.worstPerson == 0)
    #expect(usual.lost == ["short fling"])
    #expect(report.figures["intent.lost_by_travel"] == 1)
    // Without the only person, no other tap asks for more than the least.
    #expect(report.travel.leftOut.map(\.taps) == [Share(1, of: 300)])
  }

  @Test func `judges the proposal of half of the people by the other half`() throws {
    let report = IntentReport(try MadeStrokes.people(10))
    #expect(report.halves.halves.map(\.seed) == Array(1...20))
    #expect(Set(report.halves.halves.map(\.people)).count > 10)
    for half in report.halves.halves {
      #expect(half.people.count == 5)
      #expect(try #require(half.distance) < 27 && half.speed == nil && half.isStable, "seed \(half.seed)")
      #expect(half.drags == Share(30, of: 30) && half.dragsBefore == Share(10, of: 30))
      #expect(half.far == Share(10, of: 10) && half.taps == Share(0, of: 25))
    }
    #expect(report.halves.fromUntuned.map(\.people) == report.halves.halves.map(\.people))
    for half in report.halves.fromUntuned {
      #expect(half.start == 60 && half.dragsBefore == Share(0, of: 30) && half.far == Share(10, of: 10))
    }
    #expect(report.figures["intent.halves_taps"] == 0 && report.figures["intent.halves_far"] == 100)
    #expect(IntentReport(try MadeStrokes.all()).halves.halves.isEmpty)
  }

  @Test func `lists the misread strokes`() throws {
    let report = IntentReport(try MadeStrokes.all())
    #expect(report.missed.isEmpty)
    #expect(report.committedTaps.map(\.stroke) == ["thrown tap"])
    #expect(report.returnedDrags.map(\.stroke) == ["short"])
    let tap = try #require(report.committedTaps.first)
    #expect(tap.byVelocity && !tap.byDistance)
    #expect(tap.durationMilliseconds == 96)
    #expect(tap.samples == 12)
    #expect(abs(tap.travel - 12.7) < 0.01)
    #expect(abs(tap.path - tap.travel) < 1e-9 && abs(tap.excursion - tap.travel) < 1e-9)
    #expect(abs(tap.speed - 144.3) < 1)
    for name in ["thrown tap", "short"] { #expect(report.list.contains(name)) }
  }

  /// Four of these strokes once committed as flicks to the left, after 90 to 124 mm to the right.
  @Test(.enabled(if: Material.isWanted(Material.strokes), Comment(rawValue: Material.comment)))
  func `finds no drag of a person that commits against its displacement`() throws {
    let strokes = try HumanTables.read(Material.folder.appendingPathComponent("recordings/human").path)
    let drags = IntentTrial.run(strokes.filter { $0.meaning == .drag }) { _ in }
    #expect(drags.count > 300)
    #expect(drags.filter(\.isTurnedAround).map(\.person.name) == [])
    for name in ["ipad-u07-651", "ipad-u11-603", "ipad-u19-576", "ipad-u19-579"] {
      let drag = try #require(drags.first { $0.person.name == name })
      let end = try #require(drag.end)
      #expect(end.translation.x >= 89 && end.estimate.velocity.x < -124.7, "\(name)")
      #expect((2.5..<3.3).contains(end.retreat.x.length) && end.retreat.x.hasTurned, "\(name)")
      #expect(drag.commits(by: .init(distance: true)), "\(name)")
    }
  }

  @Test func `counts a far drag that turns around, but not one that recoils`() throws {
    func pull(_ name: String, back: Double) throws -> HumanStroke {
      var drag = try MadeStrokes.stroke(name, .drag, displacement: 300, step: 6)
      var newest = try #require(drag.stroke.samples.last)
      for _ in 0..<Int(back / 10) {
        newest = .init(time: newest.time + 8000, x: newest.x - 10, y: newest.y)
        drag.stroke.samples.append(newest)
      }
      drag.stroke.release = newest.time + 8000
      return drag
    }
    let report = IntentReport([try pull("recoil", back: 20), try pull("flick back", back: 80)])
    #expect(report.turnedDrags.map(\.stroke) == ["flick back"])
    #expect(report.figures["intent.drags_turned_around"] == 1)
  }

  @Test func `expects a commit by speed or distance, and only in the fling's direction`() throws {
    let cases: [(stroke: HumanStroke, isDue: Bool, isMissed: Bool)] = [
      (try MadeStrokes.fling("said", said: 900), true, false),
      // 648 px/s are S of 124.7 mm/s.
      (try MadeStrokes.fling("slow", said: 640), false, false),
      (try MadeStrokes.fling("against", said: -900), true, true),
      (try MadeStrokes.stroke("far", .scroll, displacement: 200, step: 2, hold: 300), true, false),
      (
        try MadeStrokes.stroke(
          "held", .fling, displacement: 66, step: 6, hold: 300, references: [PixelVelocity(x: 0, y: 700)]),
        true, true
      ),
    ]
    for (stroke, isDue, isMissed) in cases {
      let report = IntentReport([stroke])
      #expect(report.due == (isDue ? 1 : 0), "\(stroke.name)")
      #expect(report.missed.map(\.stroke) == (isMissed ? [stroke.name] : []))
    }
  }

  @Test func `has a figure for each of its bars`() throws {
    let figures = IntentReport(try MadeStrokes.all()).figures
    #expect(figures["intent.flings_due"] == 1)
    #expect(figures["intent.flings_missed"] == 0)
    #expect(figures["intent.flings_by_distance_alone"] == 0)
    #expect(figures["intent.drags"] == 3)
    #expect(figures["intent.drags_committed"] == Share(2, of: 3).percent)
    #expect(figures["intent.drags_by_velocity_alone"] == Share(1, of: 3).percent)
    #expect(figures["intent.taps"] == 3)
    #expect(figures["intent.taps_committed"] == Share(1, of: 3).percent)
    #expect(IntentReport([]).figures["intent.drags_committed"] == nil)
  }
}

@Suite struct `The tables of people's strokes` {
  @Test func `are read without made-up samples and multi-finger strokes`() throws {
    let folder = try MadeTables.folder(
      flings: MadeTables.flings, ipad: MadeTables.ipad,
      references: "stroke_id,axis,estimator,velocity_px_per_s,t\nf1,x,b,3,\nf1,y,a,-5,\nf1,y,b,4,\n")
    let strokes = try HumanTables.read(folder.path)
    #expect(strokes.map(\.name) == ["f1", "i2"])
    #expect(strokes.map(\.meaning) == [.fling, .drag])
    #expect(
      strokes[0].stroke
        == Stroke(
          samples: [.init(time: 0, x: 10, y: 20), .init(time: 8000, x: 10, y: 30.5)], release: 10_000))
    #expect(strokes[0].references == [PixelVelocity(x: 0, y: -5), PixelVelocity(x: 3, y: 4)])
    // A lift at a new position is a sample too.
    #expect(strokes[1].stroke.samples.map(\.x) == [267, 268, 269])
    #expect(strokes[1].stroke.release == 300)
    #expect(abs(strokes[1].screen.millimetersPerPixel - 0.1924) < 0.0001)
  }

  static let bad: [(ipad: String, what: String)] = [
    ("stroke_id,user\n", ": has no column device"),
    ("\(MadeTables.head)\na,u,ipad,1,0,1,1,M,tap\n", ":2: a is not one run of rows from D to U"),
    (
      "\(MadeTables.head)\na,u,ipad,1,0,1,1,D,tap\n\nb,u,ipad,1,0,1,1,M,tap\n",
      ":4: b is not one run of rows from D to U"
    ),
    ("\(MadeTables.head)\na,u,ipad,1,0,one,1,D,tap\n", ":2: \"one\" is not a number"),
    ("\(MadeTables.head)\na,u,ipad,1,0\n", ":2: has 5 fields only"),
    ("\(MadeTables.head)\na,u,slate,1,0,1,1,D,tap\n", ":2: there is no device slate"),
    ("\(MadeTables.head)\na,u,ipad,1,0,1,1,D,tap\n", ": a never lifts"),
  ]

  @Test(arguments: bad) func `that are malformed are reported by line`(ipad: String, what: String) throws {
    let folder = try MadeTables.folder(ipad: ipad)
    let error = try #require(throws: FileError.self) { try HumanTables.read(folder.path) }
    #expect(error.fault == .bad)
    #expect(error.description == folder.file("ipad-strokes.csv") + what)
  }

  @Test func `that are missing are reported by name`() throws {
    let folder = try PrivateFolder()
    let error = try #require(throws: FileError.self) { try HumanTables.read(folder.path) }
    #expect(
      error == FileError(fault: .missing, path: folder.file("flings.csv"), what: "there is no such file"))
  }

  @Test func `have a screen for each device that they name`() throws {
    let phone = try #require(RecordedScreen(device: "android-phone-360css"))
    #expect([phone.width, phone.height] == [360, 640])
    for name in ["android-phone-css", "android-phone-wide", "tablet"] {
      #expect(RecordedScreen(device: name) == nil)
    }
  }

  @Test(.enabled(if: Material.isWanted(Material.strokes), Comment(rawValue: Material.comment)))
  func `of the material hold strokes of every meaning, and estimates of each fling`() throws {
    let strokes = try HumanTables.read(Material.folder.appendingPathComponent("recordings/human").path)
    for meaning in HumanStroke.Meaning.allCases {
      #expect(strokes.contains { $0.meaning == meaning }, "\(meaning)")
    }
    for stroke in strokes {
      let times = stroke.stroke.samples.map(\.time)
      #expect(times == times.sorted() && (times.last ?? 0) <= (stroke.stroke.release ?? 0), "\(stroke.name)")
      let isFling = [.fling, .scroll].contains(stroke.meaning)
      #expect(stroke.references.isEmpty != isFling, "\(stroke.name)")
    }
  }
}
