import ConfigurationFiles
import GestureCore
import Panels
import Pipeline
import Recordings
import Settings
import TestKit

@testable import PanelLab

/// A page of the studio that shows the room Tune, and the panel on which people try.
final class TunePage {
  private let watch: PanelWatch
  private let rooms: StudioRooms
  private var session: StudioSession
  private var now = Instant(microseconds: 1_000_000)
  /// The lines that the page received.
  private(set) var lines: [JSON] = []

  /// A field that contains every touch of ``MadeTries``.
  static let field = #"{"request":"tune","do":"field","field":[0.2,0.2,0.78,0.6]}"#

  /// A configuration whose S is too high for the made people.
  static let slow = "[swipe]\nvelocity = \"390mm/s\"\n"

  init(
    config: String = "", folder: TuneRoom.Folder = .init(path: "/etc/flickd/conf.d") { _ in nil },
    saved: StationFolder? = nil, isPrivateIncluded: Bool = false
  ) {
    let settings = Settings.read([ConfigurationFile(name: "test.toml", bytes: Array(config.utf8))]).settings
    let made = Recording(
      name: "made.evemu", format: .evemu, description: MadeTries.description,
      events: MadeRecording.oneFinger.events)
    let setup = RecordedPanel.panels(for: [made], settings: settings)[0].setup
    watch = PanelWatch(
      setup, source: "made",
      options: WatchOptions(
        zones: settings.publicZones, isPrivateIncluded: isPrivateIncluded, keepsRecords: true),
      begin: now)
    let room = TuneRoom(
      setup, subject: RuleSubject(description: setup.description), folder: folder, saved: saved,
      now: now.microseconds)
    rooms = StudioRooms([room])
    session = StudioSession(isPrivateIncluded: isPrivateIncluded, rooms: rooms)
    watch.listener = rooms
  }

  /// Connects the page, which has received nothing, and draws its first frame.
  func close() { session.close() }

  func open() {
    session.open()
    draw()
  }

  /// Requests the next lines, as the page does after each frame.
  func draw() {
    _ = session.receive(StudioPage.live, of: watch, now: now.microseconds)
    let taken = session.takeLines(of: watch)
    lines += taken.compactMap { try? JSON(String(decoding: $0, as: UTF8.self)) }
  }

  /// Sends a request, and draws.
  func ask(_ line: String) {
    _ = session.receive(Array(line.utf8), of: watch, now: now.microseconds)
    draw()
  }

  /// Sends a request without a value to the room, such as `undo`.
  func ask(for word: String) { ask(#"{"request":"tune","do":"\#(word)"}"#) }

  /// Begins a session of people, with the field of the page.
  func begin(people: Int) {
    ask(#"{"request":"tune","do":"begin","people":\#(people)}"#)
    ask(Self.field)
  }

  /// Lets a finger touch the panel; `isDrawn` draws after each frame of the panel.
  func touch(_ fingers: MadeRecording.Finger..., isDrawn: Bool = false) {
    play(MadeTries.events(of: fingers, at: now + .seconds(1)), isDrawn: isDrawn)
  }

  /// Plays events of the panel, and draws.
  func play(_ events: [InputEvent], isDrawn: Bool = false) {
    for event in events {
      watch.consume(event)
      if event.endsFrame, isDrawn { draw() }
    }
    if let last = events.last?.instant { now = last }
    draw()
  }

  /// Lets this time pass without a touch.
  func wait(_ interval: Interval) {
    now = now + interval
    watch.advance(to: now)
    rooms.advance(to: now.microseconds)
    draw()
  }

  /// When the rooms must advance.
  var due: Int64? { rooms.due.map { $0 - now.microseconds } }
  /// The types of the lines, in their order.
  var types: [String] { lines.compactMap(\.type.text) }
  func forget() { lines = [] }

  /// The newest line of a type.
  func newest(_ type: String) -> JSON { lines.last { $0.type.text == type } ?? .null }

  /// The state as a test writes it: person, exercise and the number of counted tries.
  var words: String {
    let tune = newest("tune")
    let exercise = tune.exercise
    guard let label = exercise.label.text else { return tune.state.text ?? "" }
    return "\(Int(tune.person.value ?? -1) + 1) \(label) \(Int(exercise.done.value ?? -1))"
  }
}

/// Tries of made people, as the fingers do them and as a labelled recording.
struct MadeTries {
  /// One touch of a person.
  struct Try {
    var person: String
    var label: RecordingLabel
    var events: [InputEvent]
  }

  private(set) var tries: [Try] = []

  static var description: PanelDescription {
    var panel = MadeRecording.description
    (panel.vendor, panel.product) = (0x0eef, 0x0005)
    return panel
  }

  static let tap = MadeRecording.Finger(at: 0, from: (100, 70), by: (0.4, 0), lasting: 90)
  static let drag = MadeRecording.Finger(at: 0, from: (150, 70), by: (-60, 2), lasting: 900)
  static let scroll = MadeRecording.Finger(at: 0, from: (150, 50), by: (1, 40), lasting: 700)
  static func flick(slower: Double = 1) -> MadeRecording.Finger {
    .init(at: 0, from: (150, 70), by: (-60, 4), lasting: Int64(300 * slower), liftShare: 0.5)
  }

  /// Makes a whole session of people, each slower than the one before.
  init(people: Int) {
    var begin = Instant(microseconds: 2_000_000)
    for person in 0..<people {
      let flick = Self.flick(slower: 1 + 0.05 * Double(person))
      let kinds: [(RecordingLabel, MadeRecording.Finger, Int)] = [
        (.flick, flick, 10), (.drag, Self.drag, 10), (.tap, Self.tap, 10), (.scroll, Self.scroll, 3),
      ]
      for (label, finger, count) in kinds {
        for _ in 0..<count {
          tries.append(
            Try(person: "\(person + 1)", label: label, events: Self.events(of: [finger], at: begin)))
          begin = begin + .seconds(2)
        }
      }
    }
  }

  /// The events of fingers that land at this time.
  static func events(of fingers: [MadeRecording.Finger], at begin: Instant) -> [InputEvent] {
    let events = MadeRecording(fingers).events
    guard let first = events.first?.instant else { return [] }
    return events.map { event in
      var event = event
      event.instant = begin + (event.instant - first)
      return event
    }
  }

  /// The tries in the form of `flickctl tune --save`.
  var recording: [UInt8] {
    var text = RecordingText(.evemu)
    var bytes = text.header(Self.description, setup: RecordedSetup(), node: "")
    for one in tries {
      bytes += text.use(one.label, of: one.person)
      var frame = RecordedFrame(events: [], contactsDown: 1, isTouched: true)
      for event in one.events {
        frame.events.append(event)
        if event.code == EventCode.mtTrackingID { frame.contactsDown = event.value < 0 ? 0 : 1 }
        guard event.endsFrame else { continue }
        bytes += text.lines(of: frame)
        frame.events.removeAll()
      }
    }
    return bytes + text.end(reportPeriod: nil)
  }

  /// Lets the people of the session try on a page, which proceeds before each person.
  func play(on page: TunePage) {
    for one in tries {
      if page.newest("tune").state == "ready" { page.ask(for: "proceed") }
      page.play(one.events)
    }
  }
}
