// Content with the mistakes that pages make between the finger and the picture.
import { Content } from '../../flick/content.js'

export class NaiveContent extends Content {
  /** The bounds that the content should have; null if it has them. */
  #stated = null
  #isUncaught

  /**
   * Replaces content at rest. `isLoose`: it has no bounds, so it follows the finger beyond its ends without resistance.
   * `isUncaught`: no finger stops it in flight.
   */
  constructor(content, { isLoose = false, isUncaught = false, follow = null }) {
    const { start, bounds, band, keepsSlop } = content
    super(start, { bounds: isLoose ? null : bounds, band: isLoose ? null : band, keepsSlop, follow })
    if (isLoose) this.#stated = bounds
    this.#isUncaught = isUncaught
  }

  get bounds() { return this.#stated ?? super.bounds }

  press(time) { if (!this.#isUncaught) super.press(time) }

  /**
   * The offset that a page keeps is the target of the transition, and not the offset in the picture. So a swipe begins
   * at the target, and the content jumps there.
   */
  track(swipe, displacement, options) {
    if (this.#isUncaught && !this.isHeld && this.isFlying(swipe.time)) this.put(this.start)
    return super.track(swipe, displacement, options)
  }

  confine(bounds, spring, time) {
    if (this.#stated) this.#stated = bounds ?? [-Infinity, Infinity]
    super.confine(this.#stated ? null : bounds, spring, time)
  }
}
