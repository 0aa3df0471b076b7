internal import LinuxIO

/// The states of units, as `systemctl show` reports them.
enum UnitStates {
  /// How long systemctl may take, in µs.
  private static let answersWithin: Int64 = 10_000_000
  private static let properties = ["LoadState", "ActiveState", "SubState", "UnitFileState", "Result"]

  /// Asks systemd for the states of these units, in this order.
  ///
  /// Returns nil if there is no systemctl, or if systemctl cannot reach systemd in time.
  static func ask(for units: [String]) -> [MachineFacts.Unit]? {
    let arguments = ["show", "--property=" + properties.joined(separator: ","), "--"] + units
    guard let systemctl = try? ChildProcess("/usr/bin/systemctl", arguments) else { return nil }
    return printed(by: systemctl).flatMap { read($0, of: units) }
  }

  /// Returns the states in what systemctl has printed, where a blank line ends each unit.
  static func read(_ text: String, of units: [String]) -> [MachineFacts.Unit]? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let states = lines.split(separator: "").map { lines in
      let pairs = lines.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
      return Dictionary(
        pairs.filter { $0.count == 2 }.map { ($0[0], String($0[1])) }, uniquingKeysWith: { first, _ in first }
      )
    }
    guard states.count == units.count, states.allSatisfy({ $0["LoadState"] != nil }) else { return nil }
    return zip(units, states).map { name, state in
      MachineFacts.Unit(
        name: name, load: state["LoadState"] ?? "", active: state["ActiveState"] ?? "",
        sub: state["SubState"] ?? "", file: state["UnitFileState"] ?? "", result: state["Result"] ?? "")
    }
  }

  /// Waits until the program has ended; nil if it takes too long.
  private static func printed(by program: borrowing ChildProcess) -> String? {
    let deadline = SystemCalls.monotonicMicroseconds() + answersWithin
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1024)
    while SystemCalls.monotonicMicroseconds() < deadline {
      var span = room.mutableSpan
      switch try? program.read(into: &span) {
      case .bytes(let count): bytes += room[..<count]
      case .wouldBlock: SystemCalls.sleep(until: SystemCalls.monotonicMicroseconds() + 5000)
      case .ended: return String(decoding: bytes, as: UTF8.self)
      case nil: return nil
      }
    }
    return nil
  }
}
