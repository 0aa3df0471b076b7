import Testing

@testable import PanelLab

@Suite struct `A misspelled station` {
  @Test(arguments: ["anna", "hans", "lars", "tara", "mats", "ada", "edgar"])
  func `is not the name of a person that resembles a station`(name: String) {
    #expect(!UnknownStation(word: name, path: "x").isMisspelled)
  }
}
