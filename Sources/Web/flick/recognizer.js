// From the browser's own pointer events to the lines of the protocol, by the same rules; lengths in CSS pixels.
//
// Unlike flickd, it ignores swipes of several fingers, palms, ghosts and late lifts. A second finger in a zone
// cancels the swipe there.
import { projection } from './spring.js'
import { MM } from './units.js'
import { atRest, estimate } from './velocity.js'
import { landing } from './zone.js'

export const SLOP = 10
/** The travel below which there is no velocity: the finger may roll. A zone has a longer one of its own. */
export const LEAST_TRAVEL = 3 * MM
/** A pointer rests if its position has not changed for longer than this, in ms. */
export const REST_AFTER = 80
/** A swipe without a report is cancelled after this time, in ms. */
const STALE_AFTER = 30_000
const KEPT = 128
const EDGE = 20
const zero = { x: 0, y: 0 }

export class Recognizer {
  #tracks = new Map()
  #nextId = 1
  #lastTouched = null

  /**
   * `tell(line, zone)` receives each line with the zone of the swipe; `surface()` returns the picture's size;
   * `lookahead` is that of the page, in ms.
   */
  constructor(tell, { surface = () => null, lookahead = 0 } = {}) {
    this.tell = tell
    this.surface = surface
    this.lookahead = lookahead
  }

  /** Handles a pointer that lands at {id, x, y, time (ms)} on zones, innermost first. */
  down(point, zones) {
    if (!zones.length) return
    for (const [id, track] of this.#tracks) {
      if (track.candidates[0] !== zones[0]) continue
      // With a second finger, the swipe cannot be assigned to either.
      this.cancel(id, 'fingers', point.time)
      return
    }
    this.#tracks.set(point.id, {
      candidates: zones, zone: null, swipe: 0, start: { x: point.x, y: point.y }, landed: point.time,
      idle: this.#lastTouched === null ? null : Math.round((point.time - this.#lastTouched) * 1000),
      changed: point.time, reported: point.time, samples: [point],
      least: { ...zero }, most: { ...zero }, excursion: 0, isResting: true,
    })
  }

  /** Handles new positions of a pointer, oldest first. */
  move(id, points) {
    const track = this.#tracks.get(id)
    if (!track) return
    for (const point of points) this.#report(track, point)
    const translation = way(track)
    const now = track.reported
    if (track.swipe) {
      this.#tell(track, 'update', now)
    } else if (Math.hypot(translation.x, translation.y) > SLOP) {
      track.zone = track.candidates.find(zone => zone.accepts(translation)) ?? null
      track.swipe = this.#nextId++
      track.zone?.measure?.()
      track.edge = this.#edge(track.start)
      this.#tell(track, 'begin', now)
    }
  }

  #report(track, point) {
    const newest = track.samples.at(-1)
    if (point.time < newest.time) return
    if (point.time - track.reported > REST_AFTER) {
      // The pointer rested until now. The first movement must not be spread over the whole rest.
      track.samples = [{ ...newest, time: Math.max(point.time - 1000 / 60, newest.time) }]
    }
    if (point.x !== newest.x || point.y !== newest.y) track.changed = point.time
    if (point.time === track.samples.at(-1).time) track.samples.pop()
    track.samples.push(point)
    if (track.samples.length > KEPT) track.samples.shift()
    track.reported = point.time
    const translation = way(track)
    track.excursion = Math.max(track.excursion, Math.hypot(translation.x, translation.y))
    for (const axis of ['x', 'y']) {
      track.least[axis] = Math.min(track.least[axis], translation[axis])
      track.most[axis] = Math.max(track.most[axis], translation[axis])
    }
  }

  /** Handles a lift; the last position counts as a movement only if it differs from the one before. */
  up(id, point) {
    const track = this.#tracks.get(id)
    if (!track) return
    const newest = track.samples.at(-1)
    if (point.x !== newest.x || point.y !== newest.y) this.move(id, [point])
    this.#tracks.delete(id)
    this.#lastTouched = point.time
    if (track.swipe) this.#tell(track, 'end', point.time)
  }

  /** Handles a pointer that the browser cancels: its swipe gets no decision. */
  cancel(id, reason, time) {
    const track = this.#tracks.get(id)
    if (!track) return
    this.#tracks.delete(id)
    this.#lastTouched = time
    if (track.swipe) this.#tell(track, 'cancel', time, reason)
  }

  /** Cancels the swipes of a zone that is removed; a pointer that does not swipe yet keeps its other zones. */
  leave(zone, reason, time) {
    for (const [id, track] of [...this.#tracks]) {
      track.candidates = track.candidates.filter(candidate => candidate !== zone)
      if (track.zone === zone || (!track.swipe && !track.candidates.length)) this.cancel(id, reason, time)
    }
  }

  cancelAll(reason, time) { for (const id of [...this.#tracks.keys()]) this.cancel(id, reason, time) }

  /** Whether this pointer has an active swipe. */
  isSwiping(id) { return Boolean(this.#tracks.get(id)?.swipe) }

  /** Sends updates of pointers that rest at `now` (ms); returns the next deadline, or null if there is none. */
  advance(now) {
    let next = null
    for (const [id, track] of [...this.#tracks]) {
      if (!track.isResting && now - track.reported > REST_AFTER) this.#tell(track, 'update', now)
      if (now - track.reported >= STALE_AFTER) {
        this.cancel(id, 'stale', now)
        continue
      }
      const due = track.reported + (track.isResting ? STALE_AFTER : REST_AFTER + 1)
      next = Math.min(next ?? due, due)
    }
    return next
  }

  #tell(track, phase, time, reason) {
    const translation = way(track)
    const isAtRest = time - track.reported > REST_AFTER || track.reported - track.changed > REST_AFTER
    const travel = travelOf(track, translation)
    const isKnown = phase !== 'cancel' && !isAtRest && travel >= LEAST_TRAVEL
    const found = isKnown ? estimate(track.samples, phase === 'end') : atRest
    const { velocity } = found
    track.isResting = velocity.x === 0 && velocity.y === 0
    const location = track.samples.at(-1)
    const line = {
      type: 'swipe', phase, swipe_id: track.swipe, panel_id: 'browser', t_us: Math.round(time * 1000), unit: 'px',
      fingers: 1, start: { ...track.start }, location: { x: location.x, y: location.y }, translation,
      duration_us: Math.round((time - track.landed) * 1000), idle_us: track.idle, edge: track.edge,
      zone: null,
    }
    if (phase === 'cancel') {
      line.reason = reason
    } else {
      const fields = landing(translation, velocity, track.zone?.projection)
      const end = fields.predicted_end_translation
      Object.assign(line, {
        velocity, ...fields, predicted_end_location: { x: track.start.x + end.x, y: track.start.y + end.y },
        estimate: {
          samples: found.samples, window_us: Math.round(found.window * 1000),
          age_us: Math.round((time - track.reported) * 1000), confidence: found.confidence,
        },
      })
    }
    if (this.lookahead > 0 && phase !== 'end' && phase !== 'cancel') {
      line.lookahead_translation = projection(translation, velocity, this.lookahead / 1000)
    }
    if (track.zone) Object.assign(line, track.zone.judge(track.swipe, phase, translation, velocity, travel))
    if (phase === 'begin') line.slop = SLOP
    if (phase === 'end' || phase === 'cancel') track.zone?.settle(track.swipe, line.zone)
    this.tell(line, track.zone)
  }

  #edge({ x, y }) {
    const surface = this.surface()
    if (!surface) return null
    const reach = { left: x, right: surface.width - x, top: y, bottom: surface.height - y }
    const nearest = Object.keys(reach).reduce((best, edge) => reach[edge] < reach[best] ? edge : best)
    return reach[nearest] <= EDGE ? nearest : null
  }
}

/** The displacement minus the detour, or half of the excursion; a rolling fingertip moves out and back. */
function travelOf({ least, most, excursion }, { x, y }) {
  const detour = Math.hypot(most.x - least.x - Math.abs(x), most.y - least.y - Math.abs(y))
  return Math.max(Math.hypot(x, y) - detour, excursion / 2)
}

function way({ start, samples }) {
  const { x, y } = samples.at(-1)
  return { x: x - start.x, y: y - start.y }
}
