import Testing

@testable import Commands

@Suite struct `The states of units` {
  private static let units = ["flickd.socket", "flickd.service"]

  @Test func `are read from systemctl in the order of the units`() {
    let printed = """
      Result=success
      LoadState=loaded
      ActiveState=active
      SubState=listening
      UnitFileState=enabled

      Result=exit-code
      LoadState=loaded
      ActiveState=failed
      SubState=failed
      UnitFileState=disabled

      """
    #expect(
      UnitStates.read(printed, of: Self.units) == [
        MachineFacts.Unit(name: "flickd.socket", sub: "listening"),
        MachineFacts.Unit(
          name: "flickd.service", active: "failed", sub: "failed", file: "disabled", result: "exit-code"),
      ])
  }

  @Test func `are known for a unit that is not there`() {
    let printed = "LoadState=not-found\nActiveState=inactive\nSubState=dead\nUnitFileState=\nResult=success\n"
    let states = UnitStates.read(printed, of: ["flickd.service"])
    #expect(states?.first?.load == "not-found" && states?.first?.file == "")
  }

  @Test(arguments: [
    "", "Failed to connect to bus: No such file or directory\n",
    "System has not been booted with systemd as init system (PID 1). Can't operate.\n",
    "LoadState=loaded\nActiveState=active\n",
  ]) func `are unknown if systemctl cannot ask systemd`(printed: String) {
    #expect(UnitStates.read(printed, of: Self.units) == nil)
  }
}
