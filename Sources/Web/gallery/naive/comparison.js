// What two stages did with a swipe, in one line: "naive: returns · flickd: flick, 212 mm/s, needs 125".
import { rounded, unitOf } from '../words.js'

const RETURNS = 'returns'

/**
 * What a swipe did to an interaction, in words; `before` is the result from before the swipe. `nameOf(index)` names a
 * snap point.
 */
export function outcomeOf(interaction, before, nameOf = index => `card ${index + 1}`) {
  const { index, side, points } = interaction
  if (points) return index === before ? RETURNS : nameOf(index)
  if (typeof side === 'function') return index === before ? RETURNS : leaves(interaction.side(before))
  return side === null ? RETURNS : leaves(side)
}

const leaves = side => side ? `leaves ${side}` : 'leaves'

/** The numbers that decided, of a swipe that ended: of the speed for a flick, or else of the distance. */
function numbersOf({ decision, snap }, unit) {
  const { kind, commit, speed, speedThreshold, distance, distanceThreshold } = decision
  const { name } = unit
  if (kind === 'flick' && commit) {
    return `flick, ${rounded(speed, unit)} ${name}/s, needs ${rounded(speedThreshold, unit)}`
  }
  if (snap) return commit ? 'drag' : RETURNS
  if (kind === 'flick') return `${RETURNS}, flick ${decision.direction ?? ''}`.trimEnd()
  return `${commit ? 'drag' : RETURNS}, ${rounded(distance, unit)} ${name}, needs ${rounded(distanceThreshold, unit)}`
}

/**
 * What two stages did with one swipe: {naive, flickd, isSame, text}. `outcomes` has the outcomes of both, in
 * words; `unit` has the name of the unit, and its length in one CSS pixel.
 */
export function comparisonOf(swipe, outcomes, unit = unitOf(null)) {
  const isSame = outcomes.naive === outcomes.flickd
  const { naive } = outcomes
  let flickd = RETURNS
  if (swipe.phase === 'cancel') flickd = 'cancelled'
  else if (swipe.decision) flickd = numbersOf(swipe, unit)
  else flickd = outcomes.flickd
  // If both have moved, only the snap point shows the difference.
  const needsPoint = outcomes.flickd !== RETURNS && !flickd.startsWith(outcomes.flickd)
    && (swipe.snap || naive !== RETURNS && !isSame)
  if (needsPoint && swipe.phase !== 'cancel') flickd = `${outcomes.flickd}, ${flickd}`
  return { naive, flickd, isSame, text: `naive: ${naive} · flickd: ${flickd}` }
}
