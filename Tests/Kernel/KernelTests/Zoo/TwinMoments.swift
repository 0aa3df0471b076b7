import GestureCore
import Panels
import Recordings

/// The events of two kernels for the same reports, with the same timestamps.
///
/// The twins were played by another project's script. Their frames come up to a tenth later than
/// those of the recorded reports. Kernels before 4.17 do not report the panel's own clock: they
/// send no timestamp, and no frame with only a timestamp for a resting finger. With both
/// differences removed, flickd causes any difference that remains.
struct TwinMoments {
  /// The events of this machine's kernel, without the panel's clock.
  let ours: Recording
  /// The older kernel's events, each frame with the timestamp of its counterpart.
  let theirs: Recording

  /// Gives the twin's frames the timestamps of ours; nil if the two kernels made different frames
  /// of the reports.
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
  /// A frame that only names slots is merged into the next one, because only one of the kernels
  /// sends it.
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
