import ConfigurationFiles
import GestureCore
import Panels
import Settings
import Testing

@Suite struct `A good configuration` {
  @Test func `that is empty results in the defaults of the contract`() {
    let reading = reading(of: "")
    #expect(reading.isValid)
    #expect(reading.settings == Settings())

    let swipe = reading.settings.swipe
    #expect(swipe.distance == .millimeters(200 * (25.4 / 163)))
    #expect(abs(swipe.velocity - 124.66) < 0.01)
    #expect(abs(swipe.slop - 1.558) < 0.001)
    #expect(swipe.predicted == .fraction(0.5))
    #expect(swipe.commitIf == DecisionRule.CommitCriteria(distance: true, velocity: true))
    #expect(swipe.projection == 0.25)
    #expect(swipe.flickMinTravel == 6)
    #expect(swipe.reversal == .follow)
    #expect(swipe.directions == .four)
  }

  @Test func `keeps characters of every length in UTF-8`() {
    let name = "\u{80}é\u{7ff}\u{800}\u{d7ff}\u{e000}\u{feff}\u{ffff}\u{10000}\u{10ffff}中"
    let text = "\u{feff}[[panel]] # é\nmatch = { name = '\(name)', serial = \"\"\"\\\n  é\\u00e9\"\"\" }"
    let reading = reading(of: text)
    #expect(reading.diagnostics == [])
    #expect(reading.settings.panels.first?.match.name == name)
    #expect(reading.settings.panels.first?.match.serial == "éé")
  }

  @Test func `without a file is the default one`() {
    #expect(Settings.read([]) == ConfigurationReading.defaults)
  }

  @Test func `sets every key of every section`() throws {
    let reading = reading(
      of: """
        [swipe]
        distance = "12%"
        velocity = "12.5 cm/s"
        slop = "0.1in"
        predicted = "40mm"
        commit_if = ["predicted"]
        projection = "0.5s"
        reversal = "ignore"
        flick_min_travel = "0mm"
        directions = 8
        direction_tolerance = "20deg"
        points_per_inch = 160.5

        [[panel]]
        match = { vendor = "0EEF", product = "5", name = "eGalax*", path = "p", serial = "s" }
        enabled = false
        size = "51cm × 287mm"
        matrix = [1.05, 0, -0.025, 0, -1, 1]
        mirror = true
        rotation = 270
        lift_delay = "14700us"
        bridge_gaps = "50ms"
        size_limit = "30mm"
        size_limit_landing = "2.2cm"

        [socket]
        path = "/run/other.sock"
        """)
    #expect(reading.diagnostics == [])

    let swipe = reading.settings.swipe
    #expect(swipe.distance == .fraction(0.12))
    #expect(swipe.velocity == 125)
    #expect(abs(swipe.slop - 2.54) < 1e-12)
    #expect(swipe.predicted == .millimeters(40))
    #expect(swipe.commitIf == DecisionRule.CommitCriteria(predicted: true))
    #expect(swipe.projection == 0.5)
    #expect(swipe.reversal == .ignore)
    #expect(swipe.flickMinTravel == 0)
    #expect(swipe.directions == .eight)
    #expect(swipe.directionTolerance == 20)
    #expect(swipe.pointsPerInch == 160.5)

    let rule = try #require(reading.settings.panels.first)
    #expect(rule.match.vendor == 0x0eef)
    #expect(rule.match.product == 5)
    #expect(rule.match.name == "eGalax*")
    #expect(rule.match.path == "p")
    #expect(rule.match.serial == "s")
    #expect(rule.enabled == false)
    #expect(rule.size == Extent(width: 510, height: 287))
    #expect(rule.matrix?.numbers == [1.05, 0, -0.025, 0, -1, 1])
    #expect(rule.mirror == true)
    #expect(rule.rotation == .threeQuarters)
    #expect(rule.liftDelay == Interval(microseconds: 14_700))
    #expect(rule.bridgeGaps == .milliseconds(50))
    #expect(rule.sizeLimit == 30)
    #expect(rule.sizeLimitLanding == 22)

    #expect(reading.settings.socket.path == "/run/other.sock")
  }

  @Test func `accepts a matrix in libinput's form, and a later one overrides it`() {
    let reading = reading(
      of: "[[panel]]\nmatrix = \"0 -1 1 1 0 0\"\nmirror = true\n[[panel]]\nmatrix = [0, 1, 0, -1, 0, 1]\n")
    #expect(reading.diagnostics == [])
    #expect(reading.settings.panels.first?.matrix?.numbers == [0, -1, 1, 1, 0, 0])
    let rule = reading.settings.rule(for: PanelDescription(), path: nil, serial: nil)
    #expect(rule.matrix?.numbers == [0, 1, 0, -1, 0, 1])
    #expect(rule.mirror == true)
  }

  @Test func `converts a deceleration rate to a projection time`() {
    // UIScrollView's normal rate, and its time from contract section 4.5.
    let reading = reading(of: "[swipe]\ndeceleration_rate = 0.998")
    #expect(reading.isValid)
    #expect(abs(reading.settings.swipe.projection - 0.4995) < 1e-5)
  }

  @Test func `converts points by its density, at any position in the file`() {
    let reading = reading(of: "[swipe]\ndistance = \"100pt\"\npoints_per_inch = 254")
    #expect(reading.settings.swipe.distance == .millimeters(10))
    #expect(abs(reading.settings.swipe.slop - 1) < 1e-12, "a default in points follows the density")
  }

  @Test func `may begin with a byte order mark and have comments`() {
    let reading = reading(of: "\u{feff}# kiosk\r\n[swipe]\r\ndirections = 8 # diagonals\r\n")
    #expect(reading.isValid)
    #expect(reading.settings.swipe.directions == .eight)
  }
}

extension ConfigurationReading {
  /// The reading of an empty file.
  static var defaults: ConfigurationReading { reading(of: "") }
}
