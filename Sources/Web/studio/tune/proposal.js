// The proposal of the room Tune in words, and where they are on the page. Every number comes from flickctl.
import { elementOf, numberOf, partsOf } from '../../design/elements.js'
import { ReportLink } from '../report-link.js'

const NAMES = { distance: 'distance', velocity: 'speed', flick_min_travel: 'least travel of a flick' }

/** "3 of 50, 6.0 %"; "–" without strokes. */
export const shareOf = share => share === null || share.percent === null
  ? '–' : `${share.count} of ${share.of}, ${share.percent}\u00a0%`

/** How a rate changes: `better`, `worse`, `same`, or null without a proposal. */
export function changeOf({ present, proposed }) {
  if (proposed === null) return null
  return proposed.count < present.count ? 'better' : proposed.count > present.count ? 'worse' : 'same'
}

const SIGNS = { better: '▼ fewer', worse: '▲ more', same: '= the same' }

/** "→ 131", or "= 31.2" for a value that stays. */
function proposedOf(present, proposed) {
  if (proposed === null) return 'none'
  return `${proposed === present ? '=' : '→'} ${numberOf(proposed)}`
}

/** The rows of the thresholds: [name, present, proposed, range]. */
export const thresholdRows = thresholds => thresholds.map(({ key, unit, present, proposed, low, high, isStable }) => [
  `${NAMES[key] ?? key}, ${unit}`, numberOf(present), proposedOf(present, proposed),
  low === null ? '' : `${rangeOf(low, high)}${isStable ? '' : ', not certain'}`,
])

const rangeOf = (low, high) => low === high ? numberOf(low) : `${numberOf(low)}–${numberOf(high)}`

/** The rows of the error rates: [name, present, proposed, change]. */
export const rateRows = rates => rates.map(rate =>
  [rate.name, shareOf(rate.present), shareOf(rate.proposed), SIGNS[changeOf(rate)] ?? ''])

/** "On these tries: missed swipes 35 → 0, false commits 0 → 0."; empty without a proposal. */
export function gistOf(rates) {
  const parts = rates.filter(({ name, proposed }) => name.startsWith('all ') && proposed)
    .map(({ name, present, proposed }) => `${name.slice('all '.length)} ${present.count} → ${proposed.count}`)
  return parts.length ? `On these tries: ${parts.join(', ')}.` : ''
}

/** "Each person judged by the proposal of the others: all missed swipes 3 of 100, 3.0 %"; empty without such rates. */
export function leftOutText(rates) {
  const parts = rates.filter(({ leftOut }) => leftOut).map(({ name, leftOut }) => `${name} ${shareOf(leftOut)}`)
  return parts.length ? `Each person judged by the proposal of the others: ${parts.join('; ')}` : ''
}

/** "52 tries are decided otherwise: 50 now as meant ✓, 2 no longer ✗". */
export function changesText(changes) {
  const count = isBetter => changes.filter(one => one.isBetter === isBetter).length
  const tries = changes.length === 1 ? '1 try is' : changes.length ? `${changes.length} tries are` : 'No try is'
  // A count stays on one line with its sign.
  const parts = [
    [count(true), ' now as meant\u00a0✓'], [count(false), ' no longer\u00a0✗'],
    [count(null), count(null) === 1 ? ' scroll' : ' scrolls'],
  ].filter(([number]) => number > 0).map(([number, word]) => `${number}${word}`)
  return `${tries} decided otherwise${parts.length ? `: ${parts.join(', ')}` : ''}`
}

/** The changes in the order in which to look at them: first those that are not as meant, then scrolls. */
export const doubtfulFirst = changes =>
  [...changes].sort((one, other) => rankOf(one) - rankOf(other))

const rankOf = ({ isBetter }) => isBetter === false ? 0 : isBetter === null ? 1 : 2

/** The texts of a try that gets another decision: [sign, what, numbers]. */
export const changeParts = ({ person, label, distance, speed, present, proposed, isBetter }) => [
  isBetter === null ? '·' : isBetter ? '✓' : '✗',
  `Person ${person}, ${label}: ${present} → ${proposed}`,
  `${numberOf(distance)} mm, ${numberOf(speed)} mm/s`,
]

/** Fills the body of a table; the first cell of a row is its head. */
function fill(table, rows) {
  table.tBodies[0].replaceChildren(...rows.map(([head, ...cells]) => {
    const title = Object.assign(elementOf('th', '', head), { scope: 'row' })
    return elementOf('tr', '', title, ...cells.map(text => elementOf('td', '', text)))
  }))
}

export class Proposal {
  constructor(root) {
    this.parts = partsOf(
      root, 'title', 'gist', 'why', 'thresholds', 'rates', 'left-out', 'changes', 'changed', 'settings', 'command',
      'note', 'write', 'caution', 'tries', 'unsaved', 'save')
    this.save = new ReportLink(this.parts.save)
  }

  show({ thresholds, rates, changes, why, settings, command, note, report }) {
    const { parts } = this
    const hasProposal = thresholds.some(({ proposed }) => proposed !== null)
    parts.title.textContent = hasProposal ? 'Proposal' : 'No proposal'
    parts.why.replaceChildren(...why.map(text => elementOf('li', '', text)))
    parts.why.hidden = parts.caution.hidden = why.length === 0
    parts.caution.textContent = why.join(' ')
    fill(parts.thresholds, thresholdRows(thresholds))
    fill(parts.rates, rateRows(rates))
    parts.rates.hidden = rates.length === 0
    parts.gist.textContent = gistOf(rates)
    parts['left-out'].textContent = leftOutText(rates)
    parts.changes.textContent = changesText(changes)
    parts.changed.replaceChildren(...doubtfulFirst(changes).map(change => {
      const [sign, what, numbers] = changeParts(change)
      return elementOf('li', '',
        elementOf('b', '', sign), elementOf('span', 'what', what), elementOf('span', 'facts', numbers))
    }))
    parts.changed.hidden = changes.length === 0
    parts.tries.hidden = !hasProposal
    for (const [part, text] of [[parts.settings, settings], [parts.command, command], [parts.note, note]]) {
      part.textContent = text ?? ''
      part.closest('.block').hidden = !text
    }
    parts.write.hidden = !hasProposal
    this.save.offer(report ? report.page : null)
    parts.unsaved.textContent = report?.note ?? ''
    parts.unsaved.hidden = !report?.note
  }
}
