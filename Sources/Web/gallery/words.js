// A swipe in plain words: what became of it, and the one number that decided.

/**
 * The unit of lengths on the glass: mm if a panel's size is known, or else px; `per` is its length in one CSS pixel.
 *
 * A panel whose size is assumed has no known size.
 */
export function unitOf(panel, surfaceWidth) {
  const isKnown = panel?.width_mm > 0 && panel.scale !== 'assumed' && surfaceWidth > 0
  return isKnown ? { name: 'mm', per: panel.width_mm / surfaceWidth } : { name: 'px', per: 1 }
}

/** A size in a unit: a whole number without a sign. */
export const rounded = (value, { per }) => Math.round(Math.abs(value) * per).toLocaleString('en')

/** The displacement or the predicted end, and what is enough: half of the distance to the next snap point. */
function stepOf({ points, zone }, { decision, snap, translation, decisiveEndTranslation }) {
  const { axis } = zone
  const landing = decisiveEndTranslation[axis]
  const ends = [-1, 1].map(step => points.offset(snap.from + step) - points.offset(snap.from))
  const distance = ends.find(end => end !== 0 && Math.sign(end) === (Math.sign(landing) || 1))
  if (distance === undefined) return null
  const isDistance = decision.by.includes('distance')
  return { value: isDistance ? translation[axis] : landing, enough: distance / 2, isDistance }
}

/** Why a swipe committed. */
function commitOf(interaction, swipe, unit) {
  const { decision, snap } = swipe
  const { name } = unit
  if (decision.kind === 'flick') {
    return `Flick: ${rounded(decision.speed, unit)} ${name}/s, at least ${rounded(decision.speedThreshold, unit)}`
  }
  const step = snap && interaction.points ? stepOf(interaction, swipe) : null
  if (step && !step.isDistance) {
    return `Drag: it would land at ${rounded(step.value, unit)} ${name}, at least ${rounded(step.enough, unit)}`
  }
  const [value, enough] = step ? [step.value, step.enough] : [decision.distance, decision.distanceThreshold]
  return `Drag: ${rounded(value, unit)} ${name}, at least ${rounded(enough, unit)}`
}

/** Why a swipe did not commit. */
function returnOf(interaction, swipe, unit) {
  const { decision, snap } = swipe
  const { name } = unit
  if (decision.noCommit === 'end_of_range') return 'there is nothing further in this direction'
  if (decision.noCommit === 'short_travel') return `${rounded(decision.travel, unit)} ${name} could be a tap`
  if (decision.noCommit === 'direction') {
    if (decision.kind === 'flick') return 'the finger flicked it back'
    return `it may not go ${decision.direction ?? 'there'}`
  }
  const step = snap && interaction.points ? stepOf(interaction, swipe) : null
  if (step) return `it would land at ${rounded(step.value, unit)} ${name}, and ${rounded(step.enough, unit)} are needed`
  const [distance, enough] = [decision.distance, decision.distanceThreshold].map(value => rounded(value, unit))
  return `too slow, and ${distance} of the ${enough} ${name} needed`
}

/**
 * The explanation of a swipe that is over: {head, why, how}; `how` is `yes` if it committed, or else `no`. `outcome` is
 * the result for the content in words.
 */
export function explanationOf(interaction, swipe, outcome, unit) {
  const { phase, reason, decision } = swipe
  if (phase === 'cancel') return { head: 'It returns', why: `the swipe was cancelled (${reason})`, how: 'no' }
  if (!decision) return { head: outcome, why: '', how: 'no' }
  if (decision.commit) return { head: outcome, why: commitOf(interaction, swipe, unit), how: 'yes' }
  return { head: 'It returns', why: returnOf(interaction, swipe, unit), how: 'no' }
}
