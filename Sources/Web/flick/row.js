// Snap points at equal distances, between two ends or on a ring, such as the cards of a carousel.
import { now } from './motion.js'
import { SnapPoints } from './snap-points.js'
import { Snapping } from './snapping.js'

function checkWhole(name, value, most) {
  if (Number.isInteger(value) && value >= 1 && value <= most) return
  throw new RangeError(`${name} is ${value}: use a whole number, 1 ${most < Infinity ? `to ${most}` : 'or above'}`)
}

/** The snap points of a row; a ring is longer than its view, and what fits into the view has one snap point. */
function pointsOf({ count, stride, perView, isRing, sign, maxSteps }) {
  const isClosed = isRing && count > perView
  const length = isClosed || count === 0 ? count : Math.max(count - perView, 0) + 1
  const offsets = Array.from({ length }, (_, number) => sign * number * stride || 0)
  return new SnapPoints(offsets, { period: isClosed ? count * stride : null, maxSteps, capacity: Infinity })
}

/** The sign of the offsets: a row moves to the left or up, and from right to left it moves to the right. */
const signOf = (axis, isRightToLeft) => isRightToLeft && axis === 'x' ? 1 : -1

/** Equal parts along an axis. The first is at the left or at the top; with `isRightToLeft`, at the right. */
export class RowInteraction extends Snapping {
  #parts

  constructor({
    axis = 'x', count, stride, perView = 1, isRing = false, isRightToLeft = false, maxSteps = null, ...options
  }) {
    checkWhole('perView', perView, Infinity)
    if (maxSteps !== null) checkWhole('maxSteps', maxSteps, 1000)
    const parts = { count, stride, perView, isRing, maxSteps, sign: signOf(axis, isRightToLeft) }
    super(axis, pointsOf(parts), options)
    this.#parts = parts
  }

  get count() { return this.#parts.count }
  /** From the start of a part to the start of the next one. */
  get stride() { return this.#parts.stride }
  get perView() { return this.#parts.perView }
  get maxSteps() { return this.#parts.maxSteps }
  get isRightToLeft() { return this.#parts.sign > 0 }

  /**
   * Where to draw a part: its displacement from its position in a row without a swipe. On a ring, each part is drawn
   * in the round that is nearest to the view.
   */
  offsetOf(number, time = now()) {
    const offset = this.offset(time)
    const { period } = this.points
    if (period === null) return offset
    const { stride, perView, sign } = this.#parts
    const fromMiddle = offset - sign * stride * (number - (perView - 1) / 2)
    return offset - period * Math.round(fromMiddle / period)
  }

  resize({ isRightToLeft = this.isRightToLeft, ...parts }, time) {
    Object.assign(this.#parts, parts, { sign: signOf(this.zone.axis, isRightToLeft) })
    this.rearrange(pointsOf(this.#parts), 0, time)
  }
}

/** Cards in a row, with one card or several in front; a flick selects the card at which it would land. */
export class CardCarousel extends RowInteraction {
  constructor({ width = 280, spacing = 16, extent = width, isFree = false, isLooping = false, ...options }) {
    super({ stride: width + spacing, extent, isInZone: !isFree, isRing: isLooping, ...options })
    Object.assign(this, { width, spacing, isFree, isLooping })
  }

  get hasMomentum() { return this.isFree }

  /** Sets another number of cards, or another size of them; `zone` changes too. */
  resize({
    count = this.count, width = this.width, spacing = this.spacing, perView = this.perView, isRightToLeft,
  }, time = now()) {
    Object.assign(this, { width, spacing })
    super.resize({ count, perView, stride: width + spacing, isRightToLeft }, time)
  }
}
