// A decision and its reasons, in words and as the criteria of the rule.

const WORDS = { distance: 'distance', velocity: 'velocity', predicted: 'predicted end' }
const round = value => Math.round(value).toLocaleString('en')

/** The criteria that apply to a demo. */
export function armNames({ points, zone }) {
  if (points) return ['distance', 'predicted']
  return zone.axis ? zone.commitIf ?? ['distance', 'velocity'] : []
}

/** The criteria of a swipe: {name, value, threshold, unit, isHeld}. */
export function armsOf(thing, swipe) {
  const { decision, snap } = swipe
  if (!decision) return []
  if (snap) return snapArms(thing, swipe)
  const { zone } = thing
  if (!zone.axis) return []
  const { axis } = zone
  const sign = ['right', 'down'].includes(decision.direction) ? 1 : -1
  const values = {
    distance: [decision.distance, decision.distanceThreshold, 'px'],
    velocity: [decision.speed, decision.speedThreshold, 'px/s'],
    predicted: [sign * swipe.predictedEndTranslation[axis], zone.predicted, 'px'],
  }
  return armNames(thing).map(name => {
    const [value, threshold, unit] = values[name]
    return { name, value, threshold, unit, isHeld: decision.by.includes(name) }
  })
}

/** In a zone with snap points, a criterion is met beyond the middle between two neighbours. */
function snapArms({ points, zone }, { decision, snap, translation, predictedEndTranslation }) {
  const landing = predictedEndTranslation[zone.axis]
  const way = Math.sign(landing) || 1
  // Beyond the ends, this is the same snap point.
  const wayTo = index => points.offset(index) - points.offset(snap.from)
  const there = [wayTo(snap.from - 1), wayTo(snap.from + 1)].find(one => Math.sign(one) === way)
  if (there === undefined) return []
  const threshold = Math.abs(there) / 2
  const arm = (name, value, isHeld) => ({ name, value: way * value, threshold, unit: 'px', isHeld })
  return [
    arm('distance', translation[zone.axis], decision.by.includes('distance')),
    arm('predicted', landing, decision.commit),
  ]
}

/**
 * The decision on a swipe: {head, why}; `outcome` is the result for the content, `other` the result of the rule with
 * velocity.
 */
export function verdictOf(thing, swipe, outcome, other = null) {
  if (swipe.phase === 'cancel') return { head: 'Cancelled.', why: `Reason: ${swipe.reason}. Nothing is guessed.` }
  const { decision } = swipe
  const way = decision?.direction ? ` ${decision.direction.replace('_', ' ')}` : ''
  const kind = decision?.kind === 'flick' ? 'Flick' : 'Drag'
  const head = `${kind}${way}: ${outcome}.`
  if (other !== null) return { head, why: other }
  const arms = armsOf(thing, swipe)
  if (swipe.snap && arms.length === 0) return { head, why: 'There is no further snap point in this direction.' }
  if (!decision || arms.length === 0) {
    const { x, y } = swipe.velocity
    return { head, why: `The spring took over ${round(Math.hypot(x, y))} px/s.` }
  }
  const margin = ({ value, threshold }) => value - threshold
  const byRatio = (a, b) => b.value / b.threshold - a.value / a.threshold
  if (decision.commit) {
    const [arm] = arms.filter(({ name }) => decision.by.includes(name)).sort(byRatio)
    const margins = arm ? `, with ${round(Math.abs(margin(arm)))} ${arm.unit} to spare` : ''
    return { head, why: `Committed by ${decision.by.map(name => WORDS[name]).join(' and ')}${margins}.` }
  }
  if (arms.some(({ isHeld }) => isHeld)) return { head, why: `It may not go ${decision.direction}.` }
  const [nearest] = [...arms].sort(byRatio)
  const lacking = -margin(nearest)
  if (lacking < 0) return { head, why: 'The nearest snap point is where it began.' }
  return { head, why: `The ${WORDS[nearest.name]} lacked ${round(lacking)} ${nearest.unit}.` }
}

/** A criterion for its row: the filled part of the bar, with the threshold in the middle, and the numbers. */
export function barOf({ value, threshold, unit }) {
  const part = threshold > 0 ? value / threshold / 2 : 0
  return { fill: Math.min(Math.max(part, 0), 1), text: `${round(value)} / ${round(threshold)} ${unit}` }
}
