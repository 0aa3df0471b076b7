// What the browser may do with a finger on the element of a zone: at most scroll across the axis of the zone.
const ACTIONS = { x: 'pan-y', y: 'pan-x' }

/** Sets `touch-action` on elements whose style leaves it to the browser, and restores the former value. */
export class TouchActions {
  #view
  /** For each element: the former inline value, and the zones of the element. */
  #elements = new Map()

  constructor(view) { this.#view = view }

  add(element, zone) {
    let own = this.#elements.get(element)
    if (!own) {
      if (this.#view.getComputedStyle?.(element).touchAction !== 'auto') return
      own = { before: element.style.touchAction ?? '', zones: new Set() }
      this.#elements.set(element, own)
    }
    own.zones.add(zone)
    this.#apply(element, own)
  }

  remove(element, zone) {
    const own = this.#elements.get(element)
    if (!own?.zones.delete(zone)) return
    this.#apply(element, own)
    if (own.zones.size === 0) this.#elements.delete(element)
  }

  /** Restores every element. */
  stop() {
    for (const [element, { zones }] of [...this.#elements]) for (const zone of [...zones]) this.remove(element, zone)
  }

  #apply(element, { before, zones }) {
    const actions = new Set([...zones].map(({ axis }) => ACTIONS[axis] ?? 'none'))
    // Zones of both axes on one element leave the browser nothing.
    element.style.touchAction = actions.size === 0 ? before : actions.size === 1 ? [...actions][0] : 'none'
  }
}
