internal import Foundation
internal import GestureCore
internal import Panels

/// A stroke of a person, from a table of many.
public struct HumanStroke: Sendable {
  /// What it was made on: the table's word, or of tables that state a size in its place, the table itself.
  public var device: String
  /// What the person was asked for.
  public var label: String
  /// Where the finger was, in pixels, and when it lifted.
  public var stroke: Stroke
  /// How large a pixel is.
  public var millimetersPerPixel: Double

  /// Has a recogniser, told nothing of the panel but its grid, say what it sees.
  func tell(_ sink: inout some SwipeSink & ~Copyable, numbering: inout SwipeNumbering) {
    var recognizer = Recognizer(
      settings: RecognitionSettings(positionNoise: OurStrategy.positionNoise(step: millimetersPerPixel)))
    var frame = ContactFrame()
    let id = Contact.ID(number: 1)
    func tell(_ report: Contact.Report, _ sample: Stroke.Sample, at time: Double) {
      frame.removeAll()
      frame.instant = Instant(microseconds: Int64(time.rounded()))
      let place = PanelPoint(x: sample.x * millimetersPerPixel, y: sample.y * millimetersPerPixel)
      frame.append(Contact(id: id, report: report, location: place))
      _ = recognizer.process(&frame, numbering: &numbering, into: &sink)
    }
    for (place, sample) in stroke.samples.enumerated() {
      tell(place == 0 ? .landed : .moved, sample, at: sample.time)
    }
    guard let last = stroke.samples.last, let release = stroke.release else { return }
    tell(.lifted, last, at: max(release, last.time))
  }
}

/// Reads tables of strokes: a line for each sample, `stroke_id, user, device, session, t_us, x_px, y_px, event, label`
/// and perhaps `resampled`; events are `D`, `M` and `U`.
public enum HumanStrokes {
  /// Pixels per inch of the devices, as they are stated for the tables.
  private static let pixelsPerInch = [
    "ipad": 132.0, "pixel-sailfish": 441, "lg-watch-swordfish": 348, "phone-dpr3.5": 141,
  ]

  /// The density that browsers on phones call their pixels by, for all other devices.
  private static let nominalPixelsPerInch = 160.0

  /// The strokes of a table in its order; gzip or not.
  ///
  /// Rows that a framework made up between the panel's samples are left out.
  public static func read(_ path: String) throws(VectorError) -> [HumanStroke] {
    let bytes: [UInt8]
    do throws(RecordingError) {
      bytes = try RecordingFile.content(of: path)
    } catch {
      let isMissing = error.kind == .unreadable(ENOENT)
      throw VectorError(fault: isMissing ? .missing : .bad, path: path, what: error.kind.message)
    }
    var strokes: [HumanStroke] = []
    for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).dropFirst().enumerated() {
      let fields = String(decoding: line, as: UTF8.self).split(
        separator: ",", omittingEmptySubsequences: false)
      guard fields.count >= 9, let time = Double(fields[4]), let x = Double(fields[5]),
        let y = Double(fields[6]),
        fields[7] == "D" || !strokes.isEmpty
      else {
        throw VectorError(fault: .bad, path: "\(path):\(number + 2)", what: "is no sample of a stroke")
      }
      let last = strokes.count - 1
      let sample = Stroke.Sample(time: time, x: x, y: y)
      let isMadeUp = fields.count > 9 && fields[9] == "1"
      switch fields[7] {
      case "D":
        let device = String(fields[2])
        strokes.append(
          HumanStroke(
            device: device, label: String(fields[8]), stroke: Stroke(samples: [sample]),
            millimetersPerPixel: 25.4 / (pixelsPerInch[device] ?? nominalPixelsPerInch)))
      case "M" where !isMadeUp:
        strokes[last].stroke.samples.append(sample)
      case "U":
        strokes[last].stroke.release = time
      default:
        break
      }
    }
    return strokes
  }
}
