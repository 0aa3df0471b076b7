import Evdev
import GestureCore
import Glibc
import LinuxIO
import Panels

/// Prints what ``Evdev`` reports, one fact per line, for tests that run it in a testbed.
///
/// `scan` lists the nodes. `read NODE SECONDS` opens a panel and prints its reports. `plug FILE
/// DEVICE` puts the devices of a file into its own testbed, changes and removes one of them, and
/// prints what the monitor reports. `stage FILE` makes a testbed follow the script in the file.
@main enum EvdevProbe {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    let seconds = words.last.flatMap { Double($0) } ?? 0
    do {
      switch words.first {
      case "scan": try scan()
      case "read": try read(words.dropFirst().first ?? "", seconds: seconds)
      case "plug": try plug(words.dropFirst().first ?? "", words.last ?? "")
      case "stage":
        var staging = try Staging(script: words.last ?? "")
        try staging.follow()
      default: exit(64)
      }
    } catch {
      say("error \(error)")
      exit(1)
    }
  }

  private static func show(_ node: InputNode, _ names: inout PanelNames) {
    say("node \(node.node) | \(node.deviceClass(seat: node.seat))")
    guard node.deviceClass(seat: node.seat).isTouchscreen else { return }
    say("id \(names.name(of: node))")
    say("name \(node.description.name)")
    say("seat \(node.seat)")
    if let serial = node.serial { say("serial \(serial)") }
    if let size = node.size { say("size \(size.width) x \(size.height)") }
    if let matrix = node.calibrationMatrix { say("matrix \(matrix.numbers)") }
  }

  private static func scan() throws {
    var names = PanelNames()
    for node in try PanelScan.nodes() { show(node, &names) }
  }

  private static func read(_ node: String, seconds: Double) throws {
    let panel: LivePanel
    let fuzz = try PanelScan.nodes().first { $0.node == node }?.fuzz
    do throws(PanelOpenError) {
      panel = try LivePanel(node: node, fuzz: fuzz)
    } catch {
      say("\(error.isPermission ? "permission" : "refused") \(error)")
      exit(error.isPermission ? 77 : 1)
    }
    let description = panel.description
    say("name \(description.name)")
    say("ids \(description.bus) \(description.vendor) \(description.product) \(description.version)")
    say("direct \(description.isDirect)")
    for (code, range) in description.axes.sorted(by: { $0.key < $1.key }) {
      say("axis \(code) \(range.minimum) \(range.maximum) \(range.fuzz) \(range.flat) \(range.resolution)")
    }
    say("keys \(description.keys.sorted())")
    say("clock \(panel.clockFailure == nil ? "monotonic" : "as it was")")
    print(
      "slots \(panel.initial.slots.count) current \(panel.initial.currentSlot) down \(panel.initial.slotsDown)"
    )

    var reactor = try Reactor()
    _ = try reactor.register(descriptor: panel.descriptor, for: .readable)
    let end = SystemCalls.monotonicMicroseconds() + Int64(seconds * 1e6)
    while SystemCalls.monotonicMicroseconds() < end {
      _ = try reactor.wait(until: end)
      while reactor.next() != nil {}
      drain: while true {
        switch panel.next() {
        case .event(let event):
          say("event \(event.instant.microseconds) \(event.type) \(event.code) \(event.value)")
        case .dropped(let instant): say("dropped \(instant.microseconds)")
        case .removed: continue
        case .resynced(let present): say("resynced current \(present.currentSlot) down \(present.slotsDown)")
        case .drained: break drain
        case .gone:
          say("gone \(panel.failure.map(\.description) ?? "")")
          return
        }
      }
    }
  }

  private static func plug(_ file: String, _ devicePath: String) throws {
    let testbed = try Testbed()
    let monitor = try PanelMonitor()
    var reactor = try Reactor()
    _ = try reactor.register(descriptor: monitor.descriptor, for: .readable)
    try testbed.add(String(decoding: try SystemCalls.contents(of: file, upTo: 65536), as: UTF8.self))
    try report(monitor, &reactor)
    try testbed.send("change", of: devicePath)
    try report(monitor, &reactor)
    try testbed.send("remove", of: devicePath)
    try report(monitor, &reactor)
  }

  /// Prints the monitor's reports until it has been silent for 100 ms.
  private static func report(_ monitor: borrowing PanelMonitor, _ reactor: inout Reactor) throws {
    while try reactor.wait(until: SystemCalls.monotonicMicroseconds() + 100_000) > 0 {
      drain: while true {
        switch monitor.next() {
        case .change(let action, let node):
          say("\(action) \(node.node) | \(node.deviceClass(seat: node.seat))")
        case .overflow: say("overflow")
        case .unread(let error): say("unread \(error)")
        case .failed(let error): say("failed \(error)")
        case .drained: break drain
        }
      }
    }
  }

  /// Writes a line without buffering, because a test may wait for this line.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = try? SystemCalls.write(descriptor: 1, bytes.span)
  }
}
