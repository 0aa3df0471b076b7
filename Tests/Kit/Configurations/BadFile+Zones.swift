extension BadFile {
  /// Mistakes in the line under `[[zone]]` and a name, and the expected messages.
  static let zones: [BadFile] = [
    zone("nmae = \"z\"", 1, "did you mean `name`?"),
    zone("slop = \"2mm\"", 1, "it belongs in [swipe]"),
    zone("panel = \"eGalax\"", 9, "{ vendor = \"0eef\", product = \"0005\" }"),
    zone("panel = { vendro = \"0eef\" }", 11, "no such key in `match`", "did you mean `vendor`?"),
    zone("panel = { vendor = 3 }", 20, "hexadecimal"),
    zone("rectangle = \"10%\"", 13, "left side, top, width and height"),
    zone("rectangle = [\"10%\", \"20mm\", \"50%\"]", 13, "left side, top, width and height"),
    zone("rectangle = [\"10%\", \"20mm\", 50, \"30%\"]", 29, "needs a unit"),
    zone("rectangle = [\"10%\", \"20mm\", \"0%\", \"30%\"]", 29, "must be above 0"),
    zone("rectangle = [\"-1%\", \"20mm\", \"10%\", \"30%\"]", 14, "must be above 0"),
    zone("rectangle = [\"60%\", \"20mm\", \"50%\", \"30%\"]", 13, "reaches beyond the panel"),
    zone("edge = \"topleft\"", 8, "did you mean \"top_left\"?"),
    zone("edge = \"top\"\ndepth = \"0mm\"", 9, "must be from 0.1mm", line: 4),
    zone("depth = \"5mm\"", 1, "`depth` counts from an `edge`"),
    zone("edge = \"top\"\nrectangle = [\"10%\", \"20mm\", \"50%\", \"30%\"]", 1, "keep one", line: 4),
    zone("axis = \"z\"", 8, "write one of \"x\", \"y\""),
    zone("axis = \"x\"\ndirections = [\"up\"]", 14, "none is along the axis x", line: 4),
    zone("directions = [\"lft\"]", 15, "did you mean \"left\"?"),
    zone("exclude = 1", 11, "true or false"),
    zone("distance = 30", 12, "needs a unit", "\"12%\""),
    zone("distance = \"-3%\"", 12, "must be above 0"),
    zone("velocity = \"30%\"", 12, "not a unit of a speed"),
    zone("velocity = \"900px\"", 12, "not a unit of a speed"),
    zone("deceleration_rate = 0.998\nprojection = \"250ms\"", 1, "keep one", line: 4),
    zone("snap_points = \"0mm\"", 15, "an array of 1 to 64 offsets"),
    zone("snap_points = []", 15, "an array of 1 to 64 offsets"),
    zone("snap_points = [\"0mm\", 3]", 23, "needs a unit"),
    zone("max_steps = 0", 13, "a whole number from 1 to 1000"),
    zone("wrap = \"0mm\"", 8, "must be from 0.1mm"),
    zone("spring = 3", 10, "{ duration = \"500ms\", bounce = 0 }"),
    zone("spring = { bounce = 0.1, mass = 2 }", 10, "write duration and bounce, or response"),
    zone("spring = { damping_fraction = 2 }", 10, "write duration and bounce, or response"),
    zone("spring = { bonce = 0.1 }", 12, "did you mean `bounce`?"),
    zone("spring = { bounce = 2 }", 21, "must be from -0.99 to 1.0"),
    BadFile("[zone]\nname = \"z\"", at: 1, 2, says: "write [[zone]]"),
    BadFile("[[zone]]\naxis = \"x\"", at: 1, 1, says: "a zone needs a `name`"),
    zone("distance = \"1mm\"", 12, "1.0 mm is not more than `slop`"),
    zone("max_steps = 1", 13, "`max_steps` needs `snap_points`"),
    zone("wrap = \"20mm\"", 8, "`wrap` needs `snap_points`"),
    zone("snap_points = [\"0mm\", \"50mm\"]\nwrap = \"20mm\"", 8, "`wrap` is shorter", line: 4),
    zone("rectangle = [\"5mm\", \"99%\", \"5mm\", \"2%\"]", 13, "reaches beyond the panel"),
    BadFile("[[zone]]\nname = \"z\"\n[[zone]]\nname = \"z\"", at: 3, 1, says: "another zone `z`"),
    BadFile("[[zone]]\nname = \"a\\nb\"", at: 2, 8, says: "no control characters"),
    BadFile("[[zone]]\nname = \"z\"\noffset = \"9px\"", at: 1, 1, says: "need a `surface` in [[panel]]"),
    BadFile("[[panel]]\nsurface = \"1920 x 1080\"", at: 2, 11, says: "\"1920px x 1080px\""),
    BadFile("[[panel]]\nsurface = \"0px x 1080px\"", at: 2, 11, says: "each side must be from 1px"),
  ]

  private static func zone(_ text: String, _ column: Int, _ words: String..., line: Int = 3) -> BadFile {
    var bad = BadFile("[[zone]]\nname = \"z\"\n\(text)", at: line, column)
    bad.words = words
    return bad
  }
}
