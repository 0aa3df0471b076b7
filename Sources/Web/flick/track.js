// The path of one swipe, or possible swipe, at the centroid of its fingers, and which fingers it has: the rules of
// GestureCore's Track.swift and Recognizer+Fingers.swift. One thing differs: a swipe that has begun goes on with its
// fingers, unless they rest and a finger that landed later moves.
//
// A finger is {id, zones, x, y, time, landed, start, track}. A finger without a track is ignored until it lifts.
import { MM } from './decision.js'
import { displacement, dot, lengthOf } from './vector.js'

/** The displacement at which a contact becomes a swipe. */
export const SLOP = 10
/** A pointer rests if its position has not changed for longer than this, in ms. */
export const REST_DELAY = 80
const MAX_SAMPLES = 128
/** The longest distance between a finger that lands and the fingers that it joins. */
const MAX_FINGER_DISTANCE = 100 * MM
/** Fingers that land within this time of each other count from their landings, others from the last landing, in ms. */
const LANDING_WINDOW = 100
/** Fingers that have not begun a swipe for longer than this after their last landing rest, in ms. */
const GROUPING_TIMEOUT = 300
/** A finger that lands beside a swipe has no part in it before this age, in ms. */
const MIN_TAKEOVER_AGE = 60
const MAX_FINGERS = 10

/** The nearest of `others` whose swipe, or possible swipe, a finger that lands belongs to; undefined without one. */
export function nearestTo(finger, others) {
  const distance = other => lengthOf(displacement(finger, other))
  return [...others]
    .filter(other => distance(other) <= MAX_FINGER_DISTANCE && groupOf(other)?.accepts(finger))
    .sort((a, b) => distance(a) - distance(b))[0]
}

/** The track of a finger, or the swipe beside which it has landed. */
export const groupOf = ({ track }) => track?.waitsFor ?? track

export class Track {
  /** The id of the swipe; 0 until it begins. */
  swipe = 0
  zone = null
  edge = null
  isOver = false
  /** The swipe beside which the only finger of this track has landed. */
  waitsFor = null
  /** Whether it has moved beside another swipe before it could begin. */
  hasWaited = false

  /** Starts at the landing of a finger; `idle` is in µs. */
  constructor(finger, idle) {
    this.fingers = [finger]
    this.landed = finger.landed
    this.idle = idle
    this.restart()
  }

  accepts(finger) {
    const { fingers } = this
    if (finger.track === this || this.isOver || fingers.length === MAX_FINGERS) return false
    if (this.swipe) return finger.zones.includes(this.zone)
    const lastLanding = Math.max(...fingers.map(({ landed }) => landed))
    return fingers[0].zones[0] === finger.zones[0] && finger.landed - lastLanding <= GROUPING_TIMEOUT
  }

  /** Adds a finger that landed beside `nearest`, which is in this track; if it is late, all displacements restart. */
  join(finger, nearest) {
    if (finger.landed - nearest.landed > LANDING_WINDOW) {
      for (const other of this.fingers) other.start = { x: other.x, y: other.y }
      this.landed = finger.landed
      this.idle = 0
    }
    this.hasWaited ||= finger.track.hasWaited
    finger.track = this
    this.fingers.push(finger)
    this.restart()
  }

  /** Whether the finger beside another swipe is too young to have a part in it. */
  isYoung(now) { return now - this.landed < MIN_TAKEOVER_AGE }

  /** Whether the finger beside another swipe moves and ends it: the content follows the finger that moves. */
  takesOver(now) {
    return this.excursion > SLOP && !this.isYoung(now) && now - this.waitsFor.changed > GROUPING_TIMEOUT
  }

  /** Whether two fingers have moved against each other by more than twice the slop further than together. */
  get isPinch() {
    const displacements = this.fingers.map(finger => displacement(finger.start, finger))
    return displacements.some((a, index) => displacements.slice(0, index).some(b =>
      dot(a, b) < 0 && lengthOf(displacement(a, b)) > Math.hypot(a.x + b.x, a.y + b.y) + 2 * SLOP))
  }

  /** Starts the path again, because the centroid of the fingers has jumped. */
  restart() {
    const { fingers } = this
    this.start = centroid(fingers.map(({ start }) => start))
    this.reported = this.changed = Math.max(...fingers.map(({ time }) => time))
    this.samples = [{ ...centroid(fingers), time: this.reported }]
    this.isResting = true
    this.excursion = 0
    this.min = { x: 0, y: 0 }
    this.max = { x: 0, y: 0 }
    this.turns = { x: new TurnDetector(), y: new TurnDetector() }
    this.#extend()
  }

  get location() { return this.samples.at(-1) }

  get translation() { return displacement(this.start, this.location) }

  /** The displacement minus the detour, or half of the excursion; a rolling fingertip moves out and back. */
  get travel() {
    const { min, max, excursion, translation: { x, y } } = this
    const detour = Math.hypot(max.x - min.x - Math.abs(x), max.y - min.y - Math.abs(y))
    return Math.max(Math.hypot(x, y) - detour, excursion / 2)
  }

  /** How far the path went back against the displacement. */
  get retreat() {
    const { turns, translation: { x, y } } = this
    return { x: turns.x.retreat(x), y: turns.y.retreat(y) }
  }

  /** Adds the position of the centroid, of which a finger has moved by `delta` at `then` (ms). */
  report(delta, then) {
    const { location: newest, fingers: { length: count } } = this
    const time = Math.max(then, this.reported)
    if (time - this.reported > REST_DELAY) {
      // The pointer rested until now. The first movement must not be spread over the whole rest.
      this.samples = [{ ...newest, time: Math.max(time - 1000 / 60, newest.time) }]
    }
    // The browser reports one finger after another, so the centroid was elsewhere at the times of this finger.
    if (then < time) for (const sample of this.samples) {
      if (sample.time < then) continue
      sample.x += delta.x / count
      sample.y += delta.y / count
    }
    const position = centroid(this.fingers)
    if (position.x !== newest.x || position.y !== newest.y) this.changed = time
    if (time === this.location.time) this.samples.pop()
    this.samples.push({ ...position, time })
    if (this.samples.length > MAX_SAMPLES) this.samples.shift()
    this.reported = time
    this.#extend()
  }

  #extend() {
    const { translation, min, max } = this
    this.excursion = Math.max(this.excursion, lengthOf(translation))
    for (const axis of ['x', 'y']) {
      min[axis] = Math.min(min[axis], translation[axis])
      max[axis] = Math.max(max[axis], translation[axis])
      this.turns[axis].report(translation[axis], SLOP)
    }
  }
}

/** The centroid of points. */
function centroid(points) {
  const mean = axis => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  return { x: mean('x'), y: mean('y') }
}

/**
 * Finds the turns of a path along one axis, as GestureCore's Retreat.swift: a turn is the furthest position before the
 * path went back by more than the slop.
 */
export class TurnDetector {
  /** The sign of the direction since the last turn; 0 within the slop. */
  #direction = 0
  /** The furthest distance on each side since the last turn; on the side behind, the turn. */
  #furthest = { '-1': 0, 0: 0, 1: 0 }

  /** Adds a position relative to the start; a movement of exactly the slop is not a turn. */
  report(position, slop) {
    for (const side of [-1, 1]) {
      if (this.#direction === -side) continue
      const at = side * position
      this.#furthest[side] = Math.max(this.#furthest[side], at)
      if (this.#furthest[side] - at > slop) {
        this.#direction = -side
        this.#furthest[-side] = -at
        return
      }
    }
  }

  /** The retreat of a finger at a displacement: its distance from the furthest position. */
  retreat(position) {
    const side = Math.sign(position)
    return { length: this.#furthest[side] - side * position, hasTurned: this.#direction * side < 0 }
  }
}
