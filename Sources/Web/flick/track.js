// The path of one swipe, or possible swipe, at the centroid of its fingers: GestureCore's Track.swift.

import { TurnDetector } from './retreat.js'

/** The displacement at which a contact becomes a swipe. */
export const SLOP = 10
/** A pointer rests if its position has not changed for longer than this, in ms. */
export const REST_AFTER = 80
const KEPT = 128

export class Track {
  /** The id of the swipe; 0 until it begins. */
  swipe = 0
  zone = null
  edge = null
  isOver = false
  /** The swipe beside which the finger of this track has landed. */
  waitsFor = null
  /** Whether it has moved beside another swipe before it could begin. */
  hasWaited = false

  /** Starts at the landing of a finger; `idle` is in µs. */
  constructor(finger, idle) {
    this.fingers = [finger]
    this.landed = finger.landed
    this.idle = idle
    this.follow()
  }

  /** Starts the path again, because the centroid of the fingers has jumped. */
  follow() {
    const { fingers } = this
    this.start = middleOf(fingers.map(({ start }) => start))
    this.reported = this.changed = Math.max(...fingers.map(({ time }) => time))
    this.samples = [{ ...middleOf(fingers), time: this.reported }]
    this.isResting = true
    this.excursion = 0
    this.least = { x: 0, y: 0 }
    this.most = { x: 0, y: 0 }
    this.turns = { x: new TurnDetector(), y: new TurnDetector() }
    this.#extend()
  }

  get location() { return this.samples.at(-1) }

  get translation() {
    const { start, location: { x, y } } = this
    return { x: x - start.x, y: y - start.y }
  }

  /** The displacement minus the detour, or half of the excursion; a rolling fingertip moves out and back. */
  get travel() {
    const { least, most, excursion, translation: { x, y } } = this
    const detour = Math.hypot(most.x - least.x - Math.abs(x), most.y - least.y - Math.abs(y))
    return Math.max(Math.hypot(x, y) - detour, excursion / 2)
  }

  /** How far the path went back against the displacement. */
  get retreat() {
    const { turns, translation: { x, y } } = this
    return { x: turns.x.retreat(x), y: turns.y.retreat(y) }
  }

  /** Adds the position of the centroid, of which a finger has moved by `way` at `then` (ms). */
  report(way, then) {
    const { location: newest, fingers: { length: count } } = this
    const time = Math.max(then, this.reported)
    if (time - this.reported > REST_AFTER) {
      // The pointer rested until now. The first movement must not be spread over the whole rest.
      this.samples = [{ ...newest, time: Math.max(time - 1000 / 60, newest.time) }]
    }
    // The browser reports one finger after another, so the centroid was elsewhere at the times of this finger.
    if (then < time) for (const sample of this.samples) {
      if (sample.time < then) continue
      sample.x += way.x / count
      sample.y += way.y / count
    }
    const middle = middleOf(this.fingers)
    if (middle.x !== newest.x || middle.y !== newest.y) this.changed = time
    if (time === this.location.time) this.samples.pop()
    this.samples.push({ ...middle, time })
    if (this.samples.length > KEPT) this.samples.shift()
    this.reported = time
    this.#extend()
  }

  #extend() {
    const { translation, least, most } = this
    this.excursion = Math.max(this.excursion, Math.hypot(translation.x, translation.y))
    for (const axis of ['x', 'y']) {
      least[axis] = Math.min(least[axis], translation[axis])
      most[axis] = Math.max(most[axis], translation[axis])
      this.turns[axis].report(translation[axis], SLOP)
    }
  }
}

/** The centroid of points. */
function middleOf(points) {
  const mean = axis => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  return { x: mean('x'), y: mean('y') }
}
