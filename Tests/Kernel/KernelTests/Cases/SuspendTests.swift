import Evdev
import FlickProtocol
import GestureCore
import LinuxIO
import Logging
import Pipeline
import Settings
import TestKit
import Testing
import VirtualPanels

@testable import FlickDaemon

/// No machine of these tests can suspend.
///
/// The tests instead pass the panels clock values that differ, at the point where the service
/// passes the values that it read.
@Suite(.inGuest) struct `A machine that was suspended under a finger` {
  @Test func `cancels the swipe before it reads anything else, and accepts the next`() async throws {
    let panel = VirtualPanel(.events(Fingertip.panel), mark: "suspend/0")
    try panel.plug()
    #expect(try await Command(["udevadm", "settle"]).run().code == 0)
    let loop = EventLoop(try Reactor())
    let panels = try LivePanels(
      settings: Settings(), seat: Seat.first,
      memory: PanelMemoryFile(folder: nil, log: Logger(label: "suspend"), loop: loop),
      log: LimitedLog(Logger(label: "suspend"), loop: loop),
      broadcast: Broadcast(settings: Settings(), loop: loop), loop: loop)
    try panels.open(isManaged: true)
    let index = try #require(panels.messages.firstIndex { $0.name == "Fingertip panel" })

    func read() throws {
      while try loop.reactor.wait(until: SystemCalls.monotonicMicroseconds() + 1000) > 0 {
        loop.readClock()
        while let ready = loop.reactor.next() { _ = panels.handle(ready) }
      }
    }
    var finger = Fingertip()
    finger.move(by: 600, in: .milliseconds(100), frames: 12)
    try PanelPlayer(finger.script, on: panel).play { try read() }
    #expect(panels.counts[index].message.contactsDown == 1)

    // The lift waits to be read when the machine wakes up.
    try panel.send(Fingertip.lifting)
    var clocks = SuspendWatch.Reading.now()
    loop.readClock()
    panels.noticeSuspend(clocks)
    #expect(panels.counts[index].swipes.cancelled(.suspend) == 0, "nothing has happened yet")
    clocks.boottime += 8_000_000
    panels.noticeSuspend(clocks)
    #expect(panels.counts[index].swipes.cancelled(.suspend) == 1)
    try read()
    #expect(panels.counts[index].swipes.decided == 0)

    var next = Fingertip()
    next.move(by: 600, in: .milliseconds(100), frames: 12)
    next.lift()
    try PanelPlayer(next.script, on: panel).play { try read() }
    clocks = .now()
    clocks.boottime += 8_000_000
    panels.noticeSuspend(clocks)
    #expect(panels.counts[index].swipes.flicks == 1)
    #expect(panels.counts[index].swipes.cancelled(.suspend) == 1, "one sleep is noticed once")
    panel.unplug()
  }
}
