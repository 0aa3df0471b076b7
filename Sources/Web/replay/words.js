// A decision in words.
import { ARROWS, REASONS } from '../flick/words.js'

const CRITERIA = { distance: 'distance', velocity: 'speed', predicted: 'predicted end' }

/** The arrow of a direction; a cross without one. */
export const arrowOf = direction => ARROWS[direction] ?? '×'

/** "flick left", "drag". */
export function meaningOf({ kind, direction }) {
  return direction ? `${kind} ${direction.replace('_', ' ')}` : kind
}

/** What a lift at this moment would do; the decision is null before a touch is a swipe. */
export const meantOf = decision =>
  decision ? `${meaningOf(decision)}: would ${decision.commit ? 'commit' : 'return'} now` : 'touched, not a swipe yet'

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
