// The offsets at which content can rest, and which of them a swipe selects: the numbers of
// GestureCore/Decision/SnapPoints.swift.
import { clamp } from './clamp.js'

/** Distances that differ by less are equal: the rounding of units must not decide a tie. */
const SAMENESS = 1e-9
const MAX_ROUNDS = 1e9

/**
 * The offsets at which content can rest, and which of them a swipe selects; at most 64, in any unit.
 *
 * The points are numbered in the given direction, without repetitions; on a dial, the numbers continue each round. In
 * an empty list, each question has one answer: the current point, at offset 0. Throws a RangeError if there are too
 * many points, or if a point is not a finite number.
 */
export class SnapPoints {
  /** @readonly @type {number} */
  static capacity = 64
  /** In rising order. */
  #sorted = []
  /** Whether the numbers run from the largest offset to the smallest. */
  #isFalling = false
  #first

  /**
   * Only a zone needs the default of `capacity`: it is the limit of the protocol.
   * @param {number[]} offsets
   * @param {{ period?: number | null, maxSteps?: number | null, capacity?: number }} [options]
   */
  constructor(offsets, { period = null, maxSteps = null, capacity = SnapPoints.capacity } = {}) {
    if (!(offsets.length <= capacity)) {
      throw new RangeError(`there are ${offsets.length} snap points: use at most ${capacity}`)
    }
    if (!offsets.every(Number.isFinite)) throw new RangeError('a snap point must be a finite number')
    /** @readonly @type {number[]} */
    this.offsets = [...offsets]
    /** @readonly @type {number | null} */
    this.period = period > 0 && Number.isFinite(period) ? period : null
    /** @readonly @type {number | null} */
    this.maxSteps = maxSteps === null ? null : clamp(maxSteps, 0, MAX_ROUNDS)
    this.#first = offsets[0]
    for (const offset of offsets) this.#insert(offset)
  }

  /** The number of different points. */
  get count() { return this.#sorted.length }

  #insert(offset) {
    this.#add(offset)
    const falls = offset < this.#first
    if (falls === this.#isFalling) return
    this.#isFalling = falls
    if (this.period === null) return
    // Each snap point of a dial is moved into the round that its direction requires.
    const old = this.#sorted
    this.#sorted = []
    for (const one of old) this.#add(one)
  }

  #add(stated) {
    const sorted = this.#sorted
    const offset = this.#inFirstRound(stated)
    let position = sorted.length
    while (position > 0 && sorted[position - 1] >= offset - SAMENESS) position--
    if (position < sorted.length && Math.abs(sorted[position] - offset) <= SAMENESS) return
    sorted.splice(position, 0, offset)
  }

  /** From the first snap point up to one period further, or down if the offsets fall. */
  #inFirstRound(offset) {
    const { period } = this
    if (period === null) return offset
    const displacement = this.#isFalling ? this.#first - offset : offset - this.#first
    let part = displacement - Math.floor(displacement / period) * period
    if (part > period - SAMENESS) part = 0
    return this.#isFalling ? this.#first - part : this.#first + part
  }

  /** @type {(number: number) => number} The offset of a number. */
  offset(number) {
    const { count, period } = this
    if (count === 0) return 0
    const rising = this.#number(number)
    if (period === null) return this.#sorted[clamp(rising, 0, count - 1)]
    return this.#sorted[this.index(rising)] + Math.floor(rising / count) * period
  }

  /** @type {(number: number) => number} The index in the list: the number without the rounds of a dial. */
  index(number) {
    const { count } = this
    if (count === 0) return number
    if (this.period === null) return clamp(number, 0, count - 1)
    return number - Math.floor(number / count) * count
  }

  /**
   * The number of the nearest point. Of two equally near points, the one in the direction of `velocity`; at rest, the
   * one nearer to `current`.
   * @type {(offset: number, velocity?: number, current?: number | null) => number}
   */
  nearest(offset, velocity = 0, current = null) {
    const { count, period } = this
    if (count === 0) return current ?? 0
    const lower = this.#lastNotAbove(offset)
    const below = this.#number(lower)
    if (period === null && !(lower >= 0 && lower + 1 < count)) {
      return clamp(below, 0, count - 1)
    }
    const above = this.#number(lower + 1)
    const difference = (offset - this.offset(below)) - (this.offset(above) - offset)
    if (difference < -SAMENESS) return below
    if (difference > SAMENESS) return above
    if (velocity !== 0) return velocity > 0 ? above : below
    if (current === null) return Math.min(below, above)
    return Math.abs(below - current) <= Math.abs(above - current) ? below : above
  }

  /**
   * The number of the selected point, for content that began at `begin` and would land at an offset.
   * @type {(landing: number, velocity: number, begin: number) => number}
   */
  target(landing, velocity, begin) {
    const wanted = this.nearest(landing, velocity, begin)
    if (this.maxSteps === null) return wanted
    return clamp(wanted, begin - this.maxSteps, begin + this.maxSteps)
  }

  /**
   * The progress from `begin` to its neighbour on that side: above 1 beyond the neighbour, 0 without a neighbour.
   * @type {(offset: number, begin: number) => number}
   */
  progress(offset, begin) {
    const origin = this.offset(begin)
    const displacement = offset - origin
    const neighbour = (displacement > 0) !== this.#isFalling ? begin + 1 : begin - 1
    const exists = this.period !== null || (neighbour >= 0 && neighbour < this.count)
    if (this.count === 0 || displacement === 0 || !exists) return 0
    return displacement / (this.offset(neighbour) - origin)
  }

  /**
   * Whether no further snap point has a greater offset, or a smaller one if not `isPositive`.
   * @protected
   */
  isLast(number, isPositive) {
    if (this.period !== null) return false
    const rising = this.#number(number)
    return isPositive ? rising >= this.count - 1 : rising <= 0
  }

  #number(rising) { return this.#isFalling ? this.count - 1 - rising : rising }

  /** The highest snap point at or below an offset, counted upwards; −1 below the lowest without a period. */
  #lastNotAbove(stated) {
    const sorted = this.#sorted
    let offset = Number.isNaN(stated) ? 0 : stated
    let rounds = 0
    if (this.period !== null) {
      const turns = Math.floor((offset - sorted[0]) / this.period)
      rounds = clamp(turns, -MAX_ROUNDS, MAX_ROUNDS)
      offset -= rounds * this.period
    }
    let position = -1
    while (position + 1 < sorted.length && sorted[position + 1] <= offset) position++
    return position + rounds * sorted.length
  }
}
