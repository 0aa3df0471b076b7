extension WrongInput {
  static let whatIfs = [
    WrongInput(
      "replay --set distance=5 @swipes.evemu", 64,
      says: "--set distance=5: `distance = 5`: a length needs a unit", "\"31mm\""),
    WrongInput(
      "replay --set panel.enabled=false @swipes.evemu", 0,
      says: "0 swipes: the setting `enabled = false` disables the panel"),
    WrongInput("replay --set distence=5mm @swipes.evemu", 64, says: "did you mean `distance`?"),
    WrongInput(
      "replay --set distance @swipes.evemu", 64, says: "--set <key=value>", "the value is missing"),
    WrongInput("replay --set zone.card.slop=1mm @swipes.evemu", 64, says: "no such zone", "--config"),
    WrongInput("evaluate --set velocity=600 @anna.evemu", 64, says: "a speed needs a unit"),
    WrongInput(
      ["replay", "--set", "distance=“5mm”", "@swipes.evemu"], 64, says: "contains typographic quotes: write"),
    WrongInput("replay --set distance=15MM @swipes.evemu", 64, says: "the unit is `mm`: write \"15mm\""),
    WrongInput("replay --set distance=15px @swipes.evemu", 64, says: "only in a zone or a subscription"),
    WrongInput(
      "replay --set flick.min.travel=5mm @swipes.evemu", 64, says: "did you mean `flick_min_travel`?"),
    WrongInput(
      "replay --config @zones.toml --set zone.a.b.distance=5mm @swipes.evemu", 64,
      says: "`zone.a`: no such zone; write 'zone.\"a.b\".distance=5mm'"),
    WrongInput(
      "replay --config @zones.toml --set zone[0].distance=5mm @swipes.evemu", 64,
      says: "zones have names, not numbers: the zones are a.b, my zone"),
    WrongInput(
      ["replay", "--set", "zone.my zone.distance=5mm", "x.evemu"], 64,
      says: "needs quotes: write 'zone.\"my zone\".distance=5mm'"),
    WrongInput("replay --set match=x @swipes.evemu", 64, says: "`match` sets nothing: an option applies to"),
    WrongInput("replay --set deceleration_rate=99.8% @swipes.evemu", 64, says: "write 0.998 without quotes"),
    WrongInput(
      "replay --set commit_if=distance,velocity @swipes.evemu", 64, says: "write an array: [\"distance"),
    WrongInput(
      "replay --set distance=5mm,velocity=3mm/s @swipes.evemu", 64,
      says: "'velocity=3mm/s' is another setting: repeat --set: --set velocity=3mm/s"),
    WrongInput("evaluate --set =5mm @anna.evemu", 64, says: "the key is missing"),
    WrongInput(
      "replay --config @unit.toml --set distance=5 @swipes.evemu", 78, says: "unit.toml:2:14: ",
      "--set distance=5: "),
  ]
}
