// The velocity of a pointer by regression over its last 100 ms. docs/velocity.md explains the method; the numbers are
// those of GestureCore/Velocity. Lengths are in CSS pixels, where one pixel is one point. Samples are
// {time (ms), x, y}, oldest first.
import { MM } from './decision.js'
import { displacement, dot, zero } from './vector.js'

/** The speed scale is the fastest chunk of this length within this reach, in ms. */
const CHUNK = 12
const CHUNK_REACH = 60
const STAMP_NOISE = 0.0005
const ACCELERATION_PER_SPEED = 10
const BEND_PER_SPEED = 2 * 12 * ACCELERATION_PER_SPEED ** 2 / 20
/** Samples within this time share one curvature, in s. */
const SHARED_BEND = 0.02
const SPEED_PRIOR = 1e-10 / MM ** 2
const POSITION_NOISE = 0.1 * MM
const MIN_SPEED = 2 * MM
/** One lift in four has a jump of the last position up to this distance, unless a longer pause (ms) precedes it. */
const JUMP_ODDS = 1 / 3
const JUMP_REACH = 0.7 * MM
const JUMP_PAUSE = 25
/** A velocity against the displacement of the window needs a displacement back within this time, in ms. */
const TURN = 20
const REPETITION = 25
const REST_SPEED = POSITION_NOISE * 50
const REST_ODDS = 10
/** Older samples have too little weight to be worth their cost, in ms. */
const WINDOW = 100
/** 200 m/s², in points. */
const GREATEST_ACCELERATION = 200_000 * MM
/** The shortest interval, in s: jitter of the timestamps must not appear as acceleration. */
const SHORTEST_INTERVAL = 0.004

/** The estimate of a pointer at rest. */
export const atRest = Object.freeze({ velocity: zero, samples: 0, window: 0, confidence: 0 })
const scaled = ({ x, y }, part) => ({ x: x * part, y: y * part })

/** The velocity per second at the newest movement; with `hasLifted`, the last position may have jumped. */
export function estimate(samples, hasLifted = false) {
  let last = newestMovement(samples)
  if (last < 1) return atRest
  let reading = read(samples, last, -1)
  const outlier = outlierIn(samples, last, reading.seen)
  if (outlier !== null) {
    if (outlier === last) last--
    reading = read(samples, last, outlier)
  }
  const course = reading.samples > 1 ? solve(reading.sums) : null
  if (!course) return atRest
  const newest = samples[last]
  const oldest = samples[reading.oldest]
  const canJump = hasLifted && reading.samples > 2 && newest.time - samples[last - 1].time <= JUMP_PAUSE
  let { velocity, variance } = settle(course, reading.noise, canJump)
  if (dot(velocity, displacement(oldest, newest)) < 0) velocity = believe(velocity, samples, last)
  velocity = calm(velocity, variance)
  const square = dot(velocity, velocity)
  if (!Number.isFinite(square) || !Number.isFinite(variance) || square === 0) return atRest
  return {
    velocity, samples: reading.samples, window: newest.time - oldest.time,
    confidence: square / (square + Math.max(variance, 0)),
  }
}

/** The index of the newest sample without repetitions of its position; −1 if the repetitions are a rest. */
function newestMovement(samples) {
  let last = samples.length - 1
  const { x, y, time } = samples[last]
  while (last > 0 && samples[last - 1].x === x && samples[last - 1].y === y) last--
  return time - samples[last].time <= REPETITION ? last : -1
}

/** Fits the samples of the 100 ms before `last`, without the outlier at `outlier`. */
function read(samples, last, outlier) {
  const newest = samples[last]
  const age = sample => newest.time - sample.time
  let squaredSpeed = MIN_SPEED ** 2
  let end = newest
  // Chunks are adjacent; the rest at the oldest sample is also a chunk.
  const addChunk = (sample, isOldest) => {
    const time = end.time - sample.time
    if (time < CHUNK && !isOldest) return
    const seconds = Math.max(time, CHUNK) / 1000
    const chunk = displacement(sample, end)
    squaredSpeed = Math.max(squaredSpeed, dot(chunk, chunk) / seconds ** 2)
    end = sample
  }
  let seen = last
  while (seen > 0 && age(samples[seen]) <= CHUNK_REACH) {
    seen--
    if (seen !== outlier) addChunk(samples[seen], seen === 0)
  }
  const span = age(samples[seen])
  const noise = POSITION_NOISE ** 2 + squaredSpeed * STAMP_NOISE ** 2
  const bend = BEND_PER_SPEED * Math.max(1, (last - seen) / (span / 1000) * SHARED_BEND)
  const sums = {
    m00: 0, m01: 0, m02: 0, m12: 0, m22: 1 / (ACCELERATION_PER_SPEED ** 2 * squaredSpeed), x: [0, 0, 0], y: [0, 0, 0],
  }
  let oldest = last
  for (let index = last - 1; index >= 0 && age(samples[index]) <= WINDOW; index--) {
    if (index === outlier) continue
    // The scale includes every chunk so far, so one outlier gives itself and all older samples no weight.
    if (index < seen) addChunk(samples[index], index === 0)
    add(sums, -age(samples[index]) / 1000, displacement(newest, samples[index]), noise, bend * squaredSpeed)
    oldest = index
  }
  const isOneLeftOut = outlier >= 0 && outlier < last && outlier > oldest
  return { sums, noise, oldest, seen, samples: last - oldest + (isOneLeftOut ? 0 : 1) }
}

/** The normal equations of a weighted parabola p + v·s + a·s²/2, for both coordinates together. */
function add(sums, age, offset, noise, bending) {
  const half = age * age / 2
  const weight = 1 / (noise - bending * age ** 5)
  sums.m00 += weight
  sums.m01 += weight * age
  sums.m02 += weight * half
  sums.m12 += weight * age * half
  sums.m22 += weight * half * half
  for (const axis of ['x', 'y']) {
    sums[axis][0] += offset[axis] * weight
    sums[axis][1] += offset[axis] * weight * age
    sums[axis][2] += offset[axis] * weight * half
  }
}

function solve({ m00, m01, m02, m12, m22, x, y }) {
  const m11 = 2 * m02 + SPEED_PRIOR
  const a00 = m11 * m22 - m12 * m12
  const a01 = m02 * m12 - m01 * m22
  const a02 = m01 * m12 - m02 * m11
  const a11 = m00 * m22 - m02 * m02
  const a12 = m01 * m02 - m00 * m12
  const determinant = m00 * a00 + m01 * a01 + m02 * a02
  if (!(determinant > 0)) return null
  const along = (a, b, c, r) => (a * r[0] + b * r[1] + c * r[2]) / determinant
  return {
    offset: { x: along(a00, a01, a02, x), y: along(a00, a01, a02, y) },
    velocity: { x: along(a01, a11, a12, x), y: along(a01, a11, a12, y) },
    offsetVariance: Math.max(a00 / determinant, 0), covariance: a01 / determinant,
    velocityVariance: Math.max(a11 / determinant, 0),
  }
}

/** Adds the newest sample, at offset 0, by a Kalman update; after a lift, by the mean of both possible updates. */
function settle(course, noise, canJump) {
  const { offset, covariance } = course
  const spread = course.offsetVariance + noise
  let gain = covariance / spread
  let variance = course.velocityVariance - gain * covariance
  if (canJump) {
    const square = dot(offset, offset)
    const jumpPrecision = 1 / (spread + JUMP_REACH ** 2)
    const jumpGain = covariance * jumpPrecision
    const odds = JUMP_ODDS * jumpPrecision * spread * Math.exp(square / 2 * (1 / spread - jumpPrecision))
    const share = 1 / (1 + odds)
    const between = gain - jumpGain
    gain = share * gain + (1 - share) * jumpGain
    variance = course.velocityVariance - gain * covariance + share * (1 - share) * between * between * square / 2
  }
  return { velocity: { x: course.velocity.x - gain * offset.x, y: course.velocity.y - gain * offset.y }, variance }
}

/** Limits a velocity against the window's displacement to twice the displacement back in the last 20 ms. */
function believe(velocity, samples, last) {
  const newest = samples[last]
  let index = last - 1
  while (index > 0 && newest.time - samples[index].time < TURN) index--
  const start = samples[index]
  const limit = 2 * dot(velocity, displacement(start, newest)) / ((newest.time - start.time) / 1000)
  const square = dot(velocity, velocity)
  if (!(limit < square)) return velocity
  return scaled(velocity, Math.max(limit, 0) / square)
}

/** Reduces a velocity that could be noise towards 0. */
function calm(velocity, variance) {
  const square = dot(velocity, velocity)
  const least = Math.min(variance, REST_SPEED ** 2)
  if (!(square < 64 * least)) return velocity
  return scaled(velocity, 1 / (1 + REST_ODDS * Math.exp(square / (-2 * least))))
}

function segment(from, to) {
  const { x, y } = displacement(from, to)
  return { time: Math.max((to.time - from.time) / 1000, SHORTEST_INTERVAL), x, y, length: Math.hypot(x, y) }
}

const acceleration = (one, next) =>
  2 * Math.hypot(next.x / next.time - one.x / one.time, next.y / next.time - one.y / one.time) / (one.time + next.time)
const isFarOff = (one, neighbour) => one.length * neighbour.time > 4 * neighbour.length * one.time

/**
 * The index of the outlier among the samples from `first` to `last`, the newest; null if there is none. An outlier is a
 * sample that no fingertip could cause: see GestureCore/Velocity/OutlierDetector.swift.
 */
function outlierIn(samples, last, first) {
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
  return dot(before, next) < -0.5 * before.length * next.length ? found : null
}
