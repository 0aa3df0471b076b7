// A swipe again, in slow motion: what to show at a time, as a function of the moments and of the time alone.

/** A tenth of the speed. */
export const SLOW = 0.1
/** A replay begins at most this long before the end, in ms of the swipe. */
const LEAD = 900
/** The end stays this long, in ms of the swipe. */
const STAY = 100

/** When a replay begins and ends, in ms of the swipe. */
export function spanOf({ moments }) {
  const end = moments.at(-1).time
  return { from: Math.max(0, end - LEAD), end, to: end + STAY }
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

/**
 * What to show at a time: the moment, the position of the finger between the moments, and the fit.
 *
 * The fit has the indices of the moments that its samples span, and the position of its newest sample. It is null
 * at rest. The samples before the swipe began are not moments, so the span may have fewer moments than the fit has
 * samples.
 */
export function replayAt({ x, y, moments }, time) {
  const index = newest(moments, time)
  const moment = moments[index]
  const next = moments[Math.min(index + 1, moments.length - 1)]
  const pause = next.time - moment.time
  const part = pause > 0 ? Math.min(Math.max((time - moment.time) / pause, 0), 1) : 0
  const position = { x: x + moment.x + part * (next.x - moment.x), y: y + moment.y + part * (next.y - moment.y) }
  return { index, moment, position, isOver: index === moments.length - 1, fit: fitAt({ x, y, moments }, index) }
}

function fitAt({ x, y, moments }, index) {
  const { time, fit } = moments[index]
  if (fit.samples === 0) return null
  const end = time - fit.age
  const last = Math.min(newest(moments, end), index)
  let first = last
  while (first > 0 && moments[first - 1].time >= end - fit.window) first--
  return {
    first, last, velocity: { x: fit.x, y: fit.y }, samples: fit.samples, window: fit.window,
    confidence: fit.confidence, at: { x: x + moments[last].x, y: y + moments[last].y },
  }
}

/**
 * The part of the glass that shows a swipe: {x, y, width, height} in mm, with the proportions of a canvas.
 *
 * It contains the path, the arrows of its velocities over `reach` s and a margin. It is at least 40 mm wide and high,
 * so that a short swipe looks short.
 */
export function areaOf({ x, y, moments }, proportion, reach = 0) {
  const along = axis => moments.flatMap(one => [one[axis], one[axis] + one.fit[axis] * reach])
  const [xs, ys] = [along('x').map(one => x + one), along('y').map(one => y + one)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  let [width, height] = [Math.max(40, (right - left) * 1.2), Math.max(40, (bottom - top) * 1.2)]
  if (width / height < proportion) width = height * proportion
  else height = width / proportion
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height }
}
