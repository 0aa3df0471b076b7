// What fingers do, as frames of a panel: [{ time, touches: [{ finger, x, y, change }] }], times in ms, places in CSS
// pixels. A touch has `landed`, was `held`, has `lifted`, or is a `palm` from now on; a frame may be `lost`.

/** The time between two frames, in ms. */
const PERIOD = 8

/** A finger that lands at a place at `at` ms, goes by `steps` of [x, y, ms] each, and lifts in the frame after. */
export const finger = (steps, { at = 0, x = 0, y = 0, end = 'lifted', lost = null } = {}) =>
  ({ at, x, y, steps, end, lost })

/** The same fingers, later. */
export const later = (fingers, time) => fingers.map(one => ({ ...one, at: one.at + time }))

/** The same fingers elsewhere. */
export const moved = (fingers, x, y) => fingers.map(one => ({ ...one, x: one.x + x, y: one.y + y }))

/** When the last of them is up, in ms. */
export const ending = fingers => Math.max(...fingers.map(({ at, steps, samples }) => samples
  ? at + samples.at(-1).time + PERIOD : at + steps.reduce((sum, [, , ms]) => sum + ms, 0) + PERIOD))

/** Where one finger is in each of its frames: a Map from ms to {x, y, change}. */
function course({ at, x, y, steps, samples, end, lost }) {
  const places = new Map([[at, { x, y, change: 'landed' }]])
  let time = at
  if (samples) {
    // A person's: at the times at which that panel told it.
    for (const sample of samples) {
      time = at + sample.time
      places.set(time, { x: x + sample.x, y: y + sample.y, change: 'held' })
    }
  } else {
    let from = { x, y }
    for (const [dx, dy, ms] of steps) {
      const start = time
      for (time += PERIOD; time <= start + ms; time += PERIOD) {
        const part = (time - start) / ms
        places.set(time, { x: from.x + dx * part, y: from.y + dy * part, change: 'held' })
      }
      time = start + ms
      from = { x: from.x + dx, y: from.y + dy }
      places.set(time, { ...from, change: 'held' })
    }
  }
  const last = places.get(time)
  if (lost !== null) places.set(at + lost, { ...places.get(at + lost), isLost: true })
  if (end === 'palm') {
    places.set(time + PERIOD, { ...last, change: 'palm' })
    time += PERIOD
  }
  if (end !== 'never') places.set(time + PERIOD, { ...last, change: 'lifted' })
  return places
}

/** The frames in which one finger or another is told of, in order. */
export function framesOf(fingers) {
  const courses = fingers.map(course)
  const times = [...new Set(courses.flatMap(places => [...places.keys()]))].sort((one, other) => one - other)
  return times.map(time => {
    const touches = []
    courses.forEach((places, number) => {
      const told = places.get(time)
      const known = told ?? lastBefore(places, time)
      if (known && (told || known.change !== 'lifted')) {
        touches.push({ finger: number, x: known.x, y: known.y, change: told?.change ?? 'held' })
      }
    })
    return { time, touches, isLost: courses.some(places => places.get(time)?.isLost) }
  })
}

function lastBefore(places, time) {
  let found = null
  for (const [when, place] of places) if (when < time) found = place
  return found
}
