/// Sockets, web pages, and the command line of flickd.
extension WrongInput {
  static let services: [WrongInput] = [
    WrongInput(
      "listen --socket @none.sock", 69, says: "flickd cannot be reached at ", "`flickd --demo --socket "),
    WrongInput("FLICKD_SOCKET=@none.sock status", 69, says: "none.sock", "starts a demo there"),
    WrongInput(
      "stats --socket @dir", 69, says: "this is a folder, and the socket may be `", "/dir/flickd.sock`"),
    WrongInput("status --socket @text.txt", 69, says: "this is another file, not a socket", "with --socket"),
    WrongInput(
      "FLICKD_SOCKET=unix:/run/x.sock status", 69, says: "must be a plain path", "write /run/x.sock"),
    WrongInput("status --socket unix:///run/x.sock", 69, says: "without unix: or a port: write /run/x.sock"),
    WrongInput("status --socket @text.txt/x.sock", 69, says: "text.txt is a file, not a folder"),
    WrongInput("status --socket @broken.evemu", 69, says: "this is a link to gone.evemu, which is absent"),
    WrongInput("status --socket ~/x.sock", 69, says: "replaces ~ and variables only without quotes"),
    WrongInput("FLICKD_SOCKET=\"/run/x.sock\" status", 69, says: "part of it: write /run/x.sock"),
    WrongInput("listen --socket localhost:7272", 69, says: "pages reach flickd by `flickctl bridge`"),
    WrongInput("listen --socket ws://localhost:7272", 69, says: "pages reach flickd by `flickctl bridge`"),
    WrongInput("listen --socket ''", 69, says: "the path is empty, or name its socket with --socket"),
    WrongInput(
      "listen --socket /tmp/\(String(repeating: "a", count: 120))", 69, says: "the path has 125 bytes",
      "at most 107"),
    WrongInput(
      "listen --socket /root/flickd.sock", 77, says: "may not enter ", "chmod o+x ", isOfNobody: true),
    WrongInput("listen --socket @secret", 77, says: "may not connect", isOfNobody: true),
    WrongInput(
      "record -o @x --socket @none.sock --seat nosuch", 66, says: "no touchscreen found", "`flickctl doctor`"),
    WrongInput("devices --seat nosuch", 66, says: "no touchscreen found", "`flickd --demo`"),
    WrongInput("orient", 66, says: "no touchscreen found", "`flickctl doctor`"),
    WrongInput("STATE_DIRECTORY=@dir forget kiosk", 66, says: "nothing is known of 'kiosk'"),
    WrongInput("monitor @swipes.evemu", 64, says: "standard output is not a terminal: add --plain for lines"),
  ]

  /// Origins of pages, tokens and folders.
  static let origins: [WrongInput] = [
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
    WrongInput(
      "bridge --origin ws://localhost:8080", 64,
      says: "the scheme http or https: write `http://localhost:8080`"),
    WrongInput(
      "bridge --origin htp://localhost", 64, says: "the scheme http or https: write `http://localhost`"),
    WrongInput("bridge --origin ''", 64, says: "the scheme is missing"),
    WrongInput(
      "bridge --origin http://a --token-file @nothing", 66, says: "--token-file: ", "check the name"),
    WrongInput("gallery --demo --token-file @nothing", 66, says: "--token-file: ", "check the name"),
    WrongInput("bridge --origin http://a --token-file @token", 77, says: "not secret: run `chmod o= "),
    WrongInput(
      "bridge --origin http://a --token-file /dev/null", 65, says: "make one with `head -c 24 /dev/urandom"),
    WrongInput(
      "bridge --origin http://a --web @nothing", 66, says: "cannot serve ",
      "check the name; --web names a folder"),
    WrongInput("bridge --origin http://a --web @text.txt", 66, says: "cannot serve ", "--web names a folder"),
    WrongInput(
      "bridge --origin http://a --web /root", 77, says: "choose a folder with nothing but", isOfNobody: true
    ),
    WrongInput(
      "gallery --web @", 66, says: "has neither index.html nor gallery/index.html", "leave --web out"),
    WrongInput(
      "studio @swipes.evemu --web @dir", 66, says: "has neither index.html nor studio/index.html",
      "leave --web out"),
    WrongInput(
      "bridge --origin http://a --listen kiosk.local:80", 64, says: "not an IP address: write localhost"),
    WrongInput(
      "bridge --origin http://a --allow-network --listen 203.0.113.9:7272", 73, says: "see `ip address`"),
  ]

  /// The command line of flickd.
  static let daemon: [WrongInput] = [
    WrongInput("flickd --nosuch", 64, says: "unknown flag --nosuch: `flickd --help` explains the flags"),
    WrongInput("flickd --confg x", 64, says: "did you mean `--config`?"),
    WrongInput("flickd --Demo", 64, says: "did you mean `--demo`?"),
    WrongInput("flickd -help", 64, says: "did you mean `--help`?"),
    WrongInput("flickd demo", 64, says: "'demo' is not a flag: did you mean `--demo`?"),
    WrongInput("flickd check.toml", 64, says: "write --config check.toml"),
    WrongInput("flickd /run/x.sock", 64, says: "write --socket /run/x.sock"),
    WrongInput("flickd swipes.evemu", 64, says: "to play a recording, write --replay swipes.evemu"),
    WrongInput("flickd listen", 64, says: "those of flickctl: see `flickctl --help`"),
    WrongInput("flickd –demo", 64, says: "typographic dash: write --demo"),
    WrongInput("flickd --socket", 64, says: "--socket needs a value: --socket PATH"),
    WrongInput("flickd --seat --demo", 64, says: "--seat needs a value before '--demo': --seat NAME"),
    WrongInput("flickd --replay --check", 64, says: "--replay needs a value before '--check'"),
    WrongInput("flickd --socket @a --socket @b", 64, says: "--socket comes twice: write it once"),
    WrongInput("flickd --daemon", 64, says: "unknown flag --daemon: flickd always stays in the foreground"),
    WrongInput("flickd -d", 64, says: "unknown flag -d: flickd always stays in the foreground"),
    WrongInput(
      "flickd --log-level warn", 64,
      says: "--log-level: 'warn' is not one of its values: did you mean `warning`?"),
    WrongInput("flickd --log-level=9", 64, says: "The values are trace, debug, info,"),
    WrongInput("flickd --log-level", 64, says: "--log-level needs a value: --log-level LEVEL"),
    WrongInput("flickd --log-levle debug", 64, says: "did you mean `--log-level`?"),
    WrongInput("flickd --verbose", 64, says: "for more lines in the log, write --log-level debug"),
    WrongInput("flickd --demo=1", 64, says: "--demo has no value: write --demo alone"),
    WrongInput("flickd --demo --replay @swipes.evemu", 64, says: "exclude each other: choose one"),
    WrongInput(
      "flickd --replay @swipe.evemu", 66, says: "there is no such file: did you mean `", "swipes.evemu`?"),
    WrongInput("flickd --replay @idle.fifo", 65, says: "this is a pipe, and no program writes into it"),
    WrongInput("flickd --check --config @idle.fifo", 78, says: "idle.fifo: this is a pipe: name a file"),
    WrongInput("flickd --replay @dir", 66, says: "this is a folder: name a file in it"),
    WrongInput("flickd --replay @text.txt", 65, says: "this text is not a recording: expected evemu"),
    WrongInput("flickd --config @unti.toml", 66, says: "did you mean `", "unit.toml`?"),
    WrongInput("flickd --check --config @unit.toml", 78, says: "a value with a unit needs quotes"),
    WrongInput("flickd --socket @dir", 73, says: "is not a socket: move it away, or choose another path"),
    WrongInput(
      "flickd --demo --socket unix:/run/x.sock", 73, says: "without unix: or a port: write /run/x.sock"),
    WrongInput("flickd --demo --socket $XDG_RUNTIME_DIR/x.sock", 73, says: "write the whole path"),
    WrongInput("flickd --demo --socket ~/x.sock", 73, says: "only without quotes: write the whole path"),
    WrongInput("flickd --demo --socket tcp:localhost:7", 73, says: "pages reach flickd by"),
    WrongInput("flickd --demo --socket 127.0.0.1", 73, says: "must be a plain path"),
    WrongInput("flickd --demo --socket 7272", 73, says: "must be a plain path"),
    WrongInput(["flickd", "--demo", "--socket", " "], 73, says: "must be a plain path"),
    WrongInput("flickd --demo --socket @text.txt/x.sock", 73, says: "is a file, not a folder: choose"),
    WrongInput("flickd --demo --socket /proc/x.sock", 73, says: "the folder /proc cannot be written"),
    WrongInput(
      "XDG_RUNTIME_DIR=/nonexist flickd --demo", 73, says: "/nonexist/flickd does not exist: create it with"),
    WrongInput("flickd --demo", 73, says: "write --socket /tmp/flickd.sock", isOfNobody: true),
    WrongInput("FLICKD_SOCKET=localhost:7272 flickd --demo", 73, says: "cannot be the path of a socket"),
    WrongInput("flickd --socket @none/x.sock", 73, says: "does not exist: create it with `mkdir -p "),
    WrongInput(
      "FLICKD_SOCKET= flickd --demo", 73,
      says: "'' cannot be the path of a socket: choose another path, such as"),
    WrongInput(
      "flickd --demo --socket /tmp/\(String(repeating: "a", count: 120))", 73,
      says: "choose a path of at most 107 bytes"),
    WrongInput(
      "flickd --demo --socket /root/x.sock", 73, says: "cannot be written", "change its owner or mode",
      isOfNobody: true),
  ]
}
