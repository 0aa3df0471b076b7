// An interaction of the engine with mistakes of a page: the left one of two identical stages.
//
// Each mistake is alone: everything else remains that of the engine, so a stage shows what the one mistake costs.
import { CardDeck } from '../../flick/deck.js'
import { NaiveContent } from './content.js'
import { mistakes, withoutZone } from './mistakes.js'

const still = Object.freeze({ x: 0, y: 0 })

/** The velocity of the last two positions that differ, as a page measures it in its `pointermove` handler. */
class LastTwoPoints {
  #points = []

  /** The displacement of the finger at the last and at the last but one movement; the first is the landing. */
  hear({ phase, time, duration, translation }) {
    if (phase === 'begin') this.#points = [{ time: time - duration, ...still }]
    const last = this.#points.at(-1)
    // A finger that rests sends no event, so a page keeps the velocity of the last movement.
    if (last && (time <= last.time || translation.x === last.x && translation.y === last.y)) return
    this.#points = [...this.#points.slice(-1), { time, ...translation }]
  }

  get velocity() {
    const [a, b] = this.#points
    if (!b) return still
    const seconds = (b.time - a.time) / 1e6
    return { x: (b.x - a.x) / seconds, y: (b.y - a.y) / seconds }
  }
}

/** What the rule of a page sees of a swipe. */
class Sight {
  #points = new LastTwoPoints()

  constructor(interaction, flaws) { Object.assign(this, { interaction, flaws }) }

  /** Follows a swipe, and returns what the rule sees of this moment. */
  follow(swipe) {
    if (['begin', 'update', 'end'].includes(swipe.phase)) this.#points.hear(swipe)
    return this.of(swipe)
  }

  of(swipe) {
    const { phase } = swipe
    if (phase === 'press' || phase === 'release') return swipe
    if (phase === 'cancel') return withoutZone(swipe)
    const facts = { interaction: this.interaction, lastVelocity: this.#points.velocity }
    return this.flaws.reduce((seen, { see }) => see(seen, facts), swipe)
  }
}

/** Replaces the content of an interaction. */
function spoil(interaction, motion) {
  interaction.content = new NaiveContent(interaction.content, motion)
  if (motion.spring) interaction.spring = motion.spring
}

/** Each card of a deck is spoiled when it first is the top card; a card that comes back still moves. */
function spoilDeck(deck, motion) {
  const spoiled = new WeakSet()
  Object.defineProperty(deck, 'top', {
    configurable: true,
    get() {
      const card = Reflect.get(CardDeck.prototype, 'top', deck)
      if (card && !spoiled.has(card) && !card.isMoving()) {
        spoiled.add(card)
        spoil(card, motion)
      }
      return card
    },
  })
}

/**
 * Makes mistakes in an interaction at rest, by their names in `mistakes`, and returns the interaction. Its interface
 * remains. A sheet must not have a list, which needs the momentum of the engine.
 */
export function makeNaive(interaction, names) {
  const flaws = [names].flat().map(name => mistakes[name])
  const sight = new Sight(interaction, flaws)
  const { handle, meant } = interaction
  interaction.handle = swipe => handle.call(interaction, sight.follow(swipe))
  interaction.meant = swipe => meant.call(interaction, sight.of(swipe))
  const motions = flaws.map(({ motion }) => motion).filter(Boolean)
  if (motions.length === 0) return interaction
  const motion = Object.assign({}, ...motions)
  if (interaction instanceof CardDeck) spoilDeck(interaction, motion)
  else spoil(interaction, motion)
  return interaction
}
