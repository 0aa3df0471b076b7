// Two identical stages that one finger moves: the left one makes a mistake, the right one is that of the engine.
import { Relay } from './naive/relay.js'
import { comparisonOf, outcomeOf } from './naive/comparison.js'
import { resultOf } from './result.js'
import { Stage } from './stage.js'

/** How long both results stay in view before the left stage moves to the result of the right one, in ms. */
const COMPARING = 1600
/** Above this id, a negative one is of the wheel; the ids below are of the ghost. */
const GHOST = -1_000_000

export class Pair {
  #options
  #before = null
  /** Whether a swipe moves the content, and not a key. */
  #isSwiped = false
  #timer = null
  /** What both stages did with the last swipe: {naive, flickd, isSame, text}; null before the first swipe. */
  comparison = null

  /**
   * `is` describes both stages; `roots` has the elements `naive` and `flickd` inside of `zoneElement`. Options:
   * `flick`, a connection; `unit()`; `mistake`, its name; `nameOf(index)`, a snap point in words; `begun(swipe)` and
   * `compared(comparison)`; and for a replay `memory`, a `SwipeMemory`, and `blank(side)`, a stage that is not built.
   */
  constructor(is, { zoneElement, ...roots }, options) {
    this.is = is
    this.#options = options
    const { mistake, flick, unit, memory, blank } = options
    this.relay = new Relay(flick)
    this.zone = `both-${is.name}`
    const stageOf = (side, heard, own) => new Stage(is, roots[side], {
      unit, rested: () => this.#rest(), blank: () => blank(side), ...own,
      heard: (swipe, stage) => {
        memory.hear(swipe, stage)
        heard(swipe)
      },
    })
    this.naive = stageOf('naive', swipe => this.#compare(swipe), {
      flick: this.relay.naive, naive: mistake, zone: `naive-${is.name}`,
    })
    this.real = stageOf('flickd', swipe => this.#hear(swipe), {
      flick: this.relay.real, zone: this.zone, zoneElement, changed: () => this.#follow(),
    })
    // Only the right stage has the focus and the keys. A finger on the left one is on the element of the zone.
    roots.naive.inert = true
  }

  get isSettled() { return this.naive.isSettled && this.real.isSettled }
  get states() { return { naive: this.naive.state, flickd: this.real.state } }

  remove() {
    clearTimeout(this.#timer)
    this.real.remove()
    this.naive.remove()
  }

  /** The right stage has handled a swipe; the relay then passes the swipe to the left one, except for the wheel's. */
  #hear(swipe) {
    const { phase, id } = swipe
    if (phase === 'press' || phase === 'begin') clearTimeout(this.#timer)
    if (phase === 'begin') {
      this.#isSwiped = true
      this.#before = [this.naive, this.real].map(({ interaction }) => resultOf(interaction))
      this.#options.begun?.(swipe)
    }
    if (id < 0 && id > GHOST) this.relay.forward(swipe)
  }

  /** Compares the results of both stages, after they have handled a swipe. */
  #compare(swipe) {
    const { phase } = swipe
    if (phase !== 'end' && phase !== 'cancel' || !this.#before) return
    const { nameOf, unit, compared, memory } = this.#options
    const [naive, flickd] = [this.naive, this.real].map(({ interaction }, side) =>
      outcomeOf(interaction, this.#before[side], nameOf))
    this.#before = null
    this.comparison = comparisonOf(swipe, { naive, flickd }, unit())
    memory.compared(swipe, this.comparison.text)
    compared?.(this.comparison)
    // The binding of the right stage reports the change in this call, for the wheel after both have handled the swipe.
    queueMicrotask(() => { this.#isSwiped = false })
  }

  /** A key has moved the right stage. */
  #follow() { if (!this.#isSwiped) this.naive.level(this.real) }

  #rest() {
    clearTimeout(this.#timer)
    if (!this.isSettled) return
    this.#timer = setTimeout(() => { if (this.isSettled) this.naive.level(this.real) }, COMPARING)
  }
}
