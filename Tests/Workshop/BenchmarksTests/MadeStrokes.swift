import TestKit
import Testing

@testable import Benchmarks

/// Generated strokes, on a tablet with 132 pixels per inch at 125 Hz.
enum MadeStrokes {
  /// A finger that moves `displacement` px in steps of `step` px, then rests for `hold` ms before
  /// it lifts.
  static func stroke(
    _ name: String, _ meaning: HumanStroke.Meaning, displacement: Double, step: Double, hold: Double = 8,
    references: [PixelVelocity] = []
  ) throws -> HumanStroke {
    let samples = (0...Int((displacement / step).rounded())).map {
      Stroke.Sample(time: Double($0) * 8000, x: 200 + Double($0) * step, y: 300)
    }
    let last = try #require(samples.last)
    return HumanStroke(
      name: name, meaning: meaning, stroke: Stroke(samples: samples, release: last.time + hold * 1000),
      screen: try #require(RecordedScreen(device: "ipad")), references: references)
  }

  /// 13 mm at 145 mm/s.
  static func fling(_ name: String, said speed: Double) throws -> HumanStroke {
    try stroke(name, .fling, displacement: 66, step: 6, references: [PixelVelocity(x: speed, y: 0)])
  }

  static func all() throws -> [HumanStroke] {
    [
      try fling("fling", said: 900),
      try stroke("long", .drag, displacement: 200, step: 2, hold: 300),
      try stroke("short", .drag, displacement: 60, step: 2, hold: 300),
      try stroke("thrown", .drag, displacement: 204, step: 12),
      try stroke("tap", .tap, displacement: 2, step: 1),
      try stroke("slid", .tap, displacement: 30, step: 1, hold: 300),
      try stroke("thrown tap", .tap, displacement: 66, step: 6),
    ]
  }
}

extension MadeStrokes {
  /// As many taps as a person needs for a share of their own.
  static func taps(_ count: Int) throws -> [HumanStroke] {
    try (0..<count).map { try stroke("tap \($0)", .tap, displacement: 2, step: 1) }
  }

  /// Short drags of 27 mm, far drags of 48 mm and taps of several people.
  static func people(_ count: Int) throws -> [HumanStroke] {
    try (0..<count).flatMap { number in
      var own = try (0..<4).map {
        try stroke("short \(number) \($0)", .drag, displacement: 140, step: 2, hold: 300)
      }
      own += try (0..<2).map {
        try stroke("far \(number) \($0)", .drag, displacement: 250, step: 2, hold: 300)
      }
      own += try taps(5)
      for index in own.indices { own[index].person = "p\(number)" }
      return own
    }
  }

  /// A finger that slides 4.6 mm at 192 mm/s.
  static func slidingTap() throws -> HumanStroke { try stroke("sliding", .tap, displacement: 24, step: 8) }
}

/// Tables in the format of people's strokes.
enum MadeTables {
  static let head = "stroke_id,user,device,session,t_us,x_px,y_px,event,label"

  /// The tables by name, with their content.
  static func all(
    flings: String = "\(head),resampled\n", ipad: String = "\(head)\n", words: String = "\(head)\n",
    references: String = estimators
  ) -> [(name: String, text: String)] {
    [
      ("flings.csv", flings), ("ipad-strokes.csv", ipad), ("shapewriting-strokes.csv", words),
      ("fling-reference-velocity.csv", references),
    ]
  }

  static func folder(
    flings: String = "\(head),resampled\n", ipad: String = "\(head)\n", references: String = estimators
  ) throws -> PrivateFolder {
    let folder = try PrivateFolder()
    for (name, text) in all(flings: flings, ipad: ipad, references: references) {
      try folder.write(name, text)
    }
    return folder
  }

  /// The header of the table of other estimators.
  static let estimators = "stroke_id,axis,estimator,velocity_px_per_s,tolerance_in_source_test\n"

  static let flings = """
    \(head),resampled
    f1,u,pixel-sailfish,,0,10,20,D,fling-up-fast,0
    f1,u,pixel-sailfish,,8000.4,10,30.5,M,fling-up-fast,0
    f1,u,pixel-sailfish,,9000,10,36,M,fling-up-fast,1
    f1,u,pixel-sailfish,,10000,10,40,U,fling-up-fast,1

    """

  static let ipad = """
    \(head)
    i1,u,ipad,1_1,5,1,1,D,multitouch
    i1,u,ipad,1_1,9,2,1,U,multitouch
    i2,u,ipad,1_1,100,267,560,D,drag
    i2,u,ipad,1_1,200,268,560,M,drag
    i2,u,ipad,1_1,300,269,560,U,drag

    """
}
