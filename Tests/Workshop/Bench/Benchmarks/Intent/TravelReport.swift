internal import Foundation
internal import GestureCore

/// What the minimum travel of a flick saves and costs, and for whom.
public struct TravelReport: Encodable, Sendable {
  /// The results with one minimum travel.
  public struct Row: Encodable, Sendable {
    /// The minimum travel, in mm.
    public var minTravel: Double
    /// The taps that commit.
    public var taps: Share
    /// The largest share of a person with at least ``TravelReport/minTaps`` taps, in percent.
    public var worstPerson: Double?
    /// The flings, scrolls and drags that commit with ``TravelReport/least`` and not with this one.
    public var lost: [String]
    /// The words that are lost so.
    public var lostWords: [String]

    private enum CodingKeys: String, CodingKey {
      case taps, lost
      case minTravel = "min_travel_mm"
      case worstPerson = "worst_person_percent"
      case lostWords = "lost_words"
    }
  }

  /// One person, judged by the minimum travel that the other people need.
  public struct LeftOut: Encodable, Sendable {
    /// The person, by the name in the table.
    public var person: String
    /// The shortest minimum travel with which none of the others' taps commits by velocity, in mm.
    public var minTravel: Double
    /// The person's taps that commit with this minimum travel.
    public var taps: Share

    private enum CodingKeys: String, CodingKey {
      case person, taps
      case minTravel = "min_travel_mm"
    }
  }

  /// By minimum travel, from ``least`` on.
  public var rows: [Row]
  /// By person who tapped.
  public var leftOut: [LeftOut]

  private enum CodingKeys: String, CodingKey {
    case rows
    case leftOut = "left_out"
  }

  /// The travel below which there is no velocity, in mm.
  private static let least = 3.0
  /// A person with fewer taps has no share of its own.
  private static let minTaps = 300

  init(_ trials: [IntentTrial]) {
    let taps = trials.filter { $0.person.meaning == .tap }
    let people = Dictionary(grouping: taps) { $0.person.person }
    func lost(_ isWanted: (HumanStroke.Meaning) -> Bool, _ travel: Double) -> [String] {
      trials.filter {
        isWanted($0.person.meaning) && $0.commits(minTravel: Self.least) && !$0.commits(minTravel: travel)
      }.map(\.person.name)
    }
    rows = (3...10).map { Double($0) }.map { travel in
      Row(
        minTravel: travel, taps: Share(of: taps) { $0.commits(minTravel: travel) },
        worstPerson: people.values.filter { $0.count >= Self.minTaps }
          .compactMap { Share(of: $0) { $0.commits(minTravel: travel) }.percent }.max(),
        lost: lost({ [.fling, .scroll, .drag].contains($0) }, travel),
        lostWords: lost({ $0 == .word }, travel))
    }
    // A tap that commits by distance commits with every minimum travel.
    let slid = taps.filter { $0.commits(minTravel: 0) && !$0.commits(minTravel: .infinity) }
    let needed = slid.map { tap in (person: tap.person.person, travel: tap.end?.travel ?? 0) }
    leftOut = people.keys.sorted().map { person in
      let others = needed.filter { $0.person != person }.map(\.travel).max() ?? 0
      // The next half of a millimetre.
      let travel = max(Self.least, (others * 2).rounded(.down) / 2 + 0.5)
      return LeftOut(
        person: person, minTravel: travel,
        taps: Share(of: people[person] ?? []) { $0.commits(minTravel: travel) })
    }
  }

  /// The result with the default minimum travel.
  var usual: Row? { rows.first { $0.minTravel == 6 } }

  /// The taps of every person, each judged by the minimum travel that the others need.
  var tapsLeftOut: Share {
    Share(leftOut.map(\.taps.count).reduce(0, +), of: leftOut.map(\.taps.trials).reduce(0, +))
  }

  var text: String {
    var table = Table(["minimum travel", "taps %", "worst person %", "flings and drags lost", "words lost"])
    for row in rows {
      table.add([
        "\(Int(row.minTravel)) mm", row.taps.cell(decimals: 3),
        row.worstPerson.map { String(format: "%.2f", $0) } ?? "–", "\(row.lost.count)",
        "\(row.lostWords.count)",
      ])
    }
    var people = Table(["person left out", "minimum travel by the others", "taps", "taps %"])
    for one in leftOut {
      people.add([
        one.person, "\(one.minTravel) mm", "\(one.taps.trials)", one.taps.cell(decimals: 2),
      ])
    }
    return "\(table.text)\n\(people.text)"
  }
}
