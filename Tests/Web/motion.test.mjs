import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import * as flick from '../../Sources/Web/flick.js'
import { Content, Flight, Spring, SpringRunner, Swipe } from '../../Sources/Web/flick.js'
import { near } from './kit.mjs'

let time, frames, drawn, isReduced
const frame = (ms = 16) => {
  time += ms
  const due = frames
  frames = []
  for (const one of due) one(time)
}
const rest = runner => {
  for (let count = 0; count < 1000 && runner.isMoving; count++) frame()
  assert.ok(!runner.isMoving)
}

beforeEach(() => {
  time = 1000
  frames = []
  drawn = []
  isReduced = false
  mock.method(performance, 'now', () => time)
  globalThis.requestAnimationFrame = one => frames.push(one)
  globalThis.cancelAnimationFrame = () => {}
  globalThis.matchMedia = query => ({ matches: isReduced && query.includes('reduced-motion') })
})
afterEach(() => mock.reset())

describe('A spring on animation frames', () => {
  const runner = options => new SpringRunner((value, velocity) => drawn.push({ value, velocity }), options)

  test('follows its flight and rests on its target', async () => {
    const one = runner({ value: 10, spring: Spring.bouncy })
    const settled = one.to(300, { velocity: -800 })
    const flight = new Flight(10, 300, -800, Spring.bouncy)
    for (let count = 1; count <= 12; count++) {
      frame()
      near(drawn.at(-1).value, flight.offset(count * 0.016), 1e-9)
      near(drawn.at(-1).velocity, flight.velocity(count * 0.016), 1e-9)
    }
    rest(one)
    await settled
    assert.deepEqual(drawn.at(-1), { value: 300, velocity: 0 })
    assert.equal(frames.length, 0, 'nothing is drawn of what rests')
  })

  test('changes target in flight without a jump, on one chain of frames', () => {
    const one = runner()
    one.to(300)
    for (let count = 0; count < 8; count++) frame()
    const before = { value: one.value, velocity: one.velocity }
    one.to(-100)
    near(one.value, before.value, 1e-9)
    near(one.velocity, before.velocity, 1e-9)
    assert.equal(frames.length, 1)
    rest(one)
    assert.equal(one.value, -100)
  })

  test('stops where a finger catches it', async () => {
    const one = runner()
    const settled = one.to(300)
    frame()
    one.set(42)
    await settled
    assert.equal(one.value, 42)
    assert.equal(one.velocity, 0)
  })

  test('jumps if reduced motion is preferred', async () => {
    isReduced = true
    const one = runner()
    await one.to(300)
    assert.deepEqual(drawn, [{ value: 300, velocity: 0 }])
  })
})

describe('Content', () => {
  const swipe = (phase, id, ms, x) => new Swipe({
    type: 'swipe', phase, swipe_id: id, t_us: ms * 1000, translation: { x, y: 0 }, velocity: { x: 0, y: 0 },
  })

  test('follows one finger and ignores others', () => {
    const content = new Content(-296)
    assert.equal(content.track(swipe('begin', 1, 0, -20), -20), null)
    assert.equal(content.offset(1e9), -316)
    assert.equal(content.track(swipe('update', 2, 5, 90), 90), null)
    assert.equal(content.offset(0), -316)
    assert.equal(content.track(swipe('end', 1, 10, -60), -60), 'end')
    content.release(-592, -900, Spring.standard, 10_000)
    assert.ok(content.isFlying(20_000))
    near(content.offset(10_000), -356, 1e-9)
    near(content.offset(10e6), -592, 1e-6)
  })

  test('is caught in flight at its current position', () => {
    const content = new Content()
    content.track(swipe('end', 1, 0, -60), -60)
    content.release(-296, -900, Spring.standard, 0)
    const there = content.offset(100_000)
    content.track(swipe('begin', 2, 100, -5), -5)
    near(content.start, there, 1e-9)
    near(content.offset(100_000), there - 5, 1e-9)
  })

  test('keeps its velocity if a key changes its target', () => {
    const content = new Content()
    content.release(300, 500, Spring.standard, 0)
    const slope = at => (content.offset(at + 10) - content.offset(at - 10)) / 20e-6
    const before = slope(100_000)
    content.go(0, Spring.standard, 100_000)
    near((content.offset(100_020) - content.offset(100_000)) / 20e-6, before, Math.abs(before) * 0.01)
  })
})

describe('A time argument', () => {
  test('is now by default, in each interaction', () => {
    const things = [
      [new flick.CardCarousel({ count: 5 }), 1, -296], [new flick.BottomSheet(), 1, -300],
      [new flick.DismissibleCard(), 'down', 800], [new flick.DismissibleSheet(), 'down', 400],
      [new flick.SwipeCard(), 'left', -400], [new flick.SpringCard(), 'down', 1000],
    ]
    for (const [thing] of things) assert.ok(!thing.isMoving())
    for (const [thing, result] of things) thing.go(result)
    time += 100
    for (const [thing, , target] of things) {
      const flight = new Flight(0, target)
      near(thing.offset(), flight.offset(0.1), 1e-9)
      assert.equal(thing.offset(), thing.offset(time * 1000))
      assert.ok(thing.isMoving())
      for (const name of ['progress', 'opacity', 'rotation']) {
        if (thing[name]) assert.equal(thing[name](), thing[name](time * 1000))
      }
    }
    const card = new flick.DraggableCard()
    assert.deepEqual([card.offset(), card.isMoving()], [{ x: 0, y: 0 }, false])
    const content = new Content()
    content.release(300)
    time += 100
    near(content.offset(), new Flight(0, 300).offset(0.1), 1e-9)
    assert.ok(content.isFlying())
    content.go(0)
    time += 60_000
    assert.ok(!content.isFlying())
  })
})
