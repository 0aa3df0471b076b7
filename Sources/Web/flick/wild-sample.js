// The outlier, a sample that no fingertip could cause: see GestureCore/Velocity/OutlierDetector.swift.
import { MM } from './units.js'

/** Older samples have too little weight to be worth their cost, in ms. */
export const WINDOW = 100
/** 200 m/s², in points. */
const GREATEST_ACCELERATION = 200_000 * MM
/** The shortest interval, in s: jitter of the timestamps must not appear as acceleration. */
const SHORTEST_INTERVAL = 0.004

function segment(from, to) {
  const time = Math.max((to.time - from.time) / 1000, SHORTEST_INTERVAL)
  const x = to.x - from.x
  const y = to.y - from.y
  return { time, x, y, length: Math.hypot(x, y) }
}

const acceleration = (one, next) =>
  2 * Math.hypot(next.x / next.time - one.x / one.time, next.y / next.time - one.y / one.time) / (one.time + next.time)
const isFarOff = (one, neighbour) => one.length * neighbour.time > 4 * neighbour.length * one.time

/** The index of the outlier among the samples from `first` to `last`, the newest; null if there is none. */
export function wildSample(samples, last, first) {
  if (last - first < 3) return null
  const step = index => segment(samples[index - 1], samples[index])
  let found = null
  let isSuspect = false
  let greatest = GREATEST_ACCELERATION
  for (let index = last - 1; index > first; index--) {
    const value = acceleration(step(index), step(index + 1))
    const isKnown = samples[last].time - samples[index - 1].time <= WINDOW
    if (isKnown && value > GREATEST_ACCELERATION) isSuspect = true
    if (value > greatest) {
      greatest = value
      found = index
    }
  }
  if (!isSuspect) return null
  const before = step(found)
  const next = step(found + 1)
  if (found === last - 1 && acceleration(step(found - 1), before) < greatest / 4) {
    return isFarOff(next, before) ? last : null
  }
  if (found === first + 1 && acceleration(next, step(found + 2)) < greatest / 4) {
    return isFarOff(before, next) ? first : null
  }
  return before.x * next.x + before.y * next.y < -0.5 * before.length * next.length ? found : null
}
