import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest, .enabled(if: Material.isWanted(Material.descriptors), Comment(rawValue: Material.comment)))
struct `A real panel's HID descriptor` {
  /// The descriptors that flickd does not accept as a panel, by index and name, with the reason.
  private static let refusals: [String: String] =
    Guest.hasVirtualTime
    ? [:]
    : ["64 N-trig DuoSense 1b96:1": "a stock kernel leaves it to hid-ntrig, and has nothing else for it"]

  /// Units per mm that udev's hardware database sets instead of the kernel's, by vendor:product.
  ///
  /// 60-evdev.hwdb has the entry for one tablet by Huion, and other tablets share its number.
  private static let corrections: [String: (x: Double, y: Double)] = ["256c:6b": (40, 42)]

  @Test func `makes a panel of the size that the descriptor specifies`() async throws {
    let descriptors = try Descriptor.all()
    #expect(descriptors.count == 96)
    #expect(Self.refusals.count <= 6)
    let outcome = try await Daemon.run([], within: 2000) { daemon in
      let subscriber = try await daemon.subscriber()
      var names: [String] = []
      for (index, descriptor) in descriptors.enumerated() {
        let device = descriptor.device
        let number = "\(String(device.vendor, radix: 16)):\(String(device.product, radix: 16))"
        let name = "\(index) \(device.name) \(number)"
        let listed = try await Self.listed(descriptor, mark: "zoo/\(index)", subscriber)
        guard let listed else {
          #expect(Self.refusals[name] != nil, "\(name) is not a panel")
          continue
        }
        #expect(Self.refusals[name] == nil, "\(name) is a panel after all")
        names.append(name)
        if let size = descriptor.size(correctedTo: Self.corrections[number]) {
          let (width, height) = (try #require(listed.width_mm.value), try #require(listed.height_mm.value))
          #expect(listed.scale == "kernel", "\(name)")
          #expect(
            abs(width - size.width) < 1 && abs(height - size.height) < 1,
            "\(name) is \(width) x \(height) mm instead of \(size.width) x \(size.height)")
        } else {
          #expect(listed.scale == "assumed", "\(name)")
        }
      }
      print("\(names.count) of \(descriptors.count) descriptors are panels")
      #expect(names.count >= 90)
    }
    #expect(outcome.code == 0)
  }

  /// The panel that flickd reports while the device is plugged in; nil if it reports none within
  /// ten seconds.
  private static func listed(
    _ descriptor: Descriptor, mark: String, _ subscriber: Subscriber
  ) async throws -> JSON? {
    let panel = VirtualPanel(.reports(descriptor.device), mark: mark)
    do {
      try panel.plug()
    } catch {
      print("\(descriptor.device.name): \(error)")
      return nil
    }
    let nodes = try panel.nodes()
    var found: JSON?
    while found == nil, let line = try? await subscriber.next(of: "panel", within: 10) {
      if line.change == "added", nodes.contains(line.node.text ?? "") { found = line }
    }
    panel.unplug()
    if let found {
      while try await subscriber.next(of: "panel").change != "removed" { continue }
      #expect(found.name.text?.isEmpty == false)
    }
    return found
  }
}
