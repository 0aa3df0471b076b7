import ConfigurationFiles
import Testing

@Suite struct `A line that is not TOML` {
  /// What people write, and the line that they should have written; nil if no single line is right.
  static let lines: [(written: String, right: String?, says: String)] = [
    // A unit.
    ("distance = 15mm", "distance = \"15mm\"", "a value with a unit needs quotes"),
    ("distance = 15 mm # far", "distance = \"15 mm\"", "a value with a unit needs quotes"),
    ("distance=12%", "distance = \"12%\"", "a value with a unit needs quotes"),
    ("distance\t=\t15mm", "distance = \"15mm\"", "a value with a unit needs quotes"),
    ("velocity = 800pt/s", "velocity = \"800pt/s\"", "a value with a unit needs quotes"),
    ("projection = .25s", "projection = \".25s\"", "a value with a unit needs quotes"),
    ("direction_tolerance = 20deg", "direction_tolerance = \"20deg\"", "a value with a unit needs quotes"),
    ("distance = \"15\"mm", "distance = \"15mm\"", "the unit belongs in the quotes"),
    // A decimal comma, and other forms of numbers.
    ("deceleration_rate = 0,5", "deceleration_rate = 0.5", "a decimal number has a point"),
    (
      "slop = 0,5mm", "slop = \"0.5mm\"", "a decimal number has a point, and a value with a unit needs quotes"
    ),
    ("deceleration_rate = .5", "deceleration_rate = 0.5", "another form of this number"),
    ("directions = 08", "directions = 8", "another form of this number"),
    // Numbers that need no unit, and values that flickd would refuse with quotes too.
    ("deceleration_rate = 99.8%", "deceleration_rate = 0.998", "write 0.998 without quotes and unit"),
    ("rotation = 90deg", "rotation = 90", "write 90 without"),
    ("rotation = 90°", "rotation = 90", "write 90"),
    ("points_per_inch = 163dpi", "points_per_inch = 163", "write 163 without quotes and unit"),
    (
      "spring = { duration = 0.3s, bounce = 15% }", "spring = { duration = \"0.3s\", bounce = 0.15 }",
      "write 0.15 without quotes and unit"
    ),
    ("deceleration_rate = 1/2", nil, "write a number without quotes and unit"),
    ("directions = eight", nil, "write one of 4, 8"), ("distance = 1/2in", nil, "\"/2in\" is not a unit"),
    ("slop = 0,5", nil, "a decimal number has a point; a length needs a unit"),
    ("distance = 15\"", nil, "the quote before the value is missing; a length needs a unit"),
    ("size = 510x287", "size = \"510mm x 287mm\"", "each side needs a number and a unit"),
    ("velocity = 600mm", "velocity = \"600mm/s\"", "the unit is `mm/s`"),
    // Quotes.
    ("distance = '15mm", "distance = \"15mm\"", "the quote is not closed"),
    ("distance = \"15mm # far", "distance = \"15mm\"", "the quote is not closed"),
    ("distance = \"15mm'", "distance = \"15mm\"", "the quote is not closed"),
    ("distance = 15mm\"", "distance = \"15mm\"", "the quote before the value is missing"),
    ("distance = “15mm”", "distance = \"15mm\"", "straight quotes"),
    ("distance = ‘15mm’", "distance = \"15mm\"", "straight quotes"),
    ("distance = `15mm`", "distance = \"15mm\"", "straight quotes"),
    ("commit_if = [“distance”]", "commit_if = [\"distance\"]", "straight quotes"),
    ("name = \"a\\y\"", "name = 'a\\y'", "a backslash begins an escape"),
    ("distance = \"\"\"15mm", nil, "three quotes is not closed"),
    // What follows the value.
    ("distance = \"15mm\",", "distance = \"15mm\"", "\",\" behind the value is too much"),
    ("distance = \"15mm\";", "distance = \"15mm\"", "\";\" behind the value is too much"),
    ("directions = 8,", "directions = 8", "`,` behind the value is too much"),
    ("distance = 15mm;", "distance = \"15mm\"", "`;` behind the value is too much"),
    ("distance = \"15mm\" slop = \"2mm\"", "distance = \"15mm\"", "each key needs its own line"),
    // Words.
    ("enabled = True", "enabled = true", "in small letters"),
    ("enabled = yes", "enabled = true", "yes is `true`"),
    ("enabled = OFF", "enabled = false", "no is `false`"),
    ("enabled = flase", "enabled = false", "no is `false`"),
    ("reversal = follow", "reversal = \"follow\"", "a text needs quotes"),
    ("path = /run/flickd/flickd.sock", "path = \"/run/flickd/flickd.sock\"", "a text needs quotes"),
    ("vendor = 0eef", "vendor = \"0eef\"", "a text needs quotes"),
    ("distance = none", nil, "remove the line to use the default"),
    // Arrays and tables in braces.
    ("commit_if = [distance, velocity]", "commit_if = [\"distance\", \"velocity\"]", "a text needs quotes"),
    (
      "commit_if = [\"distance\", \"velocity\"", "commit_if = [\"distance\", \"velocity\"]",
      "the [ is not closed"
    ),
    (
      "commit_if = [\"distance\" \"velocity\"]", "commit_if = [\"distance\", \"velocity\"]", "commas separate"
    ),
    ("match = { vendor: \"0eef\" }", "match = { vendor = \"0eef\" }", "`=` is between a key and its value"),
    (
      "match = { vendor: 0eef, path: pci-0000:00 }", "match = { vendor = \"0eef\", path = \"pci-0000:00\" }",
      "`=` is between"
    ),
    (
      "match = { vendor = \"0eef\" product = \"0005\" }", "match = { vendor = \"0eef\", product = \"0005\" }",
      "commas separate the keys"
    ),
    (
      "match = { vendor = \"0eef\"; product = \"0005\" }",
      "match = { vendor = \"0eef\", product = \"0005\" }",
      "commas separate the keys"
    ),
    (
      "match = { vendor = 0eef, product = 0005 }", "match = { vendor = \"0eef\", product = \"0005\" }",
      "a text needs quotes"
    ),
    (
      "match = {vendor=\"0eef\",\n  product=\"0005\"}", "match = {vendor=\"0eef\", product=\"0005\"}",
      "a table in braces stands on one line"
    ),
    ("matrix = [0 -1 1 1 0 0]", "matrix = [0, -1, 1, 1, 0, 0]", "commas separate the values"),
    ("commit_if = [distance velocity]", "commit_if = [\"distance\", \"velocity\"]", "commas separate"),
    ("commit_if = 'distance', 'velocity'", "commit_if = [\"distance\", \"velocity\"]", "has brackets"),
    ("commit_if = distance, velocity", "commit_if = [\"distance\", \"velocity\"]", "has brackets"),
    ("commit_if = distance", "commit_if = [\"distance\"]", "write an array"),
    ("match = { vendor = 0eef", "match = { vendor = \"0eef\" }", "the { is not closed"),
    // The key and the sign after it.
    ("distance \"15mm\"", "distance = \"15mm\"", "`=` is between a key and its value"),
    ("distance: 15mm", "distance = \"15mm\"", "`=` is between a key and its value"),
    ("distance:\t15mm", "distance = \"15mm\"", "`=` is between a key and its value"),
    ("distance", nil, "the value is missing; for example `distance = \"200pt\"`"),
    ("distance = # far", nil, "the value is missing; for example `distance = \"200pt\"`"),
    ("= \"15mm\"", nil, "the key before `=` is missing"),
    ("flick min travel = \"15mm\"", nil, "did you mean `flick_min_travel`?"),
    ("größe = 3", nil, "\"größe\" is not a key"),
    // Comments and other languages.
    ("// far", nil, "a comment begins with #"), ("; far", nil, "a comment begins with #"),
    ("-- far", nil, "a comment begins with #"), ("{ \"slop\": 3 }", nil, "this is JSON"),
    ("[zone", nil, "write [[zone]] on its own line"), ("[swipe] slop = \"2mm\"", nil, "needs its own line"),
    ("swipe:", nil, "this is YAML: write [swipe] on one line"), ("---", nil, "this is YAML"),
    ("zone:", nil, "write [[zone]] on one line, and `name = \"cards\"` on the next one"),
    ("<swipe/>", nil, "this is XML"), ("<<<<<<< HEAD", nil, "this file has merge conflicts"),
    ("=======", nil, "this file has merge conflicts"), ("swipe]", nil, "write [swipe] on its own line"),
    ("swipe", nil, "write [swipe] on its own line"), ("[zone \"cards\"]", nil, "with name = \"cards\""),
    ("mode = 0660", nil, "name who may connect"), ("include other.toml", nil, "the folder conf.d"),
    // Signs that look like others.
    ("distance\u{A0}= \"15mm\"", nil, "there is a no-break space here: type a blank"),
    ("dist\u{200B}ance = \"15mm\"", nil, "there is an invisible character here"),
    ("\u{FEFF}distance = \"15mm\"", nil, "there is an invisible character here"),
    ("direction_tolerance = 22.5°", "direction_tolerance = \"22.5deg\"", "the unit is `deg`"),
    ("distance = 15MM", "distance = \"15mm\"", "the unit is `mm`"),
    ("fingers_within = 40µs", "fingers_within = \"40us\"", "the unit is `us`"),
    // Commas.
    ("match = { vendor = \"0eef\", }", "match = { vendor = \"0eef\" }", "remove the comma before }"),
    ("commit_if = [distance, ]", "commit_if = [\"distance\"]", "a text needs quotes"),
    ("[]", nil, "the name of the section is missing"), ("????", nil, "value is missing"),
  ]

  @Test(arguments: lines)
  func `gets the reason and the right line, in no words of a parser`(
    written: String, right: String?, says: String
  ) throws {
    let found = reading(of: "[[panel]]\n\(written)\n").diagnostics
    try #require(found.count == 1, "\(found)")
    #expect(found[0].position.line == 2, "\(found[0])")
    #expect(found[0].message.contains(says), "\(found[0])")
    for word in ["expected", "saw", "parsing", "Error", "encountered", "TOML)", "codepoint"] {
      #expect(!found[0].message.contains(word), "\(found[0])")
    }
    guard let right else { return }
    #expect(found[0].message.hasSuffix(": `\(right)`"), "\(found[0])")
    // Maybe the value is not that of a panel, but the line is TOML.
    let next = reading(of: "[[panel]]\n\(right)\n").diagnostics
    #expect(next.allSatisfy { !$0.message.contains("needs quotes") && $0.message.contains("`") }, "\(next)")
  }

  @Test func `names the line where an array of several lines begins`() {
    let text = "[swipe]\ncommit_if = [\n  \"distance\"\n  \"velocity\"\n]\n"
    let found = reading(of: text).diagnostics
    #expect(found.count == 1 && found[0].position.line == 4, "\(found)")
    #expect(found[0].message.hasPrefix("in the array that begins on line 2, "), "\(found)")
  }

  @Test func `of Windows, with another line end, is explained too`() {
    let found = reading(of: "[swipe]\r\ndistance = 15mm\r\n").diagnostics
    #expect(found.count == 1 && found[0].message.hasSuffix("`distance = \"15mm\"`"), "\(found)")
  }
}
