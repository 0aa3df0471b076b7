import GestureCore
import Panels
import Recordings

/// Labelled recordings of made people.
public enum LabelledPeople {
  /// Strokes of one person in the form of `flickctl record --label --person`.
  public static func recording(
    of person: String?, each: Int = 5, slower: Double = 1, vendor: UInt16 = 0
  ) -> [UInt8] {
    var panel = MadeRecording.description
    if vendor != 0 { (panel.vendor, panel.product) = (vendor, 0x0005) }
    var bytes = RecordingText(.evemu, person: person)
      .header(panel, setup: RecordedSetup(), node: "")
    let kinds: [(RecordingLabel, MadeRecording.Finger)] = [
      (.flick, .init(at: 0, from: (150, 70), by: (-60, 4), lasting: Int64(300 * slower), liftShare: 0.5)),
      (.drag, .init(at: 0, from: (150, 70), by: (-60, 2), lasting: 900)),
      (.tap, .init(at: 0, from: (100, 70), by: (0.4, 0), lasting: 90)),
    ]
    var begin: Int64 = 0
    for (label, finger) in kinds {
      var file = RecordingText(.evemu, label: label)
      for _ in 0..<each {
        var frame = RecordedFrame(events: [], contactsDown: 1, isTouched: true)
        for event in MadeRecording([finger]).events {
          var event = event
          event.instant = Instant(microseconds: event.instant.microseconds + begin)
          frame.events.append(event)
          if event.code == EventCode.mtTrackingID { frame.contactsDown = event.value < 0 ? 0 : 1 }
          guard event.endsFrame else { continue }
          bytes += file.lines(of: frame)
          frame.events.removeAll()
        }
        begin += 2_000_000
      }
    }
    return bytes
  }
}
