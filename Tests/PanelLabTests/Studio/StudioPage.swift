import GestureCore
import Panels
import TestKit

@testable import PanelLab

/// A page of the studio, and the recording that it watches.
final class StudioPage {
  private let run: WatchedRecording
  private var played = 0
  private(set) var session: StudioSession
  /// The lines that the page received.
  private(set) var lines: [[UInt8]] = []

  init(_ recording: MadeRecording, config: String = "", isPrivateIncluded: Bool = false) {
    run = WatchedRecording(
      recording, config: config, isPrivateIncluded: isPrivateIncluded, keepsRecords: true)
    session = StudioSession(isPrivateIncluded: isPrivateIncluded)
  }

  static let live = Array(#"{"request":"live"}"#.utf8)

  func open() { session.open() }
  func close() { session.close() }
  func receive(_ line: String) { lines += session.receive(Array(line.utf8), of: run.watch) }
  func takeLast() { lines += session.takeLastLines(of: run.watch) }
  func take() { lines += session.takeLines(of: run.watch) }

  /// Plays the frames up to this number of ms; the page draws a frame every `frame` ms, or never.
  func play(until milliseconds: Int64, frame: Int64?) {
    let begin = run.events[0].instant
    var drawn = Int64.min
    while played < run.events.count, run.events[played].instant <= begin + .milliseconds(milliseconds) {
      let event = run.events[played]
      played += 1
      run.watch.consume(event)
      guard event.endsFrame else { continue }
      let now = (event.instant - begin).microseconds / 1000
      if let frame, now / frame != drawn {
        drawn = now / frame
        receive(#"{"request":"live"}"#)
      }
      take()
    }
    run.watch.advance(to: begin + .milliseconds(milliseconds))
    take()
  }

  /// The lines of this type, as JSON.
  func messages(_ type: String) throws -> [JSON] {
    try lines.map { try JSON(String(decoding: $0, as: UTF8.self)) }.filter { $0.type.text == type }
  }
}
