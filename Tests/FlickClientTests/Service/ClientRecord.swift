import FlickClient
import Synchronization

/// The events that a client received over many runs of flickd, to compare with the truth.
final class ClientRecord: Sendable {
  /// The events of one run.
  fileprivate struct Run {
    var epoch: String
    var open: Set<Int64> = []
    var ends: Set<Int64> = []
    var lost: Set<Int64> = []
    /// Whether the client reported the end of the connection.
    var isClosed = false
  }

  fileprivate struct State {
    var runs: [Run] = []
    var faults: [String] = []
    var updates = 0
    var lostAt: ContinuousClock.Instant?
    var absences: [Duration] = []
  }

  /// The result of the comparison.
  struct Report {
    var faults: [String]
    var words: String
  }

  private let state = Mutex(State())

  /// Whether the client is connected to this run; for nil, to none.
  func isConnected(to epoch: String?) -> Bool {
    state.withLock { state in
      guard let last = state.runs.last else { return epoch == nil }
      return epoch == nil ? last.isClosed : last.epoch == epoch && !last.isClosed
    }
  }

  /// Whether every swipe that began has ended, be it as lost.
  var isSettled: Bool { state.withLock { $0.runs.allSatisfy(\.open.isEmpty) } }

  /// The number of ends that the client received so far.
  var endsSoFar: Int { state.withLock { $0.runs.map(\.ends.count).reduce(0, +) } }

  func note(_ event: SwipeEvent) {
    state.withLock { state in
      switch event {
      case .connected(let service):
        if let lostAt = state.lostAt { state.absences.append(.now - lostAt) }
        state.lostAt = nil
        if state.runs.last?.open.isEmpty == false { state.faults.append("swipes were left hanging") }
        if state.runs.last?.isClosed == false { state.faults.append("a loss was not declared") }
        if state.runs.contains(where: { $0.epoch == service.epoch }) {
          state.faults.append("a run came twice")
        }
        state.runs.append(Run(epoch: service.epoch))
      case .disconnected:
        state.lostAt = .now
        if !state.runs.isEmpty { state.runs[state.runs.count - 1].isClosed = true }
      case .panel, .activity: break
      case .swipe(let swipe): state.take(swipe)
      }
    }
  }

  /// Compares the received events with the truth.
  func report(against truths: [Truth]) -> Report {
    state.withLock { state in
      var (ends, lost, early, late) = (0, 0, 0, 0)
      for truth in truths {
        guard let run = state.runs.first(where: { $0.epoch == truth.epoch }) else {
          state.faults.append("the client was never back in a run")
          continue
        }
        if !run.isClosed { state.faults.append("a loss was not declared") }
        ends += run.ends.count
        lost += run.lost.count
        for (id, time) in truth.ends where !run.ends.contains(id) {
          // No event is promised before the first and after the last received one: the gap is
          // reported.
          if let times = run.times(in: truth), time < times.lowerBound {
            early += 1
          } else if let times = run.times(in: truth), time < times.upperBound {
            state.faults.append("swipe \(id) of run \(run.epoch) ended at \(time), but it never began")
          } else {
            late += 1
          }
        }
        let last = truth.ends.values.max() ?? .zero
        guard (run.times(in: truth)?.upperBound ?? .zero) < last else { continue }
        for id in run.ends.subtracting(truth.ends.keys) {
          state.faults.append("swipe \(id) of run \(run.epoch) never was")
        }
      }
      let median = state.absences.sorted()[state.absences.count / 2]
      return Report(
        faults: state.faults,
        words: "client: \(truths.count) kills, there \(state.runs.count) times, half of them within "
          + "\(median.components.attoseconds / 1_000_000_000_000_000 + median.components.seconds * 1000) ms; "
          + "\(ends) ends and \(state.updates) updates told, \(lost) swipes said to be lost; in declared gaps "
          + "\(early) ends before a connection and \(late) in the moment of a kill; \(state.faults.count) faults"
      )
    }
  }
}

extension ClientRecord.State {
  /// Records a swipe; every swipe begins once and ends once.
  fileprivate mutating func take(_ swipe: Swipe) {
    guard !runs.isEmpty else { return faults.append("a swipe came before a connection") }
    let index = runs.count - 1
    switch swipe.phase {
    case .begin:
      if !runs[index].open.insert(swipe.id).inserted { faults.append("swipe \(swipe.id) began twice") }
    case .update:
      updates += 1
      if !runs[index].open.contains(swipe.id) { faults.append("swipe \(swipe.id) moved before its begin") }
    case .press, .release: break
    case .end, .cancel:
      if runs[index].open.remove(swipe.id) == nil {
        faults.append("swipe \(swipe.id) ended before its begin")
      }
      guard swipe.cancelReason != Swipe.lost else {
        if !runs[index].isClosed { faults.append("swipe \(swipe.id) was lost with the connection there") }
        runs[index].lost.insert(swipe.id)
        return
      }
      runs[index].ends.insert(swipe.id)
    }
    if runs[index].isClosed { faults.append("swipe \(swipe.id) came without a connection") }
  }
}

extension ClientRecord.Run {
  /// The times of the first and the last received end, on the clock of the recording.
  fileprivate func times(in truth: Truth) -> ClosedRange<Duration>? {
    let times = truth.ends.filter { ends.contains($0.key) }.values
    guard let first = times.min(), let last = times.max() else { return nil }
    return first...last
  }
}
