import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Flight, SnapPoints, Spring, projection, projectionTime } from '../../Sources/Web/flick.js'
import { Zone } from '../../Sources/Web/flick/zone.js'
import { estimate } from '../../Sources/Web/flick/velocity.js'
import { integrate, near, random } from './kit.mjs'

/** Lines of JSON from the core, one case each: Tests/GestureCoreTests/WebVectors.swift. */
const vectors = process.env.FLICKD_WEB_VECTORS
const seed = 20260731

function bounce(number, between) {
  switch (number % 8) {
    case 0: return 0
    case 4: return between(-1e-6, 1e-6)
    case 6: return between(-0.95, -0.7)
    default: return between(-0.7, 0.98)
  }
}

describe('A spring', () => {
  test('has the numbers of SwiftUI\'s family', () => {
    near(Spring.standard.stiffness, 157.9136704174297, 1e-9)
    near(Spring.standard.damping, 25.1327412287183, 1e-9)
    near(Spring.bouncy.damping, 0.7 * Spring.standard.damping, 1e-9)
    near(new Spring({ bounce: -0.5 }).damping, 2 * Spring.standard.damping, 1e-9)
    near(new Spring({ response: 0.3, dampingFraction: 0.7 }).bounce, 0.3, 1e-12)
    near(new Spring({ mass: 2, stiffness: 200, damping: 20 }).dampingFraction, 0.5, 1e-12)
  })

  test('matches its numerical integration to a millionth', () => {
    const between = random(seed)
    for (let number = 0; number < 1000; number++) {
      const spring = new Spring({ duration: between(0.1, 2), bounce: bounce(number, between) })
      const start = { displacement: between(-300, 300), velocity: between(-5000, 5000) }
      const time = spring.duration * between(0.005, 1)
      const pace = Math.sqrt(spring.stiffness)
      const steps = Math.ceil(60 * time * pace * Math.max(1, spring.dampingFraction)) + 1
      const exact = integrate(spring, start, time, steps)
      const found = spring.state(time, start)
      const swing = Math.abs(start.displacement) + Math.abs(start.velocity) / pace
      near(found.displacement, exact.displacement, 1e-6 * swing, `seed ${seed}, ${number}`)
      near(found.velocity, exact.velocity, 1e-6 * swing * pace, `seed ${seed}, ${number}`)
    }
  })

  test('settles at its settling time and not before', () => {
    const between = random(seed + 1)
    for (let number = 0; number < 500; number++) {
      const spring = new Spring({ duration: between(0.1, 2), bounce: bounce(number, between) })
      const flight = new Flight(between(-300, 300), 0, between(-5000, 5000), spring)
      const time = flight.settlingTime(0.5)
      const off = at => Math.abs(flight.offset(at))
      if (time > 0) assert.ok(off(time - 1e-4) > 0.5 - 1e-3 || off(time - 1e-6) > 0.4999, `seed ${seed}, ${number}`)
      for (let later = 0; later < 40; later++) {
        assert.ok(off(time + later * spring.duration / 20) <= 0.5 + 1e-6, `seed ${seed}, ${number}`)
      }
    }
  })

  test('keeps position and velocity if its target changes in flight', () => {
    const before = new Flight(0, 300, -1200, Spring.snappy)
    const after = before.retargeted(-50, 0.13, Spring.bouncy)
    near(after.offset(0), before.offset(0.13), 1e-9)
    near(after.velocity(0), before.velocity(0.13), 1e-9)
    assert.equal(after.target, -50)
  })
})

test('A projection matches continuing content', () => {
  near(projectionTime(0.998), 0.49949983, 5e-9)
  near(projectionTime(0.99), 0.09949916, 5e-9)
  near(projectionTime(0.5), 0.001442695, 5e-9)
  assert.equal(projection(-100, -1000), -350)
  assert.deepEqual(projection({ x: -61.2, y: 1.5 }, { x: -1432, y: 20.4 }), { x: -419.2, y: 6.6 })
})

describe('Snap points', () => {
  test('are sorted in their direction, without duplicates', () => {
    for (const [stated, kept] of [
      [[0, 100, 200], [0, 100, 200]], [[0, -296, -592], [0, -296, -592]], [[50], [50]],
      [[0, 200, 100, 100], [0, 100, 200]], [[0, -592, -296], [0, -296, -592]], [[5, 5, 5], [5]], [[0, 1e-10, 3], [0, 3]],
    ]) {
      const points = new SnapPoints(stated)
      assert.deepEqual(Array.from({ length: points.count }, (_, number) => points.offset(number)), kept)
    }
    assert.throws(() => new SnapPoints(Array(65).fill(0)), RangeError)
    assert.throws(() => new SnapPoints([NaN]), RangeError)
  })

  test('select the nearest one', () => {
    const points = new SnapPoints([0, -296, -592])
    for (const [offset, velocity, from, target] of [
      [-100, 0, 0, 0], [-147.9, 0, 0, 0], [-148.1, 0, 0, 1], [-148, -1, 0, 1], [-148, 1, 1, 0], [-148, 0, 0, 0],
      [-148, 0, 1, 1], [-444, 0, 0, 1], [-444, 0, 2, 2], [-444, 1, 2, 1], [500, 900, 0, 0], [-5000, 0, 0, 2],
      [Infinity, 0, 0, 0], [-Infinity, 0, 0, 2],
    ]) assert.equal(points.target(offset, velocity, from), target, `${offset}, ${velocity}, ${from}`)
  })

  test('are passed at most maxSteps at a time', () => {
    for (const [maxSteps, target] of [[null, 5], [9, 5], [2, 4], [1, 3], [0, 2]]) {
      const points = new SnapPoints([0, 10, 20, 30, 40, 50], { maxSteps })
      assert.equal(points.target(1e9, 1, 2), target)
      assert.equal(points.target(-1e9, 1, 2), Math.max(0, 2 - Math.min(maxSteps ?? 9, 9)))
    }
  })

  test('repeat on a dial', () => {
    for (const stated of [[0, 90, 180, 270], [0, 90, 180, 270, 360, 450]]) {
      const points = new SnapPoints(stated, { period: 360 })
      assert.equal(points.count, 4)
      for (const [offset, index, number, snapped] of [
        [10, 0, 0, 0], [91, 1, 1, 90], [350, 0, 4, 360], [-20, 0, 0, 0], [-80, 3, -1, -90], [-359, 0, -4, -360],
        [730, 0, 8, 720], [1000, 3, 11, 990],
      ]) {
        assert.equal(points.nearest(offset), number)
        assert.equal(points.index(number), index)
        assert.equal(points.offset(number), snapped)
      }
    }
  })

  test('report the progress to the neighbour', () => {
    const points = new SnapPoints([0, -300, -600])
    near(points.progress(-120, 0), 0.4, 1e-12)
    assert.equal(points.progress(60, 0), 0)
    near(points.progress(-240, 1), 0.2, 1e-12)
  })
})

describe('The core\'s numbers', { skip: vectors && existsSync(vectors) ? false : 'WebPhysicsTests runs these' }, () => {
  const relative = (found, stated, words) => {
    if (stated === null) assert.ok(!Number.isFinite(found), words)
    else near(found, stated, 1e-9 * Math.abs(stated), words)
  }
  const checks = {
    spring({ spring, start, time, tolerance }, out) {
      const found = new Spring(spring)
      const state = found.state(time, start)
      return [
        [found.stiffness, out.stiffness], [found.damping, out.damping], [found.duration, out.duration],
        [found.bounce, out.bounce], [found.dampingFraction, out.dampingFraction],
        [state.displacement, out.displacement], [state.velocity, out.velocity],
        [found.settlingTime(start, tolerance), out.settling],
      ]
    },
    projection({ rate, translation, velocity }, out) {
      return [[projectionTime(rate), out.seconds], [projection(translation, velocity, projectionTime(rate)), out.landing]]
    },
    snap({ offsets, period, maxSteps, landing, velocity, begin }, out) {
      const points = new SnapPoints(offsets, { period, maxSteps })
      const number = points.target(landing, velocity, begin)
      return [
        [points.count, out.count], [number, out.number], [points.index(number), out.index],
        [points.offset(number), out.offset], [points.progress(landing, begin), out.progress],
        [Number(points.isLast(number, true)), Number(out.isHighest)], [Number(points.isLast(number, false)), Number(out.isLowest)],
      ]
    },
    rule({ options, t, v, travel }, out) {
      const { axis } = options
      const pair = along => axis === 'x' ? { x: along, y: 1 } : { x: 1, y: along }
      const { decision } = new Zone('content', options).evaluate(1, 'end', pair(t), pair(v), travel)
      const words = ({ kind, commit, by, direction, no_commit }) => ({ kind, commit, by, direction, no_commit })
      assert.deepEqual(words(decision), words(out))
      assert.equal(decision.travel, travel)
      assert.equal(decision.travel_threshold, options.flickMinTravel)
      assert.equal('predicted' in decision, out.predicted !== null)
      return [
        [decision.distance, out.distance], [decision.speed, out.speed],
        ...(out.predicted === null ? [] : [[decision.predicted, out.predicted]]),
      ]
    },
  }
  test('equal those of this module to 1e-9, and velocities to 1e-6', () => {
    const lines = readFileSync(vectors, 'utf8').split('\n').filter(Boolean)
    const reasons = new Set()
    assert.ok(lines.length >= 1000, `${lines.length} cases`)
    for (const line of lines) {
      const { kind, input, output } = JSON.parse(line)
      if (kind === 'rule') reasons.add(output.no_commit)
      if (kind === 'velocity') {
        // Two samples make nearly singular equations, in which the last digits of each sum count.
        const { velocity: { x, y }, samples, confidence } = estimate(input.samples, input.hasLifted)
        const speed = Math.hypot(output.x, output.y)
        near(Math.hypot(x - output.x, y - output.y), 0, 1e-6 * speed, line)
        near(confidence, output.confidence, 1e-6, line)
        assert.equal(samples, output.samples, line)
        continue
      }
      for (const [found, stated] of checks[kind](input, output)) relative(found, stated, line)
    }
    assert.deepEqual([...reasons].sort(), ['below_thresholds', 'direction', 'end_of_range', 'short_travel', null].sort())
  })
})
