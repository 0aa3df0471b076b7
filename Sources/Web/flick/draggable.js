// A card that is lifted, follows the finger one to one in both directions, and springs back.
import { Content, along } from './content.js'
import { drawnOf, isReduced } from './interaction.js'
import { now } from './motion.js'
import { Spring } from './spring.js'

/** A lift of 1 in units of the content model, which is at rest within half a unit of its target. */
const LIFTED = 1000

export class DraggableCard {
  #lift = new Content()
  #isDisabled

  /** The options of a card that seems to leave the page: for `new DraggableCard(DraggableCard.floating)`. */
  static floating = Object.freeze({
    spring: new Spring({ response: 0.35 }), liftSpring: new Spring({ response: 0.25 }), liftedScale: 1.03,
    restingShadow: Object.freeze({ opacity: 0.1, radius: 5, y: 2 }),
    liftedShadow: Object.freeze({ opacity: 0.3, radius: 20, y: 10 }),
  })

  constructor({
    spring = new Spring({ response: 0.3, dampingFraction: 0.7 }), liftSpring = new Spring({ response: 0.2 }),
    liftedScale = 1.05, restingShadow = { opacity: 0.33, radius: 6, y: 0 },
    liftedShadow = { opacity: 0.33, radius: 12, y: 0 },
    isDisabled = false, reducesMotion = null, looksAhead = false, keepsSlop = false, bounds = {}, band = null,
  } = {}) {
    Object.assign(this, {
      spring, liftSpring, liftedScale, restingShadow, liftedShadow, reducesMotion, looksAhead,
    })
    this.x = new Content(0, { bounds: bounds.x, band, keepsSlop })
    this.y = new Content(0, { bounds: bounds.y, band, keepsSlop })
    this.zone = { presses: true }
    this.#isDisabled = isDisabled
  }

  /** Whether fingers move the card; a card that becomes disabled leaves its finger. */
  get isDisabled() { return this.#isDisabled }
  set isDisabled(isDisabled) {
    this.#isDisabled = isDisabled
    if (isDisabled) this.cancel()
  }

  handle(swipe) {
    const { phase, time } = swipe
    if (phase === 'release') for (const content of [this.x, this.y]) content.resume(time)
    else if (this.isDisabled) return
    else if (phase === 'press') this.#press(time)
    else if (this.#track(swipe)) this.#settle(null, time)
    this.#raise(time)
  }

  /** Both axes stop, also the one that has arrived: the finger holds the whole card. */
  #press(time) { for (const content of [this.x, this.y]) content.press(time) }

  #track(swipe) {
    const drawn = drawnOf(this, swipe)
    this.y.track(swipe, ...along(swipe, 'y', drawn))
    return this.x.track(swipe, ...along(swipe, 'x', drawn))
  }

  #settle(velocity, time, target = { x: 0, y: 0 }) {
    for (const axis of ['x', 'y']) {
      if (isReduced(this)) this[axis].put(target[axis])
      else this[axis].release(target[axis], velocity, this.spring, time)
    }
  }

  #raise(time) {
    const target = this.isLifted ? LIFTED : 0
    if (isReduced(this)) this.#lift.put(target)
    else if (this.#lift.start !== target) this.#lift.go(target, this.liftSpring, time)
  }

  get isLifted() { return this.x.isHeld || this.y.isHeld }
  get isHeld() { return this.isLifted }

  /** How far the card is lifted: 0 at rest, 1 under a finger; between them on a spring. */
  lift(time = now()) { return this.#lift.offset(time) / LIFTED }
  scale(time = now()) { return 1 + (this.liftedScale - 1) * this.lift(time) }
  shadow(time = now()) {
    const [resting, lifted, lift] = [this.restingShadow, this.liftedShadow, this.lift(time)]
    const between = name => resting[name] + (lifted[name] - resting[name]) * lift
    return { opacity: between('opacity'), radius: Math.max(between('radius'), 0), y: between('y') }
  }

  /** 1 above other cards, until the card lies on the page again. */
  zIndex(time = now()) { return this.isLifted || this.#lift.isFlying(time) || this.isMoving(time) ? 1 : 0 }

  /** Where a release of the active swipe would send the card: back. */
  meant() { return { x: 0, y: 0 } }

  /** Moves on the spring, without a finger. */
  go({ x, y }, time = now()) {
    this.#settle(null, time, { x, y })
    this.#raise(time)
  }

  /** Moves at once. */
  put({ x, y }) {
    this.x.put(x)
    this.y.put(y)
    this.#lift.put(0)
  }

  /** Takes the card from its finger: it returns, and ignores the rest of the swipe. */
  cancel(time = now()) {
    if (!this.isLifted) return
    this.#settle(0, time)
    this.#raise(time)
  }

  draw(time = now()) {
    this.#lift.draw(time)
    return { x: this.x.draw(time), y: this.y.draw(time) }
  }
  offset(time = now()) { return { x: this.x.offset(time), y: this.y.offset(time) } }
  isMoving(time = now()) { return this.x.isFlying(time) || this.y.isFlying(time) || this.#lift.isFlying(time) }
}
