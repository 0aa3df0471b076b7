import ConfigurationFiles
import FlickProtocol
import GestureCore
import Settings
import TestKit
import Testing

@Suite struct `A zone in a configuration` {
  @Test func `sets every key`() throws {
    let reading = reading(
      of: """
        [[panel]]
        surface = "1920px x 1080px"

        [[zone]]
        name = "cards"
        panel = { vendor = "0eef", name = "e*" }
        rectangle = ["10%", "20mm", "50%", "300px"]
        axis = "x"
        directions = ["left", "right"]
        private = false
        exclude = false
        commit_if = ["distance", "predicted"]
        distance = "12%"
        velocity = "900px/s"
        predicted = "40mm"
        deceleration_rate = 0.998
        reversal = "ignore"
        flick_min_travel = "8mm"
        snap_points = ["0mm", "-296px", "-100%"]
        offset = "-1cm"
        max_steps = 2
        wrap = "300%"
        spring = { duration = "400ms", bounce = 0.2 }
        """)
    #expect(reading.diagnostics == [])
    #expect(reading.settings.panels.first?.surface == Extent(width: 1920, height: 1080))
    var zone = ZoneSettings()
    zone.spec.name = "cards"
    zone.panel.vendor = 0x0eef
    zone.panel.name = "e*"
    zone.spec.rectangle = ZoneRectangle(
      x: .panel(x: 0.1, y: 0.1), y: .millimeters(20), width: .panel(x: 0.5, y: 0.5), height: .pixels(300))
    zone.spec.axis = .x
    zone.spec.directions = DirectionSet([.left, .right])
    zone.spec.commitIf = DecisionRule.CommitCriteria(distance: true, predicted: true)
    zone.spec.distanceThreshold = .zone(0.12)
    zone.spec.speedThreshold = .pixels(900)
    zone.spec.predictedThreshold = .millimeters(40)
    zone.spec.projection = DecisionRule.projection(decelerationRate: 0.998)
    zone.spec.reversal = .ignore
    zone.spec.flickMinTravel = .millimeters(8)
    zone.spec.snapPoints = [.millimeters(0), .pixels(-296), .zone(-1)]
    zone.spec.offset = .millimeters(-10)
    zone.spec.maxSteps = 2
    zone.spec.wrap = .zone(3)
    zone.spec.spring = .perceived(duration: 0.4, bounce: 0.2)
    #expect(reading.settings.zones == [zone])
  }

  @Test func `needs only a name, and follows the zones of earlier files`() {
    let reading = reading(ofFiles: [
      ("a", "[[zone]]\nname = \"a\"\n[[zone]]\nname = \"b\""), ("b", "[[zone]]\nname = \"c\""),
    ])
    #expect(reading.diagnostics == [])
    #expect(reading.settings.zones.map(\.spec.name) == ["a", "b", "c"])
  }

  static let springs: [(text: String, spring: Spring)] = [
    ("{ duration = \"300ms\" }", Spring(duration: 0.3, bounce: 0)),
    ("{ bounce = -0.5 }", Spring(duration: 0.5, bounce: -0.5)),
    ("{ response = \"0.4s\", damping_fraction = 0.8 }", Spring(response: 0.4, dampingFraction: 0.8)),
    ("{ response = \"0.4s\" }", Spring(response: 0.4, dampingFraction: 0.825)),
    ("{ stiffness = 300, damping = 30 }", Spring(mass: 1, stiffness: 300, damping: 30)),
    ("{ mass = 2, stiffness = 300, damping = 30 }", Spring(mass: 2, stiffness: 300, damping: 30)),
  ]

  @Test(arguments: springs) func `accepts a spring in three forms`(text: String, spring: Spring) {
    let reading = reading(of: "[[zone]]\nname = \"z\"\nspring = \(text)")
    #expect(reading.diagnostics == [])
    #expect(reading.settings.zones.first?.spec.spring?.spring == spring)
  }

  @Test(arguments: ["1920px x 1080px", "1920px×1080px", "1920 px x 1080 px", "1920pxx1080px"])
  func `accepts a surface with any spacing`(text: String) {
    let spaced = reading(of: "[[panel]]\nsurface = \"\(text)\"")
    #expect(spaced.settings.panels.first?.surface == Extent(width: 1920, height: 1080))
  }

  @Test func `with a bad value for where it applies is dropped`() {
    for text in [
      "panel = 3", "rectangle = 3", "axis = 3", "exclude = 3", "offset = \"9px\"", "edge = 3",
      "depth = \"9mm\"",
    ] {
      #expect(reading(of: "[[zone]]\nname = \"z\"\n\(text)").settings.zones == [], "\(text)")
    }
    #expect(reading(of: "[[zone]]\nname = \"z\"\nmax_steps = 0").settings.zones.map(\.spec.name) == ["z"])
  }

  @Test func `that is private stays private despite errors`() {
    for text in [
      "private = true\nrectangle = 3", "private = true\npanel = 3", "private = \"yes\"",
      "private = true\nname = 3", "private = true\nedge = 3", "private = true\nedge = \"left\"\ndepth = 3",
      "private = true\ndepth = \"9mm\"",
      "private = true\nedge = \"left\"\nrectangle = [\"10%\", \"20mm\", \"50%\", \"30%\"]",
    ] {
      let reading = reading(of: "[[zone]]\n\(text)")
      #expect(reading.diagnostics.count == 1)
      #expect(reading.settings.zones.map(\.spec.isPrivate) == [true], "\(text)")
      #expect(reading.settings.zones.first?.spec.rectangle == nil)
      #expect(reading.settings.zones.first?.spec.edge == nil)
    }
    #expect(reading(of: "[[zone]]\nprivate = true").isValid)
  }

  @Test func `is one of at most 64`() {
    let zones = reading(of: (0..<66).map { "[[zone]]\nname = \"\($0)\"\n" }.joined())
    #expect(zones.settings.zones.count == 64)
    #expect(
      zones.diagnostics.map(\.message) == [
        "[[zone]]: there are more than 64", "[[zone]]: there are more than 64",
      ])
  }
}
