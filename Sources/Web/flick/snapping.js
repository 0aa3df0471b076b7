// Content with several snap points; each swipe selects one.
import { clamp } from './clamp.js'
import { Content, RubberBand } from './content.js'
import { Interaction } from './interaction.js'
import { now } from './motion.js'
import { SnapPoints } from './snap-points.js'
import { Spring, projectionTime } from './spring.js'

/** τ of UIScrollView's normal deceleration, in seconds. */
const SCROLLING = projectionTime(0.998)
/** Without bounce and with ω = 1/τ, a spring to v·τ from here is the exponential decay of a scrolled view. */
const MOMENTUM = new Spring({ duration: 2 * Math.PI * SCROLLING })

/** After days, a ring that moves without a finger is further away. */
const FAR = 1e6

/** The lower and the upper end of the content: `scrolled` further than its first and last snap point. */
export function endsOf({ offsets }, scrolled = 0) {
  return offsets.length === 0 ? [0 - scrolled, 0] : [Math.min(...offsets) - scrolled, Math.max(...offsets)]
}

/** The bounds of the content: none on a ring. */
const boundsOf = (points, scrolled) => points.period === null ? endsOf(points, scrolled) : null

/** The snap points of a zone: it has 1 to 64, or none. */
function zoneOf({ count, offsets, period, maxSteps }) {
  const isInZone = count >= 1 && count <= SnapPoints.capacity
  return isInZone
    ? { snapPoints: offsets, wrap: period ?? undefined, maxSteps: maxSteps ?? undefined }
    : { snapPoints: undefined, wrap: undefined, maxSteps: undefined }
}

/**
 * Content that rests at one of its snap points, between two ends or on a ring.
 * @extends {Interaction<number>}
 */
export class Snapping extends Interaction {
  /** The number of the snap point at which the content rests: its index, and on a ring its rounds. */
  #number
  /** Where content comes to rest between its snap points; null at a snap point. */
  #landing = null
  /** Whether the content moves there by the momentum of a swipe. */
  #isThrown = false
  #isInZone

  /** @protected */
  constructor(axis, points, { index = 0, extent, scrollable = 0, isInZone = true, keepsSlop, ...options }) {
    const content = new Content(points.offset(index), {
      bounds: boundsOf(points, scrollable), band: new RubberBand(extent), keepsSlop,
    })
    const { spring = Spring.standard } = options
    // Without snap points, flickd reports how the finger moves, and the page selects the point.
    super({ axis, ...isInZone && zoneOf(points), offset: content.start, spring }, content, options)
    this.#isInZone = isInZone
    /** @readonly @type {SnapPoints} */
    this.points = points
    this.#number = points.index(index)
  }

  /** @type {number} The index of the snap point at which the content rests, or to which it moves. */
  get index() { return this.points.count === 0 ? 0 : this.points.index(this.#number) }

  /** @type {(swipe: Swipe) => number} The index of the snap point that a release now would select. */
  meant(swipe) { return this.points.index(this.#numberMeant(swipe)) }

  /**
   * Selects a snap point by its index. On a ring, a swipe also selects the round, and without a swipe the content
   * takes the shorter way; an index beyond the ring continues in its own direction, such as `index + 1`.
   * @protected
   */
  choose(index, swipe = null, landing = swipe && this.hasMomentum ? this.#land() : null) {
    this.#number = swipe ? this.#numberMeant(swipe) : this.#numberOf(index)
    this.#landing = landing
    // Without a swipe, such as after a key, the content has no momentum: as a scrolled view it would take seconds.
    this.#isThrown = swipe !== null
  }

  /**
   * Moves to a snap point on the spring, without a finger. On a ring, the content takes the shorter way; an index
   * beyond the ring continues in its own direction, such as `index + 1`.
   * @type {(index: number, time?: number) => void}
   */
  go(index, time = now()) {
    // On a ring that is far away, content starts in the first round: it must not reach its limit.
    const isAtRest = !this.isHeld && !this.isMoving(time)
    if (isAtRest && this.points.period !== null && Math.abs(this.content.start) > FAR) this.put(this.index)
    super.go(index, time)
  }

  /** @type {(index: number) => void} Moves to a snap point immediately; on a ring, in the first round. */
  put(index) {
    this.choose(index)
    this.#number = this.index
    this.content.put(this.target)
  }

  /** @type {number} The offset at which the content rests. */
  get target() { return this.#landing ?? this.points.offset(this.#number) }

  /**
   * Whether the content continues as a scrolled view if it is released now.
   * @protected
   */
  get hasMomentum() { return false }

  /**
   * At an end, the spring of the content takes over from the momentum.
   * @protected
   */
  get releaseSpring() {
    const [lower, upper] = this.content.bounds
    const isBetween = this.#landing !== null && this.#landing > lower && this.#landing < upper
    return isBetween && this.#isThrown ? MOMENTUM : this.spring
  }

  #numberMeant(swipe) {
    const { points, content } = this
    const { axis } = this.zone
    if (this.hasMomentum) return points.nearest(this.#land())
    // As in flickd, a swipe begins at the snap point nearest to where the finger caught the content.
    const begin = points.nearest(content.start, 0, points.count === 0 ? this.#number : null)
    if (swipe.snap) return this.#nearestRound(swipe.snap.index, begin + swipe.snap.steps)
    const landing = content.start + swipe.decisiveEndTranslation[axis]
    return points.target(landing, swipe.decisiveVelocity[axis], begin)
  }

  #numberOf(index) {
    const { count, period } = this.points
    if (period === null) return Math.max(Math.min(index, count - 1), 0)
    const steps = index - this.index
    const isBeyond = index < 0 || index >= count
    const round = !isBeyond && Math.abs(steps) * 2 > count ? Math.sign(steps) * count : 0
    return this.#number + steps - round
  }

  /** The number with this index that is nearest to another number. */
  #nearestRound(index, number) {
    const { count, period } = this.points
    return period === null ? this.#numberOf(index) : index + count * Math.round((number - index) / count)
  }

  /** Where a release now would land within the ends, with the momentum of the content. */
  #land() {
    const { content } = this
    return clamp(content.offset(0) + SCROLLING * content.velocity(0), ...content.bounds)
  }

  /**
   * Sets other snap points: the content moves to that of its index, or stays in the hand.
   * @protected
   */
  rearrange(points, scrollable, time) {
    const { index, content } = this
    this.points = points
    content.confine(boundsOf(points, scrollable), this.spring, time)
    this.#number = points.period === null
      ? this.#numberOf(index) : this.#nearestRound(points.index(index), points.nearest(content.start))
    if (!content.isHeld) this.settle(null, time)
    if (this.#isInZone) Object.assign(this.zone, zoneOf(points))
    this.zone.offset = content.start
  }
}
