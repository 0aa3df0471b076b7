// Snap points at equal distances, between two ends or on a ring, such as the cards of a carousel.
import { now } from './motion.js'
import { SnapPoints } from './snap-points.js'
import { Snapping } from './snapping.js'

function checkWhole(name, value, max) {
  if (Number.isInteger(value) && value >= 1 && value <= max) return
  throw new RangeError(`${name} is ${value}: use a whole number, 1 ${max < Infinity ? `to ${max}` : 'or above'}`)
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

/**
 * @typedef {object} RowProperties The options of equal parts along an axis.
 * @property {number} count The number of parts, also 0. Beyond 64, the page selects the part, also with flickd.
 * @property {number} [index] The part in front at the start; the default is 0.
 * @property {Axis} [axis]
 * @property {number} [extent] What a finger pulls the row beyond its ends, at most; the default is one part.
 * @property {number | null} [maxSteps] How many parts one swipe may pass, 1 to 1000; the default, null, sets no limit.
 * @property {boolean} [isRightToLeft] Whether the first part is at the right. Indices do not change, and an axis y does
 *   not either.
 */
/** @typedef {InteractionOptions & RowProperties} RowOptions */

/** Equal parts along an axis. The first is at the left or at the top; with `isRightToLeft`, at the right. */
export class RowInteraction extends Snapping {
  #parts

  /** @protected */
  constructor({
    axis = 'x', count, stride, perView = 1, isRing = false, isRightToLeft = false, maxSteps = null, ...options
  }) {
    checkWhole('perView', perView, Infinity)
    if (maxSteps !== null) checkWhole('maxSteps', maxSteps, 1000)
    const parts = { count, stride, perView, isRing, maxSteps, sign: signOf(axis, isRightToLeft) }
    super(axis, pointsOf(parts), options)
    this.#parts = parts
  }

  /** @type {number} */
  get count() { return this.#parts.count }
  /** @type {number} From the start of a part to the start of the next one. */
  get stride() { return this.#parts.stride }
  /** @type {number} */
  get perView() { return this.#parts.perView }
  /** @type {number | null} */
  get maxSteps() { return this.#parts.maxSteps }
  /** @type {boolean} */
  get isRightToLeft() { return this.#parts.sign > 0 }

  /**
   * Where to draw a part: its displacement from its position in a row at rest with the first part in front. On a ring,
   * each part is in the round nearest to the view. Without a ring, this is the offset of the row.
   * @type {(number: number, time?: number) => number}
   */
  offsetOf(number, time = now()) {
    const offset = this.offset(time)
    const { period } = this.points
    if (period === null) return offset
    const { stride, perView, sign } = this.#parts
    const fromMiddle = offset - sign * stride * (number - (perView - 1) / 2)
    return offset - period * Math.round(fromMiddle / period)
  }

  /** @protected */
  resize({ isRightToLeft = this.isRightToLeft, ...parts }, time) {
    Object.assign(this.#parts, parts, { sign: signOf(this.zone.axis, isRightToLeft) })
    this.rearrange(pointsOf(this.#parts), 0, time)
  }
}

/**
 * Cards in a row, with one card or several in front; a flick selects the card at which it would land.
 * @property-read {number} width
 * @property-read {number} spacing
 * @property-read {boolean} isFree
 * @property-read {boolean} isLooping
 */
export class CardCarousel extends RowInteraction {
  /**
   * `width` (280) is the size of a card along the axis, `spacing` (16) the gap. `perView` (1) cards are in view, and
   * the last snap point is `count - perView`. With `isLooping`, the first card follows the last one, if there are more
   * cards than in view. A row that `isFree` scrolls with momentum, and rests between cards.
   * @param {RowOptions &
   *   { width?: number, spacing?: number, perView?: number, isFree?: boolean, isLooping?: boolean }} options
   */
  constructor({ width = 280, spacing = 16, extent = width, isFree = false, isLooping = false, ...options }) {
    super({ stride: width + spacing, extent, isInZone: !isFree, isRing: isLooping, ...options })
    Object.assign(this, { width, spacing, isFree, isLooping })
  }

  /** @protected */
  get hasMomentum() { return this.isFree }

  /**
   * Sets another number of cards, or another size. Then remove the zone, and make a new one with `zone`.
   * @param {{ count?: number, width?: number, spacing?: number, perView?: number, isRightToLeft?: boolean }} row
   */
  resize({
    count = this.count, width = this.width, spacing = this.spacing, perView = this.perView, isRightToLeft,
  }, time = now()) {
    Object.assign(this, { width, spacing })
    super.resize({ count, perView, stride: width + spacing, isRightToLeft }, time)
  }
}
