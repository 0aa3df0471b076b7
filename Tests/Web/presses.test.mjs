import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { CardCarousel, connect } from '../../Sources/Web/flick.js'
import { FakeElement, FakeWindow, useClock } from './stage.mjs'

let clock, view, flick, received, outer, inner
const box = { x: 0, y: 0, width: 400, height: 400 }
const pointer = (type, { id = 1, x = 50, y = 50, on = inner } = {}) =>
  view.pointer(type, on, { id, x, y, time: clock.now })
const listen = name => swipe => received.push(`${name} ${swipe.phase}`)

beforeEach(() => {
  clock = useClock()
  view = new FakeWindow()
  flick = connect(null, { window: view })
  received = []
  outer = new FakeElement(box)
  inner = new FakeElement(box, outer)
})
afterEach(() => {
  flick.close()
  clock.restore()
})

describe('A zone that asks for presses', () => {
  test('receives a press, and a begin or a release after it', async () => {
    flick.zone(inner, { name: 'a', axis: 'x', presses: true }, listen('a'))
    pointer('pointerdown')
    await clock.pass(50)
    pointer('pointerup')
    assert.deepEqual(received, ['a press', 'a release'])
    pointer('pointerdown')
    for (const x of [58, 66]) {
      await clock.pass(8)
      pointer('pointermove', { x })
    }
    pointer('pointerup', { x: 66 })
    assert.deepEqual(received.slice(2), ['a press', 'a begin', 'a end'])
    pointer('pointerdown')
    pointer('pointercancel')
    assert.deepEqual(received.slice(5), ['a press', 'a release'])
  })

  test('is released when its last finger lifts, or before it is removed', () => {
    const zone = flick.zone(inner, { name: 'a', axis: 'x', presses: true }, listen('a'))
    pointer('pointerdown')
    pointer('pointerdown', { id: 2 })
    pointer('pointerup')
    assert.deepEqual(received, ['a press'])
    pointer('pointerup', { id: 2 })
    assert.deepEqual(received, ['a press', 'a release'])
    pointer('pointerdown')
    zone.remove()
    pointer('pointerup')
    assert.deepEqual(received.slice(2), ['a press', 'a release'])
    flick.zone(outer, { name: 'b', presses: true }, listen('b'))
    pointer('pointerdown', { id: 3 })
    flick.close()
    assert.deepEqual(received.slice(4), ['b press', 'b release'])
  })

  test('is released before a swipe of its finger begins in another zone', async () => {
    flick.zone(inner, { name: 'across', axis: 'x', presses: true }, listen('across'))
    flick.zone(outer, { name: 'down', axis: 'y' }, listen('down'))
    pointer('pointerdown')
    await clock.pass(8)
    pointer('pointermove', { y: 70 })
    pointer('pointerup', { y: 70 })
    assert.deepEqual(received, ['across press', 'across release', 'down begin', 'down end'])
  })

  test('keeps a press while another finger swipes in an outer zone', async () => {
    flick.zone(inner, { name: 'across', axis: 'x', presses: true }, listen('across'))
    flick.zone(outer, { name: 'down', axis: 'y' }, listen('down'))
    pointer('pointerdown')
    await clock.pass(400)
    pointer('pointerdown', { id: 2, x: 90 })
    await clock.pass(8)
    pointer('pointermove', { id: 2, x: 90, y: 70 })
    pointer('pointerup', { id: 2, x: 90, y: 70 })
    assert.deepEqual(received, ['across press', 'down begin', 'down end'])
    pointer('pointerup')
    assert.deepEqual(received.slice(3), ['across release'])
  })

  test('is not pressed by a finger that lands while another one swipes', async () => {
    flick.zone(inner, { name: 'a', axis: 'x', presses: true }, listen('a'))
    pointer('pointerdown')
    await clock.pass(8)
    pointer('pointermove', { x: 70 })
    await clock.pass(8)
    pointer('pointerdown', { id: 2, x: 90 })
    await clock.pass(30)
    pointer('pointerup', { id: 2, x: 90 })
    pointer('pointerup', { x: 70 })
    assert.deepEqual(received, ['a press', 'a begin', 'a end'])
    pointer('pointerdown', { id: 2 })
    assert.deepEqual(received.slice(3), ['a press'])
  })

  test('is the only receiver of presses', () => {
    const heard = []
    flick.addEventListener('swipe', ({ detail }) => heard.push(detail.phase))
    flick.zone(inner, { name: 'a', axis: 'x' }, listen('a'))
    pointer('pointerdown')
    pointer('pointerup')
    assert.deepEqual([received, heard], [[], []])
    flick.zone(outer, { name: 'b', presses: true }, swipe => {
      received.push([swipe.phase, swipe.zone, swipe.time, swipe.location, swipe.id])
    })
    pointer('pointerdown')
    assert.deepEqual(received, [['press', 'b', clock.now * 1000, null, null]])
    assert.deepEqual(heard, [])
  })

  test('stops a carousel in flight', async () => {
    const row = new CardCarousel({ count: 5 })
    flick.zone(inner, { name: 'row', ...row.zone }, swipe => row.handle(swipe))
    row.go(4, clock.now * 1000)
    await clock.pass(100)
    const drawn = row.draw(clock.now * 1000)
    await clock.pass(5)
    pointer('pointerdown')
    await clock.pass(300)
    assert.equal(row.draw(clock.now * 1000), drawn)
    pointer('pointerup')
    await clock.pass(16)
    assert.ok(row.draw(clock.now * 1000) < drawn)
    assert.equal(row.index, 4)
  })

  /** A row of cards in flight, caught by a finger that rests at 50, 50. */
  async function caught() {
    const row = new CardCarousel({ count: 5 })
    const zone = flick.zone(inner, { name: 'row', ...row.zone }, swipe => {
      row.handle(swipe)
      if (swipe.phase === 'begin') zone.update(row.content.start)
    })
    row.go(4, clock.now * 1000)
    await clock.pass(100)
    row.draw(clock.now * 1000)
    pointer('pointerdown')
    await clock.pass(400)
    return row
  }
  /** A flick of 90 px by the second finger. */
  async function flickBeside() {
    pointer('pointerdown', { id: 2, x: 300 })
    for (let x = 285; x >= 210; x -= 15) {
      await clock.pass(8)
      pointer('pointermove', { id: 2, x })
    }
    pointer('pointerup', { id: 2, x: 210 })
  }

  test('lets a flick move content that a thumb has caught, and catches it again', async () => {
    const row = await caught()
    const drawn = row.draw(clock.now * 1000)
    await flickBeside()
    assert.equal(row.content.isHeld, false)
    const target = row.index
    await clock.pass(100)
    const flying = row.draw(clock.now * 1000)
    assert.ok(flying < drawn)
    pointer('pointerdown', { id: 2, x: 300 })
    await clock.pass(300)
    assert.equal(row.draw(clock.now * 1000), flying)
    pointer('pointerup', { id: 2, x: 300 })
    pointer('pointerup')
    await clock.pass(16)
    assert.ok(row.draw(clock.now * 1000) < flying)
    assert.equal(row.index, target)
  })

  test('keeps content that a thumb has caught while another finger taps', async () => {
    const row = await caught()
    const drawn = row.draw(clock.now * 1000)
    pointer('pointerdown', { id: 2, x: 300 })
    await clock.pass(50)
    pointer('pointerup', { id: 2, x: 300 })
    await clock.pass(50)
    assert.equal(row.draw(clock.now * 1000), drawn)
    pointer('pointerup')
    await clock.pass(16)
    assert.ok(row.draw(clock.now * 1000) < drawn)
  })
})

describe('Pointer events', () => {
  test('look ahead if the page asks for it', async () => {
    const ahead = []
    const own = connect(null, { window: view, lookahead: 16 })
    own.zone(inner, { name: 'a', axis: 'x' }, ({ phase, translation, velocity, lookaheadTranslation }) => {
      ahead.push([phase, lookaheadTranslation && lookaheadTranslation.x - translation.x - velocity.x * 0.016])
    })
    pointer('pointerdown')
    for (let x = 60; x <= 150; x += 10) {
      await clock.pass(8)
      pointer('pointermove', { x })
    }
    pointer('pointerup', { x: 150 })
    own.close()
    assert.ok(ahead.length > 5)
    assert.deepEqual(ahead.at(-1), ['end', null])
    for (const [, error] of ahead.slice(0, -1)) assert.ok(Math.abs(error) < 1e-9)
  })
})
