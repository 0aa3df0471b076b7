import FlickClient
import Synchronization
import TestKit

/// The events of an iteration, for a test that plays the service at the same time.
final class Heard: Sendable {
  private struct State {
    var events: [SwipeEvent] = []
    var isOver = false
    var error: FlickError?
  }

  private let state: Reader

  /// The state that the task writes and the test reads; it outlives neither.
  private final class Reader: Sendable {
    let value = Mutex(State())
  }

  private let task: Task<Void, Never>

  init(_ events: SwipeEvents) {
    let state = Reader()
    self.state = state
    task = Task {
      do throws(FlickError) {
        for try await event in events { state.value.withLock { $0.events.append(event) } }
      } catch {
        state.value.withLock { $0.error = error }
      }
      state.value.withLock { $0.isOver = true }
    }
  }

  deinit {
    task.cancel()
  }

  func next() async throws -> SwipeEvent {
    try await waiting("an event") {
      state.value.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    }
  }

  /// The next swipe event; skips other events before it.
  func swipe() async throws -> Swipe {
    while true {
      if case .swipe(let swipe) = try await next() { return swipe }
    }
  }

  /// The next greeting; skips other events before it.
  func connected() async throws -> FlickService {
    while true {
      if case .connected(let service) = try await next() { return service }
    }
  }

  /// The next loss of the connection; skips other events before it.
  func disconnected() async throws -> Disconnection {
    while true {
      if case .disconnected(let why) = try await next() { return why }
    }
  }

  /// The error that ended the iteration; nil if it ended without one.
  func end() async throws -> FlickError? {
    _ = try await waiting("the end") { state.value.withLock { $0.isOver ? true : nil } }
    return state.value.withLock(\.error)
  }

  /// Cancels the task that iterates.
  func cancel() {
    task.cancel()
  }
}
