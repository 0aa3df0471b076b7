/// Files that cannot be read, written or understood.
extension WrongInput {
  /// Words before a recording.
  static let stations: [WrongInput] = [
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
    WrongInput("evaluate anna=", 64, says: "anna= needs a file after it"),
    WrongInput("tune --from anna=", 64, says: "anna= needs a file after it"),
    WrongInput(
      "measure swipe=@swipes.evemu", 64, says: "did you mean `swipes=", "The stations are hands-off"),
    WrongInput(
      "measure drag=@swipes.evemu", 64, says: "'drag' is not a station", "The stations are hands-off"),
    WrongInput("measure targets=@swipes.evemu", 64, says: "only `flickctl studio` has the station"),
    WrongInput("measure swipes=", 64, says: "swipes= needs a file"),
  ]

  /// Paths, permissions and the content of recordings.
  static let files: [WrongInput] = paths + recordings + outputs

  private static let paths: [WrongInput] = [
    WrongInput("replay @swipe.evemu", 66, says: "there is no such file: did you mean `", "swipes.evemu`?"),
    WrongInput("replay @nothing-like-it", 66, says: "there is no such file: `ls ", "shows what is there"),
    WrongInput(
      "replay @none/swipes.evemu", 66, says: "there is no such file: the folder ", "does not exist either"),
    WrongInput("replay @broken.evemu", 66, says: "there is no such file: it is a link to gone.evemu"),
    WrongInput("replay @loop.evemu", 66, says: "lead back to themselves: name the file itself"),
    WrongInput(
      "replay @swipes.evemu/", 66, says: "a part of this path is a file", "is there a `/` at its end?"),
    WrongInput("replay @dir", 66, says: "this is a folder: name a file in it"),
    WrongInput("replay ''", 66, says: "'': there is no such file: the name is empty: write the name"),
    WrongInput(
      ["replay", String(repeating: "a", count: 300)], 66, says: "longer than any file's: is a quote missing?"),
    WrongInput("replay -", 66, says: "there is no such file: write /dev/stdin for standard input"),
    WrongInput("check --config -", 66, says: "there is no such file: name a file, because it is read again"),
    WrongInput("flickd --config -", 66, says: "there is no such file: name a file"),
    WrongInput("replay https://a.example/x.evemu", 66, says: "download it first, and name the file"),
    WrongInput("replay file:///srv/x.evemu", 66, says: "there is no such file: write /srv/x.evemu"),
    WrongInput("measure --stations all --seat nosuch", 66, says: "no touchscreen found"),
    WrongInput("measure taps", 66, says: "there is no panel 'taps'", "for a station, write --stations taps"),
    WrongInput("replay ~/x.evemu", 66, says: "the shell replaces ~ only without quotes"),
    WrongInput(["replay", "“x.evemu”"], 66, says: "typographic quotes are part of this name"),
    WrongInput(
      "replay @secret.evemu", 77, says: "no permission to read the file: read it as its owner",
      isOfNobody: true),
    WrongInput(
      "measure /dev/null", 66, says: "there is no panel '/dev/null'", "as a file: it is no recording"),
    WrongInput("measure @swipes.evem", 66, says: "there is no panel '", "did you mean `", "swipes.evemu`?"),
    WrongInput("monitor --plain kiosk", 66, says: "there is no panel 'kiosk'", "`flickctl doctor` shows why"),
    WrongInput("record -o @x kiosk", 66, says: "there is no panel 'kiosk'"),
    WrongInput("play @nothing-like-it", 66, says: "there is no such file: `ls "),
    WrongInput("evaluate @anne.evemu", 66, says: "there is no such file: did you mean `", "anna.evemu`?"),
    WrongInput("orient @swipes", 66, says: "there is no such file"),
    WrongInput("play @good.touch --panel @gone.desc", 66, says: "gone.desc: there is no such file"),
  ]

  private static let recordings: [WrongInput] = [
    WrongInput(
      "replay @index.evemu", 65, says: "the file is empty: record again, as in `flickctl record -o FILE`"),
    WrongInput("replay /dev/null", 65, says: "/dev/null: the file is empty"),
    WrongInput(
      "replay @idle.fifo", 65, says: "this is a pipe, and no program writes into it: name a file, or start"),
    WrongInput("play @idle.fifo", 65, says: "idle.fifo: this is a pipe, and no program writes into it"),
    WrongInput("replay @packed.xz", 65, says: "this is an xz file: unpack it first, as in `xz -d FILE`"),
    WrongInput("replay @text.txt", 65, says: "this text is not a recording: expected evemu"),
    WrongInput("measure @unit.toml", 65, says: "unit.toml: this text is not a recording: expected evemu"),
    WrongInput("replay @picture.png", 65, says: "this binary file is not a recording: expected evemu"),
    WrongInput("replay @cut.gz", 65, says: "the gzip file is truncated: copy the file again"),
    WrongInput("replay @device.evemu", 65, says: "describes a device, but contains no events: record again"),
    WrongInput("replay @number.evemu", 65, says: "number.evemu:2: a number is missing", "correct the number"),
    WrongInput("replay @line.evemu", 65, says: "line.evemu:2: this line does not belong", "remove the line"),
    WrongInput(
      "replay @old.yml", 65, says: "unknown version: expected version 1: record it with `flickctl record`"),
    WrongInput("replay @raw.hid", 65, says: "a hid-recorder file", "play it with `flickctl play`"),
    WrongInput("replay @times.log", 65, says: "getevent output without times: record with `getevent -lt`"),
    WrongInput("play @text.txt", 65, says: "this file cannot be played: expected a scenario"),
    WrongInput(
      "replay @swipes.evemu --ranges 0..9,0..9", 65, says: "has the ranges of its axes: remove --ranges"),
    WrongInput("replay @good.touch --ranges 0..1,0..1", 65, says: "remove --ranges"),
    WrongInput(
      "evaluate @swipes.evemu", 65, says: "no stroke has a label: record strokes with `flickctl record"),
    WrongInput("tune --from @swipes.evemu", 65, says: "no stroke to tune by: run `flickctl tune`"),
    WrongInput("orient @swipes.evemu", 65, says: "the same line of the glass: the first must go right"),
    WrongInput("orient @short.touch", 65, says: "there is one swipe: record one to the right, then one down"),
  ]

  private static let outputs: [WrongInput] = [
    WrongInput("report @swipes.evemu -o @dir", 73, says: "Is a directory: choose another file with -o"),
    WrongInput("report @swipes.evemu -o @new/", 73, says: "this names a folder: choose another file with -o"),
    WrongInput("report @swipes.evemu -o ''", 73, says: "the name is empty: choose another file with -o"),
    WrongInput(
      "report @swipes.evemu -o @swipes.evemu", 73, says: "is also an input: choose another file with -o"),
    WrongInput(
      "report @swipes.evemu -o @text.txt", 73, says: "this command writes ", "or replace it with --force"),
    WrongInput(
      "play @swipes.evemu --record @text.txt", 73, says: "exists already: remove it, or choose another file"),
    WrongInput(
      "play @swipes.evemu --record /nowhere/x", 73, says: "/nowhere/x: No such file", "choose another file"),
    WrongInput(
      "report @swipes.evemu -o @none/deep/x.html", 73, says: "none/deep does not exist: create it, or choose"),
    WrongInput("evaluate @anna.evemu --svg @text.txt", 73, says: "--svg needs a folder, and ", "is a file"),
    WrongInput("evaluate @anna.evemu --svg ''", 64, says: "--svg writes two pictures, and needs a folder"),
  ]

  static let scenarios: [WrongInput] = steps + slips + clients

  /// The configuration and the requests of a scenario.
  private static let clients: [WrongInput] = [
    WrongInput("replay @key.touch", 78, says: "key.touch:2:1: ", "did you mean"),
    WrongInput("replay @set.touch --config @none.toml", 64, says: "its own configuration: remove --config"),
    WrongInput(
      "replay @below.touch", 65, says: "below.touch:2: the configuration of flickd is above the first step"),
    WrongInput(
      "replay @reload.touch", 65, says: "reload.touch:1: the configuration is missing: write it below"),
    WrongInput("replay @broad.touch", 65, says: "'300mm' is not the width of a contact"),
    WrongInput(
      "replay @width.touch", 65, says: "width.touch:2: ", "the width is missing: write `width 1 30mm`"),
    WrongInput("replay @both.touch", 65, says: "both.touch:2: ", "each finger moves once"),
    WrongInput(
      "replay @field.touch", 65, says: "field.touch:1: there is no field `zonez`: did you mean `zones`?"),
    WrongInput("replay @stats.touch", 65, says: "stats.touch:1: the client of a scenario sends `subscribe`"),
    WrongInput("replay @pace.touch", 65, says: "pace.touch:1: a replay has no clock for `activity`"),
    WrongInput("replay @name.touch", 65, says: "name.touch:1: `zone`: there is no zone of this name"),
    WrongInput("replay @away.touch", 65, says: "away.touch:3: this reload disables the panel"),
  ]

  private static let slips: [WrongInput] = [
    WrongInput("replay @sleep.touch", 65, says: "the unit is missing: write `1ms`, or `1000ms` for seconds"),
    WrongInput("replay @in.touch", 65, says: "write `to 1 60% 50% in 80ms`"),
    WrongInput(
      "replay @lift.touch", 65, says: "lift.touch:2: 'up' is not a step: the finger is missing: write `up 1`"),
    WrongInput("replay @all.touch", 65, says: "'all' is not a finger: a finger is a number from 1 to 64"),
    WrongInput("replay @zero.touch", 65, says: "'0' is not a finger"),
    WrongInput("replay @bare1.touch", 65, says: "the position is missing: write `down 1 80% 50%`"),
    WrongInput("replay @left.touch", 65, says: "a position is not negative: it is 0% to 100%"),
    WrongInput("replay @pixel.touch", 65, says: "'50px' is not a position: write for example 80% or 50mm"),
    WrongInput("replay @past.touch", 65, says: "a time is not negative"),
    WrongInput("replay @long.touch", 65, says: "the longest time is 3600000ms, an hour"),
    WrongInput("replay @later.touch", 65, says: "'2min' is not a time: write for example 80ms"),
    WrongInput("replay @pair.touch", 65, says: "write `down 1 50% 50%`"),
    WrongInput("replay @blank.touch", 65, says: "write `down 1 50% 50%`"),
    WrongInput("replay @slash.touch", 65, says: "a comment begins with #: write `up 1 # hi`"),
    WrongInput("replay @semi.touch", 65, says: "each step has its own line"),
    WrongInput(
      "replay @expect.touch", 65,
      says:
        "expect.touch:3: 'end flick left commit' is not a step: if flickd should send this, add a blank line before it"
    ),
    WrongInput(
      "replay @silent.touch", 65, says: "silent.touch: it has no step: add for example `down 1 80% 50%`"),
    WrongInput("replay @parted.touch", 65, says: "parted.touch:2: this line is blank, and ends", "remove"),
    WrongInput("replay @late.touch", 65, says: "late.touch:1: this line is blank, and ends the steps"),
    WrongInput("replay @fingers.touch", 65, says: "'1,2' is not a finger"),
    WrongInput("replay @hard.touch", 65, says: "there is a no-break space in it: type it again"),
    WrongInput("replay @nobody.touch", 65, says: "the finger is missing: write `down 1 50% 40%`"),
    WrongInput(
      "replay @again.touch", 65, says: "finger 1 is not down: it lifted in line 2: remove this line"),
    WrongInput("replay @sudden.touch", 65, says: "a movement takes time: write for example 80ms"),
    WrongInput("replay @down.touch", 0, says: "0 swipes: finger 1 never lifts: add `up 1`"),
  ]

  private static let steps: [WrongInput] = [
    WrongInput("replay @step.touch", 65, says: "step.touch:1: 'fly 1' is not a step: use `down 1 80% 50mm`"),
    WrongInput("replay @verb.touch", 65, says: "'Press 1 80 50' is not a step: write `down 1 80% 50%`"),
    WrongInput("replay @comma.touch", 65, says: "write `down 1 80.5% 50%`"),
    WrongInput("replay @wait.touch", 65, says: "wait.touch:2: 'wait 0.2s' is not a step: write `200ms`"),
    WrongInput("replay @time.touch", 65, says: "the time is missing: write `to 1 20% 50% in 80ms`"),
    WrongInput("play @share.touch", 65, says: "a position is 0% to 100% of the panel, or in mm"),
    WrongInput("replay @up.touch", 65, says: "up.touch:2: finger 2 is not down: add a line such as `down 2"),
    WrongInput("replay @twice.touch", 65, says: "twice.touch:2: finger 1 is already down: add `up 1` before"),
    WrongInput("replay @plug.touch", 65, says: "plug.touch:2: the panel is unplugged: only `plug`"),
    WrongInput(
      "replay @far.touch", 65, says: "far.touch:1: 900.0 mm is outside the panel, which is 217.0 mm wide"),
  ]

  static let configurations: [WrongInput] =
    writtenLines + otherLanguages + writtenValues + misplacedKeys + otherForms

  private static let misplacedKeys: [WrongInput] = [
    WrongInput("check --config @accent.toml", 78, says: "no such section; did you mean [swipe]?"),
    WrongInput("check --config @within.toml", 78, says: "no such key in [swipe]; write [[panel]] on its own"),
    WrongInput(
      "check --config @node.toml", 78, says: "names of nodes change: use path, or vendor and product"),
    WrongInput("check --config @port.toml", 78, says: "this is a file, not a port such as pci-0000:00:14.0"),
    WrongInput("check --config @named.toml", 78, says: "it belongs in `match`, as in match = { name ="),
    WrongInput(
      "check --config @dotted.toml", 78, says: "the keys of [swipe] stand in [[panel]] without `swipe`"),
    WrongInput("check --config @off.toml", 78, says: "write `enabled = false` in [[panel]]"),
    WrongInput("check --config @matched.toml", 78, says: "a [[zone]] has `panel` in its place"),
  ]

  private static let otherForms: [WrongInput] = [
    WrongInput(
      "check --config @percent.toml", 78, says: "without quotes and unit: `deceleration_rate = 0.998`"),
    WrongInput(
      "check --config @point.toml", 78, says: "has a point; a length needs a unit; write for example"),
    WrongInput("check --config @word2.toml", 78, says: "even of one word: `commit_if = [\"distance\"]`"),
    WrongInput("check --config @both.toml", 78, says: "brackets: `commit_if = [\"distance\", \"velocity\"]`"),
    WrongInput(
      "check --config @ids.toml", 78, says: "keys: `match = { vendor = \"0eef\", product = \"0005\" }`"),
    WrongInput(
      "check --config @lines.toml", 78, says: "a table in braces stands on one line: `match = { vendor"),
    WrongInput("check --config @glass.toml", 78, says: "pixels belong to `surface`; write width and height"),
    WrongInput("check --config @sides.toml", 78, says: "a number and a unit: `size = \"510mm x 287mm\"`"),
    WrongInput("check --config @deep.toml", 78, says: "deep.toml:4:9: ", "must be at most 100%"),
    WrongInput("check --config @sides2.toml", 78, says: "`rectangle = \"-1%\"`: must be 0 or more"),
    WrongInput("check --config @scheme.toml", 78, says: "must be a plain path: write \"/run/x.sock\""),
    WrongInput("check --config @home.toml", 78, says: "~ has no meaning here: write the path of the folder"),
  ]

  private static let otherLanguages: [WrongInput] = [
    WrongInput("check --config @yaml.toml", 78, says: "yaml.toml:1:", "this is YAML: write [swipe]"),
    WrongInput("check --config @xml.toml", 78, says: "xml.toml:1:", "this is XML: write [swipe] on one line"),
    WrongInput("check --config @json.toml", 78, says: "json.toml:1:", "this is JSON: write [swipe]"),
    WrongInput("check --config @merge.toml", 78, says: "merge.toml:2:", "merge conflicts: keep one side"),
    WrongInput("check --config @close.toml", 78, says: "`swipe]`: write [swipe] on its own line"),
    WrongInput(
      "check --config @packed.toml", 78, says: "this is a gzip file: unpack it first, as in `gzip -d FILE`"),
    WrongInput("check --config @wide.toml", 78, says: "the file is UTF-16: save it as UTF-8"),
    WrongInput("check --config @include.toml", 78, says: "put the other file into the folder conf.d beside"),
    WrongInput("check --config @cards.toml", 78, says: "cards.toml:1:", "[[zone]] with name = \"cards\""),
    WrongInput("check --config @space.toml", 78, says: "space.toml:2:9: ", "no-break space here: type"),
    WrongInput("check --config @ended.toml", 78, says: "ended.toml:1:", "an invisible character here"),
  ]

  private static let writtenValues: [WrongInput] = [
    WrongInput("check --config @mode.toml", 78, says: "mode.toml:2:", "`decisions` of [socket] name who may"),
    WrongInput("check --config @flag.toml", 78, says: "flag.toml:2:11: ", "write true without quotes"),
    WrongInput("check --config @turn.toml", 78, says: "turn.toml:2:12: ", "write 90 without a point"),
    WrongInput(
      "check --config @spring.toml", 78, says: "the comma before }: `spring = { duration = \"0.3s\" }`"),
    WrongInput("check --config @degree.toml", 78, says: "degree.toml:2:23: ", "`deg`: write \"22.5deg\""),
    WrongInput("check --config @capital.toml", 78, says: "capital.toml:2:12: ", "`mm`: write \"15mm\""),
    WrongInput("check --config @pixel.toml", 78, says: "\"px\" is not a unit of a length here, only"),
    WrongInput("check --config @dots.toml", 78, says: "dots.toml:2:", "did you mean `flick_min_travel`?"),
  ]

  private static let writtenLines: [WrongInput] = [
    WrongInput(
      "check --config @unit.toml", 78,
      says: "unit.toml:2:14: a value with a unit needs quotes: `distance = \"15mm\"`"),
    WrongInput(
      "check --config @quote.toml", 78, says: "quote.toml:2:",
      "the quote is not closed: `distance = \"15mm\"`"),
    WrongInput(
      "check --config @comma.toml", 78, says: "comma.toml:2:",
      "a decimal number has a point: `deceleration_rate = 0.998`"),
    WrongInput(
      "replay --config @word.toml @swipes.evemu", 78, says: "a text needs quotes: `reversal = \"follow\"`"),
    WrongInput("check --config @key.toml", 78, says: "key.toml:2:1: ", "did you mean `distance`?"),
    WrongInput("check --config @section.toml", 78, says: "no such section; did you mean [swipe]?"),
    WrongInput("check --config @bare.toml", 78, says: "a length needs a unit; write for example \"200pt\""),
    WrongInput("check --config @furlong.toml", 78, says: "\"furlongs\" is not a unit of a length; write"),
    WrongInput(
      "check --config @smart.toml", 78, says: "smart.toml:2:", "straight quotes only", "`distance = \"15mm\"`"
    ),
    WrongInput(
      "check --config @colon.toml", 78, says: "colon.toml:2:", "`=` is between a key and its value",
      "`distance = \"15mm\"`"),
    WrongInput("check --config @yes.toml", 78, says: "yes.toml:2:", "yes is `true`, in small letters"),
    WrongInput(
      "check --config @twice.toml", 78, says: "twice.toml:3:",
      "is set twice in this section: remove one of the lines"),
    WrongInput("check --config @range.toml", 78, says: "range.toml:2:", "must be from 0.0mm to 1000.0mm"),
    WrongInput("check --config @choice.toml", 78, says: "choice.toml:2:", "did you mean \"follow\"?"),
    WrongInput(
      "check --config @bracket.toml", 78, says: "bracket.toml:2:", "write [[panel]] on its own line"),
    WrongInput(
      "check --config @latin.toml", 78, says: "latin.toml:1:", "is not UTF-8: save the file as UTF-8"),
    WrongInput("check --config @unti.toml", 66, says: "there is no such file: did you mean `", "unit.toml`?"),
    WrongInput("check --config @idle.fifo", 78, says: "idle.fifo: this is a pipe: name a file"),
    WrongInput("check --config @plain/flickd.toml", 78, says: "conf.d must be a folder: rename the file"),
    WrongInput("check --config @made/flickd.toml", 78, says: "20.toml: Is a directory: rename the folder"),
    WrongInput("check --config @dir", 78, says: "Is a directory: name a file in it"),
    WrongInput(
      "check --config @secret.toml", 77, says: "Permission denied: run the command as", isOfNobody: true),
  ]
}
