internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline
internal import Recordings
internal import Settings
internal import Terminal

/// The touchscreens on which a user may swipe; other programs may read them at the same time.
struct TouchedPanels {
  /// The touchscreens that are open.
  private(set) var open: [TouchedPanel] = []
  private let settings: Settings
  private let all: [RuleSubject]

  /// Opens the machine's touchscreens, or only the `chosen` one.
  ///
  /// Ends the command if there is none, or if the process may read none.
  init(settings: Settings, seat: String, chosen: String?) throws {
    let present = try SeatTouchscreens(seat: seat)
    guard !present.named.isEmpty else {
      throw failure(.noInput, NoTouchscreen.text(others: present.nodes.count))
    }
    self.settings = settings
    all = present.named.map(\.node.subject)
    let wanted = present.named.filter { chosen == nil || $0.id == chosen || $0.node.node == chosen }
    guard !wanted.isEmpty else {
      throw failure(.noInput, NoTouchscreen.text(for: chosen ?? "", among: present.named.map(\.id)))
    }
    var problems: [PanelOpenError] = []
    for (node, id) in wanted {
      do throws(PanelOpenError) {
        guard let touchscreen = try ChosenTouchscreen(node, id: id, settings: settings.withoutOrientation)
        else { continue }
        open.append(TouchedPanel(touchscreen))
      } catch {
        problems.append(error)
      }
    }
    guard open.isEmpty, let problem = problems.first(where: \.isPermission) ?? problems.first else {
      for problem in problems { note(problem.description) }
      return
    }
    throw failure(problem)
  }

  /// When a panel is to be read without an event, in µs of CLOCK_MONOTONIC; nil for never.
  var due: Int64? { open.compactMap(\.due).min() }

  /// Removes a panel that is gone.
  mutating func remove(_ panel: TouchedPanel) {
    open.removeAll { $0 === panel }
  }

  /// Returns the orientation that was found for one of the panels.
  func found(_ orientation: Orientation, of panel: TouchedPanel) -> FoundOrientation {
    let subject = panel.touchscreen.node.subject
    var others = all
    // `all` contains the panel itself; an identical second panel has an equal subject and must
    // stay.
    if let own = others.firstIndex(where: { $0 == subject }) { others.remove(at: own) }
    return FoundOrientation(
      panel: panel.touchscreen.setup.message, orientation: orientation, subject: subject, others: others,
      stated: settings.statedOrientation(of: subject))
  }
}

/// A touchscreen whose swipes are read in the coordinates of its glass.
final class TouchedPanel {
  /// The touchscreen, with the settings by which it is read.
  let touchscreen: ChosenTouchscreen
  private let feed: PanelFeed
  private let filter: RecordingFilter
  private var watched: WatchedPanel<Movements>

  /// Begins to read an open touchscreen.
  init(_ touchscreen: ChosenTouchscreen) {
    self.touchscreen = touchscreen
    feed = PanelFeed(touchscreen)
    filter = RecordingFilter(touchscreen.setup, opened: touchscreen.panel, isPrivateIncluded: true)
    watched = WatchedPanel(touchscreen.setup, isPrivateIncluded: true, into: Movements())
  }

  /// When the panel is to be read without an event, in µs of CLOCK_MONOTONIC; nil for never.
  var due: Int64? { [feed.due, watched.deadline?.microseconds].compactMap(\.self).min() }

  /// Reads what waits; returns false if the panel is gone.
  func read(now: Int64) -> Bool {
    feed.read(now: now, isTouched: filter.contactsDown > 0) { item in
      if let frame = filter.take(item) { watched.add(frame) }
    }
  }

  /// Returns the swipes that have ended since the last call, also by silence up to `now`.
  func takeSwipes(until now: Int64) -> [Translation] {
    watched.advance(to: Instant(microseconds: now))
    defer { watched.sink.ends = [] }
    return watched.sink.ends
  }
}
