internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Pipeline
internal import Recordings
internal import Terminal

/// What became of the contacts of recordings: without it, a recording of taps would print nothing.
struct ReplaySummary {
  private var swipes = 0
  private var contacts: Int64 = 0
  /// Contacts that lifted outside of a swipe.
  private var lifted = 0
  /// Contacts that were lost outside of a swipe, by the word of the reason.
  private var lost: [String: Int] = [:]
  private var rejected: Int64 = 0
  /// The slops of the panels, in mm.
  private var slops: Set<Double> = []
  private var hasPrivateZones = false
  /// The fingers that no step of a scenario lifts.
  private var unlifted: [Int] = []
  /// Whether the configuration disables a panel.
  private var hasDisabledPanel = false

  mutating func add(_ fact: borrowing SwipeFact) {
    if fact.phase == .begin { swipes += 1 }
  }

  mutating func add(_ fact: borrowing ContactFact) {
    switch fact.change {
    case .landed, .begun: break
    case .lifted: lifted += 1
    // Rejected contacts are counted by the panel, because most of them never land.
    case .lost(let reason) where RejectedCounts.reasons.contains(reason): break
    case .lost(let reason): lost[reason.word, default: 0] += 1
    }
  }

  /// Adds what recordings say about themselves; `played` of them have an enabled panel.
  mutating func add(_ recordings: [Recording], played: Int) {
    unlifted += recordings.flatMap(\.unliftedFingers)
    hasDisabledPanel = played < recordings.count
  }

  /// Ends the recording of a panel.
  mutating func end(_ panel: PanelSetup, counts: PanelCounts) {
    contacts += counts.message.contacts ?? 0
    rejected += counts.rejected.total
    slops.insert(panel.recognition.slop)
    if !panel.privateAreas.isEmpty { hasPrivateZones = true }
  }

  /// The human-readable text: `0 swipes: 2 contacts stayed below the slop of 1.6 mm`.
  var text: String {
    let counted = "\(swipes) \(swipes == 1 ? "swipe" : "swipes")"
    return others.isEmpty ? counted : "\(counted): \(others.joined(separator: ", "))"
  }

  /// What happened to the contacts that did not become swipes.
  private var others: [String] {
    let disabled = hasDisabledPanel ? ["the setting `enabled = false` disables the panel"] : []
    if contacts == 0, rejected == 0 {
      if hasDisabledPanel { return disabled }
      return ["no contact landed" + (hasPrivateZones ? " outside private zones" : "")]
    }
    var parts: [String] = []
    if lifted > 0 {
      let slop = slops.count == 1 ? " of \(ShownNumber.fixed(slops.first ?? 0, decimals: 1)) mm" : ""
      parts.append("\(Self.contacts(lifted)) stayed below the slop\(slop)")
    }
    if rejected > 0 {
      let what = rejected == 1 ? "was not a finger" : "were not fingers"
      parts.append("\(Self.contacts(Int(clamping: rejected))) \(what)")
    }
    for finger in unlifted { parts.append("finger \(finger) never lifts: add `up \(finger)`") }
    for (reason, count) in lost.sorted(by: { $0.key < $1.key }) {
      // The end of a scenario unplugs its panel.
      let early = reason == CancelReason.unplugged.word ? count - unlifted.count : count
      if early > 0 { parts.append("\(Self.contacts(early)) ended early (\(reason))") }
    }
    return parts + disabled
  }

  private static func contacts(_ count: Int) -> String { "\(count) \(count == 1 ? "contact" : "contacts")" }
}
