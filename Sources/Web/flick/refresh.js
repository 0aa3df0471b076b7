// Pull to refresh: content that a finger pulls down at its top.
import { Content, RubberBand } from './content.js'
import { decisionOf } from './decision.js'
import { Interaction } from './interaction.js'
import { now } from './motion.js'

/**
 * Content that a finger pulls down against a rubber band. Released beyond the threshold, it rests there and refreshes.
 *
 * The velocity does not count: a list arrives at its top with a flick, and a refresh replaces what the user reads. So a
 * refresh needs a displacement at which the user sees, under the finger, that a release will refresh. `go(true)` starts
 * one too. Set `isDisabled` while the list is not at its top.
 * @extends {Interaction<boolean>}
 */
export class PullToRefresh extends Interaction {
  #band
  #isReady = false

  /**
   * The content rests at `threshold` (64) while it refreshes. `extent` limits how far a finger pulls it; the default is
   * four times the threshold.
   * @param {InteractionOptions & { threshold?: number, extent?: number }} [options]
   */
  constructor({ threshold = 64, extent = 4 * threshold, keepsSlop, ...options } = {}) {
    const band = new RubberBand(extent)
    if (!(threshold > 0 && threshold < extent)) {
      throw new RangeError(`the threshold is ${threshold}: use a number above 0 and below the extent ${extent}`)
    }
    // The offset of the content is that of the finger, and the band maps the offset to what is drawn.
    super(
      { axis: 'y', directions: ['down'], commitIf: ['distance'], distance: band.pull(threshold) },
      new Content(0, { bounds: [0, Infinity], keepsSlop }), options)
    this.#band = band
    /** @readonly @type {number} */
    this.threshold = threshold
    /** @readonly @type {boolean} */
    this.isRefreshing = false
  }

  /** @type {boolean} Whether a release of the finger that holds the content would start a refresh. */
  get isReady() { return this.isHeld && this.#isReady && !this.isRefreshing }

  /** @type {'resting' | 'pulled' | 'ready' | 'refreshing'} */
  get state() {
    if (this.isRefreshing) return 'refreshing'
    return this.isReady ? 'ready' : this.isHeld ? 'pulled' : 'resting'
  }

  /** @type {(swipe: Swipe) => boolean} Handles a moment of a swipe; returns whether it started a refresh. */
  handle(swipe) {
    const { isRefreshing: wasRefreshing, content } = this
    super.handle(swipe)
    if (content.holder === null) this.#isReady = false
    else if (content.holder === swipe.id) this.#isReady = decisionOf(this.zone, swipe).commit
    return this.isRefreshing && !wasRefreshing
  }

  /** @type {(swipe: Swipe) => boolean} Whether the content refreshes after a release now. */
  meant(swipe) { return this.isRefreshing || decisionOf(this.zone, swipe).commit }

  /** @protected */
  choose(isRefreshing) { this.isRefreshing = isRefreshing }

  /** @type {number} The offset at which the content rests. */
  get target() { return this.isRefreshing ? this.zone.distance : 0 }

  /** Ends the refresh: the content returns, or stays in the hand. */
  finish(time = now()) {
    this.choose(false)
    if (this.content.holder === null) this.settle(null, time)
  }

  draw(time = now()) { return this.#band.displacement(this.content.draw(time)) }
  offset(time = now()) { return this.#band.displacement(this.content.offset(time)) }
  /** @type {(time?: number) => number} 1 at the threshold and beyond it. */
  progress(time = now()) { return Math.min(this.offset(time) / this.threshold, 1) }
}
