/// One configuration file with one mistake, and the expected message.
public struct BadFile: Sendable {
  /// The file.
  public var bytes: [UInt8]
  /// The line of the mistake, from 1.
  public var line: Int
  /// The column of the mistake in code points, from 1.
  public var column: Int
  /// The expected message.
  public var expectedWords: [String]

  init(_ text: String, at line: Int, _ column: Int, says words: String...) {
    self.init(bytes: Array(text.utf8), at: line, column, says: words)
  }

  init(bytes: [UInt8], at line: Int, _ column: Int, says words: [String]) {
    self.bytes = bytes
    self.line = line
    self.column = column
    expectedWords = words
  }
}

extension BadFile: CustomStringConvertible {
  /// The beginning of the text, on one line.
  public var description: String {
    bytes.prefix(100).map { byte in
      switch byte {
      case UInt8(ascii: "\n"): "⏎"
      case 0x20...0x7e: String(UnicodeScalar(byte))
      default: "·"
      }
    }.joined()
  }
}

extension BadFile {
  /// Every kind of mistake.
  public static var all: [BadFile] { general + zones }

  /// Mistakes outside zones.
  private static let general = [
    // Keys that do not exist.
    BadFile(
      "[swipe]\ndistanse = \"200pt\"", at: 2, 1, says: "distanse = \"200pt\"", "did you mean `distance`?"),
    BadFile("[swipe]\nslpo = \"2mm\"", at: 2, 1, says: "did you mean `slop`?"),
    BadFile("[swipe]\nVelocity = \"9mm/s\"", at: 2, 1, says: "did you mean `velocity`?"),
    BadFile("[swipe]\nrotation = 90", at: 2, 1, says: "it belongs in [[panel]]"),
    BadFile("[swipe]\nqqqqqq = 1", at: 2, 1, says: "the keys are distance, velocity, slop"),
    BadFile("[swip]\nslop = \"2mm\"", at: 1, 2, says: "did you mean [swipe]?"),
    BadFile("[network]\nport = 80", at: 1, 2, says: "the sections are [swipe], [[panel]], [[zone]]"),
    BadFile("[match]\nvendor = \"0eef\"", at: 1, 2, says: "no such section"),
    BadFile("distance = \"200pt\"", at: 1, 1, says: "outside a section", "it belongs in [swipe]"),
    BadFile("distanc = \"200pt\"", at: 1, 1, says: "did you mean `distance` in [swipe]?"),
    BadFile("[[panel]]\nmatch = { vendro = \"0eef\" }", at: 2, 11, says: "did you mean `vendor`?"),
    BadFile("[socket]\npaht = \"/run/x\"", at: 2, 1, says: "did you mean `path`?"),

    BadFile(
      "[swipe]\nflick.min.travel = \"6mm\"", at: 2, 1,
      says: "`flick.min.travel`: no such key in [swipe]; did you mean `flick_min_travel`?"),
    BadFile(
      "flick.min.travel = \"6mm\"", at: 1, 1, says: "did you mean `flick_min_travel`? it belongs in [swipe]"),
    BadFile("include = \"other.toml\"", at: 1, 1, says: "put the other file into the folder conf.d"),
    BadFile("[socket]\nmode = \"0660\"", at: 2, 1, says: "`group`, `positions`", "name who may connect"),

    // Sections of the wrong shape.
    BadFile("[zone.cards]\nedge = \"left\"", at: 1, 2, says: "write [[zone]] with name = \"cards\""),
    BadFile("[panel.swipe]\nslop = \"2mm\"", at: 1, 2, says: "write [[panel]], with the keys of [swipe]"),
    BadFile("[panel.kiosk]\nrotation = 90", at: 1, 2, says: "write [[panel]] with a match"),
    BadFile("[panel]\nrotation = 90", at: 1, 2, says: "write [[panel]]"),
    BadFile("[[swipe]]\nslop = \"2mm\"", at: 1, 3, says: "write [swipe]"),
    BadFile("swipe = 3", at: 1, 1, says: "write [swipe]"),
    BadFile("panel = [1]", at: 1, 10, says: "write [[panel]]"),
    BadFile("[[panel]]\nmatch = \"0eef\"", at: 2, 9, says: "match = \"0eef\"", "{ vendor = \"0eef\" }"),
    BadFile("[[panel]]\nmatch = {}", at: 2, 9, says: "leave it out to mean every panel"),

    // Limits that contradict each other.
    BadFile(
      "[[panel]]\nsize_limit_landing = \"30mm\"\nsize_limit = \"20mm\"", at: 3, 14,
      says: "`size_limit_landing`, 30.0 mm is more than `size_limit`, 20.0 mm"),
    BadFile("[[panel]]\nsize_limit = 30", at: 2, 14, says: "needs a unit"),

    // Units.
    BadFile(
      "[swipe]\ndistance = 200", at: 2, 12, says: "distance = 200", "needs a unit", "\"200pt\"", "\"12%\""),
    BadFile("[swipe]\ndistance = \"200\"", at: 2, 12, says: "needs a unit"),
    BadFile("[swipe]\nslop = \"10px\"", at: 2, 8, says: "\"px\" is not a unit of a length"),
    BadFile("[swipe]\nslop = \"10px\"", at: 2, 8, says: "here, only in a zone or a subscription"),
    BadFile("[swipe]\ndistance = \"15MM\"", at: 2, 12, says: "the unit is `mm`: write \"15mm\""),
    BadFile("[swipe]\nprojection = \"40µs\"", at: 2, 14, says: "the unit is `us`: write \"40us\""),
    BadFile(
      "[swipe]\ndirection_tolerance = \"22.5°\"", at: 2, 23, says: "the unit is `deg`: write \"22.5deg\""),
    BadFile("[swipe]\nslop = \"2\u{A0}mm\"", at: 2, 8, says: "there is a no-break space here"),
    BadFile("[swipe]\nslop = \"5%\"", at: 2, 8, says: "\"%\" is not a unit of a length"),
    BadFile(
      "[swipe]\nvelocity = \"800pt\"", at: 2, 12, says: "the unit is `pt/s`: write \"800pt/s\""),
    BadFile("[swipe]\nvelocity = 800.5", at: 2, 12, says: "velocity = 800.5", "needs a unit"),
    BadFile("[swipe]\nprojection = 0.25", at: 2, 14, says: "a time needs a unit"),
    BadFile("[swipe]\nprojection = \"fast\"", at: 2, 14, says: "\"fast\"", "not a time"),
    BadFile("[swipe]\ndirection_tolerance = 20", at: 2, 23, says: "an angle needs a unit"),
    BadFile("[swipe]\ndistance = true", at: 2, 12, says: "distance = true", "not a length"),
    BadFile("[swipe]\ndistance = 1979-05-27", at: 2, 12, says: "a date or time"),
    BadFile("[swipe]\ndistance = \"1.2.3mm\"", at: 2, 12, says: "not a length"),
    BadFile("[swipe]\ndistance = \"1e3mm\"", at: 2, 12, says: "\"e3mm\" is not a unit"),
    BadFile("[swipe]\npoints_per_inch = \"163\"", at: 2, 19, says: "without quotes"),

    // Values out of range.
    BadFile("[swipe]\ndistance = \"-5mm\"", at: 2, 12, says: "distance = \"-5mm\"", "must be from 0.1mm"),
    BadFile("[swipe]\ndistance = \"120%\"", at: 2, 12, says: "at most 100%"),
    BadFile("[swipe]\npoints_per_inch = 0", at: 2, 19, says: "must be from 10"),
    BadFile("[swipe]\npoints_per_inch = nan", at: 2, 19, says: "must be from 10"),
    BadFile("[swipe]\ndeceleration_rate = 1", at: 2, 21, says: "must be from 0.5 to 0.9999"),
    BadFile("[swipe]\nprojection = \"1h\"", at: 2, 14, says: "\"h\" is not a unit of a time"),
    BadFile("[[panel]]\nlift_delay = \"5s\"", at: 2, 14, says: "must be from 0.0s to 1.0s"),
    BadFile("[[panel]]\nbridge_gaps = \"101ms\"", at: 2, 15, says: "must be from 0.0s to 0.1s"),
    BadFile("[[panel]]\nbridge_gaps = 50", at: 2, 15, says: "a time needs a unit"),

    // Words and choices.
    BadFile("[swipe]\nreversal = \"folow\"", at: 2, 12, says: "did you mean \"follow\"?"),
    BadFile("[swipe]\nreversal = \"never\"", at: 2, 12, says: "\"follow\", \"ignore\""),
    BadFile(
      "[swipe]\ncommit_if = [\"distance\", \"velosity\"]", at: 2, 26, says: "did you mean \"velocity\"?"),
    BadFile("[swipe]\ncommit_if = []", at: 2, 13, says: "at least one of \"distance\""),
    BadFile("[swipe]\ncommit_if = \"distance\"", at: 2, 13, says: "write an array"),
    BadFile("[swipe]\ndirections = 6", at: 2, 14, says: "directions = 6", "4, 8"),
    BadFile("[[panel]]\nrotation = 45", at: 2, 12, says: "rotation = 45", "0, 90, 180, 270"),
    BadFile("[[panel]]\nrotation = \"90\"", at: 2, 12, says: "write 90 without quotes"),
    BadFile("[[panel]]\nrotation = \"90deg\"", at: 2, 12, says: "write 90 without quotes and unit"),
    BadFile("[[panel]]\nrotation = 90.0", at: 2, 12, says: "write 90 without a point"),
    BadFile("[[panel]]\nrotation = 45.0", at: 2, 12, says: "0, 90, 180, 270"),
    BadFile("[[panel]]\nenabled = \"true\"", at: 2, 11, says: "write true without quotes"),
    BadFile("[[panel]]\nmirror = 1", at: 2, 10, says: "true or false"),
    BadFile("[[panel]]\nmirrored = true", at: 2, 1, says: "did you mean `mirror`?"),
    BadFile("[[panel]]\nmatrix = 1", at: 2, 10, says: "matrix = 1", "six numbers", "\"0 -1 1 1 0 0\""),
    BadFile("[[panel]]\nmatrix = [1, 0, 0, 0, 1]", at: 2, 10, says: "row by row, not 5"),
    BadFile("[[panel]]\nmatrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]", at: 2, 10, says: "remove the last row"),
    BadFile("[[panel]]\nmatrix = [1, 0, 0, 0, \"1\", 0]", at: 2, 23, says: "'\"1\"' is not a decimal number"),
    BadFile("[[panel]]\nmatrix = [1, 0, inf, 0, 1, 0]", at: 2, 17, says: "from -1000 to 1000"),
    BadFile("[[panel]]\nmatrix = [1, 0, 0, nan, 1, 0]", at: 2, 20, says: "from -1000 to 1000"),
    BadFile("[[panel]]\nmatrix = [1, 1, 0, 1, 1, 0]", at: 2, 10, says: "to a line or a point"),
    BadFile("[[panel]]\nmatrix = \"1 0 0 0 1 nan\"", at: 2, 10, says: "'nan' is not a decimal number"),
    BadFile("[[panel]]\nmatrix = \"1 0 0 0 1\"", at: 2, 10, says: "row by row, not 5"),
    BadFile("[[panel]]\nenabled = \"yes\"", at: 2, 11, says: "true or false"),
    BadFile("[[panel]]\nsize = \"510mm\"", at: 2, 8, says: "\"510mm x 287mm\""),
    BadFile("[[panel]]\nsize = \"510 x 287\"", at: 2, 8, says: "a number and a unit"),
    BadFile("[[panel]]\nsize = \"1920px x 1080px\"", at: 2, 8, says: "pixels belong to `surface`"),
    BadFile("[[panel]]\nsize = \"510mm x 1mm\"", at: 2, 8, says: "each side must be from 5.0mm"),
    BadFile("[[panel]]\nmatch = { vendor = 3823 }", at: 2, 20, says: "hexadecimal", "\"0eef\""),
    BadFile("[[panel]]\nmatch = { vendor = \"0xeef\" }", at: 2, 20, says: "hexadecimal"),
    BadFile("[[panel]]\nmatch = { path = \"/dev/input/event3\" }", at: 2, 18, says: "not a port"),
    BadFile("[[panel]]\nmatch = { node = \"event3\" }", at: 2, 11, says: "names of nodes change"),
    BadFile("[[panel]]\nname = \"x\"", at: 2, 1, says: "it belongs in `match`"),
    BadFile("[[panel]]\nswipe.slop = \"1mm\"", at: 2, 1, says: "[[panel]] without `swipe`"),
    BadFile("[[panel]]\nrotate = 90", at: 2, 1, says: "did you mean `rotation`"),
    BadFile("[[panel]]\ndisabled = true", at: 2, 1, says: "write `enabled = false`"),
    BadFile("[[panel]]\n[[panel.zone]]\nname = \"x\"", at: 2, 9, says: "write [[zone]]"),
    BadFile("[[panel.zone]]\nname = \"x\"", at: 1, 3, says: "write [[zone]]"),
    BadFile("[swipe.panel]\nrotation = 90", at: 1, 8, says: "write [[panel]]"),
    BadFile("[swip\u{e9}]", at: 1, 6, says: "no such section; did you mean [swipe]?"),
    BadFile("[sw\u{456}pe]", at: 1, 4, says: "no such section; did you mean [swipe]?"),
    BadFile("[swipe]\ndeceleration_rate = \"99.8%\"", at: 2, 21, says: "write 0.998 without quotes"),
    BadFile("[swipe]\nvelocity = \"600 mm / s\"", at: 2, 12, says: "write \"600mm/s\""),
    BadFile("[swipe]\nvelocity = \"2m/s\"", at: 2, 12, says: "write \"2000mm/s\""),
    BadFile("[[panel]]\nmatch = { name = \"\" }", at: 2, 18, says: "must not be empty"),
    BadFile("[socket]\npath = \"flickd.sock\"", at: 2, 8, says: "absolute"),
    BadFile("[socket]\npath = \"unix:/run/x\"", at: 2, 8, says: "a plain path: write \"/run/x\""),
    BadFile("[socket]\npath = \"~/x.sock\"", at: 2, 8, says: "~ has no meaning here"),
    BadFile("[socket]\npath = \"/\(String(repeating: "x", count: 107))\"", at: 2, 8, says: "107 bytes"),

    BadFile("[socket]\ngroup = 3", at: 2, 9, says: "a name or a number in double quotes"),
    BadFile("[socket]\nowner = \"a b\"", at: 2, 9, says: "a name or a number in double quotes"),
    BadFile(
      "[socket]\nmotion = \"flick\"", at: 2, 10, says: "write an array of groups, for example [\"flick\"]"),
    BadFile(
      "[socket]\npositions = [\"flick\", \"\"]", at: 2, 23, says: "a name or a number in double quotes"),
    BadFile("[socket]\ndecision = []", at: 2, 1, says: "did you mean `decisions`?"),

    // Values that contradict each other.
    BadFile("[swipe]\ndistance = \"1mm\"\nslop = \"1mm\"", at: 3, 8, says: "not more than `slop`"),
    BadFile("[swipe]\nslop = \"40mm\"", at: 2, 8, says: "31.17 mm is not more than `slop`, 40.0 mm"),
    BadFile("[swipe]\nslop = \"9mm\"\ndistance = \"50pt\"", at: 3, 12, says: "every swipe would commit"),
    BadFile(
      "[swipe]\ndeceleration_rate = 0.998\nprojection = \"250ms\"", at: 3, 1,
      says: "`projection` and `deceleration_rate`", "keep one"),

    // Not TOML.
    BadFile("[swipe]\ndistance = ", at: 2, 12, says: "value is missing", "`distance = \"200pt\"`"),
    BadFile("[swipe]\nslop = \"2mm\"\nslop = \"3mm\"", at: 3, 8, says: "`slop` is set twice"),
    BadFile("[swipe\nslop = \"2mm\"", at: 1, 7, says: "`[swipe`: write [swipe]"),
    BadFile(
      "[swipe]\nslop = \"2mm\"\n[swipe]\ndirections = 8", at: 3, 1, says: "`[swipe]` is in the file twice"),
    BadFile("[swipe]\nslop = 2mm", at: 2, 9, says: "a value with a unit needs quotes: `slop = \"2mm\"`"),
    BadFile("[swipe]\nslop = \"2mm", at: 2, 12, says: "the quote is not closed: `slop = \"2mm\"`"),
    BadFile("[swipe]\nslop: \"2mm\"", at: 2, 5, says: "`=` is between a key and its value: `slop = \"2mm\"`"),
    // The words must not quote the newline and the control character unescaped.
    BadFile("[[panel]]\nenabled = f\nalse", at: 2, 12, says: "`enabled = false`"),
    BadFile("[swipe]\n\"sl\u{202e}op\" = 1", at: 2, 1, says: "no such key"),
    BadFile("{\"swipe\": {\"slop\": \"2mm\"}}", at: 1, 1, says: "this is JSON"),
    BadFile("swipe.slop.a = 1", at: 1, 7, says: "slop = { a = 1 }", "not a length"),
    BadFile(
      "[[panel]]\nmatch = { vendor = \"0eef\"", at: 2, 26,
      says: "the { is not closed: `match = { vendor = \"0eef\" }`"),

    // Barely text.
    BadFile(bytes: Array("[swipe]\nslop = \"2\0mm\"\n".utf8), at: 2, 10, says: ["control character 0"]),
    BadFile(bytes: [0, 0, 0, 0], at: 1, 1, says: ["control character 0"]),
    BadFile(bytes: Array("[swipe]\n# Gr".utf8) + [0xf6, 0xdf, 0x65], at: 2, 4, says: ["not UTF-8"]),
    BadFile(bytes: [0x1f, 0x8b, 8, 0, 0, 0], at: 1, 1, says: ["a gzip file: unpack it first", "gzip -d"]),
    BadFile(bytes: Array("[\0s\0]\0".utf8), at: 1, 1, says: ["UTF-16: save it as UTF-8"]),
    BadFile(bytes: [0xff, 0xfe, 0x5b, 0], at: 1, 1, says: ["UTF-16: save it as UTF-8"]),
    BadFile("[swipe]\nslop = \"2\u{202e}mm\"", at: 2, 8, says: "is not a unit"),
    BadFile("[swipe]\nslop = \"0,5mm\"", at: 2, 8, says: "a point, not a comma"),

    // Too large.
    BadFile("a = " + String(repeating: "[", count: 3000), at: 1, 21, says: "nested too deep"),
    BadFile("[" + String(repeating: "a.", count: 2000) + "a]", at: 1, 1, says: "more than 64 dots"),
    BadFile(
      String(repeating: "#", count: 70_000), at: 1, 1, says: "70000 bytes", "at most 65536 are read"),
  ]
}
