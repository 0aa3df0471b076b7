// The criteria of a decision with their numbers: {name, label, value, threshold, unit, isMet}.
import { numberOf } from '../design/elements.js'

/** For each criterion its label, and the name of its number in a decision. */
const CRITERIA = {
  velocity: { label: 'Speed', field: 'speed' },
  distance: { label: 'Distance', field: 'distance' },
  predicted: { label: 'Predicted end', field: 'predicted' },
}

/** The criteria of a decision whose lengths are in `unit`: those of its numbers, or those with these names. */
export function criteriaOf(decision, unit, names = Object.keys(CRITERIA)) {
  return names.map(name => {
    const { label, field } = CRITERIA[name]
    const [value, threshold] = [decision[field], decision[`${field}Threshold`]]
    return { name, label, value, threshold, unit: name === 'velocity' ? `${unit}/s` : unit, isMet: value > threshold }
  }).filter(({ value }) => value !== null)
}

/** "319 mm/s, needs 125". */
export const againstOf = ({ value, threshold, unit }) => `${numberOf(value)} ${unit}, needs ${numberOf(threshold)}`

/**
 * By how much a value exceeds its threshold: "+71 %"; "–" at a threshold of 0.
 *
 * The sign shows whether the criterion is met, also if the margin rounds to 0.
 */
export function marginOf(value, threshold) {
  if (!(threshold > 0)) return '–'
  const percent = (value / threshold - 1) * 100
  const size = Math.abs(percent).toFixed(Math.abs(percent) < 9.95 ? 1 : 0)
  return `${value > threshold ? '+' : '−'}${size} %`
}
