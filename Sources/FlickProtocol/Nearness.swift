/// The candidate that `word` most likely stands for, nil if none is near.
///
/// A candidate is near if at most a third of the letters differ, or at most two in a short word
/// such as `flop` for `slop`; `steps` sets another number of letters.
public func nearest(to word: String, in candidates: [String], within steps: Int? = nil) -> String? {
  let folded = word.lowercased()
  let best = candidates.map { (name: $0, steps: editDistance(folded, $0.lowercased())) }
    .min { $0.steps < $1.steps }
  guard let best, best.steps <= steps ?? max(2, word.count / 3), best.steps < best.name.count else {
    return nil
  }
  return best.name
}

/// The smallest number of letters to insert, delete, replace or swap with their neighbour.
///
/// The optimal string alignment distance, after Damerau and Levenshtein. Cost: the product of both
/// lengths, each of which is cut to 64 letters.
func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left.unicodeScalars.prefix(64))
  let right = Array(right.unicodeScalars.prefix(64))
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in left.indices {
    var line = [row + 1]
    for column in right.indices {
      let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
      var steps = min(replaced, last[column + 1] + 1, line[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        steps = min(steps, beforeLast[column - 1] + 1)
      }
      line.append(steps)
    }
    (beforeLast, last) = (last, line)
  }
  return last[right.count]
}
