// A zone of the page: its rule and snap points, evaluated as in GestureCore/Decision, and its fields in a request of
// the protocol.
import { DISTANCE, MM, SPEED, allows, decide, directionAlong, retreatOf, withoutRecoil } from './decision.js'
import { SnapPoints } from './snap-points.js'
import { PROJECTION, Spring, projection, projectionTime } from './spring.js'
import { zero } from './vector.js'

/** Below this travel a decision ignores the velocity: the tap of some people slides 3 to 6 mm. Also of a recoil. */
const MIN_TRAVEL = 6 * MM
/** Content within this distance of an end of the zone's extent is at that end. */
const SLACK = 0.001 * MM
/** Below this displacement, the relative velocity is null. */
const MIN_LENGTH = 0.1 * MM

/**
 * @typedef {object} ZoneOptions How swipes on an element are decided; lengths in CSS pixels.
 * @property {string} name 1 to 64 bytes, unique on the page.
 * @property {Axis} [axis] The only axis of its swipes; the default is both, or x with snap points.
 * @property {Direction[]} [directions] The directions in which a swipe may commit; the default is all. Diagonals need a
 *   decision by flickd.
 * @property {Criterion[]} [commitIf] The criteria to commit; the default is distance or velocity, at the level
 *   `positions` that of flickd's configuration. Not used with snap points.
 * @property {number} [distance] The default is 200.
 * @property {number} [velocity] The default is 800 per second.
 * @property {number} [predicted] The default is half of the element's extent, at the level `positions` that of flickd's
 *   configuration.
 * @property {number} [projection] τ in seconds; the default is 0.25.
 * @property {number} [decelerationRate] τ in another form: the fraction of its speed that content keeps every
 *   millisecond.
 * @property {Reversal} [reversal] What a release against the displacement means: `follow` the flick, unless it is a
 *   recoil, or `ignore` it, so that the direction is that of the displacement; the default is `follow`, at the level
 *   `positions` that of flickd's configuration.
 * @property {number} [flickMinTravel] The travel below which the velocity does not count, and the retreat below which a
 *   release is a recoil; the default is 6 mm, at the level `positions` that of flickd's configuration.
 * @property {number[]} [snapPoints]
 * @property {number} [offset] The offset of the content; set it later with {@link ZoneHandle.update}.
 * @property {number} [maxSteps]
 * @property {number} [wrap] The period of a dial.
 * @property {SpringForm} [spring]
 * @property {boolean} [presses] Whether the listener also receives `press` when a finger lands on the zone, and then
 *   either a begin, or `release` when the finger lifts. They come from the browser's pointer events, and contain a time
 *   but no position. A finger that lands during a swipe of the zone does not press.
 */

export class Zone {
  #begins = new Map()

  constructor(name, options = {}) {
    const bytes = new TextEncoder().encode(name).length
    if (!(bytes >= 1 && bytes <= 64)) throw new RangeError('the name of a zone must have 1 to 64 bytes')
    this.name = name
    this.options = { ...options }
    this.snapPoints = options.snapPoints?.length
      ? new SnapPoints(options.snapPoints, { period: options.wrap, maxSteps: options.maxSteps })
      : null
    this.axis = options.axis ?? (this.snapPoints ? 'x' : null)
    this.offset = options.offset ?? 0
    this.spring = options.spring ? new Spring(options.spring) : Spring.standard
    this.projection = options.decelerationRate !== undefined
      ? projectionTime(options.decelerationRate) : options.projection ?? PROJECTION
    this.minTravel = options.flickMinTravel ?? MIN_TRAVEL
  }

  /** Whether the displacement at slop is along the zone's axis. */
  accepts({ x, y }) { return !this.axis || this.axis === (Math.abs(x) >= Math.abs(y) ? 'x' : 'y') }

  /** The zone in a request to flickd. */
  request(rectangle) {
    const o = this.options
    const spring = { duration_us: Math.round(this.spring.duration * 1e6), bounce: Math.max(this.spring.bounce, -0.99) }
    return {
      name: this.name, rectangle, axis: this.axis ?? undefined, directions: o.directions, commit_if: o.commitIf,
      distance: o.distance ?? DISTANCE, velocity: o.velocity ?? SPEED, predicted: o.predicted,
      reversal: o.reversal, flick_min_travel: o.flickMinTravel, deceleration_rate: o.decelerationRate,
      ...o.decelerationRate === undefined && { projection_us: Math.round(this.projection * 1e6) },
      ...this.snapPoints && { snap_points: this.snapPoints.offsets, max_steps: o.maxSteps, wrap: o.wrap },
      ...(this.snapPoints || o.spring) && { offset: this.offset, spring },
    }
  }

  /** Sets the offset of the content; an active swipe uses it as its start. */
  move(offset) {
    this.offset = offset
    for (const swipe of this.#begins.keys()) this.#begins.set(swipe, this.#begin(offset))
  }

  /** Ends a swipe; its snap point or its spring sets the offset from now on. */
  settle(swipe, zone) {
    const target = zone?.snap?.offset ?? (this.axis ? zone?.spring?.target : null) ?? null
    if (target !== null) this.offset = target
    this.#begins.delete(swipe)
  }

  #beginOf(swipe) {
    if (!this.#begins.has(swipe)) this.#begins.set(swipe, this.#begin(this.offset))
    return this.#begins.get(swipe)
  }

  #begin(offset) { return { offset, from: this.snapPoints?.nearest(offset) ?? 0 } }

  /** The zone's fields of a line, for a swipe with this phase, translation, velocity, travel and retreat. */
  evaluate(swipe, phase, translation, thrown, travel = Infinity, retreat = retreatOf()) {
    const isCancel = phase === 'cancel'
    const isShort = travel < this.minTravel
    const minRetreat = this.options.reversal === 'ignore' ? 0 : this.minTravel
    const velocity = isShort ? zero : withoutRecoil(thrown, translation, retreat, minRetreat)
    const axis = this.#axisOf(translation, velocity)
    const [t, v] = [translation[axis], velocity[axis]]
    const begin = this.#beginOf(swipe)
    const decision = this.#decide(axis, translation, velocity)
    const zone = { name: this.name }
    const fields = { zone }
    let progress = decision.distance / decision.distance_threshold
    let isTooShort = isShort && this.#decide(axis, translation, thrown).by.length > 0
    if (this.snapPoints) {
      zone.snap = this.#snap(begin, isCancel ? begin.from : this.#meant(begin, t, v))
      const isOther = speed => this.snapPoints.index(this.#meant(begin, t, speed)) !== zone.snap.from
      decision.commit = zone.snap.index !== zone.snap.from
      decision.by = decision.commit ? [isOther(0) ? 'distance' : 'predicted'] : []
      isTooShort = isShort && isOther(thrown[axis])
      progress = this.snapPoints.progress(begin.offset + t, begin.from)
    }
    if (isCancel || phase === 'end') {
      const target = zone.snap?.offset ?? this.#pull(begin, !isCancel && decision.commit, decision, axis)
      if (target !== null) zone.spring = this.#handOff(target - begin.offset - t, isCancel ? 0 : v)
      if (target !== null && !zone.snap) zone.spring.target = target
    } else {
      fields.progress = progress
    }
    if (isCancel) return fields
    if (phase === 'end') decision.no_commit = decision.commit ? null : this.#reason(begin, decision, isTooShort)
    const recoil = !isShort && this.#recoil(translation, thrown, velocity, retreat)
    fields.decision = { ...decision, travel, travel_threshold: this.minTravel, ...recoil }
    return fields
  }

  /** The decision of the rule along an axis, without snap points. */
  #decide(axis, translation, velocity) {
    const [t, v] = [translation[axis], velocity[axis]]
    return decide(this.options, axis, { t, v, end: projection(t, v, this.projection) }, this.extent?.(axis))
  }

  /** The field for the components that do not count, of those with which the axis or the speed would be different. */
  #recoil(translation, velocity, counted, retreat) {
    const axis = this.#axisOf(translation, counted)
    const axes = ['x', 'y'].filter(one => velocity[one] !== counted[one]
      && (one === axis || this.#axisOf(translation, { ...counted, [one]: velocity[one] }) !== axis))
    return axes.length && { recoil: Object.fromEntries(axes.map(one => [one, retreat[one].length])) }
  }

  /** The axis of the rule: the zone's own, or the nearer one. */
  #axisOf(translation, velocity) {
    const reach = axis => Math.abs(translation[axis]) + this.projection * Math.abs(velocity[axis])
    return this.axis ?? (reach('x') >= reach('y') ? 'x' : 'y')
  }

  /** Why a swipe does not commit: the first reason that applies. */
  #reason({ from }, { direction }, isTooShort) {
    if (direction === null || !allows(this.options, direction)) return 'direction'
    if (isTooShort) return 'short_travel'
    const isPositive = direction === 'right' || direction === 'down'
    return this.snapPoints?.isLast(from, isPositive) ? 'end_of_range' : 'below_thresholds'
  }

  /** The number of the snap point that a displacement and a velocity select. */
  #meant({ offset, from }, t, v) {
    const { snapPoints } = this
    const target = snapPoints.target(offset + t + this.projection * v, v, from)
    const displacement = snapPoints.offset(target) - snapPoints.offset(from)
    return displacement === 0 || allows(this.options, directionAlong(this.axis, displacement > 0)) ? target : from
  }

  #snap({ from }, meant) {
    const { snapPoints } = this
    return {
      from: snapPoints.index(from), index: snapPoints.index(meant), steps: meant - from,
      offset: snapPoints.offset(meant),
    }
  }

  /**
   * The target without snap points; null without a spring. A commit moves to the next end of the extent in the swipe's
   * direction: see GestureCore's Zone.
   */
  #pull({ offset }, commit, { direction }, axis) {
    if (!this.options.spring) return null
    const extent = this.extent?.(axis) ?? 0
    if (!commit || !(extent > 0)) return offset
    return extent * (direction === directionAlong(axis, true)
      ? Math.floor((offset + SLACK) / extent) + 1 : Math.ceil((offset - SLACK) / extent) - 1)
  }

  #handOff(displacement, velocity) {
    const { spring } = this
    const length = Math.abs(displacement)
    const time = spring.settlingTime({ displacement: -displacement, velocity }, Math.max(length, MIN_LENGTH) / 1000)
    return {
      duration_us: Math.round(Math.min(spring.duration, 3600) * 1e6), bounce: spring.bounce,
      stiffness: spring.stiffness, damping: spring.damping, initial_velocity: velocity,
      relative_velocity: length < MIN_LENGTH ? null : velocity / displacement,
      settling_us: time <= 3600 ? Math.round(time * 1e6) : null,
    }
  }
}

/** The fields of a line that predict where content would land; τ in seconds. */
export const predict = (translation, velocity, seconds = PROJECTION) => ({
  projection_us: Math.round(seconds * 1e6), predicted_end_translation: projection(translation, velocity, seconds),
})
