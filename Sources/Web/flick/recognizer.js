// From the browser's own pointer events to the lines of the protocol, by the same rules; lengths in CSS pixels.
//
// Unlike flickd, it does not distinguish palms, ghosts and late lifts.
import { MM } from './decision.js'
import { projection } from './spring.js'
import { REST_DELAY, SLOP, Track, groupOf, nearestTo } from './track.js'
import { displacement, lengthOf } from './vector.js'
import { atRest, estimate } from './velocity.js'
import { predict } from './zone.js'

/** The travel below which there is no velocity: the finger may roll. A zone has its own, longer one. */
const MIN_TRAVEL = 3 * MM
/** A swipe without a report is cancelled after this time, in ms. */
const STALE_AFTER = 30_000
/** The width of the strip at each edge in which a swipe counts as an edge swipe, in px. */
const EDGE_WIDTH = 20

export class Recognizer {
  /** The fingers that are down, by their ids, in the order of their landings. */
  #fingers = new Map()
  #nextId = 1
  #lastTouched = null

  /**
   * `report(line, zone, ids)` receives each line with the zone of the swipe and its pointers; `surface()` returns the
   * picture's size; `lookahead` is that of the page, in ms.
   */
  constructor(report, { surface = () => null, lookahead = 0 } = {}) {
    Object.assign(this, { report, surface, lookahead })
  }

  /** Handles a pointer that lands at {id, x, y, time (ms)} on zones, innermost first. */
  down({ id, x, y, time }, zones) {
    // A mouse can leave the window and lift there.
    this.cancel(id, 'lost', time)
    if (!zones.length) return
    const finger = { id, zones, x, y, time, landed: time, start: { x, y } }
    finger.track = new Track(finger, this.#idle(time))
    this.#fingers.set(id, finger)
    this.#gather(finger)
  }

  #idle(time) {
    if (this.#fingers.size > 0) return 0
    return this.#lastTouched === null ? null : Math.round((time - this.#lastTouched) * 1000)
  }

  /** Adds a finger to the possible swipe of a near finger, or lets it wait beside a swipe. */
  #gather(finger) {
    const nearest = nearestTo(finger, this.#fingers.values())
    if (!nearest) return
    const group = groupOf(nearest)
    if (group.swipe) {
      Object.assign(finger.track, { waitsFor: group, hasWaited: true })
      return
    }
    group.join(finger, nearest)
  }

  /** Handles new positions of a pointer, oldest first. */
  move(id, points) {
    const finger = this.#fingers.get(id)
    if (!finger) return
    const { track } = finger
    for (const point of points) {
      const { x, y, time } = point
      if (time < finger.time) continue
      const delta = displacement(finger, point)
      Object.assign(finger, { x, y, time })
      track?.report(delta, time)
    }
    // A finger without a track is ignored until it lifts.
    if (!track) return
    const now = track.reported
    const { waitsFor } = track
    if (waitsFor) {
      if (!track.takesOver(now)) return
      track.waitsFor = null
      this.#finish(waitsFor, 'cancel', now, 'fingers')
    }
    const { translation } = track
    if (track.isPinch) {
      this.#finish(track, 'cancel', now, 'pinch')
    } else if (track.swipe) {
      this.#report(track, 'update', now)
    } else if (lengthOf(translation) > SLOP) {
      track.zone = track.fingers[0].zones.find(zone => zone.accepts(translation)) ?? null
      track.swipe = this.#nextId++
      track.zone?.measure?.()
      track.edge = this.#edge(track.start)
      this.#report(track, 'begin', now)
    }
  }

  /** Handles a lift; the last position counts as a movement only if it differs from the one before. */
  up(id, point) {
    const finger = this.#fingers.get(id)
    if (!finger) return
    if (point.x !== finger.x || point.y !== finger.y) this.move(id, [point])
    this.#remove(finger, 'end', point.time)
  }

  /** Handles a pointer that the browser cancels: its swipe gets no decision. */
  cancel(id, reason, time) {
    const finger = this.#fingers.get(id)
    if (finger) this.#remove(finger, 'cancel', time, reason)
  }

  #remove(finger, phase, time, reason) {
    this.#fingers.delete(finger.id)
    this.#lastTouched = time
    const { track } = finger
    // The track has already ended.
    if (!track) return
    if (track.swipe || track.fingers.length === 1) {
      this.#finish(track, phase, time, reason)
    } else {
      track.fingers = track.fingers.filter(other => other !== finger)
      track.restart()
    }
  }

  /**
   * Ends a track and ignores its fingers. A finger beside its swipe goes on by itself, from its landing, if it is young
   * or has rested; otherwise it has moved with the swipe, and would swipe a second time.
   */
  #finish(track, phase, time, reason) {
    track.isOver = true
    for (const finger of track.fingers) finger.track = null
    for (const finger of this.#fingers.values()) {
      const { track: own } = finger
      if (own?.waitsFor !== track) continue
      own.waitsFor = null
      if (own.isYoung(time) || own.excursion <= SLOP) this.#gather(finger)
      else this.#finish(own, 'cancel', time)
    }
    if (track.swipe) this.#report(track, phase, time, reason)
  }

  /** Cancels the swipes of a zone that is removed; a pointer that does not swipe yet keeps its other zones. */
  leave(zone, reason, time) {
    for (const finger of this.#fingers.values()) finger.zones = finger.zones.filter(candidate => candidate !== zone)
    for (const track of this.#tracks) {
      const isLeft = track.swipe ? track.zone === zone : track.fingers[0].zones.length === 0
      if (isLeft) this.#finish(track, 'cancel', time, reason)
    }
  }

  cancelAll(reason, time) { for (const id of [...this.#fingers.keys()]) this.cancel(id, reason, time) }

  get #tracks() { return [...new Set([...this.#fingers.values()].flatMap(({ track }) => track ?? []))] }

  /** Whether this pointer has an active swipe. */
  isSwiping(id) { return Boolean(this.#fingers.get(id)?.track?.swipe) }
  /** Whether a zone has an active swipe. */
  isSwiped(zone) { return this.#tracks.some(track => track.zone === zone) }

  /** Sends updates of pointers that rest at `now` (ms); returns the next deadline, or null if there is none. */
  advance(now) {
    let next = null
    for (const track of this.#tracks) {
      if (!track.isResting && now - track.reported > REST_DELAY) this.#report(track, 'update', now)
      if (now - track.reported >= STALE_AFTER) {
        this.#finish(track, 'cancel', now, 'stale')
        continue
      }
      const due = track.reported + (track.isResting ? STALE_AFTER : REST_DELAY + 1)
      next = Math.min(next ?? due, due)
    }
    return next
  }

  #report(track, phase, time, reason) {
    const { translation, travel, retreat, zone } = track
    const estimated = estimateOf(track, phase, time)
    const { velocity } = estimated
    const isOver = phase === 'end' || phase === 'cancel'
    track.isResting = estimated === atRest
    const line = fieldsOf(track, phase, time, estimated)
    if (phase === 'cancel') line.reason = reason
    if (this.lookahead > 0 && !isOver) {
      line.lookahead_translation = projection(translation, velocity, this.lookahead / 1000)
    }
    if (zone) Object.assign(line, zone.evaluate(track.swipe, phase, translation, velocity, travel, retreat))
    // A finger that waited may already be far away: content must not jump by that distance.
    if (phase === 'begin') line.slop = track.hasWaited ? lengthOf(translation) : SLOP
    if (isOver) zone?.settle(track.swipe, line.zone)
    this.report(line, zone, track.fingers.map(({ id }) => id))
  }

  #edge({ x, y }) {
    const surface = this.surface()
    if (!surface) return null
    const reach = { left: x, right: surface.width - x, top: y, bottom: surface.height - y }
    const [nearest] = Object.keys(reach).sort((a, b) => reach[a] - reach[b])
    return reach[nearest] <= EDGE_WIDTH ? nearest : null
  }
}

/** The velocity of a track, and how it was estimated. */
function estimateOf(track, phase, time) {
  const isAtRest = time - track.reported > REST_DELAY || track.reported - track.changed > REST_DELAY
  const hasVelocity = phase !== 'cancel' && !isAtRest && track.travel >= MIN_TRAVEL
  return hasVelocity ? estimate(track.samples, phase === 'end') : atRest
}

/** The protocol's fields of a line, without those of its phase and of its zone. */
function fieldsOf(track, phase, time, { velocity, samples, window, confidence }) {
  const { start, location: { x, y }, translation } = track
  const fields = {
    type: 'swipe', phase, swipe_id: track.swipe, panel_id: 'browser', t_us: Math.round(time * 1000), unit: 'px',
    fingers: track.fingers.length, start, location: { x, y }, translation,
    duration_us: Math.round((time - track.landed) * 1000), idle_us: track.idle, edge: track.edge, zone: null,
  }
  if (phase === 'cancel') return fields
  const prediction = predict(translation, velocity, track.zone?.projection)
  const end = prediction.predicted_end_translation
  return {
    ...fields, velocity, ...prediction, predicted_end_location: { x: start.x + end.x, y: start.y + end.y },
    estimate: {
      samples, window_us: Math.round(window * 1000), age_us: Math.round((time - track.reported) * 1000), confidence,
    },
  }
}
