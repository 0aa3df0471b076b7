// A row whose parts are values.
import { now } from './motion.js'
import { RowInteraction } from './row.js'

/** Values on a ring or between two ends, at equal distances along an axis; a flick turns the dial by several values. */
export class Dial extends RowInteraction {
  /**
   * The values 0 to `count - 1`, each `step` (40) pixels along the axis, which is y unless specified. With `isWrapping`
   * (true), the first value follows the last one; otherwise the dial has two ends.
   * @param {RowOptions & { step?: number, isWrapping?: boolean }} options
   */
  constructor({ axis = 'y', step = 40, isWrapping = true, extent = step, ...options }) {
    super({ axis, stride: step, extent, isRing: isWrapping, ...options })
    /** @readonly @type {boolean} */
    this.isWrapping = isWrapping
  }

  /** @type {number} */
  get step() { return this.stride }

  /** The rotation of the dial in degrees, positive with a positive offset; `count` values are a whole turn. */
  angle(time = now()) { return this.count === 0 ? 0 : this.offset(time) / (this.count * this.step) * 360 }

  /**
   * Sets another number of values, or another distance. Then remove the zone, and make a new one with `zone`.
   * @param {{ count?: number, step?: number, isRightToLeft?: boolean }} dial
   */
  resize({ count = this.count, step = this.step, isRightToLeft }, time = now()) {
    super.resize({ count, stride: step, isRightToLeft }, time)
  }
}
