// The velocity of a pointer by regression over its last 100 ms: the model of docs/velocity.md, lengths in CSS pixels.
//
// Left out of it, because a browser's pointer events are filtered already: the wild sample and the jump at lift.

/** Samples older than this weigh nothing worth their cost, in ms. */
const WINDOW = 100
/** The speed scale is the fastest chunk of this length within this reach, in ms. */
const CHUNK = 12
const CHUNK_REACH = 60
const STAMP_NOISE = 0.0005
const ACCELERATION_PER_SPEED = 10
const BEND_PER_SPEED = 2 * 12 * ACCELERATION_PER_SPEED ** 2 / 20
/** Samples within this time share one bend, in s. */
const SHARED_BEND = 0.02
const SPEED_PRIOR = 1e-10
/** 0.1 mm and 2 mm/s in points. */
const POSITION_NOISE = 0.1 / (25.4 / 163)
const LEAST_SPEED = 2 / (25.4 / 163)
/** A velocity against the way of the window must show in the way of this time, in ms. */
const TURN = 20
const REPETITION = 25
const REST_SPEED = POSITION_NOISE * 50
const REST_ODDS = 10

const rest = Object.freeze({ velocity: Object.freeze({ x: 0, y: 0 }), samples: 0, window: 0, confidence: 0 })

/** Estimates from samples {time (ms), x, y}, oldest first, the velocity per second at the newest movement. */
export function estimate(samples) {
  let last = samples.length - 1
  while (last > 0 && samples[last - 1].x === samples[last].x && samples[last - 1].y === samples[last].y) last--
  if (last < 1 || samples.at(-1).time - samples[last].time > REPETITION) return rest
  const newest = samples[last]
  let first = last
  while (first > 0 && newest.time - samples[first - 1].time <= WINDOW) first--
  if (first === last) return rest
  const used = samples.slice(first, last)
  const within = used.filter(sample => newest.time - sample.time <= CHUNK_REACH)
  const scale = fastestChunk(within.length ? within : used, newest)
  const course = fit(used, newest, scale)
  if (!course) return rest
  // The newest sample, at offset 0, is taken in last, by the rule of Kalman.
  const gain = course.covariance / (course.offsetVariance + course.noise)
  const variance = Math.max(course.velocityVariance - gain * course.covariance, 0)
  let velocity = { x: course.velocity.x - gain * course.offset.x, y: course.velocity.y - gain * course.offset.y }
  velocity = calm(believe(velocity, used, newest), variance)
  const square = velocity.x ** 2 + velocity.y ** 2
  if (!Number.isFinite(square) || square === 0) return rest
  return {
    velocity, samples: used.length + 1, window: newest.time - used[0].time,
    confidence: square / (square + variance),
  }
}

function fastestChunk(used, newest) {
  let square = LEAST_SPEED ** 2
  let end = newest
  for (let age = used.length - 1; age >= 0; age--) {
    const sample = used[age]
    const time = end.time - sample.time
    if (time < CHUNK && age > 0) continue
    const seconds = Math.max(time, CHUNK) / 1000
    square = Math.max(square, ((end.x - sample.x) ** 2 + (end.y - sample.y) ** 2) / seconds ** 2)
    end = sample
  }
  return square
}

/** A weighted parabola through both coordinates at once, with priors on speed and acceleration. */
function fit(used, newest, squaredSpeed) {
  const noise = POSITION_NOISE ** 2 + squaredSpeed * STAMP_NOISE ** 2
  const span = (newest.time - used[0].time) / 1000
  const bending = BEND_PER_SPEED * Math.max(1, used.length / span * SHARED_BEND) * squaredSpeed
  let m00 = 0, m01 = 0, m02 = 0, m12 = 0
  let m22 = 1 / (ACCELERATION_PER_SPEED ** 2 * squaredSpeed)
  const r = { x: [0, 0, 0], y: [0, 0, 0] }
  for (const sample of used) {
    const age = (sample.time - newest.time) / 1000
    const half = age * age / 2
    const weight = 1 / (noise - bending * age ** 5)
    m00 += weight
    m01 += weight * age
    m02 += weight * half
    m12 += weight * age * half
    m22 += weight * half * half
    for (const axis of ['x', 'y']) {
      const offset = sample[axis] - newest[axis]
      r[axis][0] += offset * weight
      r[axis][1] += offset * weight * age
      r[axis][2] += offset * weight * half
    }
  }
  const m11 = 2 * m02 + SPEED_PRIOR
  const a00 = m11 * m22 - m12 * m12
  const a01 = m02 * m12 - m01 * m22
  const a02 = m01 * m12 - m02 * m11
  const a11 = m00 * m22 - m02 * m02
  const a12 = m01 * m02 - m00 * m12
  const determinant = m00 * a00 + m01 * a01 + m02 * a02
  if (!(determinant > 0)) return null
  const solve = (a, b, c) => ({
    x: (a * r.x[0] + b * r.x[1] + c * r.x[2]) / determinant,
    y: (a * r.y[0] + b * r.y[1] + c * r.y[2]) / determinant,
  })
  return {
    noise, offset: solve(a00, a01, a02), velocity: solve(a01, a11, a12),
    offsetVariance: Math.max(a00 / determinant, 0), covariance: a01 / determinant,
    velocityVariance: Math.max(a11 / determinant, 0),
  }
}

/** Limits a velocity against the way of the whole window to twice what the pointer went back in the last 20 ms. */
function believe(velocity, used, newest) {
  const along = sample => velocity.x * (newest.x - sample.x) + velocity.y * (newest.y - sample.y)
  if (along(used[0]) >= 0) return velocity
  const start = used.findLast(sample => newest.time - sample.time >= TURN) ?? used[0]
  const limit = 2 * along(start) / ((newest.time - start.time) / 1000)
  const square = velocity.x ** 2 + velocity.y ** 2
  if (!(limit < square)) return velocity
  const part = Math.max(limit, 0) / square
  return { x: velocity.x * part, y: velocity.y * part }
}

/** Lets a velocity that is as slow as noise, and not known to be a movement, fall to nothing. */
function calm(velocity, variance) {
  const square = velocity.x ** 2 + velocity.y ** 2
  const least = Math.min(variance, REST_SPEED ** 2)
  if (!(square < 64 * least)) return velocity
  const part = 1 / (1 + REST_ODDS * Math.exp(square / (-2 * least)))
  return { x: velocity.x * part, y: velocity.y * part }
}
