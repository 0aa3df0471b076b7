// What a replay shows beside its stage: the criteria as bars that move with the finger, and the numbers in the drawer.
import { elementOf, partsOf, write } from '../../design/elements.js'
import { Bars } from '../../replay/bars.js'
import { meantOf } from '../../replay/words.js'
import { say } from '../stage.js'

const NAMES = { distance: 'how far', velocity: 'how fast', predicted: 'where it would land' }

export class Facts {
  #bars
  #entry = null
  #decided = null
  #isSaid = false
  /** The criteria at the landing: those of the decision, with nothing of them met. */
  #landing = []
  #range = [0, 1]

  constructor(root) {
    this.root = root
    this.parts = partsOf(root, 'phase', 'bars', 'rule', 'decided', 'facts-line', 'line', 'ruler', 'here', 'lands')
    this.#bars = new Bars(this.parts.bars)
  }

  /** Begins with an entry of `SwipeMemory`; `decided` is the decision of a pair in one sentence, or null. */
  begin(entry, decided) {
    this.#entry = entry
    const { record, swipe } = entry
    const { criteria } = record.moments.at(-1)
    this.parts.rule.textContent = ruleOf(record, criteria)
    this.parts['facts-line'].textContent = factsOf(swipe)
    this.parts.line.textContent = JSON.stringify(swipe.line)
    this.#range = rangeOf(record)
    this.#mark()
    this.#decided = decided
    this.#isSaid = false
    this.#landing = criteria.map(one => ({ ...one, value: 0, isMet: false }))
  }

  /** Shows a moment of `replayAt`. */
  draw({ phase, moment: { criteria, predictedEnd, decision }, position }) {
    this.#drawBars(this.#landing.length > 0 && criteria.length > 0 ? criteria : this.#landing)
    const { record: { axis, decision: last } } = this.#entry
    this.parts.here.style.transform = this.#onRuler(position[axis])
    this.parts.lands.style.transform = this.#onRuler(predictedEnd[axis])
    this.root.dataset.phase = phase
    write(this.parts.phase, phaseOf(phase, last))
    this.#say(phase, decision)
  }

  /** What a lift at this moment would do, and then the decision. */
  #say(phase, decision) {
    const { decided } = this.parts
    const words = phase === 'held' ? meantOf(decision) : this.#decided
    if (words === null) {
      if (!this.#isSaid) say(decided, this.#entry.explanation)
    } else if (decided.textContent !== words) decided.textContent = words
    this.#isSaid = phase !== 'held'
  }

  /** Criteria in the unit of the entry. */
  #drawBars(criteria) {
    const { name: unit, per } = this.#entry.unit
    this.#bars.draw(criteria.map(one => ({
      ...one, label: NAMES[one.name], value: one.value * per, threshold: one.threshold * per,
      unit: one.unit.replace('px', unit),
    })))
  }

  #mark() {
    const { record: { lines } } = this.#entry
    const { ruler } = this.parts
    for (const old of ruler.querySelectorAll('.limit, .zero')) old.remove()
    for (const [value, name] of [[0, 'zero'], ...lines.map(({ displacement }) => [displacement, 'limit'])]) {
      const tick = elementOf('i', name)
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
  const all = [0, ...lines.map(({ displacement }) => displacement)]
  for (const { position, predictedEnd } of moments) all.push(position[axis], predictedEnd[axis])
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

/** Between snap points, the speed decides nothing by itself. */
function ruleOf({ lines }, criteria) {
  if (criteria.length === 0) return ''
  if (lines.some(({ name }) => name === 'middle')) return 'How far or where it would land: one is enough.'
  return 'One of them is enough.'
}

/** The panel, the zone with its snap points, and the confidence of the velocity, in words. */
function factsOf({ panelId, zone, snap, line }) {
  const confidence = line.estimate?.confidence
  return [
    `Panel ${panelId}`, zone && (snap ? `zone ${zone}, snap point ${snap.from} → ${snap.index}` : `zone ${zone}`),
    confidence === undefined ? null : `confidence ${confidence.toFixed(2)}`,
  ].filter(Boolean).join('; ') + '.'
}
