/// Words that flickctl does not know, and values of options.
extension WrongInput {
  /// Verbs, options and arguments without their option.
  static let commandLine: [WrongInput] = verbs + order + options + words

  private static let verbs: [WrongInput] = [
    WrongInput("lisen", 64, says: "'lisen' is not a verb", "did you mean `flickctl listen`?"),
    WrongInput("Replay x", 64, says: "did you mean `flickctl replay`?"),
    WrongInput("mon", 64, says: "did you mean `flickctl monitor`?"),
    WrongInput("help lisen", 64, says: "did you mean `flickctl listen`?"),
    WrongInput("start", 64, says: "'start' is not a verb", "The verbs are devices, listen"),
    WrongInput("''", 64, says: "'' is not a verb: The verbs are"),
    WrongInput("lisen --phases end", 64, says: "'lisen' is not a verb: did you mean `flickctl listen`?"),
    WrongInput("version", 64, says: "'version' is not a verb: write `flickctl --version`. The verbs are"),
    WrongInput("validate x.toml", 64, says: "write `flickctl check`."),
    WrongInput("config", 64, says: "write `flickctl check`."),
    WrongInput("demo", 64, says: "write `flickd --demo`."),
    WrongInput("reload", 64, says: "write `systemctl reload flickd`."),
    WrongInput("logs", 64, says: "write `journalctl -u flickd`."),
    WrongInput("help version", 64, says: "write `flickctl --version`."),
    WrongInput("r.evemu", 64, says: "'r.evemu' is not a verb: write `flickctl replay r.evemu`."),
    WrongInput("x.toml", 64, says: "write `flickctl check --config x.toml`."),
    WrongInput("--nosuch", 64, says: "'--nosuch' is not an option of flickctl", "`flickctl --help`"),
  ]

  private static let order: [WrongInput] = [
    WrongInput("--json listen", 64, says: "'--json' needs a verb before it: flickctl listen --json"),
    WrongInput("--json", 64, says: "'--json' needs a verb before it: flickctl devices --json"),
    WrongInput("--config a.toml check", 64, says: "flickctl check --config a.toml"),
    WrongInput("--set distance=5mm replay f", 64, says: "flickctl replay --set distance=5mm f"),
    WrongInput("--socket=/tmp/x.sock status", 64, says: "flickctl status --socket=/tmp/x.sock"),
    WrongInput("-n 5 listen", 64, says: "'-n' needs a verb before it: flickctl listen -n 5"),
    WrongInput("-- status", 64, says: "'--' needs a verb before it: flickctl status"),
    WrongInput(
      "help --json", 64, says: "'--json' is not an option of flickctl: write `flickctl VERB --help`"),
    WrongInput("-V", 64, says: "'-V' is not an option of flickctl: write `flickctl --version`"),
    WrongInput("run a.touch", 64, says: "'run' is not a verb: write `flickctl replay`"),
    WrongInput("listen -n1", 64, says: "write -n 1"),
  ]

  private static let options: [WrongInput] = [
    WrongInput(
      "listen --fase end", 64, says: "'--fase' is not an option of flickctl listen",
      "`flickctl listen --help`"),
    WrongInput("listen --Phases end", 64, says: "did you mean `--phases`?"),
    WrongInput("listen ---phases end", 64, says: "did you mean `--phases`?"),
    WrongInput(
      "replay --distance 5mm @swipes.evemu", 64,
      says: "'--distance' is not an option of flickctl replay: write --set distance=5mm"),
    WrongInput("evaluate --flick-min-travel=8mm @anna.evemu", 64, says: "write --set flick_min_travel=8mm"),
    WrongInput(
      "replay @swipes.evemu -o out.json", 64,
      says: "the result is printed: write `> out.json` behind the command"
    ),
    WrongInput("status --output out.json", 64, says: "write `> out.json` behind the command"),
    WrongInput(
      "gallery --port 80", 64, says: "'--port' is not an option of flickctl gallery", "localhost:80"),
    WrongInput("studio --bind localhost:80", 64, says: "write --listen localhost:80"),
    WrongInput("check --config @a.toml --config @b.toml", 64, says: "--config comes twice: write it once"),
    WrongInput("listen --phases begin --phases=end", 64, says: "--phases comes twice: write it once"),
    WrongInput("record -o @x --output @y", 64, says: "--output comes twice: write it once"),
    WrongInput(
      "measure @swipes.evemu --stations swipes", 64,
      says: "--stations describes a live panel, not a recording: remove it"),
    WrongInput("measure @swipes.evemu --timeout 5s", 64, says: "--timeout describes a live panel"),
    WrongInput("orient @swipes.evemu --timeout 5s", 64, says: "--timeout describes a live panel"),
    WrongInput("orient @swipes.evemu --seat seat0", 64, says: "--seat describes a live panel"),
    WrongInput("studio @swipes.evemu --seat seat0", 64, says: "--seat describes a live panel"),
    WrongInput("monitor --plain @swipes.evemu --seat seat0", 64, says: "--seat describes a live panel"),
    WrongInput("tune @swipes.evemu", 64, says: "is a file: write --from ", "swipes.evemu"),
    WrongInput("tune --from @anna.evemu --seat seat0", 64, says: "--seat describes a live panel"),
    WrongInput("tune anna", 66, says: "there is no panel 'anna'", "for a person, write --person anna"),
    WrongInput("listen -x", 64, says: "'-x' is not an option of flickctl listen"),
    WrongInput("listen –phases end", 64, says: "typographic dash: write --phases"),
    WrongInput("replay —table x", 66, says: "typographic dash: write --table"),
    WrongInput("monitor --panel kiosk", 64, says: "write the value alone, without an option"),
    WrongInput("record --panel kiosk -o @x", 64, says: "write the value alone, without an option"),
    WrongInput("orient --set 90", 64, says: "'--set' is not an option of flickctl orient"),
    WrongInput("play @swipes.evemu --speed 2", 64, says: "'--speed' is not an option of flickctl play"),
    WrongInput(
      "listen --phases", 64, says: "--phases needs a value after it: --phases <list>", "begin,update,end"),
    WrongInput("listen --phases=", 64, says: "--phases needs a value after it"),
    WrongInput("listen --socket --json", 64, says: "--socket needs a value before '--json'"),
    WrongInput("record -o @x --for -5s", 64, says: "--for -5s: the value cannot be negative"),
    WrongInput("listen --count -1", 64, says: "--count -1: the value cannot be negative"),
    WrongInput("--generate-completion-script csh", 64, says: "the name of a shell: bash, zsh or fish"),
    WrongInput("listen --json=yes", 64, says: "--json has no value: write --json alone"),
    WrongInput("replay @swipes.evemu --table --json", 64, says: "exclude each other: choose one"),
    WrongInput("measure @swipes.evemu --entry --json", 64, says: "--entry and --json exclude each other"),
    WrongInput("record", 64, says: "--output is missing: write flickctl record --output <file>"),
    WrongInput("replay", 64, says: "<file> is missing: write flickctl replay <file> ..."),
    WrongInput("evaluate", 64, says: "is missing: write flickctl evaluate <[person=]file>"),
    WrongInput("report @swipes.evemu", 64, says: "--output is missing: write flickctl report"),
    WrongInput("bridge", 64, says: "no page would be admitted: add at least one --origin"),
    WrongInput(
      "listen --unit px", 64, says: "--unit px needs one panel", "add --panel ID", "--surface 1920x1080"),
    WrongInput("listen --surface 1920x1080", 64, says: "--surface needs --unit px: add it"),
    WrongInput(
      "play @up.touch --stall-at 1s", 64, says: "--stall-at and --stall-for must be used together: add"),
    WrongInput(
      "play @up.touch --replug-after 1s", 64, says: "--replug-after needs --unplug-at: add the time"),
    WrongInput("orient @swipes.evemu --panel x", 64, says: "a recording has only one panel: remove --panel"),
    WrongInput("tune --from @anna.evemu --save @x", 64, says: "--from alone reads no panel: add --person"),
    WrongInput("listen --lookahead 16", 64, says: "--lookahead needs begin or update: add --phases begin"),
    WrongInput("replay @swipes.evemu --lookahead 16", 64, says: "add --phases begin,update"),
    WrongInput("listen --panel ''", 64, says: "--panel needs a value after it"),
    WrongInput("bridge --origin http://a --origin http://a=motion", 64, says: "comes twice: write it once"),
    WrongInput("measure --size 10x10", 64, says: "--size and --ranges describe the panel of a recording"),
  ]

  private static let words: [WrongInput] = [
    WrongInput(
      "check @none.toml", 64, says: "needs an option before it: flickctl check --config ", "none.toml"),
    WrongInput("listen kiosk", 64, says: "flickctl listen --panel kiosk"),
    WrongInput("gallery @", 64, says: "flickctl gallery --web "),
    WrongInput("bridge http://localhost:8080", 64, says: "flickctl bridge --origin http://localhost:8080"),
    WrongInput(
      "status /run/x.sock", 64, says: "needs an option before it: flickctl status --socket /run/x.sock"),
    WrongInput("doctor x.toml", 64, says: "needs an option before it: flickctl doctor --config x.toml"),
    WrongInput("listen --phases begin end", 64, says: "'end' is a phase: write the phases with commas"),
    WrongInput("replay --phases begin end @swipes.evemu", 64, says: "such as --phases begin,end"),
    WrongInput(
      "replay @swipes.evemu --set distance=5mm velocity=3mm/s", 64,
      says: "'velocity=3mm/s' is a setting: repeat --set: --set velocity=3mm/s"),
    WrongInput(
      "evaluate @anna.evemu --set slop=1mm velocity=3mm/s", 64, says: "repeat --set: --set velocity="),
    WrongInput("measure swipes @swipes.evemu", 64, says: "'swipes' is a station: write swipes="),
    WrongInput("report taps @swipes.evemu -o @x.html", 64, says: "'taps' is a station: write taps="),
    WrongInput("gallery demo", 64, says: "'demo' is one word too many: did you mean `--demo`?"),
    WrongInput("record -o @x kiosk bar", 64, says: "'bar' is one word too many: "),
    WrongInput("stats now", 64, says: "'now' is one word too many: write flickctl stats ["),
    WrongInput("status jsn", 64, says: "'jsn' is one word too many: did you mean `--json`?"),
    WrongInput("devices all", 64, says: "'all' is one word too many"),
    WrongInput(
      "play @swipes.evemu @swipes.evemu", 64,
      says: "is one word too many: write flickctl play [<options>] <file>"),
  ]
}

extension WrongInput {
  static let values: [WrongInput] = numbers + units + times + lists + addresses

  private static let numbers: [WrongInput] = [
    WrongInput(
      "listen --max-rate fast", 64, says: "--max-rate: 'fast' is not a number: write digits", "1 to 1000"),
    WrongInput("listen --max-rate 1,5", 64, says: "--max-rate: '1,5' is not a number: write 1.5"),
    WrongInput("listen --max-rate 60Hz", 64, says: "'60Hz' is more than a number: write 60"),
    WrongInput("listen --max-rate 0", 64, says: "--max-rate must be 1 to 1000"),
    WrongInput("listen --count 1.5", 64, says: "--count: '1.5' is not a whole number: write for example 2"),
    WrongInput("listen -n 0", 64, says: "--count must be at least 1"),
    WrongInput("listen -n 99999999999999999999", 64, says: "-n: '99999999999999999999' is too large"),
    WrongInput("measure @swipes.evemu --finger 7mm", 64, says: "'7mm' is more than a number: write 7"),
    WrongInput("measure @swipes.evemu --finger 0", 64, says: "--finger must be 1 to 50 mm"),
    WrongInput("measure @swipes.evemu --refresh 0", 64, says: "--refresh must be 1 to 1000 Hz"),
    WrongInput("stats --watch 5s", 64, says: "--watch: '5s' is more than a number: write 5", "seconds"),
    WrongInput("stats --watch 0", 64, says: "--watch must be 0.1 to 86400"),
    WrongInput("play @swipes.evemu --pace 50%", 64, says: "--pace: '50%' is not a number: write 0.5"),
    WrongInput("play @swipes.evemu --pace 1/4", 64, says: "'1/4' is not a number: write 0.25"),
    WrongInput("listen --max-rate 1_000", 64, says: "'1_000' is not a number: write 1000"),
    WrongInput("play @swipes.evemu --pace 2x", 64, says: "--pace: '2x' is more than a number: write 2"),
    WrongInput("play @swipes.evemu --pace 0", 64, says: "--pace must be from 0.01 to 100"),
    WrongInput("tune --tries many", 64, says: "--tries: 'many' is not a number"),
    WrongInput("tune --tries 0", 64, says: "--tries must be 1 to 100"),
    WrongInput("evaluate @anna.evemu --cost 5%", 64, says: "--cost: '5%' is not a number: write 0.05"),
    WrongInput("evaluate @anna.evemu --cost 0,5%", 64, says: "'0,5%' is not a number: write 0.005"),
    WrongInput("evaluate @anna.evemu --cost 0", 64, says: "--cost must be above 0 and at most 1000"),
    WrongInput("bridge --origin http://a --pages 0", 64, says: "--pages must be 1 to 64"),
  ]

  /// Numbers with a unit, as ratios, or with commas.
  private static let units: [WrongInput] = [
    WrongInput("stats --watch 1m", 64, says: "'1m' is more than a number: write 60"),
    WrongInput("stats --watch 500ms", 64, says: "'500ms' is more than a number: write 0.5"),
    WrongInput("stats --watch 1:30", 64, says: "'1:30' is more than a number: write 90"),
    WrongInput("stats --watch 1d", 64, says: "'1d' is more than a number: write the number alone", "seconds"),
    WrongInput("measure @swipes.evemu --finger 1cm", 64, says: "'1cm' is more than a number: write 10"),
    WrongInput("measure @swipes.evemu --finger 0.3in", 64, says: "write 7.62"),
    WrongInput("measure @swipes.evemu --finger 9px", 64, says: "write the number alone", "in mm"),
    WrongInput("listen --max-rate 1kHz", 64, says: "'1kHz' is more than a number: write 1000"),
    WrongInput("listen --lookahead 16,7", 64, says: "without a unit: 16.7"),
    WrongInput("listen --lookahead 0.02s", 64, says: "without a unit: 20"),
    WrongInput("evaluate @anna.evemu --cost 1:20", 64, says: "'1:20' is not a number: write 0.05"),
    WrongInput("play @swipes.evemu --pace 1:2", 64, says: "'1:2' is not a number: write 0.5"),
    WrongInput("listen --count 1,000", 64, says: "'1,000' is not a number: write 1000"),
    WrongInput("listen -n 1/2", 64, says: "'1/2' is not a whole number: write for example 1"),
  ]

  private static let times: [WrongInput] = [
    WrongInput("record -o @x --for 15", 64, says: "--for: ", "a unit is missing: write 15s or 15ms"),
    WrongInput("record -o @x --for 15m", 64, says: "write 900s"),
    WrongInput("record -o @x --for 1m30s", 64, says: "write 90s"),
    WrongInput("record -o @x --for 00:30", 64, says: "write 30s"),
    WrongInput(["record", "-o", "x", "--for", "1 h 5 min"], 64, says: "write 3900s"),
    WrongInput("record -o @x --for 99:00:00", 64, says: "the longest time is 86400s"),
    WrongInput("record -o @x --for 1,5s", 64, says: "write 1.5s"),
    WrongInput("record -o @x --for 40µs", 64, says: "write 40us"),
    WrongInput("record -o @x --for soon", 64, says: "a number and a unit, such as 15s"),
    WrongInput("record -o @x --for ''", 64, says: "a number and a unit, such as 15s"),
    WrongInput("record -o @x --for 0s", 64, says: "--for must be at least 1ms"),
    WrongInput("measure --timeout 2d", 64, says: "'d' is not a unit of time"),
    WrongInput("measure --timeout 1ms", 64, says: "--timeout must be at least 100ms"),
    WrongInput("play @swipes.evemu --wait 48h", 64, says: "the longest time is 86400s"),
    WrongInput("listen --lookahead 16ms", 64, says: "without a unit: 16"),
    WrongInput("listen --lookahead 200", 64, says: "it must be 1 to 100"),
  ]

  private static let lists: [WrongInput] = [
    WrongInput("listen --phases begin,ends", 64, says: "'ends' is not a phase: did you mean `end`?"),
    WrongInput("replay --phases , @swipes.evemu", 64, says: "the phases are begin, update"),
    WrongInput("listen --fingers 1;2", 64, says: "with commas, such as 1,2"),
    WrongInput("listen --fingers 0", 64, says: "'0' is not 1 to 10"),
    WrongInput("listen --unit cm", 64, says: "--unit: 'cm' is not a unit: use mm, pt, fraction, px"),
    WrongInput(
      "replay @swipes.evemu --unit px", 64, says: "'px' is not a unit here: use one of mm, pt, fraction"),
    WrongInput("listen --surface 1920", 64, says: "'1920' is not a size: write, for example, 1920x1080"),
    WrongInput(
      "replay @swipes.evemu --size 300x200mm", 64, says: "is not a size: write width and height in mm"),
    WrongInput("replay @swipes.evemu --ranges 1279", 64, says: "is not two ranges", "such as 0..1279,0..799"),
    WrongInput("replay @swipes.evemu --ranges -5..9,0..9", 64, says: "--ranges: write --ranges=-5..9,0..9"),
    WrongInput("measure --stations resting,swipe", 64, says: "did you mean `swipes`?"),
    WrongInput("measure --stations ''", 64, says: "it names no station: The stations are"),
    WrongInput(
      "record -o @x --format evem", 64, says: "'evem' is not one of its values: did you mean `evemu`?"),
    WrongInput("record -o @x --label swipe", 64, says: "The values are flick, drag, tap, scroll"),
    WrongInput("record -o @x --person ''", 64, says: "the name is empty or blank: choose another name"),
    WrongInput("measure @swipes.evemu --require good", 64, says: "The values are w8, w10, chromeos"),
    WrongInput("play @swipes.evemu --protocol usb", 64, says: "The values are slots, list, single, hid"),
    WrongInput(["listen", "--unit", "“mm”"], 64, says: "typographic quotes: write ' or \" instead"),
  ]

  private static let addresses: [WrongInput] = [
    WrongInput(
      "gallery --listen localhost", 64, says: "the port is missing: write for example localhost:7272"),
    WrongInput("bridge --origin http://a --listen kiosk.invalid:80", 64, says: "this is not an IP address"),
    WrongInput("gallery --listen 7273", 64, says: "the host is missing: write localhost:7273"),
    WrongInput("gallery --listen http://localhost:7273", 64, says: "without a scheme: localhost:7273"),
    WrongInput("gallery --listen localhost:70000", 64, says: "a port up to 65535"),
    WrongInput(
      "gallery --listen 0.0.0.0:7273", 64, says: "other machines can reach 0.0.0.0:7273: use localhost"),
    WrongInput("bridge --origin http://a --listen 0.0.0.0:80", 64, says: "add --allow-network to allow this"),
    WrongInput(
      "bridge --origin http://a --host http://kiosk", 64, says: "is not a host name: write the name alone"),
  ]
}
