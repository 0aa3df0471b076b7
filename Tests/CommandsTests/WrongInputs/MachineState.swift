import Evdev
import FlickClient
import FlickProtocol
import Installation
import LinuxIO

@testable import Commands

/// What flickctl prints on a machine that no test can have, such as one with a masked unit.
struct MachineState: Sendable {
  var message: String
  var code: Int32

  private init(_ error: FlickError, _ message: String? = nil) {
    (self.message, code) = (message ?? error.text, error.code.rawValue)
  }

  private init(_ message: String, _ code: ExitCode) {
    (self.message, self.code) = (message, code.rawValue)
  }

  /// Every state; a new message that depends on the machine adds its lines here.
  static func all() throws -> [MachineState] {
    try absent + refusing() + touchscreens
  }

  // MARK: The service

  private static var absent: [MachineState] {
    let (missing, refused) = ("\(ErrorNumber.noSuchFile)", "\(ErrorNumber.connectionRefused)")
    let states: [(String, ConnectionAdvice.Installation)] = [
      (missing, .none), (missing, .ready(.system)), (missing, .ready(.user)), (refused, .ready(.system)),
      (refused, .ready(.user)), (missing, .masked(.system)), (missing, .masked(.user)),
    ]
    return states.map { reason, installation in
      let path = SocketPath.system
      return MachineState(
        FlickError.unreachable(path: path, reason: reason),
        ConnectionAdvice.unreachable(at: path, reason: reason, installation: installation, by: .sudo))
    }
  }

  /// flickd runs, and does not serve this user or this program.
  private static func refusing() throws -> [MachineState] {
    guard var socket = try SystemCalls.identity(of: "/") else { return [] }
    (socket.mode, socket.group, socket.owner) = (0o660, 901, 0)
    let advice = [false, true].map { isMember in
      ConnectionAdvice.toBeLetIn(
        "anna", by: "flick", of: socket, isMember: isMember, hasNewgrp: true, door: .sudo)
    }
    let path = SocketPath.system
    let closed = advice.map { MachineState(FlickError.notPermitted(path: path), "\(path): \($0)") }
    return closed + [
      MachineState(.denied("user 1000 is not in a group that may subscribe")),
      MachineState(.dismissed("8 requests that are not JSON")), MachineState(.incompatible(major: 9)),
    ]
  }

  // MARK: Touchscreens

  /// A touchscreen is there, and cannot be read.
  private static var touchscreens: [MachineState] {
    let node = "/dev/input/event5"
    let closed = PanelOpenError.notReadable(
      PanelAccess(
        to: [node], user: "anna", tools: PanelAccess.Tools(door: .sudo, hasSetfacl: true, hasApt: true)))
    return [
      MachineState(closed.description, .noPermission),
      MachineState(DevicesCommand.text(for: [closed]), .noPermission),
      MachineState(PanelOpenError.forbiddenBySandbox(node: node).description, .noPermission),
      MachineState(PanelOpenError.gone(node: node).description, .tryAgain),
    ]
  }
}
