internal import PanelTuning

extension Station {
  /// What the person does at the station.
  var request: String {
    switch self {
    case .handsOff: "do not touch the panel for 10 seconds"
    case .resting: "rest one finger on the middle for 5 seconds, then lift it"
    case .taps: "tap one spot at least 5 times"
    case .targets: "tap the middle of each target as it appears"
    case .line(.horizontal): "draw a slow line along a ruler from left to right"
    case .line(.vertical): "draw a slow line along a ruler from top to bottom"
    case .line(.diagonal): "draw a slow line along a ruler at 45°"
    case .swipes: "swipe fast at least 5 times with one finger, and lift while the finger moves"
    case .edges: "slide one finger beyond the left, the top, the right and the bottom edge"
    case .twoFingers:
      "rest a finger, put a second one beside it, and move them apart and back, three times"
    case .drumming: "drum with two fingers in turn for 5 seconds"
    case .manyFingers: "put down as many fingers as fit, then lift all"
    }
  }
}
