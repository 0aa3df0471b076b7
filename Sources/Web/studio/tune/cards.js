// A row of cards that follows the finger, and goes to the next card by the decision of flickctl.

/** The number of different cards; the row repeats them. */
const COUNT = 9
/** The cards at both sides of the middle one. */
const SIDES = 2

/** Where the cards lie: [{number, face, x}], with x in widths of a card; `shift` is the finger's, in the same unit. */
export function cardsOf(index, shift) {
  return Array.from({ length: 2 * SIDES + 1 }, (_, step) => {
    const number = index + step - SIDES
    return { number, face: (number % COUNT + COUNT) % COUNT + 1, x: number - index + shift }
  })
}

/** The card in the middle after a swipe. */
export function indexAfter(index, { commit, direction }) {
  if (!commit) return index
  return direction === 'left' ? index + 1 : direction === 'right' ? index - 1 : index
}

export class CardRow {
  #cards = new Map()
  /** The card in the middle. */
  index = 0

  constructor(root) {
    this.root = root
    this.draw(0)
  }

  /** Follows a swipe: `x` in widths of a card. */
  follow(x) {
    this.root.dataset.held = ''
    this.draw(x)
  }

  /** Ends a swipe: the row moves to the card that the decision chooses. */
  release(swipe) {
    delete this.root.dataset.held
    this.index = indexAfter(this.index, swipe)
    this.draw(0)
  }

  /** The distance between two cards, in px. */
  get pitch() { return this.root.querySelector('.card').offsetWidth * 1.06 }

  draw(shift) {
    const cards = cardsOf(this.index, shift)
    for (const [number, card] of this.#cards) {
      if (cards.some(one => one.number === number)) continue
      card.remove()
      this.#cards.delete(number)
    }
    for (const { number, face, x } of cards) {
      const card = this.#cards.get(number) ?? this.#add(number, face)
      card.style.transform = `translateX(${(x * 106).toFixed(2)}%)`
    }
  }

  #add(number, face) {
    const card = Object.assign(document.createElement('div'), { className: 'card', textContent: face })
    this.root.append(card)
    this.#cards.set(number, card)
    return card
  }
}
