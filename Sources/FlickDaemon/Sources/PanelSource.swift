internal import FlickProtocol
internal import LinuxIO
internal import Logging
internal import Settings

/// The read-only list of panels that requests may query.
protocol PanelInventory {
  /// The panel message of each panel.
  var messages: [PanelMessage] { get }
  /// The counts of each panel, in the order of `messages`.
  var counts: [PanelCounts] { get }
  /// Whether a panel matches, including panels that the configuration disables; nil if there is no
  /// panel.
  var matching: ((PanelMatch) -> Bool)? { get }
}

/// The source of a service's frames: the machine's touchscreens, recordings, or the synthetic
/// panel.
///
/// A source publishes to its ``Broadcast``.
protocol PanelSource: AnyObject, PanelInventory {
  /// The clock of the times on the wire.
  var clock: StreamClock { get }
  /// The number of panels.
  ///
  /// Cost: no allocation, so every turn can read it.
  var count: Int { get }
  /// The number of touchscreens without read permission.
  var unreadableCount: Int { get }
  /// Whether the source will produce no more frames.
  var isOver: Bool { get }

  /// The status text for this number of panels and of touchscreens without read permission.
  func summary(_ count: Int, unreadable: Int) -> String

  /// Opens the panels that exist; under a service manager, a problem does not fail the start.
  func open(isManaged: Bool) throws(StartError)

  /// Starts a source that waits for the first client, because a client has received its state.
  func begin()

  /// Applies changed settings; each panel gets them once it is idle.
  ///
  /// Returns false for a source that keeps the settings of the start.
  func apply(_ settings: Settings) -> Bool

  /// Does everything that is due, and returns when the next action is due.
  func advance() -> Int64?

  /// Ends swipes that were active while the machine was suspended; call it before any read.
  func noticeSuspend()

  /// Handles an event of a device; false if the event does not belong to this source.
  func handle(_ ready: Reactor.Ready) -> Bool

  /// Ends every swipe without a decision, because the service stops.
  func shutDown()

  /// Returns until when the end of the service should wait for what the source still stores; nil
  /// when all is stored, or waiting is over.
  ///
  /// Call this method after ``shutDown()``.
  func finishStoring() -> Int64?
}

/// A source without devices.
extension PanelSource {
  var clock: StreamClock { .monotonic }
  var unreadableCount: Int { 0 }
  var isOver: Bool { false }
  func open(isManaged: Bool) throws(StartError) {}
  func noticeSuspend() {}
  func finishStoring() -> Int64? { nil }
  func handle(_ ready: Reactor.Ready) -> Bool { false }
}
