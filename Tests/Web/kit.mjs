// Shared by the tests of the page's module: a random number generator that prints its seed, an
// integration, approximate equality.
import assert from 'node:assert/strict'
import { Swipe } from '../../Sources/Web/flick.js'

/** SplitMix64 as in Tests/Kit: the same seed gives the same numbers on both sides. */
export function random(seed) {
  let state = BigInt.asUintN(64, BigInt(seed))
  const next = () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n)
    let z = state
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn)
    return z ^ (z >> 31n)
  }
  return (least, most) => least + Number(next() >> 11n) / 2 ** 53 * (most - least)
}

/** Fourth-order Runge–Kutta of ẍ = −stiffness·x − damping·ẋ. */
export function integrate(spring, start, time, steps) {
  let x = start.displacement
  let v = start.velocity
  const slope = (x, v) => [v, -spring.stiffness * x - spring.damping * v]
  const h = time / steps
  for (let step = 0; step < steps; step++) {
    const [ax, av] = slope(x, v)
    const [bx, bv] = slope(x + ax * h / 2, v + av * h / 2)
    const [cx, cv] = slope(x + bx * h / 2, v + bv * h / 2)
    const [dx, dv] = slope(x + cx * h, v + cv * h)
    x += h / 6 * (ax + 2 * bx + 2 * cx + dx)
    v += h / 6 * (av + 2 * bv + 2 * cv + dv)
  }
  return { displacement: x, velocity: v }
}

export function near(found, stated, tolerance, words = '') {
  assert.ok(Math.abs(found - stated) <= tolerance, `${found} is not ${stated} ± ${tolerance} ${words}`)
}

/** A moment of a swipe at `ms`; a begin has a slop of 10 px. */
export function at(ms, phase, { x = 0, y = 0, vx = 0, vy = 0, id = 1, ahead = undefined } = {}) {
  const end = { x: x + 0.25 * vx, y: y + 0.25 * vy }
  return new Swipe({
    phase, swipe_id: id, t_us: ms * 1000, translation: { x, y }, velocity: { x: vx, y: vy }, predicted_end_translation: end,
    slop: phase === 'begin' ? 10 : undefined, lookahead_translation: ahead,
  })
}
