// Shared by the tests of the page's module: a random number generator that prints its seed, an
// integration, approximate equality.
import assert from 'node:assert/strict'

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
