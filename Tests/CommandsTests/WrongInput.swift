import FlickProtocol
import TestKit
import Testing

/// A wrong input of a person, and what the answer must name: what is wrong, where, the next step.
///
/// In the words, `@` stands for a folder with the files of ``WrongInput/files``.
struct WrongInput: Sendable, CustomTestStringConvertible {
  var words: [String]
  var code: Int32
  var says: [String]

  init(_ words: String, _ code: Int32, says: String...) {
    self.words = words.split(separator: " ").map(String.init)
    self.code = code
    self.says = says
  }

  var testDescription: String { words.joined(separator: " ") }

  /// The files that the words name.
  static var files: [(name: String, bytes: [UInt8])] {
    func config(_ line: String) -> [UInt8] { Array("[swipe]\n\(line)\n".utf8) }
    return [
      ("swipes.evemu", MeasuredRecording.swipes()),
      ("anna.evemu", LabelledPeople.recording(of: "anna", slower: 1)),
      ("unit.toml", config("distance = 15mm")), ("quote.toml", config("distance = \"15mm")),
      ("comma.toml", config("slop = 0,5")), ("word.toml", config("reversal = follow")),
      ("index.evemu", []), ("none.toml", []),
    ]
  }

  /// Runs `flickctl` with the words.
  func answer() async throws -> Outcome {
    let folder = try PrivateFolder()
    for file in Self.files { try folder.write(file.name, file.bytes) }
    let words = words.map { $0.replacing("@", with: "\(folder.path)/") }
    return try await Command([Program.flickctl.path] + words).run()
  }
}

extension WrongInput {
  /// Every wrong input; a new answer adds its lines here.
  static let all = stations + configurations + verbs + values + origins + settings

  /// Words before a recording.
  private static let stations = [
    WrongInput(
      "report swipe=@swipes.evemu -o @x.html", 64, says: "'swipe' is not a station", "did you mean `swipes=",
      "another word for a person"),
    WrongInput("report rest=@swipes.evemu -o @x.html", 64, says: "did you mean `resting="),
    WrongInput("report Swipe=@anna.evemu -o @x.html", 64, says: "did you mean `swipes="),
    WrongInput("report two_fingers=@swipes.evemu -o @x.html", 64, says: "did you mean `two-fingers="),
    WrongInput(
      "report anna=@swipes.evemu -o @x.html", 64, says: "'anna' is not a station", "no person either",
      "swipes.evemu has no labels"),
    WrongInput("report swipes= -o @x.html", 64, says: "swipes= needs a file"),
    WrongInput(
      "measure swipe=@swipes.evemu", 64, says: "did you mean `swipes=", "The stations are hands-off"),
    WrongInput(
      "measure drag=@swipes.evemu", 64, says: "'drag' is not a station", "The stations are hands-off"),
    WrongInput("measure targets=@swipes.evemu", 64, says: "only `flickctl studio` has the station"),
    WrongInput("measure swipes=", 64, says: "swipes= needs a file"),
    WrongInput("measure --stations resting,swipe", 64, says: "did you mean `swipes`?"),
  ]

  /// Lines of a configuration.
  private static let configurations = [
    WrongInput(
      "check --config @unit.toml", 78,
      says: "unit.toml:2:14: a value with a unit needs quotes: `distance = \"15mm\"`"),
    WrongInput(
      "check --config @quote.toml", 78, says: "quote.toml:2:",
      "the quote is not closed: `distance = \"15mm\"`"),
    WrongInput(
      "check --config @comma.toml", 78, says: "comma.toml:2:", "a decimal number has a point: `slop = 0.5`"),
    WrongInput(
      "replay --config @word.toml @swipes.evemu", 78, says: "a text needs quotes: `reversal = \"follow\"`"),
  ]

  /// Verbs, and words that need an option.
  private static let verbs = [
    WrongInput("lisen", 64, says: "'lisen' is not a verb", "did you mean `flickctl listen`?"),
    WrongInput("Replay x", 64, says: "did you mean `flickctl replay`?"),
    WrongInput("start", 64, says: "'start' is not a verb", "The verbs are devices, listen"),
    WrongInput(
      "check @none.toml", 64, says: "needs an option before it: flickctl check --config ", "none.toml"),
    WrongInput("listen kiosk", 64, says: "flickctl listen --panel kiosk"),
    WrongInput("gallery @", 64, says: "flickctl gallery --web "),
    WrongInput("bridge http://localhost:8080", 64, says: "flickctl bridge --origin http://localhost:8080"),
  ]

  /// Values of options.
  private static let values = [
    WrongInput("record -o @x --for 15", 64, says: "'--for <time>'", "a unit is missing: write 15s or 15ms"),
    WrongInput("record -o @x --for 15m", 64, says: "write 900s"),
    WrongInput("record -o @x --for 1,5s", 64, says: "write 1.5s"),
    WrongInput("record -o @x --for 40µs", 64, says: "write 40us"),
    WrongInput("record -o @x --for soon", 64, says: "a number and a unit, such as 15s"),
    WrongInput("measure --timeout 2d", 64, says: "'d' is not a unit of time"),
    WrongInput("play @swipes.evemu --wait 48h", 64, says: "the longest time is 86400s"),
    WrongInput("listen --lookahead 16ms", 64, says: "without a unit: 16"),
    WrongInput("listen --lookahead 200", 64, says: "it must be 1 to 100"),
    WrongInput("listen --phases begin,ends", 64, says: "'ends' is not a phase: did you mean `end`?"),
    WrongInput("replay --phases , @swipes.evemu", 64, says: "the phases are begin, update"),
    WrongInput("listen --fingers 1;2", 64, says: "with commas, such as 1,2"),
    WrongInput("listen --fingers 0", 64, says: "'0' is not 1 to 10"),
    WrongInput(
      "gallery --listen localhost", 64, says: "the port is missing: write for example localhost:7272"),
    WrongInput("gallery --listen 7273", 64, says: "the host is missing: write localhost:7273"),
    WrongInput("gallery --listen http://localhost:7273", 64, says: "without a scheme: localhost:7273"),
    WrongInput("gallery --listen localhost:70000", 64, says: "a port up to 65535"),
    WrongInput(
      "gallery --web @", 66, says: "has neither index.html nor gallery/index.html", "leave --web out"),
  ]

  /// Settings of a what-if.
  private static let settings = [
    WrongInput(
      "replay --set distance=5 @swipes.evemu", 64,
      says: "--set distance=5: `distance = 5`: a length needs a unit", "\"31mm\""),
    WrongInput("replay --set distence=5mm @swipes.evemu", 64, says: "did you mean `distance`?"),
    WrongInput(
      "replay --set distance @swipes.evemu", 64, says: "'--set <key=value>'", "the value is missing"),
    WrongInput("replay --set zone.card.slop=1mm @swipes.evemu", 64, says: "no such zone", "--config"),
    WrongInput("evaluate --set velocity=600 @anna.evemu", 64, says: "a speed needs a unit"),
    WrongInput("evaluate --set =5mm @anna.evemu", 64, says: "the key is missing"),
    WrongInput(
      "replay --config @unit.toml --set distance=5 @swipes.evemu", 78, says: "unit.toml:2:14: ",
      "--set distance=5: "),
  ]

  /// Origins of pages.
  private static let origins = [
    WrongInput(
      "bridge --origin localhost:8080", 64, says: "the scheme is missing: write `http://localhost:8080`"),
    WrongInput("bridge --origin //localhost:8080", 64, says: "write `http://localhost:8080`"),
    WrongInput(
      "bridge --origin http://localhost:8080/", 64,
      says: "an origin has no path: write `http://localhost:8080`"),
    WrongInput(
      "bridge --origin https://kiosk.example/a/b?c", 64, says: "no path: write `https://kiosk.example`"),
    WrongInput(
      "bridge --origin http://me@localhost:8080", 64, says: "no user: write `http://localhost:8080`"),
    WrongInput(
      "bridge --origin http://localhost:8080=Motion", 64, says: "'Motion' is not a level",
      "did you mean `http://localhost:8080=motion`?", "The levels are"),
    WrongInput(
      "bridge --origin http://localhost:8080=all", 64, says: "The levels are decisions, motion, positions"),
    WrongInput("bridge --origin http://localhost:8080 --level Motion", 64, says: "did you mean `motion`?"),
    WrongInput("bridge --origin *", 64, says: "no wildcard"),
    WrongInput("bridge --origin null", 64, says: "serve its folder with --web"),
    WrongInput("bridge --origin file:///srv/page.html", 64, says: "serve its folder with --web"),
    WrongInput("bridge --origin http://a,http://b", 64, says: "each origin with its own --origin"),
    WrongInput("bridge --origin http://localhost:99999", 64, says: "a scheme, a host and maybe a port"),
  ]
}
