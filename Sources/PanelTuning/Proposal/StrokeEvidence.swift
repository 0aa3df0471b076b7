internal import Recordings

/// How many strokes with one of some labels there are, and of how many people.
struct StrokeEvidence {
  private let labels: [RecordingLabel]
  private var all = Count()
  /// The counts of each group of people.
  private var groups: [Count]

  private struct Count {
    var strokes = 0
    var people = 0
  }

  /// Counts the strokes of people; `counts` has those of each person, by label.
  init(of labels: [RecordingLabel], counts: [[RecordingLabel: Int]], groups number: Int) {
    self.labels = labels
    groups = [Count](repeating: Count(), count: number)
    for (index, own) in counts.enumerated() {
      let strokes = labels.reduce(0) { $0 + (own[$1] ?? 0) }
      guard strokes > 0 else { continue }
      all.strokes += strokes
      all.people += 1
      groups[index % number].strokes += strokes
      groups[index % number].people += 1
    }
  }

  /// Why these strokes are too few for a threshold; nil if they are not.
  func lack(for key: ProposedKey, without group: Int?) -> String? {
    let absent = group.map { groups[$0] } ?? Count()
    let (strokes, people) = (all.strokes - absent.strokes, all.people - absent.people)
    let (minStrokes, minPeople) = (ThresholdProposal.minStrokes, ThresholdProposal.minPeople)
    guard strokes < minStrokes || people < minPeople else { return nil }
    let word = labels.map { "\($0.rawValue)s" }.joined(separator: " or ")
    let (stroke, human) = (strokes == 1 ? String(word.dropLast()) : word, people == 1 ? "person" : "people")
    return
      "\(strokes) \(stroke) of \(people) \(human) are too few for \(key.rawValue): record at least \(minStrokes) \(word) "
      + "of \(minPeople) people"
  }
}

extension ProposedKey {
  /// The labels of which a proposal needs strokes.
  var needed: [[RecordingLabel]] {
    switch self {
    case .distance: [[.drag]]
    case .velocity: [[.flick], [.drag, .tap]]
    case .travel: [[.flick], [.tap]]
    }
  }
}
