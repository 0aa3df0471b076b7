// The last twenty decisions, newest first. Each one opens its replay.
import { decorationOf, elementOf, numberOf } from '../../design/elements.js'
import { marginOf } from '../../replay/criteria.js'
import { arrowOf, meaningOf, reasonOf, resultOf } from '../../replay/words.js'

/** The number of swipes that flickctl keeps for a replay. */
const MAX_DECISIONS = 20

export class Decisions {
  #list
  #empty
  #chosen

  /** `chosen` receives the `decision` message of a row that is touched. */
  constructor(root, chosen) {
    this.#list = root.querySelector('ol')
    this.#empty = root.querySelector('.none')
    this.#chosen = chosen
  }

  /** Forgets all decisions, because the page is greeted by another run. */
  clear() {
    this.#list.replaceChildren()
    this.#empty.hidden = false
  }

  add(message) {
    this.#empty.hidden = true
    const [arrow, ...texts] = partsOf(message)
    const parts = [decorationOf('span', ...arrow), ...texts.map(text => elementOf('span', ...text))]
    const button = Object.assign(elementOf('button', 'decision', ...parts), { type: 'button' })
    button.dataset.result = resultOf(message)
    button.addEventListener('click', () => this.#chosen(message))
    this.#list.prepend(elementOf('li', '', button))
    while (this.#list.children.length > MAX_DECISIONS) this.#list.lastElementChild.remove()
  }
}

/** The texts of a row: [class, text]. */
export function partsOf(message) {
  const { decision, fingers, zone } = message
  const result = resultOf(message)
  const more = [fingers > 1 ? `${fingers} fingers` : null, zone ? `zone ${zone}` : null, reasonOf(message)]
  const parts = [
    ['arrow', arrowOf(decision?.direction)],
    ['what', decision ? `${meaningOf(decision)}: ${result}` : 'cancelled'],
    ['why', more.filter(Boolean).join(', ')],
  ]
  if (!decision) return parts
  const { distance, distanceThreshold, speed, speedThreshold } = decision
  return [
    ...parts,
    ['far', `${numberOf(distance)} mm ${marginOf(distance, distanceThreshold)}`],
    ['fast', `${numberOf(speed)} mm/s ${marginOf(speed, speedThreshold)}`],
  ]
}
