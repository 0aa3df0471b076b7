// A swipe of flickctl as the record of a replay: its path on the glass, and the samples of the fit.
import { newest } from '../../replay/record.js'

/** The end stays this long, in ms of the swipe. */
const STAY = 100

/** The record of the swipe of a `replay` message, with positions in mm on the glass. */
export function recordOf({ x, y, moments }) {
  const decidedAt = moments.at(-1).time
  return {
    moments: moments.map(one => ({ ...one, position: { x: x + one.x, y: y + one.y } })),
    decidedAt, to: decidedAt + STAY,
  }
}

/**
 * The fit at a moment, with the indices of the moments that its samples span, and the position of its newest sample.
 *
 * It is null at rest. The samples before the swipe began are not moments, so the span may have fewer moments than the
 * fit has samples.
 */
export function fitAt({ moments }, index) {
  const { time, fit } = moments[index]
  if (fit.samples === 0) return null
  const end = time - fit.age
  const last = Math.min(newest(moments, end), index)
  let first = last
  while (first > 0 && moments[first - 1].time >= end - fit.window) first--
  return {
    first, last, velocity: { x: fit.x, y: fit.y }, samples: fit.samples, window: fit.window,
    confidence: fit.confidence, at: moments[last].position,
  }
}

/**
 * The part of the glass that shows a swipe: {x, y, width, height} in mm, with the proportions of a canvas.
 *
 * It contains the path, the arrows of its velocities over `reach` s and a margin. It is at least 40 mm wide and high,
 * so that a short swipe looks short.
 */
export function areaOf({ moments }, proportion, reach = 0) {
  const [xs, ys] = ['x', 'y'].map(axis =>
    moments.flatMap(({ position, fit }) => [position[axis], position[axis] + fit[axis] * reach]))
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  let [width, height] = [Math.max(40, (right - left) * 1.2), Math.max(40, (bottom - top) * 1.2)]
  if (width / height < proportion) width = height * proportion
  else height = width / proportion
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height }
}
