// The last swipe again, in slow motion: what to draw at a time, as a function of the record and of the time alone.
//
//     held ── decidedAt ──▶ flying ── at rest ──▶ over

/** A tenth of the speed. */
export const SLOW = 0.1
/** Two moments further apart than this have a rest between them, and the finger moved in the last part of it, in µs. */
const REST = 200_000
const MOVEMENT = 1_000_000 / 60

const firstOf = ({ moments }) => moments[0].time
const lastOf = ({ flight }) => flight.at(-1).time

/** How long a replay lasts, in ms. */
export function durationOf(record, rate = SLOW) { return (lastOf(record) - firstOf(record)) / 1000 / rate }

/** When a replay shows the decision, in ms. */
export function decisionTimeOf(record, rate = SLOW) { return (record.decidedAt - firstOf(record)) / 1000 / rate }

/**
 * What to draw `elapsed` ms after the start of a replay. The velocity, the predicted end and the criteria are those of
 * the newest moment, as a decision at that moment would have seen them; after the lift, those of the decision.
 */
export function replayAt(record, elapsed, rate = SLOW) {
  const { moments, flight, decidedAt } = record
  const time = firstOf(record) + Math.max(elapsed, 0) * 1000 * rate
  const isDecided = time >= decidedAt
  const number = isDecided ? moments.length - 1 : newest(moments, time)
  const { velocity, predictedEnd, criteria } = moments[number]
  const common = { time, velocity, predictedEnd, criteria, isDecided }
  if (!isDecided) {
    const at = between(moments, number, time)
    return {
      ...common, phase: 'held', finger: at('location'), translation: at('translation'), offset: at('offset'),
      decision: null, result: null,
    }
  }
  const { translation } = moments[number]
  const isOver = time >= lastOf(record)
  const offset = isOver ? flight.at(-1).offset : between(flight, newest(flight, time), time)('offset')
  const { decision, result } = record
  return { ...common, phase: isOver ? 'over' : 'flying', finger: null, translation, offset, decision, result }
}

/** The index of the newest moment that is not after a time. */
function newest(moments, time) {
  let [low, high] = [0, moments.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (moments[middle].time <= time) low = middle
    else high = middle - 1
  }
  return low
}

/** Reads fields at a time between a moment and the next one: numbers, or {x, y}. */
function between(moments, number, time) {
  const from = moments[number]
  const to = moments[Math.min(number + 1, moments.length - 1)]
  const start = to.time - from.time > REST ? to.time - MOVEMENT : from.time
  const part = to.time > start ? Math.min(Math.max((time - start) / (to.time - start), 0), 1) : 0
  const mix = (a, b) => a + (b - a) * part
  return name => {
    const [a, b] = [from[name], to[name]]
    if (a === null || b === null) return a
    return typeof a === 'number' ? mix(a, b) : { x: mix(a.x, b.x), y: mix(a.y, b.y) }
  }
}
