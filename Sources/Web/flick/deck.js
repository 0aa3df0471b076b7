// Cards on top of each other: the top one is a SwipeCard, and the cards below rise as it leaves.
import { SwipeCard } from './leaving.js'
import { now } from './motion.js'
import { Route } from './route.js'

/** @typedef {'left' | 'right' | null} Side */
/**
 * How to draw a card of a deck: its displacement, its scale, and its rotation in degrees.
 * @typedef {{ x: number, y: number, scale: number, rotation: number, isVisible: boolean }} Pose
 */
/**
 * @typedef {object} DeckProperties
 * @property {number} count
 * @property {number} [index]
 * @property {number} [visible]
 * @property {number} [shrink]
 * @property {number} [peek]
 * @property {number} [exit]
 * @property {number} [turn]
 */

/**
 * Cards on top of each other. A swipe sends the top card to a side; the cards below it rise as it leaves, without a
 * step.
 * @property {number} count The number of cards; you may set it.
 * @property-read {number} visible
 * @property-read {number} shrink
 * @property-read {number} peek
 * @property-read {Omit<ZoneOptions, 'name'>} zone The options for its zone.
 * @property {boolean | null} reducesMotion
 * @property {boolean} looksAhead
 */
export class CardDeck {
  /** The top card, and those that move, by their index. */
  #cards = new Map()
  /** Where each card left, by its index. */
  #sides = new Map()
  #index
  #route = new Route()
  #pressed = null
  #options
  #isDisabled

  /**
   * The card `index` (0) is on top. Of `visible` (3) cards, each is smaller by `shrink` (0.06) and lower by `peek` (14)
   * than the one above. The other options are those of a `SwipeCard`.
   * @param {LeavingOptions & DistanceOption & DeckProperties} options
   */
  constructor({
    count, index = 0, visible = 3, shrink = 0.06, peek = 14,
    isDisabled = false, reducesMotion = null, looksAhead = false, ...options
  }) {
    Object.assign(this, { count, visible, shrink, peek, reducesMotion, looksAhead })
    this.#options = options
    this.#isDisabled = isDisabled
    const { zone, exit, turn } = new SwipeCard(options)
    Object.assign(this, { zone, exit, turn })
    this.#turnTo(index)
  }

  /** @type {number} The index of the top card: the number of cards that have left. */
  get index() { return this.#index }
  /** @type {boolean} */
  get isEmpty() { return this.#index >= this.count }
  /** @type {SwipeCard | null} The top card; null in an empty deck. */
  get top() { return this.isEmpty ? null : this.#cards.get(this.#index) }
  /** @type {boolean} Whether a finger is on the top card. */
  get isHeld() { return this.top?.isHeld ?? false }

  /** @type {boolean} Whether fingers do not move the top card; a card whose deck becomes disabled leaves its finger. */
  get isDisabled() { return this.#isDisabled }
  set isDisabled(isDisabled) {
    this.#isDisabled = isDisabled
    if (isDisabled) this.cancel()
  }

  /** @type {(number: number) => Side} The side to which a card left; null if it is in the deck. */
  side(number) { return this.#sides.get(number) ?? null }

  /** @type {(swipe: Swipe) => Side} Handles a moment of a swipe; returns the side to which it sent the top card. */
  handle(swipe) {
    const { phase } = swipe
    if (phase === 'release') this.#pressed?.handle(swipe)
    if (phase === 'release' || this.isDisabled) return null
    const { top } = this
    if (phase === 'press') {
      this.#pressed = top
      top?.handle(swipe)
      return null
    }
    this.#route.of(swipe, () => this.#ready(top))?.handle(swipe)
    return this.#pass(top)
  }

  /** @type {(swipe: Swipe) => Side} The side to which a release now would send the top card, or null. */
  meant(swipe) { return this.top?.meant(swipe) ?? null }

  /** @type {(side: Side, time?: number) => void} Sends the top card to a side on the spring, without a finger. */
  go(side, time = now()) {
    this.#ready(this.top)?.go(side, time)
    this.#pass(this.top)
  }

  /** @type {(side: Side) => void} Removes the top card immediately, without a spring. */
  put(side) {
    this.top?.put(side)
    this.#pass(this.top)
  }

  /** @type {(time?: number) => boolean} Brings the last card back on the spring; returns whether there was one. */
  undo(time = now()) {
    if (this.#index === 0) return false
    this.cancel(time)
    this.#turnTo(this.#index - 1)
    this.#sides.delete(this.#index)
    this.#ready(this.#cards.get(this.#index)).go(null, time)
    return true
  }

  /** Takes the top card from its finger: it returns, and ignores the rest of the swipe. */
  cancel(time = now()) { this.top?.cancel(time) }

  /** @type {(time?: number) => number} The offset of the top card to draw in a frame; `pose` describes each card. */
  draw(time = now()) {
    for (const [number, card] of this.#cards) {
      card.draw(time)
      if (number !== this.#index && !card.isMoving(time)) this.#cards.delete(number)
    }
    return this.offset(time)
  }

  /** @type {(time?: number) => number} */
  offset(time = now()) { return this.top?.offset(time) ?? 0 }
  /** @type {(time?: number) => boolean} */
  isMoving(time = now()) { return [...this.#cards.values()].some(card => card.isMoving(time)) }

  /** @type {(number: number, time?: number) => number} How many cards are on a card: 0 for the top card. */
  depth(number, time = now()) {
    let depth = Math.max(number - this.#index, 0)
    for (const [other, card] of this.#cards) {
      if (other < number) depth += Number(other < this.#index) - risen(card, time)
    }
    return depth
  }

  /**
   * How to draw a card: call `draw` first, once in each frame.
   * @type {(number: number, time?: number) => Pose}
   */
  pose(number, time = now()) {
    const card = this.#cards.get(number)
    const x = card?.offset(time) ?? this.#restOf(number)
    const depth = this.depth(number, time)
    const drawn = Math.min(depth, Math.max(this.visible - 1, 0))
    return {
      x, y: this.peek * drawn, scale: 1 - this.shrink * drawn, rotation: this.turn * x,
      isVisible: number < this.#index ? card?.isMoving(time) ?? false : number < this.count && depth < this.visible,
    }
  }

  /** The offset of a card that does not move: in the deck, or where it left. */
  #restOf(number) {
    if (number >= this.#index) return 0
    return this.side(number) === 'left' ? -this.exit : this.exit
  }

  /** A card with the present options of the deck. */
  #ready(card) {
    const { reducesMotion, looksAhead } = this
    return card && Object.assign(card, { reducesMotion, looksAhead })
  }

  /** Makes a card the top card. */
  #turnTo(index) {
    const card = this.#cards.get(index) ?? new SwipeCard(this.#options)
    if (index < this.#index && !this.#cards.has(index)) card.put(this.side(index) ?? 'right')
    this.#index = index
    this.#cards.set(index, card)
  }

  /** Continues with the next card if the top card has left; returns the side. */
  #pass(top) {
    const side = top?.side ?? null
    if (side === null) return null
    this.#sides.set(this.#index, side)
    this.#turnTo(this.#index + 1)
    return side
  }
}

/** How far the cards below a card have risen, 0 to 1: all the way at the distance that sends it away. */
function risen({ zone, exit, content }, time) {
  const part = Math.min(Math.abs(content.offset(time)) / Math.min(zone.distance, exit), 1)
  return part * part * (3 - 2 * part)
}
