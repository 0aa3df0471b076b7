// One finger on two stages: the swipes of a zone of the engine also go to the zone of a naive stage.
import { CardDeck } from '../../flick/deck.js'
import { resultOf } from '../result.js'

export class Relay {
  #listeners = new Map()

  /** `flick` is a connection, or another object with its method `zone`. */
  constructor(flick) {
    /** For the `bind` of the stage on which the finger is. */
    this.real = {
      zone: (element, options, listener) => flick.zone(element, options, swipe => {
        listener(swipe)
        this.forward(swipe)
      }),
    }
    /** For the `bind` of the naive stage: its zones are on no panel. */
    this.naive = { zone: (element, options, listener) => this.#zone(element, options, listener) }
  }

  /** Passes a swipe to the naive stage that did not come from a zone, such as one of the wheel. */
  forward(swipe) { for (const listener of [...this.#listeners.values()]) listener(swipe) }

  #zone(element, { name, offset = 0 }, listener) {
    const zone = {
      name, element, offset,
      update: moved => { zone.offset = moved },
      remove: () => this.#listeners.delete(zone),
    }
    this.#listeners.set(zone, listener)
    return zone
  }
}

/** Moves the naive content to the result of the other one, so that the next swipe begins level. Then draw frames. */
export function level(naive, real, time) {
  if (!(real instanceof CardDeck)) {
    if (resultOf(naive) !== resultOf(real)) naive.go(resultOf(real), time)
    return
  }
  while (naive.index > real.index) naive.undo(time)
  while (naive.index < real.index) naive.go(real.side(naive.index) ?? 'right', time)
}
