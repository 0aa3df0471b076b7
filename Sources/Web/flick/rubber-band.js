// How far content follows a finger beyond its bounds: the law of UIScrollView.
//
//     displacement = (1 − 1/(constant·pull/extent + 1))·extent

export class RubberBand {
  /** The constant of UIScrollView. */
  static standard = 0.55

  /** `extent` is the limit of the displacement, usually the size of the view; 0 is a hard bound. */
  constructor(extent, constant = RubberBand.standard) {
    if (!(extent >= 0 && extent < Infinity)) {
      throw new RangeError(`the extent of a rubber band is ${extent}: use a finite number, 0 or above`)
    }
    if (!(constant > 0 && constant < Infinity)) {
      throw new RangeError(`the constant of a rubber band is ${constant}: use a finite number above 0`)
    }
    this.extent = extent
    this.constant = constant
    Object.freeze(this)
  }

  /** The displacement of the content beyond its bound, for a finger that pulls it this far beyond. */
  displacement(pull) {
    const { extent, constant } = this
    if (extent === 0) return 0
    const far = Math.abs(pull)
    return Math.sign(pull) * (far === Infinity ? extent : extent * (constant * far / (extent + constant * far)))
  }

  /** The inverse of `displacement`: infinite from the extent on. */
  pull(displacement) {
    const { extent, constant } = this
    const far = Math.abs(displacement)
    if (far === 0) return 0
    return Math.sign(displacement) * (far < extent ? far / constant * (extent / (extent - far)) : Infinity)
  }

  /** The velocity of the content as a part of the finger's velocity. */
  slope(pull) {
    const { extent, constant } = this
    if (extent === 0) return 0
    const part = extent / (extent + constant * Math.abs(pull))
    return constant * part * part
  }
}
