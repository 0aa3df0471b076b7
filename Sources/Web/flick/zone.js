// A zone of the page: its rule and snap points, evaluated as in GestureCore/Decision, and its fields in a request of
// the protocol.
import { DISTANCE, MM, SPEED, allows, decide, directionAlong, retreatOf, withoutRecoil } from './decision.js'
import { SnapPoints } from './snap-points.js'
import { PROJECTION, Spring, projection, projectionTime } from './spring.js'

/** Below this travel a decision ignores the velocity: the tap of some people slides 3 to 6 mm. Also of a recoil. */
const MIN_TRAVEL = 6 * MM
/** Content within this distance of an end of the zone's extent is at that end. */
const SLACK = 0.001 * MM
/** Below this displacement, the relative velocity is null. */
const LEAST_WAY = 0.1 * MM

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
    const asked = {
      name: this.name, rectangle, axis: this.axis ?? undefined, directions: o.directions, commit_if: o.commitIf,
      distance: o.distance ?? DISTANCE, velocity: o.velocity ?? SPEED, predicted: o.predicted,
      reversal: o.reversal, flick_min_travel: o.flickMinTravel,
    }
    if (o.decelerationRate === undefined) asked.projection_us = Math.round(this.projection * 1e6)
    else asked.deceleration_rate = o.decelerationRate
    const spring = { duration_us: Math.round(this.spring.duration * 1e6), bounce: Math.max(this.spring.bounce, -0.99) }
    if (this.snapPoints) {
      Object.assign(asked, {
        snap_points: this.snapPoints.offsets, offset: this.offset, max_steps: o.maxSteps, wrap: o.wrap, spring,
      })
    } else if (o.spring) {
      Object.assign(asked, { offset: this.offset, spring })
    }
    return asked
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

  #begin(offset) { return { offset, from: this.snapPoints?.nearest(offset) ?? 0 } }

  /** The zone's fields of a line, for a swipe with this phase, translation, velocity, travel and retreat. */
  judge(swipe, phase, translation, thrown, travel = Infinity, retreat = retreatOf()) {
    const zone = { name: this.name }
    const fields = { zone }
    const isCancel = phase === 'cancel'
    const isShort = travel < this.minTravel
    const least = this.options.reversal === 'ignore' ? 0 : this.minTravel
    const velocity = isShort ? { x: 0, y: 0 } : withoutRecoil(thrown, translation, retreat, least)
    const axis = this.#axisOf(translation, velocity)
    const decision = this.#decide(axis, translation, velocity)
    let isTooShort = isShort && this.#decide(axis, translation, thrown).by.length > 0
    if (this.snapPoints) {
      if (!this.#begins.has(swipe)) this.#begins.set(swipe, this.#begin(this.offset))
      const begin = this.#begins.get(swipe)
      const t = translation[this.axis]
      const v = isCancel ? 0 : velocity[this.axis]
      const meant = isCancel
        ? begin.from : this.#meant(begin, begin.offset + t + this.projection * v, v)
      const { snapPoints } = this
      zone.snap = {
        from: snapPoints.index(begin.from), index: snapPoints.index(meant), steps: meant - begin.from,
        offset: snapPoints.offset(meant),
      }
      decision.commit = zone.snap.index !== zone.snap.from
      const alone = snapPoints.index(this.#meant(begin, begin.offset + t, 0))
      decision.by = decision.commit ? [alone !== zone.snap.from ? 'distance' : 'predicted'] : []
      const far = this.#meant(begin, begin.offset + t + this.projection * thrown[this.axis], thrown[this.axis])
      isTooShort = isShort && snapPoints.index(far) !== zone.snap.from
      fields.progress = snapPoints.progress(begin.offset + t, begin.from)
      if (isCancel || phase === 'end') zone.spring = this.#handOff(zone.snap.offset - begin.offset - t, v)
    } else {
      fields.progress = decision.distance / decision.distance_threshold
      if (this.options.spring) {
        if (!this.#begins.has(swipe)) this.#begins.set(swipe, this.#begin(this.offset))
        if (isCancel || phase === 'end') zone.spring = this.#pull(swipe, decision, translation, velocity, isCancel)
      }
    }
    if (phase === 'end') decision.no_commit = decision.commit ? null : this.#reason(swipe, decision, isTooShort)
    if (!isCancel) {
      const recoil = !isShort && this.#recoil(translation, thrown, velocity, retreat)
      fields.decision = { ...decision, travel, travel_threshold: this.minTravel, ...recoil }
    }
    if (isCancel || phase === 'end') delete fields.progress
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
  #reason(swipe, { direction }, isTooShort) {
    if (direction === null || !allows(this.options, direction)) return 'direction'
    if (isTooShort) return 'short_travel'
    const isPositive = direction === 'right' || direction === 'down'
    const isLast = this.snapPoints?.isLast(this.#begins.get(swipe).from, isPositive)
    return isLast ? 'end_of_range' : 'below_thresholds'
  }

  #meant(begin, landing, velocity) {
    const { snapPoints } = this
    const target = snapPoints.target(landing, velocity, begin.from)
    const way = snapPoints.offset(target) - snapPoints.offset(begin.from)
    return way === 0 || allows(this.options, directionAlong(this.axis, way > 0)) ? target : begin.from
  }

  /** A commit moves to the next end of the extent in the swipe's direction: see GestureCore's Zone. */
  #pull(swipe, decision, translation, velocity, isCancel) {
    const { offset } = this.#begins.get(swipe)
    const { direction } = decision
    const longer = Math.abs(translation.x) >= Math.abs(translation.y) ? 'x' : 'y'
    const axis = this.axis ?? (direction === null ? longer : ['left', 'right'].includes(direction) ? 'x' : 'y')
    const extent = this.extent?.(axis) ?? 0
    let target = offset
    if (decision.commit && !isCancel && extent > 0) {
      const isPositive = direction === directionAlong(axis, true)
      target = extent * (isPositive
        ? Math.floor((offset + SLACK) / extent) + 1 : Math.ceil((offset - SLACK) / extent) - 1)
    }
    return { ...this.#handOff(target - offset - translation[axis], isCancel ? 0 : velocity[axis]), target }
  }

  #handOff(way, velocity) {
    const { spring } = this
    const tolerance = Math.max(Math.abs(way), LEAST_WAY) / 1000
    const time = spring.settlingTime({ displacement: -way, velocity }, tolerance)
    return {
      duration_us: Math.round(Math.min(spring.duration, 3600) * 1e6), bounce: spring.bounce,
      stiffness: spring.stiffness, damping: spring.damping, initial_velocity: velocity,
      relative_velocity: Math.abs(way) < LEAST_WAY ? null : velocity / way,
      settling_us: time <= 3600 ? Math.round(time * 1e6) : null,
    }
  }
}

/** The fields of a line that predict where content would land; τ in seconds. */
export const landing = (translation, velocity, seconds = PROJECTION) => ({
  projection_us: Math.round(seconds * 1e6), predicted_end_translation: projection(translation, velocity, seconds),
})
