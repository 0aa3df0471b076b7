import FlickProtocol
import Foundation
import Glibc
import Panels
import Requests
import TestKit
import Testing

/// A wrong input of a person, and what the answer must name: what is wrong, where, the next step.
///
/// The first argument may be `flickd`; otherwise the arguments are those of `flickctl`. Arguments
/// before it such as `FLICKD_SOCKET=x` are variables of the environment. `@` at a beginning stands
/// for a folder with files, and `''` for an empty argument. No ordinary user may enter `/root`.
struct WrongInput: Sendable, CustomTestStringConvertible {
  var arguments: [String]
  var code: Int32
  /// Words that the answer must contain.
  var expectedWords: [String]
  /// Whether a user without permissions runs the program.
  var isOfNobody = false

  init(_ line: String, _ code: Int32, says: String..., isOfNobody: Bool = false) {
    arguments = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
    (self.code, expectedWords, self.isOfNobody) = (code, says, isOfNobody)
  }

  /// The same with an argument that contains blanks.
  init(_ arguments: [String], _ code: Int32, says: String...) {
    (self.arguments, self.code, expectedWords) = (arguments, code, says)
  }

  var testDescription: String { arguments.joined(separator: " ") }

  /// Whether the answer comes from flickd.
  var isFromDaemon: Bool { arguments.contains("flickd") }
}

extension WrongInput {
  /// Every wrong input; a new answer adds its lines here.
  static let all: [WrongInput] = [
    commandLine, values, whatIfs, stations, files, scenarios, configurations, origins, services, daemon,
  ].flatMap { $0 }
}

// MARK: - Running

extension WrongInput {
  /// Runs the program with the arguments, in a locale without UTF-8.
  func answer() async throws -> Outcome {
    let folder = try PrivateFolder()
    try Self.fill(folder)
    let all = arguments.map { word in
      word.hasPrefix("@")
        ? folder.file(String(word.dropFirst())) : word.replacing("=@", with: "=\(folder.path)/")
    }
    let settings = all.prefix {
      $0.contains("=") && $0.prefix { $0 != "=" }.allSatisfy { $0.isUppercase || $0 == "_" }
    }
    let program: Program = isFromDaemon ? .flickd : .flickctl
    let rest = all.dropFirst(settings.count + (isFromDaemon ? 1 : 0))
    var environment = ["LC_ALL": "C", "HOME": folder.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    for setting in settings {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      environment[String(parts[0])] = String(parts[1])
    }
    let start = isOfNobody ? try program.copy(into: folder) : [program.path]
    return try await Command(
      start + rest, environment: environment, user: isOfNobody ? .nobody : .own
    ).run()
  }

  /// Writes the files that the arguments name.
  private static func fill(_ folder: PrivateFolder) throws {
    for file in material { try folder.write(file.name, file.text) }
    for file in settings { try folder.write("\(file.name).toml", "[swipe]\n\(file.line)\n") }
    for file in binaries { try folder.write(file.name, file.bytes) }
    try folder.write("dir/readme.txt", "hello\n")
    for (name, target) in [("broken.evemu", "gone.evemu"), ("loop.evemu", "loop.evemu")] {
      try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
    }
    for name in ["secret.evemu", "secret.toml", "secret"] {
      try folder.write(name, "x")
      try folder.setMode(0o000, of: name)
    }
    _ = unsafe mkfifo(folder.file("idle.fifo"), 0o600)
  }

  /// The text files that the arguments name.
  private static let material: [(name: String, text: String)] = [
    ("device.evemu", "N: Panel\nA: 35 0 100 0 0\nA: 36 0 100 0 0\n"),
    ("number.evemu", "E: 0.1 0003 0035 5\nE: 0.2 0003 zz 5\n"),
    ("line.evemu", "N: a\nhello\n"), ("old.yml", "version: 2\n"),
    ("raw.hid", "R: 3 05 0d 09\nE: 0.0 1 00\n"),
    ("times.log", "/dev/input/event2: EV_ABS ABS_MT_TRACKING_ID 00000001\n"),
    ("index.evemu", ""), ("none.toml", ""), ("text.txt", "hello\n"), ("token", "abc"),
    (
      "zones.toml",
      "[[zone]]\nname = \"a.b\"\nedge = \"left\"\ndepth = \"20%\"\n[[zone]]\nname = \"my zone\"\nedge = \"top\"\ndepth = \"20%\"\n"
    ),
    ("good.touch", "down 1 1% 1%\nup 1\n"), ("step.touch", "fly 1\n"), ("verb.touch", "Press 1 80 50\n"),
    ("time.touch", "down 1 80% 50%\nmove 1 20% 50%\n"), ("comma.touch", "down 1 80,5% 50%\n"),
    ("wait.touch", "down 1 1% 1%\nwait 0.2s\n"), ("share.touch", "down 1 150% 50%\n"),
    ("up.touch", "down 1 1% 1%\nup 2\n"), ("twice.touch", "down 1 1% 1%\ndown 1 2% 2%\n"),
    ("plug.touch", "unplug\nup 1\n"), ("far.touch", "down 1 900mm 50%\n"),
    ("yaml.toml", "swipe:\n  distance: 15mm\n"), ("xml.toml", "<swipe/>\n"), ("json.toml", "{}\n"),
    ("plain/flickd.toml", ""), ("plain/conf.d", "x"), ("made/flickd.toml", ""),
    ("made/conf.d/20.toml/x", "x"),
    ("merge.toml", "[swipe]\n<<<<<<< HEAD\nslop = \"2mm\"\n"), ("close.toml", "swipe]\n"),
    ("include.toml", "include = \"other.toml\"\n"), ("mode.toml", "[socket]\nmode = 0660\n"),
    ("flag.toml", "[[panel]]\nenabled = \"true\"\n"), ("turn.toml", "[[panel]]\nrotation = 90.0\n"),
    ("spring.toml", "[[zone]]\nname = \"a\"\nspring = { duration = \"0.3s\", }\n"),
    ("cards.toml", "[zone.cards]\nedge = \"left\"\n"), ("ended.toml", "distance = \"15mm\"\u{200B}\n"),
    ("accent.toml", "[swip\u{e9}]\n"), ("within.toml", "[swipe.panel]\nrotation = 90\n"),
    ("ids.toml", "[[panel]]\nmatch = { vendor = \"0eef\" product = \"0005\" }\n"),
    ("lines.toml", "[[panel]]\nmatch = { vendor = \"0eef\",\n  product = \"0005\" }\n"),
    ("node.toml", "[[panel]]\nmatch = { node = \"event3\" }\n"),
    ("port.toml", "[[panel]]\nmatch = { path = \"/dev/input/event3\" }\n"),
    ("named.toml", "[[panel]]\nname = \"x\"\n"), ("dotted.toml", "[[panel]]\nswipe.slop = \"1mm\"\n"),
    ("glass.toml", "[[panel]]\nsize = \"1920px x 1080px\"\n"), ("sides.toml", "[[panel]]\nsize = 510x287\n"),
    ("off.toml", "[[panel]]\ndisabled = true\n"),
    ("matched.toml", "[[zone]]\nmatch = { vendor = \"0eef\" }\n"),
    ("deep.toml", "[[zone]]\nname = \"a\"\nedge = \"left\"\ndepth = \"150%\"\n"),
    ("sides2.toml", "[[zone]]\nname = \"a\"\nrectangle = [\"-1%\", \"0%\", \"9%\", \"9%\"]\n"),
    ("scheme.toml", "[socket]\npath = \"unix:/run/x.sock\"\n"),
    ("home.toml", "[socket]\npath = \"~/x.sock\"\n"),
    ("sleep.touch", "down 1 1% 1%\nsleep 1\nup 1\n"),
    ("in.touch", "down 1 1% 1%\nto 1 60% 50% 80ms\nup 1\n"),
    ("lift.touch", "down 1 1% 1%\nup\n"),
    ("all.touch", "down 1 1% 1%\nup all\n"),
    ("zero.touch", "down 0 1% 1%\n"),
    ("bare1.touch", "down 1\n"),
    ("left.touch", "down 1 -10mm 50%\n"),
    ("pixel.touch", "down 1 50px 50%\n"),
    ("past.touch", "down 1 1% 1%\nto 1 60% 50% in -80ms\n"),
    ("long.touch", "9999s\nup 1\n"),
    ("later.touch", "down 1 1% 1%\nto 1 60% 50% in 2min\n"),
    ("pair.touch", "down 1 50%,50%\nup 1\n"),
    ("blank.touch", "down 1 50 % 50%\nup 1\n"),
    ("slash.touch", "down 1 1% 1%\nup 1 // hi\n"),
    ("semi.touch", "down 1 1% 1%; up 1\n"),
    ("expect.touch", "down 1 1% 1%\nup 1\nend flick left commit\n"),
    ("silent.touch", "# a story\n"),
    ("parted.touch", "down 1 50% 50%\n\nto 1 20% 50% in 80ms\nup 1\n"),
    ("late.touch", "\ndown 1 50% 50%\nup 1\n"), ("fingers.touch", "down 1,2 50% 50%\n"),
    ("hard.touch", "down 1\u{A0}50% 50%\n"), ("nobody.touch", "down 50% 40%\n"),
    ("again.touch", "down 1 50% 50%\nup 1\nup 1\n"),
    ("sudden.touch", "down 1 50% 50%\nto 1 20% 50% in 0ms\nup 1\n"),
    ("down.touch", "down 1 50% 50%\n"),
    ("key.touch", "[swipe]\ndistanc = \"50mm\"\n\ndown 1 50% 50%\nup 1\n"),
    ("set.touch", "[swipe]\ndistance = \"50mm\"\n\ndown 1 50% 50%\nup 1\n"),
    ("below.touch", "down 1 50% 50%\n[swipe]\nup 1\n"), ("reload.touch", "reload\ndown 1 50% 50%\nup 1\n"),
    ("broad.touch", "down 1 50% 50% 300mm wide\nup 1\n"), ("width.touch", "down 1 50% 50%\nwidth 1\nup 1\n"),
    ("both.touch", "down 1 50% 50%\nto 1 60% 50% and 1 70% 50% in 80ms\nup 1\n"),
    ("field.touch", "{\"id\":1,\"request\":\"subscribe\",\"zonez\":[]}\ndown 1 50% 50%\nup 1\n"),
    ("stats.touch", "{\"id\":1,\"request\":\"stats\"}\ndown 1 50% 50%\nup 1\n"),
    ("pace.touch", "{\"id\":1,\"request\":\"subscribe\",\"max_rate_hz\":60}\ndown 1 50% 50%\nup 1\n"),
    ("name.touch", "{\"id\":1,\"request\":\"update\",\"zone\":\"a\",\"offset\":1}\ndown 1 50% 50%\nup 1\n"),
    ("away.touch", "down 1 50% 50%\nup 1\nreload\n[[panel]]\nenabled = false\n100ms\ndown 1 50% 50%\nup 1\n"),
    ("short.touch", "down 1 50% 50%\nto 1 60% 50% in 80ms\nup 1\n"),
  ]

  /// The lines after `[swipe]` of the configuration files that the arguments name.
  private static let settings: [(name: String, line: String)] = [
    ("unit", "distance = 15mm"), ("quote", "distance = \"15mm"), ("comma", "deceleration_rate = 0,998"),
    ("word", "reversal = follow"), ("key", "distanc = \"15mm\""), ("bare", "distance = \"15\""),
    ("furlong", "distance = \"15 furlongs\""), ("smart", "distance = “15mm”"),
    ("colon", "distance: \"15mm\""), ("yes", "enabled = yes"),
    ("twice", "slop = \"2mm\"\nslop = \"3mm\""), ("range", "slop = \"-1mm\""),
    ("choice", "reversal = \"folow\""), ("bracket", "[panel\n"), ("section", "[swip]\n"),
    ("space", "distance\u{A0}= \"15mm\""), ("degree", "direction_tolerance = \"22.5°\""),
    ("dots", "flick.min.travel = \"6mm\""), ("capital", "distance = \"15MM\""),
    ("pixel", "distance = \"15px\""), ("percent", "deceleration_rate = 99.8%"),
    ("point", "slop = 0,5"), ("word2", "commit_if = distance"), ("both", "commit_if = distance, velocity"),
  ]

  /// The binary files that the arguments name.
  private static let binaries: [(name: String, bytes: [UInt8])] = [
    ("swipes.evemu", MeasuredRecording.swipes()),
    ("anna.evemu", LabelledPeople.recording(of: "anna", slower: 1)),
    ("latin.toml", [0x23, 0x20, 0xfc, 0x0a]), ("picture.png", [0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]),
    ("packed.toml", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
    ("packed.xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0]),
    ("wide.toml", [0x5b, 0, 0x73, 0, 0x5d, 0, 0x0a, 0]),
    ("cut.gz", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x4b, 0x4c]),
  ]
}

/// The answers to all wrong inputs; each program runs once for all tests.
actor Answers {
  static let shared = Answers()

  private var running: [String: Task<Outcome, any Error>] = [:]

  /// Returns the answer to an input.
  func answer(to input: WrongInput) async throws -> Outcome {
    let key = "\(input.arguments) \(input.isOfNobody)"
    let task = running[key] ?? Task { try await input.answer() }
    running[key] = task
    return try await task.value
  }
}

/// A wrong line on the socket, and the words of the refusal.
struct WrongRequest: Sendable, CustomTestStringConvertible {
  var line: String
  /// Words that the answer must contain.
  var expectedWords: [String]

  init(_ line: String, says: String...) {
    (self.line, expectedWords) = (line, says)
  }

  var testDescription: String { line }

  /// The words of the refusal; nil if the line is a request.
  var answer: String? {
    do throws(RequestFault) {
      _ = try Request(line: Array(line.utf8).span)
      return nil
    } catch {
      guard case .refused(let refusal) = error else { return nil }
      return refusal.message
    }
  }

  static let all = [
    WrongRequest(
      "ping", says: "this is not JSON: byte 1 is unexpected", #"write for example {"id":1,"request":"ping"}"#),
    WrongRequest("subscribe me", says: #"{"id":1,"request":"subscribe"}"#),
    WrongRequest("update", says: #"write for example {"id":1,"request":"stats"}"#),
    WrongRequest(
      "{'id':1,'request':'stats'}", says: "byte 2 is unexpected: names and texts have double quotes"),
    WrongRequest(#"{"id":1,"request":stats}"#, says: "double quotes, as in"),
    WrongRequest("GET / HTTP/1.1", says: "HTTP is for `flickctl bridge`"),
    WrongRequest(
      #"{"id":1,"method":"ping"}"#, says: "there is no field `method`: write `request` in its place"),
    WrongRequest(#"{"id":1,"request":"stats""#, says: "this is not JSON: the text is incomplete"),
    WrongRequest("[1]", says: "a request is a JSON object"),
    WrongRequest(#"{"request":"stats"}"#, says: "`id` is missing"),
    WrongRequest(#"{"id":1}"#, says: "`request` is missing: the requests are"),
    WrongRequest(
      #"{"id":1,"request":"subscrib"}"#, says: "there is no request `subscrib`", "did you mean `subscribe`?"),
    WrongRequest(#"{"id":1,"request":"reboot"}"#, says: "there is no request `reboot`", "the requests are"),
    WrongRequest(#"{"id":1.5,"request":"stats"}"#, says: "`id` is a whole number"),
    WrongRequest(
      #"{"id":1,"request":"subscribe","phase":["end"]}"#, says: "there is no field `phase`", "`phases`"),
    WrongRequest(#"{"id":1,"request":"subscribe","phases":["ends"]}"#, says: "`phases", "one of begin"),
    WrongRequest(#"{"id":1,"request":"subscribe","unit":"cm"}"#, says: "`unit` is one of mm"),
    WrongRequest(#"{"id":1,"request":"subscribe","max_rate_hz":0}"#, says: "`max_rate_hz` is a number"),
    WrongRequest(#"{"id":1,"request":"subscribe","unit":"px"}"#, says: "needs `panel_id` and `surface`"),
    WrongRequest(#"{"id":1,"id":2,"request":"stats"}"#, says: "the key `id` comes twice"),
    WrongRequest(
      #"{"id":1,"request":"subscribe","zones":[{"name":"a"},{"name":"a"}]}"#, says: "choose another"),
  ]
}
