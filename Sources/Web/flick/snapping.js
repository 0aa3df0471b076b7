// Content with several snap points; each swipe selects one.
import { Content } from './content.js'
import { Interaction } from './interaction.js'
import { now } from './motion.js'
import { RubberBand } from './rubber-band.js'
import { SnapPoints } from './snap-points.js'
import { Spring, projectionTime } from './spring.js'

/** τ of UIScrollView's normal deceleration, in seconds. */
const SCROLLING = projectionTime(0.998)
/** Without bounce and with ω = 1/τ, a spring to v·τ from here is the exponential decay of a scrolled view. */
const MOMENTUM = new Spring({ duration: 2 * Math.PI * SCROLLING })

/** The lower and the upper end of the content: `scrolled` further than its first and last snap point. */
function endsOf({ offsets }, scrolled = 0) {
  return offsets.length === 0 ? [0, 0] : [Math.min(...offsets) - scrolled, Math.max(...offsets)]
}

/** The snap points of a zone; a zone has 1 to 64. */
const zonePoints = ({ count, offsets }) => count >= 1 && count <= SnapPoints.capacity ? offsets : undefined

class Snapping extends Interaction {
  /** Where content with momentum comes to rest between its snap points; null at a snap point. */
  #landing = null
  #isInZone

  constructor(axis, points, { index = 0, extent, scrollable = 0, isInZone = true, keepsSlop, ...options }) {
    const content = new Content(points.offset(index), {
      bounds: endsOf(points, scrollable), band: new RubberBand(extent), keepsSlop,
    })
    // Without snap points, flickd reports how the finger moves, and the page selects the point.
    const snapPoints = isInZone ? zonePoints(points) : undefined
    const { spring = Spring.standard } = options
    super({ axis, snapPoints, offset: content.start, spring }, content, options)
    this.#isInZone = isInZone
    this.points = points
    this.index = points.index(index)
  }

  /** The index of the snap point that a release now would select. */
  meant(swipe) {
    const { axis } = this.zone
    if (this.hasMomentum) return this.points.nearest(this.#land())
    const landing = this.content.start + swipe.decisiveEndTranslation[axis]
    const index = swipe.snap?.index ?? this.points.target(landing, swipe.decisiveVelocity[axis], this.index)
    return this.points.index(index)
  }

  choose(index, swipe = null, landing = swipe && this.hasMomentum ? this.#land() : null) {
    this.#landing = landing
    this.index = Math.max(Math.min(index, this.points.count - 1), 0)
  }

  get target() { return this.#landing ?? this.points.offset(this.index) }

  /** Whether the content continues as a scrolled view if it is released now. */
  get hasMomentum() { return false }

  /** At an end, the spring of the content takes over from the momentum. */
  get releaseSpring() {
    const [lower, upper] = this.content.bounds
    return this.#landing !== null && this.#landing > lower && this.#landing < upper ? MOMENTUM : this.spring
  }

  /** Where a release now would land within the ends, with the momentum of the content. */
  #land() {
    const { content } = this
    const [lower, upper] = content.bounds
    return Math.min(Math.max(content.offset(0) + SCROLLING * content.velocity(0), lower), upper)
  }

  /** Sets other snap points: the content moves to the nearest one, or stays in the hand. */
  rearrange(points, scrollable, time) {
    this.points = points
    this.content.confine(endsOf(points, scrollable), this.spring, time)
    this.choose(this.index, null, this.#landing)
    if (!this.content.isHeld) this.settle(null, time)
    if (this.#isInZone) this.zone.snapPoints = zonePoints(points)
    this.zone.offset = this.content.start
  }
}

/** Cards in a row, with one card in front; a flick selects the card at which it would land. */
export class CardCarousel extends Snapping {
  constructor({ count, width = 280, spacing = 16, extent = width, isFree = false, ...options }) {
    const stride = width + spacing
    super('x', CardCarousel.#pointsOf(count, stride), { extent, isInZone: !isFree, ...options })
    Object.assign(this, { count, width, spacing, isFree })
  }

  static #pointsOf(count, stride) {
    const offsets = Array.from({ length: count }, (_, card) => -card * stride || 0)
    return new SnapPoints(offsets, { capacity: Infinity })
  }

  /** From the start of a card to the start of the next one. */
  get stride() { return this.width + this.spacing }

  get hasMomentum() { return this.isFree }

  /** Sets another number of cards, or another size of them; `zone` changes too. */
  resize({ count = this.count, width = this.width, spacing = this.spacing }, time = now()) {
    Object.assign(this, { count, width, spacing })
    this.rearrange(CardCarousel.#pointsOf(count, this.stride), 0, time)
  }
}

/**
 * A sheet that rests at one of several heights, in offsets; up is negative. The highest sheet scrolls its list by the
 * same finger, up to `scrollable`.
 */
export class BottomSheet extends Snapping {
  constructor({ detents = [0, -300, -600], extent, scrollable = 0, ...options } = {}) {
    const points = new SnapPoints(detents)
    const [lower, upper] = endsOf(points)
    super('y', points, { extent: extent ?? Math.max(upper - lower, 300), scrollable, ...options })
    this.scrollable = scrollable
  }

  get #top() { return this.content.bounds[0] + this.scrollable }
  get hasMomentum() { return this.scrollable > 0 && this.content.offset(0) < this.#top }

  offset(time = now()) { return this.#sheet(this.content.offset(time)) }
  draw(time = now()) { return this.#sheet(this.content.draw(time)) }

  /** Scrolls the list of the highest sheet, without a finger. */
  scrollTo(scroll, time = now()) {
    const landing = this.#top - Math.min(Math.max(scroll, 0), this.scrollable)
    this.choose(this.points.nearest(this.#top), null, landing)
    this.settle(null, time)
  }

  /** Sets other heights, or another height of the list; `zone` changes too. */
  resize({ detents = this.points.offsets, scrollable = this.scrollable }, time = now()) {
    this.scrollable = scrollable
    this.rearrange(new SnapPoints(detents), scrollable, time)
  }

  /** How far the list is scrolled. */
  scroll(time = now()) { return this.scrollable > 0 ? Math.max(this.#top - this.content.offset(time), 0) : 0 }

  #sheet(offset) { return this.scrollable > 0 ? Math.max(offset, this.#top) : offset }
}
