// The wheel and the trackpad as swipes: wheel events that follow each other closely are one swipe.
//
// A trackpad moves the content by its own pixels, momentum included, so its swipe ends without a velocity. A notch of a
// mouse wheel is one step to the next snap point.
import { clamp } from './clamp.js'
import { now } from './motion.js'
import { Swipe } from './swipe.js'
import { zero } from './vector.js'

/** A swipe of the wheel ends without events for this time, in ms. */
const APART = 150
/** Pixels of a line, and of a page, for browsers that report wheels in these units. */
const UNITS = [1, 40, 800]
/** A notch of a mouse wheel: in `wheelDelta` in every browser, and in pixels at least. */
const NOTCH = 120
const MIN_NOTCH = 50
/** Content within this distance of its end is at its end, in px. */
const SLACK = 0.5

/** The numbers of the swipes; those of fingers are positive. */
let lastId = 0

/** Whether an event is a notch of a mouse wheel, and not a movement on a trackpad. */
function isNotch(event, axis) {
  if (event.deltaMode !== 0) return true
  const [pixels, notch] = axis === 'x' ? [event.deltaX, event.wheelDeltaX] : [event.deltaY, event.wheelDeltaY]
  return Math.abs(pixels) >= MIN_NOTCH && notch !== 0 && notch % NOTCH === 0
}

export class Wheel {
  /** The active gesture: its swipe, or the steps of a mouse wheel. */
  #gesture = null
  #timer = null

  /** `handle(swipe)` receives the swipes, `go(index)` the steps. */
  constructor(interaction, { handle, go }) { Object.assign(this, { interaction, handle, go }) }

  /** Handles a wheel event, and keeps it from the page if its gesture moves the content. */
  turn(event) {
    const { interaction } = this
    const { axis } = interaction.zone
    const [along, across] = axis === 'x' ? [event.deltaX, event.deltaY] : [event.deltaY, event.deltaX]
    // With the control key, the wheel zooms the page.
    if (event.ctrlKey || event.defaultPrevented || Math.abs(along) <= Math.abs(across)) return
    // A finger on the content goes before the wheel.
    if (interaction.isDisabled || !this.#gesture?.id && this.#content?.isHeld) return
    const delta = -along * UNITS[event.deltaMode]
    const isStep = isNotch(event, axis) && !this.#gesture?.id && interaction.points && !interaction.hasMomentum
    const isTaken = isStep ? this.#step(delta) : this.#move(delta)
    if (!isTaken) return
    event.preventDefault()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.end(), APART)
  }

  /** Ends the gesture, for example because a finger lands. */
  end(phase = 'end') {
    clearTimeout(this.#timer)
    const gesture = this.#gesture
    this.#gesture = null
    if (gesture?.id) this.#send(phase, gesture)
  }

  #step(delta) {
    const { points, index } = this.interaction
    const maxSteps = this.interaction.maxSteps ?? Infinity
    const distance = number => points.offset(number) - points.offset(index)
    const step = [1, -1].find(step => distance(index + step) * delta > 0)
    const steps = (this.#gesture?.steps ?? 0) + (step ?? 0)
    if (step === undefined || Math.abs(steps) > maxSteps) return this.#gesture !== null
    this.#gesture = { steps }
    this.go(index + step)
    return true
  }

  /** The content on the axis of the interaction; in a deck, that of the top card. */
  get #content() { return this.interaction.content ?? this.interaction.top?.content }

  #move(delta) {
    const content = this.#content
    const time = now()
    if (!this.#gesture?.id) {
      if (!content) return false
      const offset = content.offset(time)
      const [lower, upper] = this.#limits()
      if (delta < 0 ? offset <= lower + SLACK : offset >= upper - SLACK) return false
      this.#gesture = { id: --lastId, displacement: 0, lower: lower - offset, upper: upper - offset, phase: 'begin' }
    }
    const gesture = this.#gesture
    gesture.displacement = clamp(gesture.displacement + delta, gesture.lower, gesture.upper)
    this.#send(gesture.phase, gesture)
    gesture.phase = 'update'
    return true
  }

  /** How far one gesture may move the content: the momentum of a trackpad must not turn two pages. */
  #limits() {
    const { points, maxSteps } = this.interaction
    const content = this.#content
    const [lower, upper] = content.bounds
    if (!points || !maxSteps) return [lower, upper]
    const begin = points.nearest(content.start)
    const ends = [begin - maxSteps, begin + maxSteps].map(number => points.offset(number))
    return [Math.max(lower, Math.min(...ends)), Math.min(upper, Math.max(...ends))]
  }

  #send(phase, { id, displacement }) {
    const { axis } = this.interaction.zone
    this.handle(new Swipe({
      type: 'swipe', phase, swipe_id: id, panel_id: 'browser', t_us: now(), unit: 'px',
      translation: { x: 0, y: 0, [axis]: displacement }, velocity: zero,
      reason: phase === 'cancel' ? 'lost' : null,
    }))
  }
}
