// A row whose parts are values.
import { now } from './motion.js'
import { RowInteraction } from './row.js'

/** Values on a ring or between two ends, at equal distances along an axis; a flick turns the dial by several values. */
export class Dial extends RowInteraction {
  constructor({ axis = 'y', step = 40, isWrapping = true, extent = step, ...options }) {
    super({ axis, stride: step, extent, isRing: isWrapping, ...options })
    this.isWrapping = isWrapping
  }

  get step() { return this.stride }

  /** The rotation of the dial in degrees, positive with a positive offset; `count` values are a whole turn. */
  angle(time = now()) { return this.count === 0 ? 0 : this.offset(time) / (this.count * this.step) * 360 }

  /** Sets another number of values, or another distance between them; `zone` changes too. */
  resize({ count = this.count, step = this.step, isRightToLeft }, time = now()) {
    super.resize({ count, stride: step, isRightToLeft }, time)
  }
}
