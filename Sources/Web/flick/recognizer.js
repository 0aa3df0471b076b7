// From the browser's own pointer events to the lines of the protocol, by the same rules; lengths in CSS pixels.
//
// Unlike flickd, it does not distinguish palms, ghosts and late lifts.
import { MM } from './decision.js'
import { projection } from './spring.js'
import { REST_AFTER, SLOP, Track, groupOf, nearestTo } from './track.js'
import { atRest, estimate } from './velocity.js'
import { predict } from './zone.js'

/** The travel below which there is no velocity: the finger may roll. A zone has a longer one of its own. */
const MIN_TRAVEL = 3 * MM
/** A swipe without a report is cancelled after this time, in ms. */
const STALE_AFTER = 30_000
const EDGE = 20

export class Recognizer {
  /** The fingers that are down, by their ids, in the order of their landings. */
  #fingers = new Map()
  #tracks = new Set()
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
    this.#tracks.add(finger.track)
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
    this.#tracks.delete(finger.track)
    group.join(finger, nearest)
  }

  /** Handles new positions of a pointer, oldest first. */
  move(id, points) {
    const finger = this.#fingers.get(id)
    if (!finger) return
    const { track } = finger
    for (const { x, y, time } of points) {
      if (time < finger.time) continue
      const movement = { x: x - finger.x, y: y - finger.y }
      Object.assign(finger, { x, y, time })
      track?.report(movement, time)
    }
    if (!track) return
    const { waitsFor, reported: now } = track
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
    } else if (Math.hypot(translation.x, translation.y) > SLOP) {
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
    if (!track) return
    if (track.swipe || track.fingers.length === 1) {
      this.#finish(track, phase, time, reason)
    } else {
      track.fingers = track.fingers.filter(other => other !== finger)
      track.follow()
    }
  }

  /**
   * Ends a track and ignores its fingers. A finger beside its swipe goes on by itself, from its landing, if it is young
   * or has rested; otherwise it has moved with the swipe, and would swipe a second time.
   */
  #finish(track, phase, time, reason) {
    track.isOver = true
    this.#tracks.delete(track)
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
    for (const track of [...this.#tracks]) {
      const isLeft = track.swipe ? track.zone === zone : track.fingers[0].zones.length === 0
      if (isLeft) this.#finish(track, 'cancel', time, reason)
    }
  }

  cancelAll(reason, time) { for (const id of [...this.#fingers.keys()]) this.cancel(id, reason, time) }

  /** Whether this pointer has an active swipe. */
  isSwiping(id) { return Boolean(this.#fingers.get(id)?.track?.swipe) }
  /** Whether a zone has an active swipe. */
  isSwiped(zone) { return [...this.#tracks].some(track => track.zone === zone) }

  /** Sends updates of pointers that rest at `now` (ms); returns the next deadline, or null if there is none. */
  advance(now) {
    let next = null
    for (const track of [...this.#tracks]) {
      if (!track.isResting && now - track.reported > REST_AFTER) this.#report(track, 'update', now)
      if (now - track.reported >= STALE_AFTER) {
        this.#finish(track, 'cancel', now, 'stale')
        continue
      }
      const due = track.reported + (track.isResting ? STALE_AFTER : REST_AFTER + 1)
      next = Math.min(next ?? due, due)
    }
    return next
  }

  #report(track, phase, time, reason) {
    const { translation, travel, retreat, location } = track
    const isAtRest = time - track.reported > REST_AFTER || track.reported - track.changed > REST_AFTER
    const isKnown = phase !== 'cancel' && !isAtRest && travel >= MIN_TRAVEL
    const found = isKnown ? estimate(track.samples, phase === 'end') : atRest
    const { velocity } = found
    track.isResting = velocity.x === 0 && velocity.y === 0
    const line = {
      type: 'swipe', phase, swipe_id: track.swipe, panel_id: 'browser', t_us: Math.round(time * 1000), unit: 'px',
      fingers: track.fingers.length, start: { ...track.start }, location: { x: location.x, y: location.y }, translation,
      duration_us: Math.round((time - track.landed) * 1000), idle_us: track.idle, edge: track.edge,
      zone: null,
    }
    if (phase === 'cancel') {
      line.reason = reason
    } else {
      const fields = predict(translation, velocity, track.zone?.projection)
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
    if (track.zone) Object.assign(line, track.zone.judge(track.swipe, phase, translation, velocity, travel, retreat))
    // Content must not jump by what the finger moved before it could begin.
    if (phase === 'begin') line.slop = track.hasWaited ? Math.hypot(translation.x, translation.y) : SLOP
    if (phase === 'end' || phase === 'cancel') track.zone?.settle(track.swipe, line.zone)
    this.report(line, track.zone, track.fingers.map(({ id }) => id))
  }

  #edge({ x, y }) {
    const surface = this.surface()
    if (!surface) return null
    const reach = { left: x, right: surface.width - x, top: y, bottom: surface.height - y }
    const nearest = Object.keys(reach).reduce((best, edge) => reach[edge] < reach[best] ? edge : best)
    return reach[nearest] <= EDGE ? nearest : null
  }
}
