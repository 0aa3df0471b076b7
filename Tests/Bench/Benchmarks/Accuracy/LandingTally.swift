internal import GestureCore

/// What was found of a stroke at its lift, beside the truth.
struct Landing {
  /// The stroke.
  let stated: StatedStroke
  /// Its way as the service states it, in mm.
  let translation: Translation
  /// Its velocity as the service states it, in mm/s.
  let velocity: Velocity
  /// Its velocity by lsq2, in mm/s.
  let velocityByLsq2: Velocity

  /// What the service says of a stroke at the end of its swipe; a stroke that is no swipe moves
  /// nothing.
  init(_ stated: StatedStroke, end: SwipeFact?) {
    self.stated = stated
    translation = end?.translation ?? .zero
    velocity = end?.estimate.velocity ?? .zero
    velocityByLsq2 = Velocity(pixels: Strategy.lsq2.velocity(of: stated.stroke) ?? .zero)
  }

  /// What would be found if nothing had to be estimated.
  init(exactly stated: StatedStroke) {
    self.stated = stated
    (translation, velocity) = (stated.trueTranslation, stated.trueVelocity)
    velocityByLsq2 = stated.trueVelocity
  }
}

/// How far landings were off, for one projection time.
struct LandingTally {
  /// τ, in s.
  let projection: Double
  private var throwErrors: [Double] = []
  private var glideErrors: [Double] = []
  private var snaps = SnapTally.Content.allCases.map { SnapTally($0) }

  /// Counts nothing yet.
  init(projection: Double) {
    self.projection = projection
  }

  /// Takes in a landing.
  mutating func add(_ landing: Landing) {
    let glide = landing.stated.trueVelocity * projection
    let truth = landing.stated.trueTranslation + glide
    let found = landing.translation + landing.velocity * projection
    let error = Translation(x: found.x - truth.x, y: found.y - truth.y).length
    // What 100 px/s throw is the least that an error is set in proportion to, as that of a velocity
    // is.
    let least = PixelVelocity.errorFloor * OurStrategy.millimetersPerPixel * projection
    throwErrors.append(100 * error / max(truth.length, least))
    glideErrors.append(100 * error / max(glide.length, least))
    for place in snaps.indices { snaps[place].add(landing, by: projection) }
  }

  /// Takes in all that another tally counted.
  mutating func add(_ other: LandingTally) {
    throwErrors += other.throwErrors
    glideErrors += other.glideErrors
    for place in snaps.indices { snaps[place].add(other.snaps[place]) }
  }

  /// What came of it; sorts the errors.
  var row: LandingReport.Row {
    LandingReport.Row(
      projection: projection, throwError: Quantiles(throwErrors), glideError: Quantiles(glideErrors),
      snaps: snaps.map(\.summary))
  }
}

extension StatedStroke {
  /// The finger's way from the first frame that reported it to the last one, in mm.
  var trueTranslation: Translation {
    let way = (motion.place(lastFrame) - motion.place(firstFrame)) * OurStrategy.millimetersPerPixel
    return Translation(x: way * direction.x, y: way * direction.y)
  }

  /// Its velocity in the last frame, in mm/s.
  var trueVelocity: Velocity { Velocity(pixels: truth) }
}

extension Velocity {
  /// A velocity of the synthetic suite's panel.
  fileprivate init(pixels velocity: PixelVelocity) {
    self.init(
      x: velocity.x * OurStrategy.millimetersPerPixel, y: velocity.y * OurStrategy.millimetersPerPixel)
  }
}
