// A card that is lifted, follows the finger one to one in both directions, and springs back.
import { Content } from './content.js'
import { FreeInteraction } from './free.js'
import { isReduced } from './interaction.js'
import { now } from './motion.js'
import { Spring } from './spring.js'

/** A lift of 1 in units of the content model, which is at rest within half a unit of its target. */
const LIFTED = 1000

/** @typedef {{ opacity: number, radius: number, y: number }} Shadow A black shadow; `y` is downwards. */
/**
 * @typedef {object} LiftOptions
 * @property {Spring} [liftSpring] The spring of scale and shadow.
 * @property {number} [liftedScale]
 * @property {Shadow} [restingShadow]
 * @property {Shadow} [liftedShadow]
 * @property {{ x?: [number, number], y?: [number, number] }} [bounds]
 * @property {RubberBand | null} [band]
 */
/** @typedef {InteractionOptions & LiftOptions} DraggableOptions */

/**
 * A card that is lifted, follows the finger in both directions, and springs back.
 * @extends {FreeInteraction<Vector>}
 */
export class DraggableCard extends FreeInteraction {
  #lift = new Content()

  /**
   * The options of a card that seems to leave the page: for `new DraggableCard(DraggableCard.floating)`.
   * @readonly
   * @type {DraggableOptions}
   */
  static floating = Object.freeze({
    spring: new Spring({ response: 0.35 }), liftSpring: new Spring({ response: 0.25 }), liftedScale: 1.03,
    restingShadow: Object.freeze({ opacity: 0.1, radius: 5, y: 2 }),
    liftedShadow: Object.freeze({ opacity: 0.3, radius: 20, y: 10 }),
  })

  /** @param {DraggableOptions} [options] */
  constructor({
    spring = new Spring({ response: 0.3, dampingFraction: 0.7 }), liftSpring = new Spring({ response: 0.2 }),
    liftedScale = 1.05, restingShadow = { opacity: 0.33, radius: 6, y: 0 },
    liftedShadow = { opacity: 0.33, radius: 12, y: 0 }, ...options
  } = {}) {
    super({ spring, ...options })
    Object.assign(this, { liftSpring, liftedScale, restingShadow, liftedShadow })
  }

  /** @type {(swipe: Swipe) => void} */
  handle(swipe) {
    super.handle(swipe)
    this.#raise(swipe.time)
  }

  /** @type {boolean} */
  get isLifted() { return this.isHeld }

  /**
   * How far the card is lifted: 0 at rest, 1 under a finger; between them on a spring.
   * @type {(time?: number) => number}
   */
  lift(time = now()) { return this.#lift.offset(time) / LIFTED }
  /** @type {(time?: number) => number} */
  scale(time = now()) { return 1 + (this.liftedScale - 1) * this.lift(time) }
  /** @type {(time?: number) => Shadow} */
  shadow(time = now()) {
    const [resting, lifted, lift] = [this.restingShadow, this.liftedShadow, this.lift(time)]
    const between = name => resting[name] + (lifted[name] - resting[name]) * lift
    return { opacity: between('opacity'), radius: Math.max(between('radius'), 0), y: between('y') }
  }

  /** @type {(time?: number) => number} 1 above other cards, until the card lies on the page again. */
  zIndex(time = now()) { return this.isLifted || this.isMoving(time) ? 1 : 0 }

  /** @type {(swipe: Swipe) => Vector} Where a release of the active swipe would send the card: back. */
  meant(_swipe) { return { x: 0, y: 0 } }
  /** @protected */
  choose() {}
  /** @type {Vector} The displacement at which the content rests. */
  get target() { return { x: 0, y: 0 } }

  /** @type {(displacement: Vector, time?: number) => void} */
  go(displacement, time = now()) {
    this.settle(null, time, displacement)
    this.#raise(time)
  }

  /** @param {Vector} displacement */
  put({ x, y }) {
    this.x.put(x)
    this.y.put(y)
    this.#lift.put(0)
  }

  cancel(time = now()) {
    super.cancel(time)
    this.#raise(time)
  }

  /** @type {(time?: number) => Vector} */
  draw(time = now()) {
    this.#lift.draw(time)
    return super.draw(time)
  }

  isMoving(time = now()) { return super.isMoving(time) || this.#lift.isFlying(time) }

  #raise(time) {
    const target = this.isLifted ? LIFTED : 0
    if (isReduced(this)) this.#lift.put(target)
    else if (this.#lift.start !== target) this.#lift.go(target, this.liftSpring, time)
  }
}
