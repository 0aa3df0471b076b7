// The cases of Tests/Cases/content.json, which Tests/FlickInteractionsTests/ContentCaseTests.swift reads too.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Content, RubberBand, Spring } from '../../Sources/Web/flick.js'
import { near, random } from './kit.mjs'

const cases = JSON.parse(readFileSync(new URL('../Cases/content.json', import.meta.url), 'utf8'))
/** JSON has no infinity: null stands for a side without a bound. */
const boundsOf = bounds => bounds && [bounds[0] ?? -Infinity, bounds[1] ?? Infinity]

const actions = {
  track: (content, { id, phase, time, displacement, velocity, slop = 0 }) =>
    content.track({ id, phase, time }, displacement, { velocity, slop }),
  draw: (content, { time }) => content.draw(time),
  press: (content, { time }) => content.press(time),
  resume: (content, { time }) => content.resume(time),
  release: (content, { target, velocity = null, spring, time }) =>
    content.release(target, velocity, new Spring(spring), time),
  go: (content, { target, spring, time }) => content.go(target, new Spring(spring), time),
  put: (content, { target }) => content.put(target),
  confine: (content, { bounds, spring, time }) => content.confine(boundsOf(bounds), new Spring(spring), time),
}

describe('A rubber band', () => {
  test('has the stated displacement, slope and inverse', () => {
    assert.ok(cases.bands.length >= 100)
    for (const { extent, constant, pull, displacement, slope } of cases.bands) {
      const band = new RubberBand(extent, constant)
      near(band.displacement(pull), displacement, 1e-9, `${extent} ${constant} ${pull}`)
      near(band.slope(pull), slope, 1e-9)
      if (extent > 0) near(band.pull(displacement), pull, 1e-9 * Math.abs(pull) * (1 + Math.abs(pull) / extent))
    }
  })

  test('never reaches its extent, and has no pull from there on', () => {
    const band = new RubberBand(280)
    assert.equal(band.constant, 0.55)
    assert.equal(band.displacement(Infinity), 280)
    assert.equal(band.displacement(-Infinity), -280)
    assert.ok(band.displacement(1e6) < 280)
    assert.deepEqual([band.pull(280), band.pull(-300), band.pull(0)], [Infinity, -Infinity, 0])
    assert.equal(new RubberBand(0).pull(1), Infinity)
  })

  test('is refused with the reason', () => {
    for (const extent of [-1, NaN, Infinity]) assert.throws(() => new RubberBand(extent), /^RangeError: the extent/)
    for (const constant of [0, -1, NaN]) assert.throws(() => new RubberBand(1, constant), /^RangeError: the constant/)
    assert.throws(() => new Content(0, { bounds: [1, 0] }), /^RangeError: the bounds are 1,0/)
  })
})

describe('Content with stated truth', () => {
  test('is where the case states, at the stated velocity, to a billionth', () => {
    assert.ok(cases.content.length >= 80)
    let count = 0
    for (const { name, content: { start, bounds, extent, keepsSlop, follow }, steps } of cases.content) {
      const band = extent === undefined ? null : new RubberBand(extent)
      const content = new Content(start, { bounds: boundsOf(bounds), band, keepsSlop, follow: follow && new Spring(follow) })
      for (const [number, step] of steps.entries()) {
        actions[step.do](content, step)
        const words = `${name}, step ${number}: ${step.do}`
        near(content.offset(step.at), step.offset, 1e-9 * (1 + Math.abs(step.offset)), words)
        near(content.velocity(step.at), step.rate, 1e-9 * (1 + Math.abs(step.rate)), words)
        near(content.start, step.start, 1e-9 * (1 + Math.abs(step.start)), words)
        assert.equal(content.isHeld, step.isHeld, words)
        if (step.isFlying !== null) assert.equal(content.isFlying(step.at), step.isFlying, words)
        count++
      }
    }
    assert.ok(count >= 800, `${count} steps`)
  })
})

describe('Content under random calls', () => {
  const seed = Number(process.env.FLICKD_SEED ?? 26)
  const springs = [Spring.smooth, Spring.bouncy, new Spring({ duration: 60, bounce: -0.99 }), new Spring({ bounce: 0.99 })]

  test(`has finite numbers and comes to rest, seed ${seed}`, () => {
    const dice = random(seed)
    const pick = list => list[Math.floor(dice(0, list.length))]
    const number = () => dice(0, 1) < 0.1 ? pick([NaN, Infinity, -Infinity, 1e300, -1e300, 0]) : dice(-2000, 2000)
    const bounds = () => pick([null, [-500, 0], [0, 0], [-Infinity, 40], [0, Infinity]])
    let content = null
    let time = 0
    for (let call = 0; call < 10_000; call++) {
      if (call % 500 === 0) {
        const band = pick([null, new RubberBand(0), new RubberBand(300)])
        content = new Content(number(), { bounds: bounds(), band, keepsSlop: dice(0, 1) < 0.5 })
      }
      time += dice(-5_000, 30_000)
      const swipe = { id: Math.floor(dice(1, 4)), phase: pick(['begin', 'update', 'end', 'cancel', 'press', 'release']), time }
      pick([
        () => content.track(swipe, number(), { velocity: number(), slop: number() }), () => content.draw(time),
        () => content.press(time), () => content.resume(time), () => content.put(number()),
        () => content.release(number(), pick([null, number()]), pick(springs), time),
        () => content.go(number(), pick(springs), time), () => content.confine(bounds(), pick(springs), time),
      ])()
      const words = `call ${call} of seed ${seed}`
      assert.ok(Number.isFinite(content.offset(time)) && Number.isFinite(content.velocity(time)), words)
      assert.ok(Number.isFinite(content.start), words)
      if (content.isHeld) continue
      // The slowest spring of all falls to a billionth within some days.
      const end = time + 1e12
      assert.ok(!content.isFlying(end), words)
      near(content.offset(end), content.start, 0.5, words)
      const [lower, upper] = content.bounds
      assert.ok(content.start >= lower && content.start <= upper, words)
    }
  })

  test('follows no finger from which an app took it', () => {
    const content = new Content()
    const swipe = (phase, id = 1) => ({ id, phase, time: 0 })
    content.track(swipe('begin'), 0)
    content.track(swipe('update'), 30)
    content.put(200)
    assert.equal(content.track(swipe('update'), 60), null)
    assert.equal(content.track(swipe('end'), 90), null)
    assert.equal(content.offset(0), 200)
    content.track(swipe('begin', 2), 0)
    content.track(swipe('begin', 3), 0)
    content.track(swipe('update', 2), 20)
    assert.equal(content.track(swipe('end', 2), 20), 'end')
    content.release(0, 0, Spring.smooth, 0)
    assert.equal(content.track(swipe('update', 3), 500), null, 'the second finger never held it')
    assert.ok(!content.isHeld)
    content.track(swipe('begin', 3), 0)
    assert.ok(content.isHeld)
  })
})
