import TestKit
import Testing

/// Two identical panels on two ports, as in a machine with two screens.
///
/// Only the port distinguishes them.
@Suite(.enabled(if: Guest.thoroughStates != nil, Comment(rawValue: Guest.thoroughComment)), .serialized)
struct `flickd with two equal panels` {
  /// The configuration of the panel in a port, and the movement of a finger that crosses 60 % of
  /// its width.
  private struct Port {
    let path: String
    let width: Double

    static let all = [
      Port(path: "platform-dummy_hcd.0-usb-0:1:1.0", width: 500),
      Port(path: "platform-dummy_hcd.1-usb-0:1:1.0", width: 200),
    ]
  }

  /// What flickd reports of a panel: its name, its width, its node.
  private struct Arrival {
    let panel: String
    let width: Double
    let node: String

    init(_ line: JSON) {
      panel = line.panel_id.text ?? ""
      width = line.width_mm.double ?? 0
      node = line.node.text ?? ""
    }

    var isRight: Bool { Port.all.contains { $0.path == panel && $0.width == width } }
  }

  /// The number of swipes that flickd reported for the wrong panel, or with the wrong size.
  private func wrong(_ swipes: [JSON], on ports: [Int]) -> Int {
    zip(swipes, ports).count { swipe, port in
      let expected = Port.all[port]
      let distance = swipe.decision.distance.double ?? 0
      return swipe.panel_id.text != expected.path || abs(distance - 0.6 * expected.width) > 0.01
        || swipe.word != "drag right commit by distance"
    }
  }

  @Test func `applies each panel's settings, in whatever order they are plugged in`() async throws {
    let replugs = 100
    let outcome = try await Guest.run(
      from: .seat, within: 240 + 10 * replugs,
      """
      \(Guest.watching)
      listen
      for ((replug = 1; replug <= \(replugs); replug++)); do
        order=$((replug % 2))
        usb-panels plug "$order" "$((1 - order))"
        hears '"change":"added"' $((2 * replug))
        usb-panels swipe 0
        hears '"phase":"end"' $((2 * replug - 1))
        usb-panels swipe 1
        hears '"phase":"end"' $((2 * replug))
        usb-panels pull "$order" "$((1 - order))"
        hears '"change":"removed"' $((2 * replug))
      done
      cat /run/heard
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let heard = try outcome.heard()
    let arrivals = heard.filter { $0.change == "added" }.map { Arrival($0) }
    let swipes = heard.filter { $0.type == "swipe" }
    #expect(arrivals.count == 2 * replugs && swipes.count == 2 * replugs)
    let misplaced = arrivals.count { !$0.isRight }
    #expect(misplaced == 0)
    let wrong = wrong(swipes, on: (0..<2 * replugs).map { $0 % 2 })
    #expect(wrong == 0)
    // The kernel does renumber the nodes; otherwise this test would prove nothing.
    let nodes = Set(arrivals.filter { $0.panel == Port.all[0].path }.map(\.node))
    #expect(nodes.count > 1)
    print(
      "equal panels: settings on the right one \(arrivals.count - misplaced) of \(arrivals.count) times in",
      "\(replugs) replugs of both; \(wrong) of \(swipes.count) swipes reported for the wrong one;",
      "its event node was one of \(nodes.count)")
  }

  @Test func `identifies each panel after every reboot`() async throws {
    let reboots = 20
    let outcome = try await Guest.run(
      from: .seat, boots: reboots,
      """
      \(Guest.watching)
      both() { [ "$(opened | wc -l)" = 2 ]; }
      until_true both
      listen
      usb-panels swipe 0
      hears '"phase":"end"'
      usb-panels swipe 1
      hears '"phase":"end"' 2
      echo "folder: $(stat -c '%A %U %G' /run/flickd)"
      echo "enabled: $(systemctl is-active flickd.socket flickd.service | xargs)"
      cat /proc/sys/kernel/random/boot_id
      cat /run/heard
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let boots = Set(outcome.lines.filter { !$0.hasPrefix("{") && !$0.contains(": ") })
    #expect(boots.count == reboots)
    let set = outcome.lines.filter { $0.hasPrefix("folder: ") || $0.hasPrefix("enabled: ") }
    #expect(Set(set) == ["folder: drwxr-xr-x root root", "enabled: active active"])
    let heard = try outcome.heard()
    let arrivals = heard.filter { $0.type == "state" }.flatMap { $0.panels.elements.map { Arrival($0) } }
    #expect(arrivals.count == 2 * reboots && arrivals.allSatisfy(\.isRight))
    let swipes = heard.filter { $0.type == "swipe" }
    #expect(swipes.count == 2 * reboots)
    let wrong = wrong(swipes, on: (0..<2 * reboots).map { $0 % 2 })
    #expect(wrong == 0)
    let nodes = Set(arrivals.filter { $0.panel == Port.all[0].path }.map(\.node))
    print(
      "equal panels: settings on the right one \(arrivals.count { $0.isRight }) of \(arrivals.count) times in",
      "\(reboots) reboots; \(wrong) of \(swipes.count) swipes reported for the wrong one; its event node was one of",
      "\(nodes.count)")
  }
}
