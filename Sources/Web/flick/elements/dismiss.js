// <flick-dismiss>: its content is a card that a swipe dismisses: down (DismissibleCard), or with axis="x" to either
// side (SwipeCard).
import { DismissibleCard, SwipeCard } from '../leaving.js'
import { moveTo } from '../transform.js'
import { number, reflect, stated, text } from './attributes.js'
import { FlickElement } from './element.js'
import { part, slot } from './shadow.js'

const STYLE = `
  :host { display: block; touch-action: pan-x }
  :host([axis=x]) { touch-action: pan-y }
  :host([hidden]) { display: none }
  [part=card] { height: 100%; user-select: none; -webkit-user-select: none; will-change: transform }
`

/**
 * Its content is a card that leaves downwards, or with the axis x to either side.
 * @extends {FlickElement<DismissibleCard | SwipeCard, Direction | null>}
 * @property {Axis} axis
 * @property {number | undefined} exit How far the card leaves, in px; the default is out of the window.
 * @property {Reversal | undefined} reversal
 * @property {number | undefined} turn Only with the axis x: the rotation in degrees per px.
 */
export class FlickDismiss extends FlickElement {
  /** @readonly @type {string} */
  static tag = 'flick-dismiss'
  /** @protected */
  static style = STYLE
  /** @protected */
  static making = ['distance-threshold', 'speed-threshold', 'reversal', 'turn']
  #card
  /** The direction that a user chose; the event follows when the card has left. */
  #leaving = null

  /** @protected */
  build() {
    this.#card = part('div', 'card', slot())
    return [this.#card, this.control('close', card => card.go(card.zone.directions?.[0] ?? 'left'))]
  }

  /** @type {boolean} */
  get isDismissed() { return this.interaction?.isDismissed ?? false }
  /** @type {Direction | null} The direction in which the card left; null while it has not. */
  get side() { return this.interaction?.side ?? null }

  /** @protected */
  make(options) {
    const rule = stated(this, 'distanceThreshold', 'speedThreshold', 'reversal', 'turn')
    return new (this.axis === 'x' ? SwipeCard : DismissibleCard)({ ...options, ...rule, exit: this.#exit() })
  }

  /**
   * Another interaction for a card that has left: it stays where it is.
   * @protected
   */
  rebuild() {
    const { side } = this
    super.rebuild()
    if (side !== null) this.put(side)
  }

  /** @protected */
  measure() { if (this.interaction && !this.isDismissed) this.interaction.exit = this.#exit() }

  /** Far enough to leave the window in each direction, also for the corners of a card that turns. */
  #exit() {
    if (this.exit !== undefined) return this.exit
    const { left, right, top, height } = this.getBoundingClientRect()
    return Math.ceil(this.axis === 'x' ? Math.max(innerWidth - left, right) + height / 2 : innerHeight - top)
  }

  /** @protected */
  draw(offset, time) {
    const { interaction } = this
    moveTo(this.#card, interaction.zone.axis, offset)
    if (interaction.rotation) this.#card.style.transform += ` rotate(${interaction.rotation(time)}deg)`
    else this.#card.style.opacity = interaction.opacity(time)
  }

  /** @protected */
  changed(side) { this.#leaving = side }

  /** @protected */
  rested(side) {
    const direction = this.#leaving
    this.#leaving = null
    if (direction !== null && direction === side) this.emit('dismiss', { direction })
  }

  /** @protected */
  label() { this.assume(this, { role: 'group' }) }

  /** @protected */
  show() {
    if (!this.interaction) return
    const isGone = this.isDismissed && this.binding.isSettled
    this.#card.style.visibility = isGone ? 'hidden' : ''
    // A card far outside of the window would enlarge what the page can scroll.
    if (isGone) this.#card.style.transform = ''
    this.assume(this, { inert: isGone ? '' : null })
  }
}

reflect(FlickDismiss, {
  axis: text('y'), distanceThreshold: number(), exit: number(), speedThreshold: number(), reversal: text(),
  turn: number(),
})
