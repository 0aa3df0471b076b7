// The criteria of a swipe as bars, with the threshold in the middle. The numbers stand beside each bar.
import { decorationOf, elementOf, write } from '../design/elements.js'
import { againstOf, marginOf } from './criteria.js'

export class Bars {
  #rows = new Map()

  constructor(list) { this.list = list }

  /** Shows criteria {name, label, value, threshold, unit, isMet}. */
  draw(criteria) {
    for (const name of this.#rows.keys()) if (!criteria.some(one => one.name === name)) this.#remove(name)
    for (const one of criteria) {
      const row = this.#rows.get(one.name) ?? this.#add(one)
      const part = one.threshold > 0 ? one.value / one.threshold / 2 : 0
      row.fill.style.transform = `scaleX(${Math.min(Math.max(part, 0), 1).toFixed(3)})`
      row.element.dataset.met = one.isMet
      // The bar ends at twice the threshold.
      row.element.dataset.over = part > 1
      write(row.value, againstOf(one))
      write(row.margin, marginOf(one.value, one.threshold))
    }
  }

  #add({ name, label }) {
    const [value, margin, fill] = [elementOf('span', 'value'), elementOf('b', 'margin'), elementOf('i', 'fill')]
    const bar = decorationOf('span', 'bar', fill, elementOf('i', 'limit'))
    const element = elementOf('li', 'criterion', elementOf('span', 'label', label), value, margin, bar)
    this.list.append(element)
    const row = { element, value, margin, fill }
    this.#rows.set(name, row)
    return row
  }

  #remove(name) {
    this.#rows.get(name).element.remove()
    this.#rows.delete(name)
  }
}
