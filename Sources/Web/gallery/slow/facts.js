// What a replay says beside its stage: the criteria as bars that move with the finger, and the numbers in the drawer.
import { factsOf, marginOf } from '../bench/told.js'
import { say } from '../stage.js'

const NAMES = { distance: 'how far', velocity: 'how fast', predicted: 'where it would land' }
const round = value => Math.round(value).toLocaleString('en')

export class Facts {
  #rows = new Map()
  #entry = null
  #decided = null
  #drawn = null
  #range = [0, 1]

  constructor(root) {
    this.root = root
    this.parts = Object.fromEntries(['phase', 'bars', 'rule', 'decided', 'margins', 'facts-line', 'line', 'ruler']
      .map(name => [name, root.querySelector(`.${name}`)]))
  }

  /** Begins with an entry of `SwipeMemory`; `decided` is the decision of a pair in one sentence, or null. */
  begin(entry, decided) {
    this.#entry = entry
    this.#rows.clear()
    const { record, swipe } = entry
    const { criteria } = record.moments.at(-1)
    this.parts.rule.textContent = ruleOf(record, criteria)
    this.parts.bars.replaceChildren(...criteria.map(({ name }) => this.#rowOf(name)))
    this.parts.margins.replaceChildren(this.parts.margins.caption, ...criteria.map(one => marginRow(one, entry.unit)))
    this.parts['facts-line'].textContent = factsOf(swipe)
    this.parts.line.textContent = JSON.stringify(swipe.line)
    this.#range = rangeOf(record)
    this.#mark()
    this.#decided = decided
    this.#drawn = null
  }

  /** Shows a moment of `replayAt`. */
  draw({ phase, criteria, translation, predictedEnd, decision }) {
    for (const criterion of criteria) this.#drawBar(criterion)
    const { axis } = this.#entry.record
    if (axis) {
      this.parts.ruler.querySelector('.here').style.transform = this.#onRuler(translation[axis])
      this.parts.ruler.querySelector('.lands').style.transform = this.#onRuler(predictedEnd[axis])
    }
    if (this.#drawn === phase) return
    this.#drawn = phase
    this.root.dataset.phase = phase
    this.parts.phase.textContent = phaseOf(phase, decision)
    const { decided } = this.parts
    if (phase === 'held') decided.replaceChildren()
    else if (this.#decided) decided.textContent = this.#decided
    else say(decided, this.#entry.told)
  }

  #rowOf(name) {
    const row = document.createElement('li')
    row.innerHTML = `<span>${NAMES[name]}</span><span class="value"></span>
      <span class="bar" aria-hidden="true"><i></i></span>`
    this.#rows.set(name, { row, fill: row.querySelector('i'), value: row.querySelector('.value') })
    return row
  }

  /** The threshold is in the middle of a bar. */
  #drawBar({ name, value, threshold, unit, isMet }) {
    const part = threshold > 0 ? Math.min(Math.max(value / threshold / 2, 0), 1) : 0
    const shown = this.#rows.get(name)
    if (!shown) return
    shown.fill.style.transform = `scaleX(${part.toFixed(3)})`
    shown.row.dataset.met = isMet
    const words = numbersOf({ value, threshold, unit }, this.#entry.unit)
    if (shown.value.textContent !== words) shown.value.textContent = words
  }

  #mark() {
    const { record: { lines } } = this.#entry
    const { ruler } = this.parts
    for (const old of ruler.querySelectorAll('.limit, .zero')) old.remove()
    for (const [value, name] of [[0, 'zero'], ...lines.map(({ displacement }) => [displacement, 'limit'])]) {
      const tick = document.createElement('i')
      tick.className = name
      tick.style.transform = this.#onRuler(value)
      ruler.prepend(tick)
    }
  }

  #onRuler(value) {
    const [from, to] = this.#range
    const part = Math.min(Math.max((value - from) / (to - from), 0.01), 0.99)
    return `translateX(${(part * 100).toFixed(2)}%)`
  }
}

/** The displacements that the ruler contains: of the finger, of the predicted ends and of the thresholds. */
function rangeOf({ axis, lines, moments }) {
  if (!axis) return [0, 1]
  const all = [0, ...lines.map(({ displacement }) => displacement)]
  for (const { translation, predictedEnd } of moments) all.push(translation[axis], predictedEnd[axis])
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const margin = Math.max((high - low) * 0.05, 1)
  return [low - margin, high + margin]
}

function phaseOf(phase, decision) {
  if (phase === 'held') return 'The finger is down'
  if (!decision) return 'The swipe was cancelled'
  const kind = decision.kind === 'flick' ? 'a flick' : 'a drag'
  return phase === 'flying' ? `It lifts: ${kind}` : `It was ${kind}`
}

/** "182 mm/s, needs 125". */
function numbersOf({ value, threshold, unit }, { name, per }) {
  return `${round(value * per)} ${unit.replace('px', name)}, needs ${round(threshold * per)}`
}

/** Between snap points, the speed decides nothing by itself. */
function ruleOf({ lines }, criteria) {
  if (criteria.length === 0) return ''
  if (lines.some(({ name }) => name === 'middle')) return 'How far or where it would land: one is enough.'
  return 'One of them is enough.'
}

function marginRow(criterion, unit) {
  const { name, value, threshold } = criterion
  const row = document.createElement('tr')
  for (const text of [NAMES[name], numbersOf(criterion, unit), marginOf(value, threshold)]) {
    const cell = document.createElement('td')
    cell.textContent = text
    row.append(cell)
  }
  return row
}
