/// The fixed parts of a swipe line: keys with the punctuation around them.
///
/// A key ends where its value begins. The texts are one table and not 60 constants, because code
/// that creates a constant is six times as long as its text.
enum SwipeText: Int {
  case type, reason, sequence
  // The key of the predicted end is longer than a fixed text can be; `y` is the key of the second
  // number of a pair.
  case swipeID, pressID, panelID, time, unit, fingers, start, location, translation, slop, lookahead, velocity
  case projection, predictedEnd, endTranslation, predictedLocation, duration, idle, edge, progress, zone
  case y, null
  case kind, commit, noCommit, byDistance, byVelocity, byPredicted, direction, distance
  case distanceThreshold, speed, speedThreshold, predicted, predictedThreshold, reasonNoCommit, travel
  case travelThreshold, recoilX, recoilY
  case samples, window, age, confidence
  case name, from, index, steps, offset, springDuration, bounce, stiffness, damping, initialVelocity
  case relativeVelocity, settling, target

  /// The largest number of bytes up to the value of `seq`.
  static let longestHead = 128
  /// The largest number of bytes behind the value of `seq`, without the ids of the panel and of the
  /// zone: 48 numbers of 22 bytes, and 1056 bytes of fixed text.
  static let longestTail = 2112

  /// The texts, in the order of the cases.
  static let texts = #"""
    {"type":"swipe","phase":
    ,"reason":
    ,"seq":
    ,"swipe_id":
    ,"press_id":
    ,"panel_id":
    ,"t_us":
    ,"unit":
    ,"fingers":
    ,"start":{"x":
    ,"location":{"x":
    ,"translation":{"x":
    ,"slop":
    ,"lookahead_translation":{"x":
    ,"velocity":{"x":
    ,"projection_us":
    ,"predicted_end_
    translation":{"x":
    ,"predicted_end_location":{"x":
    ,"duration_us":
    ,"idle_us":
    ,"edge":
    ,"progress":
    ,"zone":
    ,"y":
    null
    ,"decision":{"kind":
    ,"commit":true,"by":[
    ,"commit":false,"by":[
    "distance",
    "velocity",
    "predicted",
    ],"direction":
    ,"distance":
    ,"distance_threshold":
    ,"speed":
    ,"speed_threshold":
    ,"predicted":
    ,"predicted_threshold":
    ,"no_commit":
    ,"travel":
    ,"travel_threshold":
    ,"recoil":{"x":
    ,"recoil":{"y":
    ,"estimate":{"samples":
    ,"window_us":
    ,"age_us":
    ,"confidence":
    {"name":
    ,"snap":{"from":
    ,"index":
    ,"steps":
    ,"offset":
    ,"spring":{"duration_us":
    ,"bounce":
    ,"stiffness":
    ,"damping":
    ,"initial_velocity":
    ,"relative_velocity":
    ,"settling_us":
    ,"target":
    """#.split(separator: "\n").map(FixedText.init)
}

extension MutableSpan<UInt8> {
  /// Writes a fixed text.
  mutating func put(_ text: SwipeText, at place: inout Int) {
    put(SwipeText.texts[text.rawValue], at: &place)
  }

  /// Writes a key and a whole number.
  mutating func put(_ key: SwipeText, _ value: Int64, at place: inout Int) {
    put(key, at: &place)
    put(value, at: &place)
  }

  /// Writes a key and a number that is rounded to `places` decimal places.
  mutating func put(_ key: SwipeText, _ value: Double, places: Int, at place: inout Int) {
    put(key, at: &place)
    put(value, places: places, at: &place)
  }
}
