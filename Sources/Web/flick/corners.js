// A card that flies to a corner, as picture in picture.
import { RubberBand } from './content.js'
import { FreeInteraction } from './free.js'
import { now } from './motion.js'
import { SnapPoints } from './snap-points.js'

const boundsOf = ({ x, y, width, height }) => ({ x: [x, x + width], y: [y, y + height] })

/** The numbers of a corner on both axes: 0 at the left and at the top, 1 at the right and at the bottom. */
const numbersOf = corner => ({ x: Number(corner.endsWith('right')), y: Number(corner.startsWith('bottom')) })

/** @typedef {'top_left' | 'top_right' | 'bottom_left' | 'bottom_right'} Corner */
/** @typedef {{ x: number, y: number, width: number, height: number }} Corners The offsets of a card at its corners. */

/**
 * A card that a finger moves freely, as picture in picture. At a release it flies to the corner nearest to its
 * predicted end.
 * @extends {FreeInteraction<Corner>}
 * @property-read {Corners} rectangle
 * @property-read {Corner} corner
 */
export class CornerThrow extends FreeInteraction {
  /**
   * The default corner is `bottom_right`; `extent` (120) limits what a finger pulls the card beyond the rectangle.
   * @param {InteractionOptions & { rectangle: Corners, corner?: Corner, extent?: number }} options
   */
  constructor({ rectangle, corner = 'bottom_right', extent = 120, ...options }) {
    const bounds = boundsOf(rectangle)
    const { x, y } = numbersOf(corner)
    const start = { x: bounds.x[x], y: bounds.y[y] }
    super({ start, bounds, band: new RubberBand(extent), ...options })
    Object.assign(this, { rectangle, corner })
  }

  /** @type {Vector} The offset of the card at its corner. */
  get target() {
    const { x, y } = numbersOf(this.corner)
    return { x: this.x.bounds[x], y: this.y.bounds[y] }
  }

  /** @type {(swipe: Swipe) => Corner} The corner to which a release now would send the card. */
  meant(swipe) {
    const current = numbersOf(this.corner)
    const isFar = axis => {
      const landing = this[axis].start + swipe.decisiveEndTranslation[axis]
      return new SnapPoints(this[axis].bounds).target(landing, swipe.decisiveVelocity[axis], current[axis]) === 1
    }
    return `${isFar('y') ? 'bottom' : 'top'}_${isFar('x') ? 'right' : 'left'}`
  }

  /** @protected */
  choose(corner) { this.corner = corner }

  /**
   * Sets another rectangle: the card moves to its corner, or stays in the hand.
   * @param {Corners} rectangle
   */
  resize(rectangle, time = now()) {
    this.rectangle = rectangle
    const bounds = boundsOf(rectangle)
    for (const axis of ['x', 'y']) this[axis].confine(bounds[axis], this.spring, time)
    if (!this.isHeld) this.settle(null, time)
  }
}
