// The expected result of each interaction, from the lines of flickd or from the naive rule. It does
// not use the page's code, which the tests compare with these results.

const SNAPS = { carousel: [0, -296, -592, -888, -1184], sheet: [0, -300, -600] }
const AXES = { carousel: 'x', sheet: 'y', dismiss: 'y', projected: 'y', side: 'x', spring: 'y' }
/**
 * The displacement in px beyond which the naive rule, which ignores velocity, dismisses a thing.
 */
const THRESHOLDS = { dismiss: 200, projected: 200, side: 100, spring: 200 }
/** The final displacement of a dismissed thing, in px. */
const EXITS = { dismiss: 800, projected: 400, side: 480, spring: 1000 }

/** The lines of a demo's zone that end a swipe. */
export const endings = (name, lines) =>
  lines.filter(({ type, phase, zone }) => type === 'swipe' && zone?.name === name && /^(end|cancel)$/.test(phase))

/** The state to which the lines lead from the initial state. */
export function stateBy(name, lines, isNaive) {
  let state = { index: 0, side: null }
  for (const line of endings(name, lines)) {
    if (state.side !== null) continue
    state = isNaive ? naively(name, state, line) : said(name, state, line)
  }
  switch (name) {
    case 'carousel': return { index: state.index }
    case 'sheet': return { detent: state.index, offset: SNAPS.sheet[state.index] }
    case 'drag': return { lifted: false }
    case 'side': return { side: state.side, dismissed: state.side !== null }
    default: return { dismissed: state.side !== null }
  }
}

function said(name, state, { decision, zone }) {
  if (SNAPS[name]) return { ...state, index: zone.snap.index }
  return { ...state, side: decision?.commit && name !== 'drag' ? decision.direction : null }
}

function naively(name, state, { phase, translation }) {
  if (phase === 'cancel' || name === 'drag') return state
  const displacement = translation[AXES[name]]
  const snaps = SNAPS[name]
  if (snaps) {
    const landing = snaps[state.index] + displacement
    const distances = snaps.map(snap => Math.abs(snap - landing))
    return { ...state, index: distances.indexOf(Math.min(...distances)) }
  }
  const distance = name === 'side' ? Math.abs(displacement) : displacement
  if (!(distance > THRESHOLDS[name])) return state
  return { ...state, side: AXES[name] === 'x' ? (displacement > 0 ? 'right' : 'left') : 'down' }
}

/** The position of a thing at rest in a state: {x, y} in px. */
export function positionOf(name, state) {
  if (name === 'drag') return { x: 0, y: 0 }
  const snaps = SNAPS[name]
  const goes = state.dismissed ? EXITS[name] * (state.side === 'left' ? -1 : 1) : 0
  const displacement = snaps ? snaps[state.index ?? state.detent] : goes
  return AXES[name] === 'x' ? { x: displacement, y: 0 } : { x: 0, y: displacement }
}
