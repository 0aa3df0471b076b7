// What all interactions with one axis have in common, with the numbers and names of FlickClient/Interactions. `zone`
// contains the zone's options, `handle` receives its swipes, and `draw` returns where to draw in a frame. Times are µs
// of performance.now(), as in the swipes, and their default is now.
//
// flickd decides a swipe of a zone. A swipe without a zone is decided here, by the rule of the zone.
import { along } from './content.js'
import { now, prefersReducedMotion } from './motion.js'
import { Spring } from './spring.js'

/** The user's preference, unless the page has set `reducesMotion`. */
export const isReduced = ({ reducesMotion }) => reducesMotion ?? prefersReducedMotion()

/** The displacement to draw for a swipe: that of the finger, or where the finger will be when the frame is seen. */
export const drawnOf = ({ looksAhead }, swipe) => (looksAhead ? swipe.lookaheadTranslation : null) ?? swipe.translation

/**
 * @typedef {object} InteractionOptions The options of every interaction.
 * @property {Spring} [spring]
 * @property {boolean} [isDisabled] Whether fingers do not move the content.
 * @property {boolean | null} [reducesMotion] Whether the content jumps to its target; the default, null, is the user's
 *   preference.
 * @property {boolean} [looksAhead] Whether held content is drawn at `lookaheadTranslation`: see the option `lookahead`
 *   of `connect`.
 * @property {boolean} [keepsSlop] Whether a begin moves the content by the slop; the default is false.
 */

/**
 * What all interactions with one axis have in common. A subclass has `meant(swipe)`, `choose(result)`, and `target`,
 * where its content rests.
 * @template Result
 */
export class Interaction {
  #isDisabled

  /** @protected */
  constructor(zone, content, {
    spring = Spring.standard, isDisabled = false, reducesMotion = null, looksAhead = false,
  }) {
    /** @readonly @type {Omit<ZoneOptions, 'name'>} The options for its zone. */
    this.zone = { ...zone, presses: true }
    /** @readonly @type {Content} */
    this.content = content
    /** @readonly @type {Spring} */
    this.spring = spring
    /** @type {boolean | null} */
    this.reducesMotion = reducesMotion
    /** @type {boolean} */
    this.looksAhead = looksAhead
    this.#isDisabled = isDisabled
  }

  /** @type {boolean} Whether fingers do not move the content; content that becomes disabled leaves its finger. */
  get isDisabled() { return this.#isDisabled }
  set isDisabled(isDisabled) {
    this.#isDisabled = isDisabled
    if (isDisabled) this.cancel()
  }

  /** @type {boolean} Whether a finger is on the content. */
  get isHeld() { return this.content.isHeld }

  /** @type {(swipe: Swipe) => void} Handles a moment of a swipe, a press or a release. */
  handle(swipe) {
    const { phase, time } = swipe
    if (phase === 'release') this.content.resume(time)
    if (phase === 'release' || this.isDisabled || !this.canFollow) return
    if (phase === 'press') {
      this.content.press(time)
      return
    }
    const { axis } = this.zone
    const release = this.content.track(swipe, ...along(swipe, axis, drawnOf(this, swipe)))
    if (!release) return
    if (release === 'end') this.choose(this.meant(swipe), swipe)
    this.settle(null, time, swipe)
  }

  /** @type {(result: Result, time?: number) => void} Moves the content on its spring, without a finger. */
  go(result, time = now()) {
    this.choose(result)
    this.settle(null, time)
  }

  /** @type {(result: Result) => void} Moves the content immediately, without a spring. */
  put(result) {
    this.choose(result)
    this.content.put(this.target)
  }

  /** Takes the content from its finger: it returns, and ignores the rest of the swipe. */
  cancel(time = now()) { if (this.content.isHeld) this.settle(0, time) }

  /** @type {(time?: number) => number} The offset to draw in a frame: call it once in each frame. */
  draw(time = now()) { return this.content.draw(time) }
  /** @type {(time?: number) => number} */
  offset(time = now()) { return this.content.offset(time) }
  isMoving(time = now()) { return this.content.isFlying(time) }

  /** @protected */
  get canFollow() { return true }
  /** @protected */
  get releaseSpring() { return this.spring }

  /**
   * After a cancel by `fingers` nothing jumps: a swipe of all fingers begins in the same frame.
   * @protected
   */
  settle(velocity, time, swipe) {
    if (isReduced(this) && swipe?.reason !== 'fingers') this.content.put(this.target)
    else this.content.release(this.target, velocity, this.releaseSpring, time)
  }
}
