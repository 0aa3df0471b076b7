// Content that a finger moves on both axes.
import { Content, along } from './content.js'
import { drawnOf, isReduced } from './interaction.js'
import { now } from './motion.js'
import { Spring } from './spring.js'

/**
 * An interaction that moves on both axes. A subclass has `target`, where its content rests, and `meant(swipe)` and
 * `choose(result)`, as other interactions.
 * @template Result
 * @property {Spring} spring
 * @property {boolean | null} reducesMotion
 * @property {boolean} looksAhead
 */
export class FreeInteraction {
  #isDisabled

  /** @protected */
  constructor({
    start = { x: 0, y: 0 }, bounds = {}, band = null, keepsSlop = false, spring = Spring.standard,
    isDisabled = false, reducesMotion = null, looksAhead = false,
  }) {
    Object.assign(this, { spring, reducesMotion, looksAhead })
    /** @readonly @type {Content} */
    this.x = new Content(start.x, { bounds: bounds.x, band, keepsSlop })
    /** @readonly @type {Content} */
    this.y = new Content(start.y, { bounds: bounds.y, band, keepsSlop })
    /** @readonly @type {Omit<ZoneOptions, 'name'>} The options for its zone. */
    this.zone = { presses: true }
    this.#isDisabled = isDisabled
  }

  /** @type {boolean} Whether a finger is on the content. */
  get isHeld() { return this.x.isHeld || this.y.isHeld }

  /** @type {boolean} Whether fingers do not move the content; content that becomes disabled leaves its finger. */
  get isDisabled() { return this.#isDisabled }
  set isDisabled(isDisabled) {
    this.#isDisabled = isDisabled
    if (isDisabled) this.cancel()
  }

  /** @type {(swipe: Swipe) => void} Handles a moment of a swipe, a press or a release. */
  handle(swipe) {
    const { phase, time } = swipe
    if (phase === 'release') for (const content of [this.x, this.y]) content.resume(time)
    if (phase === 'release' || this.isDisabled) return
    if (phase === 'press') this.#press(time)
    else this.#track(swipe)
  }

  /** @type {(result: Result, time?: number) => void} Moves the content on its spring, without a finger. */
  go(result, time = now()) {
    this.choose(result)
    this.settle(null, time)
  }

  /** @type {(result: Result) => void} Moves the content immediately, without a spring. */
  put(result) {
    this.choose(result)
    for (const axis of ['x', 'y']) this[axis].put(this.target[axis])
  }

  /** Takes the content from its finger: it returns, and ignores the rest of the swipe. */
  cancel(time = now()) { if (this.isHeld) this.settle(0, time) }

  /** @type {(time?: number) => Vector} The displacement to draw in a frame: call it once in each frame. */
  draw(time = now()) { return { x: this.x.draw(time), y: this.y.draw(time) } }
  /** @type {(time?: number) => Vector} */
  offset(time = now()) { return { x: this.x.offset(time), y: this.y.offset(time) } }
  isMoving(time = now()) { return this.x.isFlying(time) || this.y.isFlying(time) }

  /** @protected */
  settle(velocity, time, target = this.target, swipe = null) {
    for (const axis of ['x', 'y']) {
      if (isReduced(this) && swipe?.reason !== 'fingers') this[axis].put(target[axis])
      else this[axis].release(target[axis], velocity, this.spring, time)
    }
  }

  /** Both axes stop, also the one that has arrived: the finger holds all of the content. */
  #press(time) { for (const content of [this.x, this.y]) content.press(time) }

  #track(swipe) {
    const drawn = drawnOf(this, swipe)
    this.y.track(swipe, ...along(swipe, 'y', drawn))
    const release = this.x.track(swipe, ...along(swipe, 'x', drawn))
    if (!release) return
    if (release === 'end') this.choose(this.meant(swipe))
    this.settle(null, swipe.time, this.target, swipe)
  }
}
