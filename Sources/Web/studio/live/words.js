// Decisions of the room Live in words.
import { ARROWS, REASONS } from '../../flick/words.js'
import { numberOf } from '../texts.js'

const CRITERIA = { distance: 'distance', velocity: 'speed', predicted: 'predicted end' }

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

/** The arrow of a direction; a cross without one. */
export const arrowOf = direction => ARROWS[direction] ?? '×'

/** "flick left", "drag". */
export function meaningOf({ kind, direction }) {
  return direction ? `${kind} ${direction.replace('_', ' ')}` : kind
}

/** Why a swipe commits or returns, or was cancelled. */
export function reasonOf({ decision, cancelled }) {
  if (cancelled) return cancelled.replaceAll('_', ' ')
  const reason = decision.commit
    ? `by ${decision.by.map(name => CRITERIA[name] ?? name).join(' and ')}`
    : REASONS[decision.noCommit] ?? decision.noCommit ?? ''
  const recoil = Object.values(decision.recoil ?? {}).map(length => length.toFixed(1))
  return recoil.length ? `${reason}; recoil ${recoil.join(', ')} mm` : reason
}

/** The result of a swipe: `commit`, `return` or `cancel`. */
export const resultOf = ({ decision }) => !decision ? 'cancel' : decision.commit ? 'commit' : 'return'

/** "flick left: commit, by distance and speed". */
export function sentenceOf(message) {
  const { decision, fingers } = message
  const what = (decision ? meaningOf(decision) : 'swipe') + (fingers > 1 ? `, ${fingers} fingers` : '')
  return `${what}: ${resultOf(message)}, ${reasonOf(message)}`
}

/** The criteria of a decision as bars: {name, label, value, threshold, unit, isMet}. */
export function criteriaOf(decision) {
  const { distance, distanceThreshold, speed, speedThreshold, predicted, predictedThreshold } = decision
  const rows = [
    { name: 'speed', label: 'Speed', value: speed, threshold: speedThreshold, unit: 'mm/s' },
    { name: 'distance', label: 'Distance', value: distance, threshold: distanceThreshold, unit: 'mm' },
  ]
  if (predicted !== null) {
    rows.push({
      name: 'predicted', label: 'Predicted end', value: predicted, threshold: predictedThreshold, unit: 'mm',
    })
  }
  return rows.map(row => ({ ...row, isMet: row.value > row.threshold }))
}

/** "319 mm/s, needs 125". */
export const againstOf = ({ value, threshold, unit }) => `${numberOf(value)} ${unit}, needs ${numberOf(threshold)}`
