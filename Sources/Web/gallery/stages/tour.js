// The stops of a visit: a deck without an end, from which a visitor keeps or passes the top card.
import { CardDeck } from '../../flick/deck.js'
import { pictureOf } from '../art/art.js'
import { stops } from '../museum.js'
import { DISTANCE, SPEED, made, paint } from './parts.js'

/** More cards than anyone passes: the five elements come again and again. */
const COUNT = 1e6
/** A card leaves sideways after half the distance of other content. */
const SIDE = DISTANCE / 2

const cardOf = stop => {
  const card = made('card', `<div class="art">${pictureOf(stop)}</div>
    <header><h3>${stop.title}</h3><p>${stop.note}</p></header>`)
  paint(card, stop)
  return card
}

/** The number of the card that an element shows: the two before the top card may still leave. */
export function numberAt(index, top, count = stops.length) {
  const first = top - 2
  return first + (((index - first) % count) + count) % count
}

export const tour = {
  name: 'tour', hint: () => 'Flick right to keep, left to pass',
  build(stage) {
    const cards = stops.map(cardOf)
    stage.view.append(...cards)
    stage.kept = 0
    return { cards, kept: stage.root.querySelector('.kept'), shown: new Map() }
  },
  make: ({ width, scale }, before) => new CardDeck({
    count: COUNT, visible: 3, peek: 0.05 * width, shrink: 0.06, exit: 1.5 * width, index: before?.index ?? 0,
    distanceThreshold: Math.min(SIDE * scale, 0.4 * width), speedThreshold: SPEED * scale,
  }),
  draw({ parts: { cards, shown }, interaction }, offset, time) {
    for (const [index, card] of cards.entries()) {
      const number = numberAt(index, interaction.index)
      const { x, y, scale, rotation, isVisible } = interaction.pose(number, time)
      card.style.transform = `translate3d(${x}px, ${y}px, 0) rotate(${rotation}deg) scale(${scale})`
      const key = isVisible ? number : null
      if (shown.get(card) === key) continue
      shown.set(card, key)
      card.style.visibility = isVisible ? '' : 'hidden'
      card.style.zIndex = COUNT - number
    }
  },
  changed(stage, index) { if (stage.interaction.side(index - 1) === 'right') stage.kept += 1 },
  reset(stage) { stage.kept = 0 },
  state: ({ interaction: { index }, kept }) => ({ index, kept }),
  outcome: ({ interaction }) => interaction.side(interaction.index - 1) === 'right' ? 'Kept' : 'Passed',
  show({ parts, kept }) { parts.kept.textContent = kept === 1 ? '1 stop kept' : `${kept} stops kept` },
}
