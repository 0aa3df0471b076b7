// Pages of the size of their view, each with an interaction of the other axis if it has one.
import { now } from './motion.js'
import { Route } from './route.js'
import { RowInteraction } from './row.js'

const AXES = { left: 'x', right: 'x', up: 'y', down: 'y' }

/** The axis of a swipe: that of its zone, or that of its larger displacement. */
function axisOf({ zone, decision, translation: { x, y } }) {
  // A line is rounded: its displacements can be equal although those in flickd are not.
  const ofZone = zone === null ? undefined : AXES[decision?.direction]
  return ofZone ?? (Math.abs(x) >= Math.abs(y) ? 'x' : 'y')
}

/**
 * Pages; a swipe turns one. A page may have an interaction of the other axis in `nested`. A swipe moves the one of its
 * axis from its begin to its end: nested content at its own end does not turn the page.
 * @property {(NestedInteraction | null | undefined)[]} nested Draw each nested interaction with its own `draw`.
 * @property-read {boolean} isLooping
 */
export class Pager extends RowInteraction {
  #route = new Route()
  /** The nested interaction that a finger pressed. */
  #pressed = null

  /**
   * Pages of a size along the axis; `nested` contains for each page an interaction of the other axis, or null.
   * @param {RowOptions &
   *   { size: number, isLooping?: boolean, nested?: (NestedInteraction | null | undefined)[] }} options
   */
  constructor({ size, nested = [], extent = size, isLooping = false, ...options }) {
    super({ stride: size, extent, maxSteps: 1, isRing: isLooping, ...options })
    Object.assign(this, { nested, isLooping })
  }

  /** @type {number} */
  get size() { return this.stride }

  /** @type {NestedInteraction | null} The nested interaction of the page in front; null without one. */
  get front() { return this.nested[this.index] ?? null }

  /**
   * The options for the zones of the page in front: of the pages, and of its nested interaction.
   * @type {Omit<ZoneOptions, 'name'>[]}
   */
  get zones() { return this.front ? [this.zone, this.front.zone] : [this.zone] }

  /** @type {(swipe: Swipe) => void} Handles a moment of a swipe of either zone. */
  handle(swipe) {
    const { phase } = swipe
    if (phase === 'press') this.#pressed = this.front
    if (phase === 'press' || phase === 'release') {
      super.handle(swipe)
      this.#pressed?.handle(swipe)
      return
    }
    const receiver = this.#route.of(swipe, () => this.#receiverOf(swipe))
    if (receiver === this) super.handle(swipe)
    else receiver?.handle(swipe)
  }

  /** @type {(swipe: Swipe) => number} */
  meant(swipe) {
    const receiver = this.#route.receiver(swipe)
    return receiver === undefined || receiver === this ? super.meant(swipe) : this.index
  }

  /**
   * Sets another number of pages, or another size. Then remove the zones, and make new ones with `zones`.
   * @param {{ count?: number, size?: number, isRightToLeft?: boolean }} pages
   */
  resize({ count = this.count, size = this.size, isRightToLeft }, time = now()) {
    super.resize({ count, stride: size, isRightToLeft }, time)
  }

  #receiverOf(swipe) {
    const release = { phase: 'release', time: swipe.time }
    // The press of this finger has also stopped the content of the other axis.
    if (axisOf(swipe) === this.zone.axis) {
      this.#pressed?.handle(release)
      return this
    }
    super.handle(release)
    return this.front
  }
}
