import Evdev
import GestureCore
import Panels
import TestKit
import Testing

/// A node as udev describes it, plugged in for the `turn`-th time.
private func node(
  _ number: Int, turn: Int = 0, udev: [String: String] = ["ID_INPUT_TOUCHSCREEN": "1"], phys: String = "",
  unique: String = ""
) -> InputNode {
  InputNode(
    node: "/dev/input/event\(number)", systemPath: "/sys/\(turn)/\(number)", properties: udev,
    description: MockDevice.panel(1).description, physicalPath: phys, uniqueID: unique)
}

@Suite struct `Equal panels` {
  /// Two panels of one maker, with the properties that distinguish them.
  static let pairs: [(InputNode, InputNode)] = [
    (node(1, udev: ["ID_PATH": "pci-1"]), node(2, udev: ["ID_PATH": "pci-2"])),
    (node(1, phys: "usb-1/input0"), node(2, phys: "usb-2/input0")),
    (node(1, unique: "A"), node(2, unique: "B")),
    // The maker uses one serial number for all panels.
    (
      node(1, udev: ["ID_SERIAL_SHORT": "0001"], phys: "usb-1"),
      node(2, udev: ["ID_SERIAL_SHORT": "0001"], phys: "usb-2")
    ),
    // Two nodes of one USB interface.
    (
      node(1, udev: ["ID_PATH": "pci"], phys: "usb-1/input0"),
      node(2, udev: ["ID_PATH": "pci"], phys: "usb-1/input1")
    ),
  ]

  @Test(arguments: pairs.indices)
  func `keep their names through 100 replugs in any order`(pair: Int) {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let panels = [Self.pairs[pair].0, Self.pairs[pair].1]
    var names = PanelNames()
    let first = panels.map { names.name(of: $0) }
    #expect(Set(first).count == 2)
    var plugged = panels
    for turn in 1...100 {
      // One or both leave, and return in either order with other numbers.
      let leaving = [[0], [1], [0, 1]].randomElement(using: &random) ?? [0, 1]
      for index in leaving { names.release(systemPath: plugged[index].systemPath) }
      for index in leaving.shuffled(using: &random) {
        plugged[index].systemPath = "/sys/\(turn)/\(index)"
        plugged[index].node = "/dev/input/event\(Int.random(in: 0..<32, using: &random))"
        #expect(names.name(of: plugged[index]) == first[index], "seed \(seed), turn \(turn)")
      }
    }
  }

  @Test(arguments: pairs.indices)
  func `have the same names after a restart, found in any order`(pair: Int) {
    let panels = [Self.pairs[pair].0, Self.pairs[pair].1]
    let found = [panels, panels.reversed()].map { order in
      var names = PanelNames()
      names.name(all: order)
      return panels.map { names.name(of: $0) }
    }
    #expect(found[0] == found[1])
  }

  @Test func `that nothing distinguishes get the lowest free name`() {
    var names = PanelNames()
    let panels = [node(1), node(2)]
    #expect(panels.map { names.name(of: $0) } == ["usb-0eef:0005", "usb-0eef:0005-2"])
    names.release(systemPath: panels[0].systemPath)
    #expect(names.name(of: node(7, turn: 1)) == "usb-0eef:0005")
  }

  @Test func `pass the name of a removed one to its replacement`() {
    var names = PanelNames()
    let old = node(1, udev: ["ID_PATH": "pci"], phys: "old")
    #expect(names.name(of: old) == "pci")
    names.release(systemPath: old.systemPath)
    #expect(names.name(of: node(1, turn: 1, udev: ["ID_PATH": "pci"], phys: "new")) == "pci")
  }

  @Test func `with a new serial number each time are forgotten`() {
    var names = PanelNames()
    for turn in 0..<10_000 {
      let panel = node(1, turn: turn, unique: "\(turn)")
      _ = names.name(of: panel)
      names.release(systemPath: panel.systemPath)
    }
    #expect(names.name(of: node(1, turn: 10_000, unique: "7")) == "usb-0eef:0005-7")
  }
}

@Suite struct `A udev message for a known node` {
  @Test func `is unchanged if only the message's own properties differ`() {
    let before = node(1, udev: ["ID_INPUT_TOUCHSCREEN": "1", "USEC_INITIALIZED": "7"])
    #expect(
      node(
        1, udev: ["ID_INPUT_TOUCHSCREEN": "1", "ACTION": "change", "SEQNUM": "9", "ID_INPUT_WIDTH_MM": "5"]
      ).isEquivalent(to: before))
  }

  @Test(arguments: [
    ["ID_INPUT_TOUCHSCREEN": "1", "ID_SEAT": "seat1"],
    ["ID_INPUT_TOUCHSCREEN": "1", "FLICKD_SIZE_MM": "5x5"],
    ["ID_INPUT_TOUCHSCREEN": "1", "LIBINPUT_IGNORE_DEVICE": "1"], ["ID_INPUT_KEYBOARD": "1"],
  ])
  func `is a change if a relevant property differs`(udev: [String: String]) {
    #expect(!node(1, udev: udev).isEquivalent(to: node(1)))
  }

  @Test func `is a change if another device has the node`() {
    #expect(!node(1, turn: 2).isEquivalent(to: node(1)))
  }
}

@Suite struct `A node that failed` {
  @Test func `is tried again after pauses that double up to ten seconds`() {
    var retries = Retries()
    var now: Int64 = 1_000_000
    var pauses: [Int64] = []
    for _ in 1...9 {
      pauses.append(retries.add(node(1), now: now).microseconds / 1000)
      #expect(retries.due == now + (pauses.last ?? 0) * 1000)
      now = retries.due ?? 0
      #expect(retries.next(now: now - 1) == nil)
      #expect(retries.next(now: now)?.systemPath == node(1).systemPath)
      #expect(retries.next(now: now) == nil, "it is handed out once")
    }
    #expect(pauses == [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
  }

  @Test func `starts again at the first pause after a minute, and is forgotten when it leaves`() {
    var retries = Retries()
    _ = retries.add(node(1), now: 0)
    #expect(retries.add(node(1), now: 59_000_000) == .milliseconds(200))
    #expect(retries.add(node(1), now: 120_000_000) == .milliseconds(100))
    retries.remove(systemPath: node(1).systemPath)
    #expect(retries.due == nil)
    #expect(!retries.contains(systemPath: node(1).systemPath))
  }
}

@Suite struct `The device class of an open touchscreen` {
  private func open(_ change: (inout PanelDescription) -> Void) -> PanelDescription {
    var description = MockDevice.panel(1).description
    change(&description)
    return description
  }

  @Test func `stays if its positions are usable`() {
    #expect(DeviceClass.touchscreen.reviewed(open { _ in }) == .touchscreen)
    #expect(DeviceClass.touchscreenByCapabilities.reviewed(open { _ in }) == .touchscreenByCapabilities)
    let finger = open {
      $0.keys.insert(EventCode.btnToolFinger); $0.properties = 0
    }
    #expect(DeviceClass.touchscreen.reviewed(finger) == .touchscreen, "udev was configured so")
    #expect(DeviceClass.touchscreenByCapabilities.reviewed(finger) == .passedOver(.unusable(.touchpad)))
  }

  @Test func `reports an axis without a range`() {
    let empty = open { $0.axes[EventCode.mtPositionY] = AxisRange(minimum: 7, maximum: 7) }
    let outcome = DeviceClass.touchscreen.reviewed(empty)
    #expect(outcome.description == "passed over: an axis has an empty range")
    let none = open { $0.axes = [:] }
    #expect(DeviceClass.touchscreen.reviewed(none) == .passedOver(.unusable(.noPosition)))
  }

  @Test(
    arguments: [
      ([:], "seat0", true), (["ID_SEAT": "seat0"], "seat0", true), (["ID_SEAT": "seat-left"], "seat0", false),
      (["ID_SEAT": "seat-left"], "seat-left", true), ([:], "seat-left", false),
    ] as [([String: String], String, Bool)])
  func `depends on the seat`(udev: [String: String], seat: String, isTouchscreen: Bool) {
    let panel = node(1, udev: udev.merging(["ID_INPUT_TOUCHSCREEN": "1"]) { $1 })
    #expect(panel.deviceClass(seat: seat).isTouchscreen == isTouchscreen)
    let keyboard = node(1, udev: udev.merging(["ID_INPUT_KEYBOARD": "1"]) { $1 })
    #expect(keyboard.deviceClass(seat: seat) == .passedOver(.keyboard), "whose it is does not matter")
  }
}
