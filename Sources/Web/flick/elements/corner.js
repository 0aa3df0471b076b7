// <flick-corner>: its content is a card that a CornerThrow throws to a corner of the element.
import { CornerThrow } from '../corners.js'
import { moveTo } from '../transform.js'
import { number, reflect, stated } from './attributes.js'
import { FlickElement } from './element.js'
import { STATUS_STYLE, part, slot, statusPart } from './shadow.js'

// The element is the area, in which only the card receives fingers. A box is where the card rests, so that flickd finds
// its zone; in the box, the card follows the finger.
const STYLE = `
  :host { display: block; position: fixed; inset: 16px; pointer-events: none }
  :host([hidden]) { display: none }
  :host(:focus-visible) { outline: none }
  :host(:focus-visible) [part=card] { outline: auto }
  .rest { position: absolute; max-width: 100%; pointer-events: auto; touch-action: none }
  [part=card] { user-select: none; -webkit-user-select: none; will-change: transform }
  ${STATUS_STYLE}
`
/** @typedef {{ corner: Corner }} CornerChange The corner that a user chose. */
/** The corners, clockwise. */
const CORNERS = ['top_left', 'top_right', 'bottom_right', 'bottom_left']

/**
 * Its content is a card that a user throws to a corner of the element.
 * @extends {FlickElement<CornerThrow, Corner, CornerChange>}
 * @property {number | undefined} extent How far a finger pulls the card out of the element, at most; the default is
 *   120 px.
 */
export class FlickCorner extends FlickElement {
  /** @readonly @type {string} */
  static tag = 'flick-corner'
  /** @protected */
  static style = STYLE
  /** @protected */
  static making = ['extent']
  #rest
  #card
  #status
  /** The corner at which the box is. */
  #shownCorner = null

  /** @protected */
  build() {
    const next = this.control('next', card => card.go(CORNERS[(CORNERS.indexOf(card.corner) + 1) % CORNERS.length]))
    this.#card = part('div', 'card', slot(), next)
    this.#rest = part('div', null, this.#card)
    this.#rest.className = 'rest'
    this.#status = statusPart()
    return [this.#rest, this.#status]
  }

  /**
   * The corner of the card. Another value moves the card on its spring, without an event.
   * @type {Corner}
   */
  get corner() { return this.interaction?.corner ?? this.first }
  set corner(corner) {
    if (this.interaction) this.go(corner)
    else this.setAttribute('corner', corner)
  }

  /**
   * The corner of the attribute: where the card begins.
   * @protected
   */
  get first() {
    const corner = this.getAttribute('corner')
    return CORNERS.includes(corner) ? corner : 'bottom_right'
  }

  /** @protected */
  get continued() { return { corner: this.corner } }

  /** @protected */
  make(options) {
    return new CornerThrow({ ...options, rectangle: this.#rectangle, ...stated(this, 'extent') })
  }

  /** @protected */
  binds() { return { zoneElement: this.#rest, observed: [this.#rest] } }

  /** @protected */
  apply(name) {
    if (name === 'corner') this.go(this.first)
    else super.apply(name)
  }

  get #rectangle() {
    const [width, height] = [this.clientWidth - this.#rest.offsetWidth, this.clientHeight - this.#rest.offsetHeight]
    return { x: 0, y: 0, width: Math.max(width, 0), height: Math.max(height, 0) }
  }

  /** @protected */
  measure() {
    const rectangle = this.#rectangle
    this.reach(Math.max(rectangle.width, rectangle.height))
    return rectangle
  }

  /** @protected */
  draw({ x, y }) {
    const { target } = this.interaction
    moveTo(this.#card, null, { x: x - target.x, y: y - target.y })
  }

  /** @protected */
  changed(corner) {
    this.#status.textContent = this.labelOf(corner)
    this.emit('change', { corner })
  }

  /**
   * The name of a corner for assistive technology; set another function for another language.
   * @type {(corner: Corner) => string}
   */
  labelOf = corner => corner.replace('_', ' ')

  /** @protected */
  label() { this.assume(this, { role: 'group' }) }

  /**
   * The box moves to the corner at once, and the card keeps its position on the screen.
   * @protected
   */
  show() {
    if (!this.interaction) return
    const { corner } = this.interaction
    if (corner !== this.#shownCorner) {
      this.#shownCorner = corner
      const [vertical, horizontal] = corner.split('_')
      for (const side of ['top', 'bottom', 'left', 'right']) {
        this.#rest.style.setProperty(side, side === vertical || side === horizontal ? '0' : 'auto')
      }
      this.binding.moveZone()
    }
    this.draw(this.interaction.offset())
  }
}

reflect(FlickCorner, { extent: number() })
FlickCorner.observedAttributes.push('corner')
