internal import GestureCore

/// What is wrong with a line of a scenario that is not a step, and the nearest step.
extension ScenarioStep {
  private static let grammar =
    "`down 1 80% 50mm`, `to 1 60% 50mm in 80ms`, `200ms`, `up 1`, `width 1 30mm`, `palm 1`, `lose 1`, "
    + "`unplug`, `plug`, `drop` or `reload`"

  /// Returns the message for the words of a line that is not a step.
  static func message(for words: [Substring]) -> String {
    "'\(words.joined(separator: " "))' is not a step: \(advice(for: words))"
  }

  private static func advice(for words: [Substring]) -> String {
    if let advice = foreignSign(in: words) ?? expectedLine(words) ?? missingUnit(of: words) { return advice }
    let corrected = corrected(words)
    return correction(corrected) ?? missingWord(in: corrected) ?? fault(ofFingerIn: corrected)
      ?? fault(ofPositionIn: corrected) ?? fault(ofTimeIn: corrected) ?? "use \(grammar)"
  }

  // MARK: Lines

  private static func foreignSign(in words: [Substring]) -> String? {
    if words.contains(where: { $0.contains { $0 == "\u{A0}" } }) {
      return "there is a no-break space in it: type it again"
    }
    if let index = words.firstIndex(where: { $0.hasPrefix("//") }) {
      let comment: [Substring] = ["#", words[index].dropFirst(2)] + words[(index + 1)...]
      let line = (words[..<index] + comment).filter { !$0.isEmpty }.joined(separator: " ")
      return "a comment begins with #: write `\(line)`"
    }
    return words.contains { $0.contains { $0 == ";" } } ? "each step has its own line: write no `;`" : nil
  }

  /// A line that flickd should send, directly below a step.
  private static func expectedLine(_ words: [Substring]) -> String? {
    // `press 1 80% 50%` is a step in another word, and `press 1 in zone cards` is not.
    let isVerb = ["press", "release"].contains(words[0]) && words.contains("zone")
    guard isVerb || ["begin", "update", "end", "cancel"].contains(words[0]) else { return nil }
    return "if flickd should send this, add a blank line before it"
  }

  /// A time without a unit that may be in seconds.
  private static func missingUnit(of words: [Substring]) -> String? {
    let isTime = words.count == 1 || words.count == 2 && isPause(words[0].lowercased())
    guard let last = words.last, isTime || words.dropLast().last == "in", let count = number(last),
      count > 0, count < 20
    else { return nil }
    let milliseconds = Int(exactly: count).map { "`\($0)ms`, or " } ?? ""
    return "the unit is missing: write \(milliseconds)`\(Int((count * 1000).rounded()))ms` for seconds"
  }

  private static func correction(_ words: [Substring]) -> String? {
    if deed(words) != nil { return "write `\(words.joined(separator: " "))`" }
    guard words[0] == "to", words.count == 4 || words.count == 5 else { return nil }
    if words.count == 5, words[4] != "in" {
      var words = words
      words.insert("in", at: 4)
      words[5] = milliseconds(words[5])
      return deed(words) == nil ? nil : "write `\(words.joined(separator: " "))`"
    }
    let timed = words[..<4] + ["in", "80ms"]
    return deed(Array(timed)) == nil
      ? nil : "the time is missing: write `\(timed.joined(separator: " "))`"
  }

  // MARK: Words

  /// A step with a word too little, or too many.
  private static func missingWord(in words: [Substring]) -> String? {
    let (verb, count) = (words[0], words.count)
    if ["drop", "unplug", "plug", "reload"].contains(verb) { return "write `\(verb)`" }
    let rests: [Substring: String] = [
      "up": "", "palm": "", "lose": "", "width": " 30mm", "down": " 80% 50%", "to": " 60% 50% in 80ms",
    ]
    guard let rest = rests[verb] else { return nil }
    if count == 1 { return "the finger is missing: write `\(verb) 1\(rest)`" }
    guard finger(words[1]) != nil else {
      if distance(words[1]) == nil { return nil }
      let whole = [verb, "1"] + words[1...]
      let line = deed(whole) == nil ? "\(verb) 1\(rest)" : whole.joined(separator: " ")
      return "the finger is missing: write `\(line)`"
    }
    if rest.isEmpty { return "write `\(verb) \(words[1])`" }
    if verb == "width" {
      return count < 3 ? "the width is missing: write `width \(words[1]) 30mm`" : fault(ofWidth: words[2])
    }
    if verb == "down", count > 4, words[2...3].allSatisfy({ distance($0) != nil }) {
      return fault(ofWidth: words[4])
    }
    if verb == "to", words.contains("and") {
      return "each finger moves once: write for example `to 1 60% 50% and 2 70% 50% in 80ms`"
    }
    return count < 4 ? "the position is missing: write `\(verb) \(words[1])\(rest)`" : nil
  }

  private static func fault(ofWidth word: Substring) -> String {
    width(word) == nil
      ? "'\(word)' is not the width of a contact: write a length of at most \(Int(widest)) mm, such as 30mm"
      : "write for example `down 1 80% 50% 30mm wide` or `width 1 30mm`"
  }

  private static func fault(ofFingerIn words: [Substring]) -> String? {
    guard ["up", "down", "to", "palm", "lose", "width"].contains(words[0]), words.count > 1,
      finger(words[1]) == nil
    else {
      return nil
    }
    return "'\(words[1])' is not a finger: a finger is a number from \(fingers.lowerBound) to "
      + "\(fingers.upperBound)"
  }

  private static func fault(ofPositionIn words: [Substring]) -> String? {
    guard ["down", "to"].contains(words[0]), words.count > 3,
      let word = words[2...3].first(where: { distance($0) == nil })
    else { return nil }
    if word.hasPrefix("-"), distance(word.dropFirst()) != nil {
      return "a position is not negative: it is 0% to 100% of the panel, or in mm"
    }
    return word.hasSuffix("%") && number(word.dropLast()) != nil
      ? "a position is 0% to 100% of the panel, or in mm"
      : "'\(word)' is not a position: write for example 80% or 50mm"
  }

  private static func fault(ofTimeIn words: [Substring]) -> String? {
    let isMove = words.count == 6 && words[4] == "in"
    guard let word = words.count == 1 ? words[0] : isMove ? words[5] : nil else { return nil }
    if let time = time(word) { return time > .zero ? nil : "a movement takes time: write for example 80ms" }
    let isNegative = word.hasPrefix("-")
    let digits = word.drop { $0 == "-" }.prefix { "0123456789.".contains($0) }
    let unit = word.drop { "-0123456789.".contains($0) }
    if digits.isEmpty { return isMove ? "'\(word)' is not a time: write for example 80ms" : nil }
    if isNegative { return "a time is not negative: write for example 80ms" }
    guard unit == "ms" || unit == "s" else { return "'\(word)' is not a time: write for example 80ms" }
    if unit == "ms", let count = number(digits), count <= Double(longest) {
      return "'\(word)' is not a time: write whole ms, such as \(Int(count.rounded(.up)))ms"
    }
    return "the longest time is \(longest)ms, an hour"
  }

  // MARK: Slips

  private static func isPause(_ word: String) -> Bool { ["wait", "sleep", "pause"].contains(word) }

  /// The words with the slips of people corrected: other verbs, capital letters, decimal commas,
  /// missing and other units, blanks before a unit, and commas between two positions.
  private static func corrected(_ words: [Substring]) -> [Substring] {
    let verbs: [Substring: Substring] = [
      "move": "to", "drag": "to", "press": "down", "touch": "down", "land": "down", "lift": "up",
      "release": "up",
    ]
    var words = separated(words.map { Substring($0.lowercased()) })
    if words.count > 1, isPause(String(words[0])) { words.removeFirst() }
    words[0] = verbs[words[0]] ?? words[0]
    // The number of a finger has no decimals.
    for index in words.indices where !(index == 1 && ["up", "down", "to"].contains(words[0])) {
      words[index] = Substring(String(words[index].map { $0 == "," ? "." : $0 }))
    }
    for index in words.indices where index > 1 && index < 4 && number(words[index]) != nil {
      words[index] += words[0] == "width" ? "mm" : "%"
    }
    if let last = words.indices.last, last == 0 || words[last - 1] == "in" {
      words[last] = milliseconds(words[last])
    }
    return words
  }

  /// The words with a unit at its number, and without a comma between two positions.
  private static func separated(_ words: [Substring]) -> [Substring] {
    var separated: [Substring] = []
    for word in words {
      if ["%", "mm", "ms", "s"].contains(word), let last = separated.last, number(last) != nil {
        separated[separated.count - 1] += word
      } else if hasUnit(word.prefix { $0 != "," }), word.contains(where: { $0 == "," }) {
        separated += word.split(separator: ",")
      } else {
        separated.append(word)
      }
    }
    return separated.isEmpty ? words : separated
  }

  private static func hasUnit(_ position: Substring) -> Bool {
    position.hasSuffix("%") || position.hasSuffix("mm")
  }

  /// A time with the unit ms: of `200`, `0.2s` or `200ms`.
  private static func milliseconds(_ word: Substring) -> Substring {
    if number(word) != nil { return word + "ms" }
    guard word.hasSuffix("s"), let count = number(word.dropLast()), count < 1e6 else { return word }
    return "\(Int64((count * 1000).rounded()))ms"
  }
}
