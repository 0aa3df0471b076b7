internal import GestureCore

/// The values found for a stroke at its lift, beside the truth.
struct Landing {
  let stated: StatedStroke
  /// The displacement that the service reports, in mm.
  let translation: Translation
  /// The velocity that the service reports, in mm/s.
  let velocity: Velocity
  /// The velocity by lsq2, in mm/s.
  let velocityByLsq2: Velocity

  /// Takes what the service reports at the end of the stroke's swipe. Without a swipe, nothing
  /// moves.
  init(_ stated: StatedStroke, end: SwipeFact?) {
    self.stated = stated
    translation = end?.translation ?? .zero
    velocity = end?.estimate.velocity ?? .zero
    velocityByLsq2 = Velocity(pixels: Strategy.lsq2.velocity(of: stated.stroke) ?? .zero)
  }

  /// The values that exact estimates would give.
  init(exactly stated: StatedStroke) {
    self.stated = stated
    (translation, velocity) = (stated.trueTranslation, stated.trueVelocity)
    velocityByLsq2 = stated.trueVelocity
  }
}

/// The errors of landings, for one projection time.
struct LandingTally {
  /// τ, in s.
  let projection: Double
  private var throwErrors: [Double] = []
  private var glideErrors: [Double] = []
  private var snaps = SnapTally.Content.allCases.map { SnapTally($0) }

  init(projection: Double) {
    self.projection = projection
  }

  mutating func add(_ landing: Landing) {
    let glide = landing.stated.trueVelocity * projection
    let truth = landing.stated.trueTranslation + glide
    let found = landing.translation + landing.velocity * projection
    let error = Translation(x: found.x - truth.x, y: found.y - truth.y).length
    // The throw of 100 px/s is the smallest denominator of an error, as in the error of a velocity.
    let minLength = PixelVelocity.errorFloor * OurStrategy.millimetersPerPixel * projection
    throwErrors.append(100 * error / max(truth.length, minLength))
    glideErrors.append(100 * error / max(glide.length, minLength))
    for index in snaps.indices { snaps[index].add(landing, by: projection) }
  }

  /// Adds everything that another tally counted.
  mutating func add(_ other: LandingTally) {
    throwErrors += other.throwErrors
    glideErrors += other.glideErrors
    for index in snaps.indices { snaps[index].add(other.snaps[index]) }
  }

  /// The result; sorts the errors.
  var row: LandingReport.Row {
    LandingReport.Row(
      projection: projection, throwError: Quantiles(throwErrors), glideError: Quantiles(glideErrors),
      snaps: snaps.map(\.summary))
  }
}

extension StatedStroke {
  /// The finger's displacement from the first frame that reported it to the last one, in mm.
  var trueTranslation: Translation {
    let displacement =
      (motion.position(lastFrame) - motion.position(firstFrame)) * OurStrategy.millimetersPerPixel
    return Translation(x: displacement * direction.x, y: displacement * direction.y)
  }

  /// The finger's velocity in the last frame, in mm/s.
  var trueVelocity: Velocity { Velocity(pixels: truth) }
}

extension Velocity {
  /// Converts a velocity of the synthetic suite's panel.
  fileprivate init(pixels velocity: PixelVelocity) {
    self.init(
      x: velocity.x * OurStrategy.millimetersPerPixel, y: velocity.y * OurStrategy.millimetersPerPixel)
  }
}
