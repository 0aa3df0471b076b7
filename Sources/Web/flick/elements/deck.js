// <flick-deck>: its children are the cards of a CardDeck, the first one on top.
import { CardDeck } from '../deck.js'
import { number, reflect, stated, text } from './attributes.js'
import { SnappingElement } from './element.js'
import { STATUS_STYLE, part, slot, statusPart } from './shadow.js'

const STYLE = `
  :host { display: block; position: relative; touch-action: pan-y }
  :host([hidden]) { display: none }
  [part=deck] { display: grid; height: 100%; user-select: none; -webkit-user-select: none }
  [part=deck] > slot::slotted(*) { grid-area: 1 / 1; min-width: 0; min-height: 0 }
  ${STATUS_STYLE}
`

/**
 * Its children are cards, the first one on top. `go` and `put` send the top card to a side.
 * @extends {SnappingElement<CardDeck, Side>}
 * @property {number | undefined} exit How far a card leaves, in px; the default is out of the window.
 * @property {Reversal | undefined} reversal
 * @property {string} emptyLabel What a screen reader says of an empty deck.
 */
export class FlickDeck extends SnappingElement {
  /** @readonly @type {string} */
  static tag = 'flick-deck'
  /** @protected */
  static style = STYLE
  /** @protected */
  static making = ['visible', 'shrink', 'peek', 'distance-threshold', 'exit', 'turn', 'speed-threshold', 'reversal']
  #slot
  #status
  #cards = []
  /** The index of the card that was on top at the last change. */
  #topIndex = 0
  /** What each card shows now, so that a frame changes only what has moved. */
  #drawn = new WeakMap()

  /** @protected */
  build() {
    this.#slot = slot()
    this.#slot.addEventListener('slotchange', () => this.#arrange())
    this.#status = statusPart()
    return [
      part('div', 'deck', this.#slot), this.control('left', deck => deck.go('left')),
      this.control('right', deck => deck.go('right')), this.control('undo', deck => deck.undo()), this.#status,
    ]
  }

  /** @type {number} */
  get count() { return this.#cards.length }
  /** @type {boolean} */
  get isEmpty() { return this.interaction?.isEmpty ?? true }

  /** @protected */
  make(options) {
    this.#cards = this.#slot.assignedElements()
    const deck = stated(
      this, 'count', 'visible', 'shrink', 'peek', 'distanceThreshold', 'turn', 'speedThreshold', 'reversal')
    return new CardDeck({ ...options, ...deck, exit: this.#exit() })
  }

  /**
   * The index of the top card. `go` sends the top card to a side, so another index is set at once.
   * @type {number}
   */
  get index() { return super.index }
  set index(index) { this.setAttribute('index', index) }

  /** @type {() => boolean} Brings the last card back, without an event; returns whether there was one. */
  undo() {
    const isBack = this.interaction?.undo() ?? false
    this.binding?.redraw()
    this.show()
    return isBack
  }

  /** @protected */
  apply(name) {
    if (name !== 'index') return super.apply(name)
    this.rebuild({ index: this.first })
    this.show()
  }

  /** Far enough to leave the window on both sides, also for the corners of a card that turns. */
  #exit() {
    const { left, right, width, height } = this.getBoundingClientRect()
    return this.exit ?? Math.ceil(Math.max(innerWidth - left, right, width) + height / 2)
  }

  /** @protected */
  measure() { if (this.interaction && this.interaction.count !== this.count) this.interaction.count = this.count }

  /** @protected */
  draw(offset, time) {
    for (const [number, card] of this.#cards.entries()) {
      const { x, y, scale, rotation, isVisible } = this.interaction.pose(number, time)
      const text = isVisible
        ? `translate3d(${x}px, ${y}px, 0) rotate(${rotation}deg) scale(${scale})` : ''
      if (this.#drawn.get(card) === text) continue
      this.#drawn.set(card, text)
      card.style.transform = text
      card.style.visibility = isVisible ? '' : 'hidden'
      card.style.zIndex = this.count - number
    }
  }

  /** @protected */
  changed(index) {
    const direction = index > this.#topIndex ? this.interaction.side(index - 1) : null
    this.#status.textContent = this.isEmpty ? this.emptyLabel : this.labelOf(index, this.count)
    this.emit('change', { index, direction })
  }

  /**
   * The name of a card for assistive technology; set another function for another language.
   * @type {(index: number, count: number) => string}
   */
  labelOf = (index, count) => `${index + 1} of ${count}`

  /** @protected */
  label() { this.assume(this, { role: 'group', 'aria-roledescription': 'deck' }) }

  /**
   * Only the top card can have the focus.
   * @protected
   */
  show() {
    if (!this.interaction) return
    const { index } = this.interaction
    this.#topIndex = index
    for (const [number, card] of this.#cards.entries()) {
      if (number !== index && card.contains(document.activeElement)) this.focus({ preventScroll: true })
      this.present(card, 'card', this.labelOf(number, this.count), number === index)
    }
  }

  #arrange() {
    const before = this.#cards
    this.#cards = this.#slot.assignedElements()
    for (const card of before) {
      if (this.#cards.includes(card)) continue
      this.release(card)
      this.#drawn.delete(card)
      for (const name of ['transform', 'visibility', 'z-index']) card.style.removeProperty(name)
    }
    if (!this.binding) return
    this.binding.measure()
    // The parser may add the cards after the element.
    if (before.length === 0 && this.first > 0) this.rebuild({ index: this.first })
    this.binding.redraw()
    this.show()
  }
}

reflect(FlickDeck, {
  visible: number(), shrink: number(), peek: number(), distanceThreshold: number(), exit: number(), turn: number(),
  speedThreshold: number(), reversal: text(), emptyLabel: text('No more cards'),
})
