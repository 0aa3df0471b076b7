// The rule: flick or drag, commit or return. The same function decides for zones and for interactions without a zone;
// see GestureCore/Decision/DecisionRule.swift.

/** One CSS pixel counts as one point of the rule: the defaults of the protocol are 200 pt and 800 pt/s. */
export const DISTANCE = 200
export const SPEED = 800

export const directionAlong = (axis, isPositive) =>
  axis === 'x' ? (isPositive ? 'right' : 'left') : (isPositive ? 'down' : 'up')

/** Whether a swipe in this direction may commit, by the options of a zone. */
export const allows = ({ directions }, direction) => directions?.includes(direction) ?? true

/**
 * The decision on a swipe along an axis, by the options of a zone: t is its displacement, v its velocity, `end` its
 * predicted end, `extent` the size of the element.
 */
export function decide(options, axis, { t, v, end }, extent) {
  const D = options.distance ?? DISTANCE
  const S = options.velocity ?? SPEED
  const P = options.predicted ?? extent / 2
  const follows = options.reversal !== 'ignore'
  const kind = Math.abs(v) > S ? 'flick' : 'drag'
  const sign = Math.sign(kind === 'flick' && follows ? v : (t === 0 ? v : t))
  const speed = follows ? Math.abs(v) : sign * v
  const commitIf = options.commitIf ?? ['distance', 'velocity']
  const isMet = { distance: sign * t > D, velocity: speed > S, predicted: sign * end > P }
  const by = ['distance', 'velocity', 'predicted'].filter(arm => commitIf.includes(arm) && isMet[arm])
  const direction = sign === 0 ? null : directionAlong(axis, sign > 0)
  const decision = {
    kind, commit: direction !== null && allows(options, direction) && by.length > 0, by, direction,
    distance: sign * t, distance_threshold: D, speed, speed_threshold: S,
  }
  if (commitIf.includes('predicted')) Object.assign(decision, { predicted: sign * end, predicted_threshold: P })
  return decision
}

/** The decision on a swipe: that of its zone, or without a zone that of the rule of `options`. */
export function decisionOf(options, swipe) {
  if (swipe.zone && swipe.decision) return swipe.decision
  const { axis } = options
  return decide(options, axis, {
    t: swipe.translation[axis], v: swipe.decisiveVelocity[axis], end: swipe.decisiveEndTranslation[axis],
  })
}
