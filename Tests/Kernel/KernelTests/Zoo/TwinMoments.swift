import GestureCore
import Panels

/// What two kernels said of the same reports, laid on the same moments.
///
/// The twins were played again by somebody else's script: their frames come up to a tenth later
/// than those of the recorded reports, and kernels before 4.17 say nothing of the panel's own
/// clock, neither as a stamp nor, by a frame with nothing else in it, of a finger that rests. With
/// both taken away, what is left to differ is ours.
struct TwinMoments {
  /// What the kernel of this machine said, without the panel's clock.
  let ours: Recording
  /// What the older kernel said, each frame at the moment of its like.
  let theirs: Recording

  /// Lays the twin's frames on the moments of ours; nil where the two kernels made other frames of
  /// the reports.
  init?(_ ours: Recording, _ theirs: Recording) {
    let (frames, twins) = (Self.frames(of: ours), Self.frames(of: theirs))
    guard frames.count == twins.count else { return nil }
    var own = ours
    own.events = frames.flatMap { $0 }
    var twin = theirs
    twin.events = zip(frames, twins).flatMap { frame, events in
      events.map { event in
        var event = event
        if let instant = frame.last?.instant { event.instant = instant }
        return event
      }
    }
    (self.ours, self.theirs) = (own, twin)
  }

  /// The frames in which a contact lands, moves or lifts, without EV_MSC.
  ///
  /// A frame that only names slots, as one kernel sends and another does not, goes into the next
  /// one.
  private static func frames(of recording: Recording) -> [[InputEvent]] {
    var frames: [[InputEvent]] = []
    var frame: [InputEvent] = []
    for event in recording.events where event.type != EventCode.msc {
      frame.append(event)
      guard event.type == EventCode.syn, event.code == EventCode.synReport else { continue }
      if frame.contains(where: isContact) {
        frames.append(frame)
        frame = []
      } else {
        frame.removeAll { $0.type != EventCode.abs || $0.code != EventCode.mtSlot }
      }
    }
    return frames
  }

  private static func isContact(_ event: InputEvent) -> Bool {
    let codes = [EventCode.mtPositionX, EventCode.mtPositionY, EventCode.mtTrackingID]
    return event.type == EventCode.abs && codes.contains(event.code)
  }
}
