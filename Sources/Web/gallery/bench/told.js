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
    predicted: [sign * swipe.decisiveEndTranslation[axis], zone.predicted, 'px'],
  }
  return armNames(thing).map(name => {
    const [value, threshold, unit] = values[name]
    return { name, value, threshold, unit, isHeld: decision.by.includes(name) }
  })
}

/** In a zone with snap points, a criterion is met beyond the middle between two neighbours. */
function snapArms({ points, zone }, { decision, snap, translation, decisiveEndTranslation }) {
  const landing = decisiveEndTranslation[zone.axis]
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
  const { noCommit, direction, travel, travelThreshold } = decision ?? {}
  if (noCommit === 'direction' && direction) return { head, why: `It may not go ${direction}.` }
  if (noCommit === 'short_travel') {
    const why = `Its ${round(travel)} px are less than ${round(travelThreshold)} px, so the velocity did not count.`
    return { head, why }
  }
  if (noCommit === 'end_of_range' || (swipe.snap && arms.length === 0)) {
    return { head, why: 'There is no further snap point in this direction.' }
  }
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
  const [nearest] = [...arms].sort(byRatio)
  const lacking = -margin(nearest)
  if (lacking < 0) return { head, why: 'The nearest snap point is where it began.' }
  return { head, why: `The ${WORDS[nearest.name]} lacked ${round(lacking)} ${nearest.unit}.` }
}

/** A criterion for its row: the filled part of the bar, with the threshold in the middle, and the numbers. */
export function barOf({ value, threshold, unit }) {
  const part = threshold > 0 ? value / threshold / 2 : 0
  const text = `${round(value)} / ${round(threshold)} ${unit} ${marginOf(value, threshold)}`
  return { fill: Math.min(Math.max(part, 0), 1), text }
}

/** By how much a value exceeds its threshold, in percent; "–" at a threshold of 0. */
export function marginOf(value, threshold) {
  if (!(threshold > 0)) return '–'
  const percent = (value / threshold - 1) * 100
  const digits = Math.abs(percent) < 10 ? 1 : 0
  const text = Math.abs(percent).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${value > threshold ? '+' : '−'}${text} %`
}

/** The panel, the zone with its snap points, and the confidence of the velocity, in words. */
export function factsOf({ panelId, zone, snap, line }) {
  const confidence = line.estimate?.confidence
  return [
    `Panel ${panelId}`, zone && (snap ? `zone ${zone}, snap point ${snap.from} → ${snap.index}` : `zone ${zone}`),
    confidence === undefined ? null : `confidence ${confidence.toFixed(2)}`,
  ].filter(Boolean).join('; ') + '.'
}
