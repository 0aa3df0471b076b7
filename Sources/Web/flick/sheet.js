// A sheet whose heights are snap points.
import { now } from './motion.js'
import { SnapPoints } from './snap-points.js'
import { Snapping, endsOf } from './snapping.js'

/**
 * A sheet that rests at one of several heights, in offsets; up is negative. The highest sheet scrolls its list by the
 * same finger, up to `scrollable`.
 */
export class BottomSheet extends Snapping {
  /**
   * `detents` are the offsets at which the sheet rests, in CSS pixels; up is negative. The default is [0, -300, -600].
   * The highest sheet scrolls its list by up to `scrollable`. `extent` limits what a finger pulls the sheet beyond its
   * ends; the default is the distance between them.
   * @param {InteractionOptions &
   *   { detents?: number[], index?: number, scrollable?: number, extent?: number }} [options]
   */
  constructor({ detents = [0, -300, -600], extent, scrollable = 0, ...options } = {}) {
    const points = new SnapPoints(detents)
    const [lower, upper] = endsOf(points)
    super('y', points, { extent: extent ?? Math.max(upper - lower, 300), scrollable, ...options })
    /** @readonly @type {number} */
    this.scrollable = scrollable
  }

  get #top() { return this.content.bounds[0] + this.scrollable }
  /** @protected */
  get hasMomentum() { return this.scrollable > 0 && this.content.offset(0) < this.#top }

  /** @type {(time?: number) => number} */
  offset(time = now()) { return this.#sheet(this.content.offset(time)) }
  /** @type {(time?: number) => number} */
  draw(time = now()) { return this.#sheet(this.content.draw(time)) }

  /** @type {(scroll: number, time?: number) => void} Scrolls the list of the highest sheet, without a finger. */
  scrollTo(scroll, time = now()) {
    const landing = this.#top - Math.min(Math.max(scroll, 0), this.scrollable)
    this.choose(this.points.nearest(this.#top), null, landing)
    this.settle(null, time)
  }

  /**
   * Sets other heights, or another height of the list. After other heights, remove the zone, and make a new one.
   * @param {{ detents?: number[], scrollable?: number }} sheet
   */
  resize({ detents = this.points.offsets, scrollable = this.scrollable }, time = now()) {
    this.scrollable = scrollable
    this.rearrange(new SnapPoints(detents), scrollable, time)
  }

  /** @type {(time?: number) => number} How far the list is scrolled. */
  scroll(time = now()) { return this.scrollable > 0 ? Math.max(this.#top - this.content.offset(time), 0) : 0 }

  #sheet(offset) { return this.scrollable > 0 ? Math.max(offset, this.#top) : offset }
}
