// Fingers as frames of a panel: [{ time, touches: [{ finger, x, y, change }] }]. Times are in ms,
// positions in CSS pixels. A touch has `landed`, was `held`, has `lifted`, or is a `palm` from now
// on; a frame may be `lost`.

/** The time between two frames, in ms. */
const PERIOD = 8

/**
 * A finger that lands at `at` ms, moves by each `steps` entry [x, y, ms], and lifts in the frame
 * after.
 */
export const finger = (steps, { at = 0, x = 0, y = 0, end = 'lifted', lost = null } = {}) =>
  ({ at, x, y, steps, end, lost })

/** The same fingers, later. */
export const later = (fingers, time) => fingers.map(one => ({ ...one, at: one.at + time }))

/** The same fingers at another position. */
export const moved = (fingers, x, y) => fingers.map(one => ({ ...one, x: one.x + x, y: one.y + y }))

/** The time when the last finger is up, in ms. */
export const ending = fingers => Math.max(...fingers.map(({ at, steps, samples }) => samples
  ? at + samples.at(-1).time + PERIOD : at + steps.reduce((sum, [, , ms]) => sum + ms, 0) + PERIOD))

/** The position of one finger in each of its frames: a Map from ms to {x, y, change}. */
function course({ at, x, y, steps, samples, end, lost }) {
  const points = new Map([[at, { x, y, change: 'landed' }]])
  let time = at
  if (samples) {
    // A person's finger uses the times of its recorded panel.
    for (const sample of samples) {
      time = at + sample.time
      points.set(time, { x: x + sample.x, y: y + sample.y, change: 'held' })
    }
  } else {
    let from = { x, y }
    for (const [dx, dy, ms] of steps) {
      const start = time
      for (time += PERIOD; time <= start + ms; time += PERIOD) {
        const part = (time - start) / ms
        points.set(time, { x: from.x + dx * part, y: from.y + dy * part, change: 'held' })
      }
      time = start + ms
      from = { x: from.x + dx, y: from.y + dy }
      points.set(time, { ...from, change: 'held' })
    }
  }
  const last = points.get(time)
  if (lost !== null) points.set(at + lost, { ...points.get(at + lost), isLost: true })
  if (end === 'palm') {
    points.set(time + PERIOD, { ...last, change: 'palm' })
    time += PERIOD
  }
  if (end !== 'never') points.set(time + PERIOD, { ...last, change: 'lifted' })
  return points
}

/** The frames that report at least one finger, in order. */
export function framesOf(fingers) {
  const courses = fingers.map(course)
  const times = [...new Set(courses.flatMap(points => [...points.keys()]))].sort((one, other) => one - other)
  return times.map(time => {
    const touches = []
    courses.forEach((points, number) => {
      const current = points.get(time)
      const known = current ?? lastBefore(points, time)
      if (known && (current || known.change !== 'lifted')) {
        touches.push({ finger: number, x: known.x, y: known.y, change: current?.change ?? 'held' })
      }
    })
    return { time, touches, isLost: courses.some(points => points.get(time)?.isLost) }
  })
}

function lastBefore(points, time) {
  let found = null
  for (const [when, point] of points) if (when < time) found = point
  return found
}
