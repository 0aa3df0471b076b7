import Glibc
import LinuxIO

/// Makes a testbed follow a script line by line, for a program that runs in the testbed and for the
/// test that watches.
///
///     add DEVICE CALLS   plug in the devices of a file, with the answers of another (umockdev)
///     open FILE          write the path of the testbed's folder to a file
///     await FILE         wait until the file exists
///     play NODE FILE     write the events of a file (evemu) at their times, with CLOCK_REALTIME
///     set SECONDS        move the clock of these timestamps forward, or back
///     monotonic          use CLOCK_MONOTONIC for later timestamps
///     send ACTION PATH   send a udev message about a device below /sys
///     remove PATH        remove a device without a message
struct Staging {
  struct BadLine: Error {
    let line: String
  }

  private let script: String
  private let testbed: Testbed
  private var clockSet: Int64 = 0
  private var isMonotonic = false

  init(script path: String) throws {
    script = try Self.text(path)
    testbed = try Testbed()
  }

  /// Follows the script to its end.
  mutating func follow() throws {
    for line in script.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch (words.first, words.count) {
      case ("add", 3):
        // The answers come first: the first reader follows the message immediately.
        try testbed.answer(as: words[2])
        try testbed.add(try Self.text(words[1]))
      case ("open", 2): try write(SystemCalls.environment("UMOCKDEV_DIR") ?? "", to: words[1])
      case ("await", 2): try wait(for: words[1])
      case ("play", 3): try play(try Self.text(words[2]), on: words[1])
      case ("set", 2): clockSet += (Int64(words[1]) ?? 0) * 1_000_000
      case ("monotonic", 1): isMonotonic = true
      case ("send", 3): try testbed.send(words[1], of: words[2])
      case ("remove", 2): try testbed.remove(words[1])
      default: throw BadLine(line: String(line))
      }
    }
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try SystemCalls.contents(of: path, upTo: 1 << 24), as: UTF8.self)
  }

  private func write(_ text: String, to path: String) throws {
    let file = try SystemCalls.open(path, .creatingNew)
    _ = try SystemCalls.write(file, Array(text.utf8).span)
  }

  private func wait(for path: String) throws {
    while try SystemCalls.identity(of: path) == nil {
      SystemCalls.sleep(until: SystemCalls.monotonicMicroseconds() + 5000)
    }
  }

  /// Writes one frame at a time: a node of the testbed is a pseudo-terminal, which holds 170
  /// events.
  ///
  /// Each frame comes in two parts, which divide an event. A pseudo-terminal does this at times, so
  /// a reader that is not protected from it (`whole-events.c`) must fail always.
  private func play(_ events: String, on node: String) throws {
    let descriptor = try testbed.descriptor(of: node)
    let start = SystemCalls.monotonicMicroseconds()
    var clock = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &clock)
    let realTime = Int64(clock.tv_sec) * 1_000_000 + Int64(clock.tv_nsec) / 1000 + clockSet
    let epoch = isMonotonic ? start : realTime
    var first: Int64?
    var frame: [UInt8] = []
    for line in events.split(separator: "\n") where line.hasPrefix("E: ") {
      let fields = line.dropFirst(3).split(whereSeparator: { " .".contains($0) }).map(String.init)
      guard fields.count >= 5, let seconds = Int64(fields[0]), let fraction = Int64(fields[1]),
        let type = UInt16(fields[2], radix: 16), let code = UInt16(fields[3], radix: 16),
        let value = Int32(fields[4])
      else { throw BadLine(line: String(line)) }
      let moment = seconds * 1_000_000 + fraction
      let offset = moment - (first ?? moment)
      first = first ?? moment
      for number in [(epoch + offset) / 1_000_000, (epoch + offset) % 1_000_000] {
        append(number, to: &frame)
      }
      append(type, to: &frame)
      append(code, to: &frame)
      append(value, to: &frame)
      guard type == 0, code == 0 else { continue }
      SystemCalls.sleep(until: start + offset)
      for part in [frame.prefix(10), frame.dropFirst(10)] {
        _ = try SystemCalls.write(descriptor: descriptor, Array(part).span)
      }
      frame = []
    }
  }

  private func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    for index in 0..<number.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: number >> (index * 8))) }
  }
}
