internal import GestureCore
internal import Panels

/// `scan_time`: how far the panel's own clock (MSC_TIMESTAMP) deviates from the kernel's clock, in
/// percent.
///
/// The value is positive if the panel's clock is fast. hid-multitouch restarts the clock at 0 after
/// a second without reports, so steps that do not fit the kernel's are left out. A sample is the
/// deviation over 250 ms. Least: 4 samples.
struct ScanTimeMetric: Metric {
  private let hasClock: Bool
  private var samples = SampleSet()
  private var last: (segment: Int, instant: Instant, stamp: UInt32)?
  private var start: Instant?
  private var kernelTime: Int64 = 0
  private var panelTime: Int64 = 0
  private var wholeKernelTime: Int64 = 0
  private var wholePanelTime: Int64 = 0

  private static let window: Int64 = 250_000
  private static let longestStep: Int64 = 100_000
  private static let minSamples = 4

  init(panel: MeasuredPanel) {
    hasClock = panel.description.miscellanea.contains(EventCode.mscTimestamp)
  }

  mutating func add(_ frame: MeasuredFrame) {
    guard let stamp = frame.scanTime else { return }
    defer { last = (frame.segment, frame.instant, stamp) }
    guard let last, last.segment == frame.segment else { return restart() }
    let elapsed = (frame.instant - last.instant).microseconds
    // The difference of two 32-bit counters stays correct across the overflow.
    let counted = Int64(Int32(truncatingIfNeeded: stamp &- last.stamp))
    let longest = Self.longestStep
    guard 0...longest ~= elapsed, 0...longest ~= counted else { return restart() }
    start = start ?? last.instant
    kernelTime += elapsed
    panelTime += counted
    guard kernelTime >= Self.window, let start else { return }
    samples.add(
      Self.deviation(panelTime, kernelTime),
      Evidence(segment: frame.segment, start: start, end: frame.instant))
    wholeKernelTime += kernelTime
    wholePanelTime += panelTime
    restart()
  }

  private mutating func restart() {
    start = nil
    kernelTime = 0
    panelTime = 0
  }

  private static func deviation(_ panelTime: Int64, _ kernelTime: Int64) -> Double {
    (Double(panelTime) / Double(kernelTime) - 1) * 100
  }

  var measurements: [Measurement] {
    guard samples.values.count >= Self.minSamples else {
      let why =
        hasClock
        ? "the panel's clock was seen for less than a second: move a finger for longer"
        : "the panel does not send the time of its scans (MSC_TIMESTAMP)"
      return [.notMeasured(.scanTime, .percent, samples: samples.values.count, because: why)]
    }
    let deviation = Self.deviation(wholePanelTime, wholeKernelTime)
    return [
      Measurement(.scanTime, .percent, value: deviation, of: samples, [.deviation: deviation.magnitude])
    ]
  }
}

/// `dropped_events`: the number of times that the kernel dropped events (SYN_DROPPED).
///
/// The program that recorded was too slow, or the panel sends too much. Least: one frame.
struct DroppedEventsMetric: Metric {
  private var drops = 0
  private var frames = 0
  private var samples = SampleSet()

  mutating func add(_ frame: MeasuredFrame) {
    frames += 1
    drops += frame.drops
    guard frame.drops > 0 else { return }
    samples.add(
      Double(frame.drops), Evidence(segment: frame.segment, start: frame.instant, end: frame.instant))
  }

  var measurements: [Measurement] {
    guard frames > 0 else {
      return [.notMeasured(.droppedEvents, .count, because: "the recording has no frames: touch the panel")]
    }
    var measurement = Measurement(.droppedEvents, .count, value: Double(drops), of: samples)
    measurement.samples = frames
    return [measurement]
  }
}
