// The rule: flick or drag, commit or return. The same function decides for zones and for interactions without a zone;
// see GestureCore/Decision/DecisionRule.swift.

/** A millimetre of glass, in CSS pixels: each counts as one point of the rule, which is 1/163 inch. */
export const MM = 163 / 25.4
/** The defaults of the protocol, in points and points per second. */
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
  const by = ['distance', 'velocity', 'predicted'].filter(name => commitIf.includes(name) && isMet[name])
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

/**
 * How far a swipe went back against its displacement, by the recoil of flickd's decision. Where there is no recoil, or
 * the path is not known, the velocity counts.
 */
export function retreatOf({ x = Infinity, y = Infinity } = {}) {
  return { x: { length: x, hasTurned: true }, y: { length: y, hasTurned: true } }
}

/**
 * The velocity without the components against the displacement along which the finger went back by less than
 * `minRetreat`.
 */
export function withoutRecoil(velocity, translation, retreat, minRetreat) {
  const counted = axis => {
    const { length, hasTurned } = retreat[axis]
    return velocity[axis] * translation[axis] < 0 && (hasTurned ? length : 0) < minRetreat ? 0 : velocity[axis]
  }
  return { x: counted('x'), y: counted('y') }
}
