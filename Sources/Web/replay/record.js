// A swipe again, in slow motion: what to show at a time, as a function of its record and of the time alone.
//
//     held ── decidedAt ──▶ flying ── to ──▶ over
//
// A record has `moments` {time, position, …}, `decidedAt` and `to`, and the `flight` of its content if it has one:
// {time, offset}. Times are in ms from the landing.

/** A replay begins at most this long before the decision. */
const LEAD = 900
/** Between two moments further apart than this, the finger rested first and moved at the end. */
const REST = 200
const MOVEMENT = 1000 / 60

/** The part of a swipe that is played. */
export const spanOf = ({ decidedAt, to }) => ({ from: Math.max(0, decidedAt - LEAD), decided: decidedAt, to })

/**
 * What to show at a time: the newest moment and its index, and the position and the offset between the moments.
 *
 * The numbers of the newest moment are those with which a decision at this time would be made; after the lift, those of
 * the decision.
 */
export function replayAt({ moments, flight, decidedAt, to }, time) {
  const isDecided = time >= decidedAt
  const index = isDecided ? moments.length - 1 : newest(moments, time)
  const path = isDecided ? flight : moments
  return {
    index, moment: moments[index], phase: !isDecided ? 'held' : time < to ? 'flying' : 'over',
    position: between(moments, index, time, 'position'),
    ...flight && { offset: between(path, newest(path, time), time, 'offset') },
  }
}

/** The index of the newest moment that is not after a time. */
export function newest(moments, time) {
  let [low, high] = [0, moments.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (moments[middle].time <= time) low = middle
    else high = middle - 1
  }
  return low
}

/** A field at a time between a moment and the next one: a number, or {x, y}. */
function between(moments, index, time, name) {
  const from = moments[index]
  const to = moments[Math.min(index + 1, moments.length - 1)]
  const start = to.time - from.time > REST ? to.time - MOVEMENT : from.time
  const part = to.time > start ? Math.min(Math.max((time - start) / (to.time - start), 0), 1) : 0
  const mix = (a, b) => a + (b - a) * part
  const [a, b] = [from[name], to[name]]
  return typeof a === 'object' ? { x: mix(a.x, b.x), y: mix(a.y, b.y) } : mix(a, b)
}
