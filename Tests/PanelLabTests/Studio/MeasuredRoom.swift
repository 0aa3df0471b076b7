import ConfigurationFiles
import FlickProtocol
import GestureCore
import Panels
import Pipeline
import Recordings
import Settings
import TestKit

@testable import PanelLab

/// The room Measure with its panel, its page and its clock.
final class MeasuredRoom {
  let room: MeasureRoom
  let ending: MeasureEnding
  /// The messages that the page has received, as bytes: only a few of them are read.
  private(set) var lines: [[UInt8]] = []
  let watch: PanelWatch
  private var touches: MadeTouches
  private var read = 0
  /// What is added to the times of ``touches``, after recordings.
  private var lead: Int64 = 0
  private var now: Int64 { touches.now + lead }

  static let panel = MadePanel(rate: 120, size: Extent(width: 217, height: 136), unitsPerMillimetre: 100)
  static let ids: (vendor: UInt16, product: UInt16) = (0x0eef, 0x0005)

  init(
    config: String = "", isSizeKnown: Bool = true, isPrivateIncluded: Bool = false,
    path: String = "none.toml",
    folder: StationFolder? = nil
  ) throws {
    touches = try MadeTouches(Self.panel, seed: 5)
    var device = touches.panel.device
    device.name = "Example panel"
    (device.vendor, device.product) = Self.ids
    if !isSizeKnown { for code in device.axes.keys { device.axes[code]?.resolution = 0 } }
    let settings = Settings.read([ConfigurationFile(name: "test.toml", bytes: Array(config.utf8))]).settings
    let made = Recording(name: "made.evemu", format: .evemu, description: device, events: touches.events)
    let setup = RecordedPanel.panels(for: [made], settings: settings)[0].setup
    var options = SettingsOptions()
    options.config = path
    ending = MeasureEnding(
      setup: setup, subject: RuleSubject(description: device), settings: settings,
      options: options, folder: folder)
    room = MeasureRoom(ending)
    watch = PanelWatch(
      setup, source: "made.evemu",
      options: WatchOptions(zones: settings.publicZones, isPrivateIncluded: isPrivateIncluded),
      begin: Instant(microseconds: 0))
    let rooms = StudioRooms([room])
    self.rooms = rooms
    watch.listener = rooms
  }

  let rooms: StudioRooms

  // MARK: The page

  /// Sends a request such as `skip`, for the station that the page shows, and takes the lines.
  func request(_ word: String) { request(word, for: last("measure").station.number.value.map { Int($0) }) }

  /// Sends a request for the station of this number, or without a number.
  func request(_ word: String, for station: Int?) {
    let field = station.map { #","station":\#($0)"# } ?? ""
    receive(#"{"request":"measure","do":"\#(word)"\#(field)}"#)
  }

  private var isConnected = true

  /// Disconnects the page, and connects it again after what fingers do.
  func reload(_ fingers: (inout MadeTouches) -> Void = { _ in }) {
    rooms.close(now: now)
    isConnected = false
    play(fingers)
    isConnected = true
    rooms.open(now: now)
    take()
  }

  func receive(_ line: String) {
    rooms.receive(Array(line.utf8), now: now)
    take()
  }

  func take() {
    guard isConnected else { return }
    lines += room.takeLines()
  }

  /// The messages of a type that the page has received.
  func messages(_ type: String) -> [JSON] { lines.filter { Self.isLine($0, of: type) }.map(Self.message) }

  /// The newest message of a type.
  func last(_ type: String) -> JSON { lines.last { Self.isLine($0, of: type) }.map(Self.message) ?? .null }

  private static func isLine(_ line: [UInt8], of type: String) -> Bool {
    line.starts(with: #"{"type":"\#(type)""#.utf8)
  }

  private static func message(_ line: [UInt8]) -> JSON {
    (try? JSON(String(decoding: line, as: UTF8.self))) ?? .null
  }

  /// The station at which the person is; nil if there is none.
  var station: String? { last("measure").station.word.text }
  /// The states of the stations.
  var states: [String] { last("measure").stations.elements.compactMap(\.state.text) }

  /// The newest result with this name.
  func result(_ name: String, axis: String = "both") -> JSON {
    last("measure").results.elements.first { $0.metric.text == name && $0.axis.text == axis } ?? .null
  }

  /// The cells that the page knows as covered, since the last reset.
  var covered: Set<Int> {
    let coverages = messages("coverage")
    let begin = coverages.lastIndex { $0.reset == true } ?? 0
    return coverages[begin...].reduce(into: []) {
      $0.formUnion($1.new.elements.compactMap(\.value).map(Int.init))
    }
  }

  // MARK: The panel

  /// Ends with the panel, and takes the last lines.
  func losePanel() {
    rooms.losePanel(now: now)
    take()
  }

  /// Plays what fingers do; the page takes lines every 50 ms.
  func play(_ fingers: (inout MadeTouches) -> Void) {
    fingers(&touches)
    for event in touches.events[read...] { consume(event, lead: lead) }
    read = touches.events.count
    pass(until: now)
  }

  /// Plays a recording from now on.
  func play(_ recording: Recording) {
    let begin = now
    guard let first = recording.events.first?.instant.microseconds,
      let last = recording.events.last?.instant.microseconds
    else { return }
    for event in recording.events { consume(event, lead: begin - first) }
    lead += last - first
    play { $0.wait(800) }
  }

  func wait(_ milliseconds: Double) { play { $0.wait(milliseconds) } }

  private var clock: Int64 = 0

  private func consume(_ event: InputEvent, lead: Int64) {
    var event = event
    event.instant = Instant(microseconds: event.instant.microseconds + lead)
    pass(until: event.instant.microseconds)
    watch.consume(event)
    if event.endsFrame { rooms.advance(to: event.instant.microseconds) }
  }

  private func pass(until time: Int64) {
    while clock + 50_000 <= time {
      clock += 50_000
      rooms.advance(to: clock)
      take()
    }
  }
}

// MARK: - Exercises

extension MeasuredRoom {
  static let targets = [0.1, 0.5, 0.9].flatMap { y in [0.1, 0.5, 0.9].map { (x: $0, y: y) } }

  /// Requests the nine targets, as the page does when the station is asked for.
  func askForTargets(_ targets: [(x: Double, y: Double)] = MeasuredRoom.targets) {
    let pairs = targets.map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
    receive(#"{"request":"measure","do":"targets","targets":[\#(pairs)]}"#)
  }

  /// Does the exercise of a station as it is asked.
  func exercise(_ station: String) {
    switch station {
    case "hands-off": wait(10_600)
    case "resting": play { Self.hold($0.middle, for: 5.5, &$0) }
    case "taps": play { touches in for _ in 0..<6 { Self.hold(touches.middle, for: 0.1, &touches) } }
    case "targets": tapTargets()
    case "horizontal": play { Self.slide(from: (30, 60), to: (120, 60), in: 2, &$0) }
    case "vertical": play { Self.slide(from: (90, 20), to: (90, 110), in: 2, &$0) }
    case "diagonal": play { Self.slide(from: (30, 20), to: (110, 100), in: 2, &$0) }
    case "swipes": play { touches in for _ in 0..<8 { touches.swipe() } }
    case "edges":
      for end in [(0.0, 68.0), (108, 0), (217, 68), (108, 136)] {
        play { Self.slide(from: (108, 68), to: end, in: 0.8, &$0) }
      }
    case "two-fingers": play { touches in for _ in 0..<4 { Self.pair(&touches) } }
    case "drumming":
      play { touches in
        for number in 0..<12 {
          let position = touches.middle + Translation(x: number % 2 == 0 ? 0 : 10, y: 0)
          Self.hold(position, for: 0.1, &touches)
        }
      }
    default:
      play { touches in
        for _ in 0..<30 {
          touches.scan((0..<10).map { .init($0 + 1, PanelPoint(x: 20 + 18 * Double($0), y: 50)) })
        }
        touches.lift()
      }
    }
    wait(800)
  }

  /// Taps each target; every tap is reported 2 mm to the right.
  func tapTargets(_ count: Int = 9) {
    askForTargets()
    for target in Self.targets.prefix(count) {
      let size = Self.panel.size
      play { Self.hold(PanelPoint(x: target.x * size.width + 2, y: target.y * size.height), for: 0.1, &$0) }
    }
  }

  private static func hold(_ position: PanelPoint, for seconds: Double, _ touches: inout MadeTouches) {
    touches.play(seconds) { _ in position }
    touches.lift()
    touches.wait(200)
  }

  private static func slide(
    from start: (Double, Double), to end: (Double, Double), in seconds: Double, _ touches: inout MadeTouches
  ) {
    let (from, displacement) = (
      PanelPoint(x: start.0, y: start.1), Translation(x: end.0 - start.0, y: end.1 - start.1)
    )
    touches.play(seconds) { from + displacement * ($0 / seconds) }
    touches.lift()
    touches.wait(300)
  }

  private static func pair(_ touches: inout MadeTouches) {
    let middle = touches.middle
    touches.play(0.5) { _ in middle }
    for number in 0...40 {
      let distance = 11 + Double((number - 20).magnitude)
      touches.scan(middle, middle + Translation(x: distance, y: 0))
    }
    touches.lift()
    touches.wait(300)
  }
}
