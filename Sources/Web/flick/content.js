// Content on one axis: the model below every interaction. See FlickClient/Interactions/Content.swift.
//
//     resting ── track ──▶ held ── release ──▶ flying ── press ──▶ pressed ── resume ──▶ flying
//                           ▲                    │                    │
//                           └────── track ───────┴────── track ───────┘
import { clamp } from './clamp.js'
import { now } from './motion.js'
import { Flight, Spring } from './spring.js'

/** A frame is the last one that the user saw if it was drawn at most this long ago, in µs. */
const RECENT = 100_000
/** Content is never further away. Sums of larger numbers would be infinite, or not a number. */
const FARTHEST = 1e9

const within = (value, { lower, upper }) => Math.min(Math.max(value, lower), upper)
const limited = (value, fallback) =>
  Number.isFinite(value) ? clamp(value, -FARTHEST, FARTHEST) : fallback
const including = ({ lower, upper }, offset) => ({ lower: Math.min(lower, offset), upper: Math.max(upper, offset) })

/** The displacement, the velocity and the slop of a swipe along an axis, for `track`. */
export function along(swipe, axis, drawn = swipe.translation) {
  const { x, y } = swipe.translation
  const length = Math.hypot(x, y)
  const part = length > 0 ? Math.min((swipe.slop ?? 0) / length, 1) : 0
  return [drawn[axis], { velocity: swipe.velocity[axis], slop: swipe.translation[axis] * part }]
}

function boundsOf(bounds) {
  const [lower, upper] = bounds ?? [-Infinity, Infinity]
  if (!(lower <= upper)) throw new RangeError(`the bounds are ${bounds}: use two numbers in rising order`)
  return { lower, upper }
}

/**
 * Content on one axis: it follows one finger, then a spring, and never jumps. Times are in µs of `performance.now()`,
 * by default now. Call `draw` in each frame: the content continues from the last drawn frame.
 */
export class Content {
  #bounds
  /** The finger that holds the content: the swipe's id, or null for a press, and how the content follows it. */
  #hold = null
  /** The flight, its start and its end in µs, and the offsets between which it is drawn. */
  #motion = null
  #drawn = null
  /** A swipe that the content no longer follows, or never did. */
  #ignored = null
  /**
   * The spring on which held content follows its finger; null for content that is exactly where the finger is.
   * @type {Spring | null}
   */
  follow

  /**
   * Without `bounds`, which are a lower and an upper offset, there are none. The default of `band`, beyond the bounds,
   * is a hard bound. With `keepsSlop`, a begin moves the content by the slop.
   * @param {number} [start]
   * @param {{
   *   bounds?: [number, number] | null, band?: RubberBand | null, keepsSlop?: boolean, follow?: Spring | null
   * }} [options]
   */
  constructor(start = 0, { bounds = null, band = null, keepsSlop = false, follow = null } = {}) {
    this.follow = follow
    this.#bounds = boundsOf(bounds)
    /** @readonly @type {RubberBand | null} */
    this.band = band
    /** @readonly @type {boolean} */
    this.keepsSlop = keepsSlop
    /** @type {number} The offset at the begin of the swipe, or the target. */
    this.start = within(limited(start, 0), this.#bounds)
  }

  /** Whether a finger is on the content. */
  get isHeld() { return this.#hold !== null }
  /** @type {number | null} The id of the swipe that holds the content; null without one, also under a press. */
  get holder() { return this.#hold?.id ?? null }
  get #isPressed() { return this.#hold !== null && this.#hold.id === null }

  /** @type {[number, number]} */
  get bounds() { return [this.#bounds.lower, this.#bounds.upper] }

  /** @type {(time?: number) => number} */
  offset(time = now()) {
    if (this.#hold) return this.#heldOffset(time)
    if (!this.#motion) return this.start
    const { flight, limits } = this.#motion
    return within(flight.offset(this.#elapsed(time)), limits)
  }

  /**
   * The velocity of the content per second, which is not always that of the finger.
   * @type {(time?: number) => number}
   */
  velocity(time = now()) {
    const hold = this.#hold
    if (hold?.chase) return hold.chase.flight.velocity((time - hold.chase.since) / 1e6)
    if (hold) return hold.velocity * this.#slope(hold)
    if (!this.#motion) return 0
    const { flight, limits } = this.#motion
    const offset = flight.offset(this.#elapsed(time))
    return offset === within(offset, limits) ? flight.velocity(this.#elapsed(time)) : 0
  }

  /** @type {(time?: number) => number} The offset to draw in a frame. */
  draw(time = now()) {
    const offset = this.offset(time)
    this.#drawn = { offset, time }
    return offset
  }

  /** Whether the spring still moves the content; within half a unit of its target, the content is at rest. */
  isFlying(time = now()) { return !this.#hold && this.#motion !== null && time < this.#motion.end }

  /**
   * Follows a swipe that has moved the finger by `displacement` along the axis; returns `end` or `cancel` at the
   * release. While one swipe holds the content, others are ignored. `slop` is the part to subtract at a begin.
   * @param {Swipe} swipe
   * @param {number} displacement
   * @param {{ velocity?: number, slop?: number }} [finger]
   * @returns {'end' | 'cancel' | null}
   */
  track(swipe, displacement, { velocity = 0, slop = 0 } = {}) {
    const { id, phase } = swipe
    if (phase === 'press' || phase === 'release') return null
    if (phase === 'begin' && this.#ignored === id) this.#ignored = null
    if (this.#ignored === id) return null
    let hold = this.#hold
    if (hold && hold.id !== null && hold.id !== id) {
      this.#ignored = id
      return null
    }
    if (hold?.id !== id) {
      const origin = phase !== 'begin' ? displacement : this.keepsSlop ? 0 : slop
      hold = this.#catch(id, limited(origin, 0), swipe.time)
    }
    hold.displacement = limited(displacement, hold.displacement)
    hold.velocity = limited(velocity, 0)
    hold.isOver = phase === 'end' || phase === 'cancel'
    this.#chase(hold, swipe.time)
    return hold.isOver ? phase : null
  }

  /** A finger lands: it stops content in flight where it was last drawn. */
  press(time = now()) {
    if (this.#isPressed) this.#hold.presses += 1
    else if (this.isFlying(time)) this.#catch(null, 0, time)
  }

  /** The last finger lifts without a swipe: the content goes on to its target, from rest. */
  resume(time = now()) {
    if (!this.#isPressed) return
    this.#hold.presses -= 1
    if (this.#hold.presses > 0) return
    const { target, spring } = this.#motion.flight
    this.#fly(this.offset(time), target, 0, spring, time)
  }

  /**
   * Moves to the target on a spring; the default velocity is that of the content.
   * @type {(target: number, velocity?: number | null, spring?: Spring, time?: number) => void}
   */
  release(target, velocity = null, spring = Spring.standard, time = now()) {
    const hold = this.#hold
    const isSwiped = hold !== null && hold.id !== null
    // The user has not seen the positions since the last frame: they would be a jump.
    const from = isSwiped && this.#isRecent(time) ? this.#drawn : { offset: this.offset(time), time }
    if (isSwiped && !hold.isOver) this.#ignored = hold.id
    this.#fly(from.offset, target, velocity ?? this.velocity(time), spring, from.time)
  }

  /** @type {(offset: number) => void} Moves to the offset immediately, without a spring. */
  put(offset) {
    if (this.#hold && !this.#hold.isOver) this.#ignored = this.#hold.id
    this.#motion = this.#hold = this.#drawn = null
    this.start = within(limited(offset, this.start), this.#bounds)
  }

  /**
   * Moves to another target on a spring, and keeps the current offset and velocity.
   * @type {(target: number, spring?: Spring, time?: number) => void}
   */
  go(target, spring = Spring.standard, time = now()) { this.release(target, null, spring, time) }

  /**
   * Sets other bounds; content outside of them moves to the nearest bound on a spring.
   * @type {(bounds: [number, number] | null, spring?: Spring, time?: number) => void}
   */
  confine(bounds, spring = Spring.standard, time = now()) {
    const [offset, velocity] = [this.offset(time), this.velocity(time)]
    this.#bounds = boundsOf(bounds)
    const hold = this.#hold
    if (hold) {
      Object.assign(hold, this.#grasp(this.#offsetOf(hold), hold.displacement))
      this.#chase(hold, time)
    } else if (within(this.start, this.#bounds) !== this.start) this.#fly(offset, this.start, velocity, spring, time)
    else if (this.#motion) this.#motion.limits = this.#limits(offset)
  }

  #elapsed(time) { return (time - this.#motion.since) / 1e6 }
  #isRecent(time) { return this.#drawn !== null && time - this.#drawn.time <= RECENT }

  /** A finger catches content in flight where the user last saw it. */
  #catch(id, origin, time) {
    const offset = this.isFlying(time) && this.#isRecent(time) ? this.#drawn.offset : this.offset(time)
    this.start = offset
    const chase = this.follow && { flight: new Flight(offset, offset, 0, this.follow), since: time }
    return this.#hold = { id, presses: 1, isOver: false, velocity: 0, chase, ...this.#grasp(offset, origin) }
  }

  /** Sends content that follows its finger on a spring to where the finger is now. */
  #chase(hold, time) {
    hold.chase = this.follow && {
      flight: new Flight(this.offset(time), this.#offsetOf(hold), this.velocity(time), this.follow), since: time,
    }
  }

  #heldOffset(time) {
    const { chase } = this.#hold
    return chase ? chase.flight.offset((time - chase.since) / 1e6) : this.#offsetOf(this.#hold)
  }

  /**
   * How content at an offset follows a finger whose displacement is `origin`.
   *
   * Content that is caught beyond its bounds stays there: up to half of the band's extent the band is under tension,
   * and beyond that the bound itself moves.
   */
  #grasp(offset, origin) {
    const hold = { origin, displacement: origin, base: offset, ...this.#bounds }
    const beyond = offset - within(offset, this.#bounds)
    if (beyond !== 0) {
      const reach = clamp(beyond, -this.#reach, this.#reach)
      if (beyond > 0) hold.upper = offset - reach
      else hold.lower = offset - reach
      hold.base = offset - reach + (reach === 0 ? 0 : this.band.pull(reach))
    }
    return hold
  }

  get #reach() { return (this.band?.extent ?? 0) / 2 }

  /** How far a finger has pulled the content beyond a bound. */
  #pull(hold) {
    const raw = hold.base + hold.displacement - hold.origin
    return { raw, pull: raw - within(raw, hold) }
  }

  #offsetOf(hold) {
    const { raw, pull } = this.#pull(hold)
    return pull === 0 ? raw : within(raw, hold) + (this.band?.displacement(pull) ?? 0)
  }

  #slope(hold) {
    const { raw, pull } = this.#pull(hold)
    const { velocity, lower, upper } = hold
    const isLeaving = (raw >= upper && velocity > 0) || (raw <= lower && velocity < 0)
    return pull === 0 && !isLeaving ? 1 : this.band?.slope(pull) ?? 0
  }

  /** Content with a band springs back from beyond its bounds; other content is not drawn there. */
  #limits(offset) { return this.band ? boundsOf(null) : including(this.#bounds, offset) }

  #fly(from, target, velocity, spring, time) {
    const to = within(limited(target, from), this.#bounds)
    const flight = new Flight(from, to, limited(velocity, 0), spring)
    this.#motion = { flight, since: time, end: time + flight.settlingTime() * 1e6, limits: this.#limits(from) }
    this.#hold = null
    this.start = to
  }
}

/**
 * How far content follows a finger beyond its bounds: the law of UIScrollView.
 *
 *     displacement = (1 − 1/(constant·pull/extent + 1))·extent
 */
export class RubberBand {
  /** @readonly @type {number} The constant of UIScrollView. */
  static standard = 0.55

  /**
   * `extent` is the limit of the displacement, usually the size of the view; 0 is a hard bound.
   * @param {number} extent
   * @param {number} [constant]
   */
  constructor(extent, constant = RubberBand.standard) {
    if (!(extent >= 0 && extent < Infinity)) {
      throw new RangeError(`the extent of a rubber band is ${extent}: use a finite number, 0 or above`)
    }
    if (!(constant > 0 && constant < Infinity)) {
      throw new RangeError(`the constant of a rubber band is ${constant}: use a finite number above 0`)
    }
    /** @readonly @type {number} */
    this.extent = extent
    /** @readonly @type {number} */
    this.constant = constant
    Object.freeze(this)
  }

  /**
   * The displacement of the content beyond its bound, for a finger that pulls it this far beyond.
   * @type {(pull: number) => number}
   */
  displacement(pull) {
    const { extent, constant } = this
    if (extent === 0) return 0
    const far = Math.abs(pull)
    return Math.sign(pull) * (far === Infinity ? extent : extent * (constant * far / (extent + constant * far)))
  }

  /** @type {(displacement: number) => number} The inverse of `displacement`: infinite from the extent on. */
  pull(displacement) {
    const { extent, constant } = this
    const far = Math.abs(displacement)
    if (far === 0) return 0
    return Math.sign(displacement) * (far < extent ? far / constant * (extent / (extent - far)) : Infinity)
  }

  /** @type {(pull: number) => number} The velocity of the content as a part of the finger's velocity. */
  slope(pull) {
    const { extent, constant } = this
    if (extent === 0) return 0
    const part = extent / (extent + constant * Math.abs(pull))
    return constant * part * part
  }
}
