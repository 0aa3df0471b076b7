import ArgumentParser
import Foundation
import Glibc
import LinuxIO
import TestKit

/// `load storm-crew`: one process of a storm; `load storm` starts them.
struct CrewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storm-crew", abstract: "One process of a storm.", shouldDisplay: false)

  /// The task of the process.
  enum Task: String, ExpressibleByArgument {
    /// Connects and closes as fast as it can, and prints the number of connections.
    case connect
    /// Accepts and closes as fast as it can.
    case accept
    /// Connects 20 times a second, waits for a line, and prints the results.
    case visit
  }

  @Argument var task: Task
  @Option var socket: String
  @Option var begin: Int64 = 0
  @Option var end: Int64

  func run() throws {
    switch task {
    case .connect: connect()
    case .accept: try accept()
    case .visit: try visit()
    }
  }

  private var isOver: Bool { SystemCalls.monotonicMicroseconds() >= end }

  private func connect() {
    SystemCalls.sleep(until: begin)
    var count = 0
    while !isOver {
      // A service that has ended refuses connections: the storm is over.
      guard let connection = try? SystemCalls.connect(to: socket, blocking: true) else { break }
      connection.close()
      count += 1
    }
    print(count)
  }

  private func accept() throws {
    let listening = try boundSocket(at: socket, SOCK_STREAM)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: socket)
    _ = listen(listening.number, 4096)
    var alive = pollfd(fd: listening.number, events: Int16(POLLIN), revents: 0)
    while !isOver {
      guard unsafe poll(&alive, 1, 100) == 1 else { continue }
      let client = Glibc.accept(listening.number, nil, nil)
      if client >= 0 { _ = Glibc.close(client) }
    }
    try FileManager.default.removeItem(atPath: socket)
  }

  private func visit() throws {
    var visits = Visits()
    var next = begin
    while next < end {
      SystemCalls.sleep(until: next)
      next += 50_000
      guard let connection = try? SystemCalls.connect(to: socket, blocking: true) else { continue }
      visits.all += 1
      let connected = SystemCalls.monotonicMicroseconds()
      var answer = pollfd(fd: connection.number, events: Int16(POLLIN), revents: 0)
      var block = [UInt8](repeating: 0, count: 4096)
      var span = block.mutableSpan
      guard unsafe poll(&answer, 1, 5000) == 1, case .bytes = try? SystemCalls.read(connection, into: &span)
      else {
        visits.unanswered += 1
        continue
      }
      if SystemCalls.monotonicMicroseconds() - connected > 1_000_000 { visits.late += 1 }
    }
    print(visits.all, visits.late, visits.unanswered)
  }
}
