internal import FlickProtocol
internal import LinuxIO
internal import PanelTuning

/// A word that stands where a station should, such as `swipe` in `swipe=flicks.evemu`.
struct UnknownStation {
  let word: String
  /// The file after the word; nil in a list of stations.
  let path: String?

  init(word: String, path: String?) {
    (self.word, self.path) = (word, path)
  }

  /// Creates the word before `=` in an argument; nil if there is none, or if a file has this name.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isFile = (try? SystemCalls.target(of: argument)) != nil
    guard parts.count == 2, !isFile, !parts[0].contains("/") else { return nil }
    self.init(word: String(parts[0]), path: String(parts[1]))
  }

  /// Whether the word is so near to a station that it is hardly the name of a person.
  ///
  /// Hans and Lars are two letters from `taps`.
  var isMisspelled: Bool { isOnlyOnDisplay || station(within: 1) != nil }

  /// What is wrong, the nearest station, and all stations.
  var message: String {
    if isOnlyOnDisplay { return "only `flickctl studio` has the station '\(word)'; use \(Station.wordList)" }
    let advice = station(within: nil).map { "did you mean `\($0)\(path.map { "=\($0)" } ?? "")`? " } ?? ""
    return "'\(word)' is not a station: \(advice)The stations are \(Station.wordList)"
  }

  /// Whether a recording cannot have the station, although a page can.
  private var isOnlyOnDisplay: Bool { Station.onDisplay.contains { $0.word == word && $0.recorded == nil } }

  /// The station that begins with the word, or from which at most this number of letters differ.
  private func station(within steps: Int?) -> String? {
    let words = Station.all.map(\.word)
    let begun = word.count < 4 ? nil : words.first { $0.hasPrefix(word.lowercased()) }
    return begun ?? nearest(to: word, in: words, within: steps)
  }
}
