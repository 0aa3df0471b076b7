// The browser's pointer events on the page's zones: for the recogniser, for presses, and to find which elements were
// touched.
import { Recognizer } from './recognizer.js'

/** A touch of the page and a landing that flickd reports are the same contact within this time, in ms. */
const SAME_LANDING = 150
/** What the browser may do with a finger on a zone, by its axis: at most scroll across that axis. */
const ACTIONS = { x: 'pan-y', y: 'pan-x' }

export class Pointers {
  /** Whether the page has received a touch. */
  isTouched = false
  #timer = null
  #landings = []
  #listeners = new AbortController()

  /**
   * `report(line, zone)` receives lines, `press(phase, zone, time)` presses and releases; `zonesOf(path)` returns the
   * zones of an event's path; `ignoresTouch()` returns whether flickd drives the page, and `isSwiped(zone)` whether it
   * reports a swipe in a zone.
   */
  constructor(document, { report, press, zonesOf, ignoresTouch, isSwiped, surface, lookahead }) {
    this.document = document
    this.presses = new Presses(press, zone => this.recognizer.isSwiped(zone) || isSwiped(zone))
    this.recognizer = new Recognizer((line, zone, ids) => {
      if (line.phase === 'begin') this.presses.begin(zone, ids, line.t_us / 1000)
      report(line, zone)
    }, { surface, lookahead })
    const point = event => ({ id: event.pointerId, x: event.clientX, y: event.clientY, time: event.timeStamp })
    const listeners = {
      pointerdown: event => {
        if (event.button !== 0) return
        const zones = zonesOf(event.composedPath())
        if (event.pointerType === 'touch') {
          this.isTouched = true
          this.#landings = this.#landings.filter(landing => event.timeStamp - landing.time < 60_000)
          this.#landings.push({ time: event.timeStamp, zones })
        }
        if (event.pointerType !== 'touch' || !ignoresTouch()) {
          this.recognizer.down(point(event), zones)
          this.#wait()
        }
        this.presses.down(event.pointerId, zones, event.timeStamp)
      },
      pointermove: event => {
        const { recognizer } = this
        const before = recognizer.isSwiping(event.pointerId)
        const coalesced = event.getCoalescedEvents?.() ?? []
        recognizer.move(event.pointerId, (coalesced.length ? coalesced : [event]).map(point))
        if (before || !recognizer.isSwiping(event.pointerId)) return
        // A mouse can leave the window; the browser captures touches itself.
        event.target.setPointerCapture?.(event.pointerId)
        this.#wait()
      },
      pointerup: event => {
        const wasSwiping = this.recognizer.isSwiping(event.pointerId)
        this.recognizer.up(event.pointerId, point(event))
        this.presses.up(event.pointerId, event.timeStamp)
        if (wasSwiping) this.#swallowClick()
      },
      pointercancel: event => {
        this.recognizer.cancel(event.pointerId, 'lost', event.timeStamp)
        this.presses.up(event.pointerId, event.timeStamp)
      },
    }
    const { signal } = this.#listeners
    for (const [name, listener] of Object.entries(listeners)) {
      document.addEventListener(name, listener, { capture: true, passive: true, signal })
    }
  }

  /** The zones on which a finger landed at a moment (ms), innermost first; each landing is used once. */
  takeLanding(time) {
    const off = landing => Math.abs(landing.time - time)
    const [nearest] = [...this.#landings].sort((a, b) => off(a) - off(b))
    if (!nearest || off(nearest) > SAME_LANDING) return []
    this.#landings.splice(this.#landings.indexOf(nearest), 1)
    return nearest.zones
  }

  stop() {
    clearTimeout(this.#timer)
    this.recognizer.cancelAll('lost', performance.now())
    this.presses.stop(performance.now())
    this.#listeners.abort()
  }

  #wait() {
    clearTimeout(this.#timer)
    const due = this.recognizer.advance(performance.now())
    this.#timer = due === null ? null : setTimeout(() => this.#wait(), Math.max(due - performance.now(), 0) + 1)
  }

  /** Prevents a click at the end of a swipe. */
  #swallowClick() {
    const swallow = event => {
      event.stopPropagation()
      event.preventDefault()
    }
    this.document.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => this.document.removeEventListener('click', swallow, { capture: true }))
  }
}

/**
 * Fingers that rest on zones. The listener of a zone with the option `presses` receives the phase `press` when a first
 * finger lands, and then either a begin, or `release` when the last finger lifts. A finger that lands on a zone with an
 * active swipe does not press.
 */
export class Presses {
  /** The fingers on each zone, by their ids. */
  #fingers = new Map()

  /**
   * `report(phase, zone, time)` receives presses and releases; times are in ms. `isSwiped(zone)` returns whether a zone
   * has an active swipe.
   */
  constructor(report, isSwiped) {
    Object.assign(this, { report, isSwiped })
  }

  /** A finger lands on zones, innermost first; it presses the innermost one that asks for presses. */
  down(id, zones, time) {
    const zone = zones.find(({ options }) => options.presses)
    if (!zone || this.isSwiped(zone)) return
    const fingers = this.#fingers.get(zone) ?? new Set()
    this.#fingers.set(zone, fingers.add(id))
    if (fingers.size === 1) this.report('press', zone, time)
  }

  /** A swipe begins: it ends the press of its zone, and its fingers leave the other zones. */
  begin(zone, ids, time) {
    this.#fingers.delete(zone)
    for (const id of ids) this.up(id, time)
  }

  /** A finger lifts, or the browser takes it. */
  up(id, time) {
    for (const [zone, fingers] of [...this.#fingers]) {
      if (fingers.delete(id) && fingers.size === 0) this.leave(zone, time)
    }
  }

  /** Releases a zone, for example before it is removed. */
  leave(zone, time) { if (this.#fingers.delete(zone)) this.report('release', zone, time) }

  stop(time) { for (const zone of [...this.#fingers.keys()]) this.leave(zone, time) }
}

/** Sets `touch-action` on elements whose style leaves it to the browser, and restores the former value. */
export class TouchActions {
  #view
  /** The former inline values, by their elements. */
  #before = new Map()

  constructor(view) { this.#view = view }

  /** Takes the action of an element from its style, if the style leaves it to the browser. */
  add(element) {
    if (this.#before.has(element) || this.#view.getComputedStyle?.(element).touchAction !== 'auto') return
    this.#before.set(element, element.style.touchAction ?? '')
  }

  /** Sets the action for the present zones of an element; without zones, restores the former value. */
  update(element, zones) {
    if (!this.#before.has(element)) return
    const actions = new Set(zones.map(({ axis }) => ACTIONS[axis] ?? 'none'))
    // Zones of both axes on one element leave the browser nothing.
    const [action = this.#before.get(element)] = actions
    element.style.touchAction = actions.size > 1 ? 'none' : action
    if (zones.length === 0) this.#before.delete(element)
  }

  /** Restores every element. */
  stop() { for (const element of [...this.#before.keys()]) this.update(element, []) }
}
