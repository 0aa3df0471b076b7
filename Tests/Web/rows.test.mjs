// Carousels, pagers and dials: the cases of Tests/Cases/decisions.json, which
// Tests/FlickInteractionsTests/RowCaseTests.swift reads too, and what each does beside its decision.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { BottomSheet, CardCarousel, Dial, Pager, Spring, Swipe } from '../../Sources/Web/flick.js'
import * as flick from '../../Sources/Web/flick.js'
import { Zone } from '../../Sources/Web/flick/zone.js'
import { at, near } from './kit.mjs'

const cases = JSON.parse(readFileSync(new URL('../Cases/decisions.json', import.meta.url), 'utf8'))

/** The end of a swipe along the axis of a row; decided by its zone if `isOfZone`. */
function end(row, { t, v }, isOfZone) {
  const pair = along => row.zone.axis === 'x' ? { x: along, y: 0 } : { x: 0, y: along }
  const line = {
    type: 'swipe', phase: 'end', swipe_id: 2, t_us: 60e6, translation: pair(t), velocity: pair(v), zone: null,
    predicted_end_translation: pair(t + 0.25 * v),
  }
  if (isOfZone) {
    const zone = new Zone('content', { ...row.zone, offset: row.content.start })
    Object.assign(line, zone.evaluate(2, 'end', line.translation, line.velocity))
  }
  return new Swipe(line)
}

describe('A row', () => {
  test('selects the stated part on the stated way, by a zone and without a zone', () => {
    assert.ok(cases.strokes.length >= 1500)
    for (const { row: number, begin, index, target, ...stroke } of cases.strokes) {
      const { interaction, options } = cases.rows[number]
      for (const isOfZone of [false, true]) {
        const row = new flick[interaction]({ ...options, index: begin })
        const words = `${interaction} ${JSON.stringify({ options, begin, stroke, isOfZone })}`
        assert.equal(row.index, begin, words)
        const swipe = end(row, stroke, isOfZone)
        assert.equal(row.meant(swipe), index, words)
        row.handle(swipe)
        assert.equal(row.index, index, words)
        near(row.target, target, 1e-9, words)
        near(row.offset(160e6), target, 1e-6, words)
      }
    }
  })

  test('has the stated snap points in its zone', () => {
    assert.ok(cases.rows.length >= 15)
    for (const { interaction, options, snapPoints, maxSteps, wrap } of cases.rows) {
      const { zone } = new flick[interaction](options)
      assert.deepEqual([zone.snapPoints, zone.maxSteps ?? null, zone.wrap ?? null], [snapPoints, maxSteps ?? null, wrap ?? null])
    }
  })

  test('goes to a part on the stated way, and draws each part in the round of the view', () => {
    assert.ok(cases.goes.length >= 400)
    for (const { row: number, begin, go, index, target, drawn } of cases.goes) {
      const { interaction, options } = cases.rows[number]
      const row = new flick[interaction]({ ...options, index: begin })
      const words = `${interaction} ${JSON.stringify({ options, begin, go })}`
      row.go(go, 0)
      assert.equal(row.index, index, words)
      near(row.offset(60e6), target, 1e-6, words)
      row.put(index)
      for (const [part, offsets] of drawn.entries()) {
        const offset = row.offsetOf(part, 0)
        assert.ok(offsets.some(stated => Math.abs(stated - offset) < 1e-9), `${words}: ${part} at ${offset}, not ${offsets}`)
      }
    }
  })

  test('begins a swipe at the part nearest to where the finger caught it, as its zone does', () => {
    const found = new Set()
    for (let ms = 40; ms < 900; ms += 20) {
      for (const isOfZone of [false, true]) {
        const row = new Pager({ count: 9, size: 100 })
        row.go(4, 0)
        const caught = Math.round(-row.offset(ms * 1000) / 100)
        row.handle(at(ms, 'begin', { x: -10, id: 2 }))
        row.handle(end(row, { t: -60, v: -3000 }, isOfZone))
        assert.equal(row.index, caught + 1, `${ms} ms, ${isOfZone}`)
        found.add(row.index)
      }
    }
    assert.deepEqual([...found], [1, 2, 3, 4, 5])
  })

  test('refuses a part of a card in its view, and steps that no zone has', () => {
    for (const perView of [0, 1.5, NaN]) {
      assert.throws(() => new CardCarousel({ count: 5, perView }), /^RangeError: perView is .*: use a whole number, 1 or above/)
    }
    for (const maxSteps of [0, 2.5, 1001]) {
      assert.throws(() => new Dial({ count: 5, maxSteps }), /^RangeError: maxSteps is .*: use a whole number, 1 to 1000/)
    }
  })
})

describe('A carousel in a loop', () => {
  test('keeps every card in view without a step, also over the seam', () => {
    for (const options of [{ count: 4 }, { count: 4, perView: 3 }, { count: 7, perView: 2, isRightToLeft: true }]) {
      const row = new CardCarousel({ ...options, width: 90, spacing: 10, isLooping: true })
      const { perView, count } = row
      const sign = row.isRightToLeft ? -1 : 1
      /** The positions of the cards that are in the view, from its start. */
      const seen = time => Array.from({ length: count }, (_, card) => [card, sign * (sign * card * 100 + row.offsetOf(card, time))])
        .filter(([, position]) => position > -90 && position < perView * 100 - 10)
      row.handle(at(0, 'begin', { x: -10 }))
      for (let x = -10; x > -1200; x -= 7) {
        row.handle(at(-x, 'update', { x: sign * x, vx: -1000 }))
        const cards = seen(0)
        const covered = cards.reduce((sum, [, position]) =>
          sum + Math.min(position + 90, perView * 100 - 10) - Math.max(position, 0), 0)
        // A gap of 10 px is between two cards, and nothing else is missing.
        assert.ok(covered >= perView * 100 - 10 - 10 * perView, `${x}: ${cards}`)
        assert.equal(new Set(cards.map(([card]) => card)).size, cards.length)
      }
    }
  })

  test('moves on from card to card while it flies', () => {
    const row = new CardCarousel({ count: 3, isLooping: true })
    for (let step = 1; step <= 7; step++) {
      row.go((row.index + 1) % 3, step * 50_000)
      assert.equal(row.index, step % 3)
    }
    near(row.offset(60e6), -7 * 296, 1e-6)
    const two = new CardCarousel({ count: 2, isLooping: true })
    two.go(-1, 0)
    near(two.target, 296, 1e-9)
    two.go(two.index + 1, 0)
    two.go(two.index + 1, 0)
    near(two.target, -296, 1e-9)
  })

  test('does not get further away if it moves by itself for months', () => {
    const row = new CardCarousel({ count: 3, isLooping: true, width: 900, spacing: 100 })
    for (let step = 1; step <= 5000; step++) {
      row.go(row.index + 1, step * 3e6)
      assert.equal(row.index, step % 3)
      const moved = row.offset(step * 3e6 + 1.5e6) - row.offset(step * 3e6)
      near(moved, -1000, 0.5)
    }
    assert.ok(Math.abs(row.content.start) < 1.1e6)
  })

  test('keeps its card if the number or the size of the cards changes', () => {
    const row = new CardCarousel({ count: 5, isLooping: true })
    for (let step = 0; step < 12; step++) row.go(row.index + 1, 0)
    near(row.offset(60e6), -12 * 296, 1e-6)
    row.resize({ width: 300 }, 60e6)
    near(row.offset(60e6), -12 * 296, 1e-6)
    assert.equal(row.index, 2)
    near(row.offset(160e6), -12 * 316, 1e-6)
    assert.deepEqual([row.zone.wrap, row.zone.snapPoints.length], [5 * 316, 5])
    row.resize({ count: 1 }, 160e6)
    assert.deepEqual([row.index, row.zone.wrap, row.zone.snapPoints.length], [0, undefined, 1])
    near(row.offset(260e6), 0, 1e-6)
  })

  test('stays in the hand while the cards change', () => {
    const row = new CardCarousel({ count: 5, isLooping: true })
    row.handle(at(0, 'begin', { x: 10 }))
    row.handle(at(10, 'update', { x: 210 }))
    row.resize({ count: 6, width: 100, spacing: 0 }, 20_000)
    near(row.offset(20_000), 200, 1e-9)
    row.handle(at(30, 'end', { x: 210 }))
    assert.equal(row.index, 4)
    near(row.offset(60e6), 200, 1e-6)
  })
})

describe('A pager', () => {
  const make = () => {
    const nested = [new CardCarousel({ count: 3, axis: 'y' }), null, new BottomSheet()]
    return { nested, pager: new Pager({ count: 3, size: 600, nested }) }
  }

  test('turns one page with each swipe, however fast', () => {
    const { pager } = make()
    pager.handle(at(0, 'begin', { x: -12, vx: -9000 }))
    pager.handle(at(40, 'end', { x: -400, vx: -9000 }))
    assert.equal(pager.index, 1)
    near(pager.offset(60e6), -600, 1e-6)
    assert.deepEqual([pager.zone.maxSteps, pager.zone.snapPoints], [1, [0, -600, -1200]])
  })

  test('passes a swipe to the interaction of its axis, from its begin to its end', () => {
    const { pager, nested: [cards] } = make()
    pager.handle(at(0, 'begin', { x: 9, y: -10 }))
    pager.handle(at(10, 'update', { x: -300, y: -90 }))
    assert.deepEqual([pager.offset(10_000), pager.isHeld, cards.isHeld], [0, false, true])
    assert.equal(pager.meant(at(10, 'update', { x: -900 })), 0)
    pager.handle(at(20, 'end', { x: -900, y: -200 }))
    assert.deepEqual([pager.index, cards.index], [0, 1])
    // The nested row is at its end, and keeps the swipe.
    cards.put(2)
    pager.handle(at(100, 'begin', { x: 0, y: -10, id: 2 }))
    pager.handle(at(110, 'update', { x: -500, y: -300, id: 2 }))
    near(cards.offset(110_000), -592 + new flick.RubberBand(280).displacement(-290), 0.5)
    assert.equal(pager.offset(110_000), 0)
    pager.handle(at(120, 'end', { x: -900, y: -300, vx: -3000, id: 2 }))
    assert.deepEqual([pager.index, cards.index], [0, 2])
    // Equal displacements are of the axis x, as in a zone.
    pager.handle(at(200, 'begin', { x: -10, y: 10, id: 3 }))
    assert.ok(pager.isHeld && !cards.isHeld)
  })

  test('follows the axis of the zone if a line is rounded', () => {
    const { pager, nested: [cards] } = make()
    const line = { ...at(0, 'begin', { x: 7.07, y: 7.07 }).line, zone: { name: 'page' } }
    pager.handle(new Swipe({ ...line, decision: { kind: 'drag', commit: false, by: [], direction: 'down' } }))
    assert.deepEqual([pager.isHeld, cards.isHeld], [false, true])
  })

  test('ignores a swipe of the other axis on a page without an interaction', () => {
    const { pager } = make()
    pager.put(1)
    assert.deepEqual([pager.front, pager.zones.length], [null, 1])
    for (const [ms, phase] of [[0, 'begin'], [10, 'update'], [20, 'end']]) pager.handle(at(ms, phase, { x: -ms * 20, y: 30 }))
    assert.deepEqual([pager.index, pager.offset(20_000)], [1, -600])
  })

  test('ignores a second swipe while the first one holds its interaction', () => {
    const { pager, nested: [cards] } = make()
    pager.handle(at(0, 'begin', { y: -10 }))
    pager.handle(at(5, 'begin', { x: -10, id: 2 }))
    pager.handle(at(10, 'update', { x: -300, id: 2 }))
    pager.handle(at(20, 'end', { y: -200 }))
    pager.handle(at(30, 'end', { x: -500, vx: -2000, id: 2 }))
    assert.deepEqual([pager.index, cards.index, pager.offset(30_000)], [0, 1, 0])
  })

  test('stops pages and nested content under a press, and lets the other axis go on', () => {
    const { pager, nested: [cards] } = make()
    cards.go(2, 0)
    pager.nested[1] = cards
    pager.go(1, 0)
    const drawn = [pager.draw(64_000), cards.draw(64_000)]
    pager.handle(at(60, 'press'))
    assert.deepEqual([pager.offset(200_000), cards.offset(200_000)], drawn)
    pager.handle(at(200, 'begin', { y: 10 }))
    assert.deepEqual([pager.isHeld, cards.isHeld, cards.offset(200_000)], [false, true, drawn[1]])
    near(pager.offset(60e6), -600, 1e-6)
    pager.handle(at(300, 'end', { y: 20 }))
    cards.go(2, 60e6)
    pager.handle(at(60_060, 'press'))
    pager.handle(at(60_100, 'begin', { x: 10, id: 2 }))
    assert.deepEqual([pager.isHeld, cards.isHeld], [true, false])
    near(cards.offset(120e6), -592, 1e-6)
    pager.handle(at(60_200, 'end', { x: 20, id: 2 }))
    pager.handle(at(310, 'press'))
    pager.handle(at(320, 'release'))
    assert.ok(!pager.isHeld && !cards.isHeld)
  })

  test('has zones of both axes, with the options of the page in front', () => {
    const { pager, nested } = make()
    assert.deepEqual(pager.zones, [pager.zone, nested[0].zone])
    pager.put(2)
    assert.deepEqual(pager.zones.map(({ axis, snapPoints }) => [axis, snapPoints.length]), [['x', 3], ['y', 3]])
    assert.equal(pager.front, nested[2])
  })
})

describe('A dial', () => {
  test('turns by its values, over the seam too', () => {
    const dial = new Dial({ count: 12, step: 30 })
    dial.go(9, 0)
    near(dial.offset(60e6), 90, 1e-6)
    near(dial.angle(60e6), 90, 1e-6)
    assert.equal(dial.index, 9)
    dial.handle(at(60_000, 'begin', { y: -10 }))
    dial.handle(at(60_100, 'end', { y: -100, vy: -400 }))
    // The predicted end is at 90 - 100 - 100 px, nearest to the value 4.
    assert.equal(dial.index, 4)
    near(dial.angle(160e6), -120, 1e-6)
    assert.deepEqual([dial.zone.axis, dial.zone.wrap], ['y', 360])
    assert.equal(new Dial({ count: 0 }).angle(0), 0)
  })

  test('has two ends if it does not wrap', () => {
    const dial = new Dial({ count: 12, isWrapping: false })
    dial.go(-3, 0)
    assert.equal(dial.index, 0)
    dial.handle(at(0, 'begin', { y: 10 }))
    dial.handle(at(10, 'update', { y: 110 }))
    near(dial.offset(10_000), new flick.RubberBand(40).displacement(100), 1e-9)
    dial.handle(at(20, 'end', { y: 110, vy: 2000 }))
    near(dial.offset(60e6), 0, 1e-6)
    dial.resize({ count: 3, step: 10 }, 60e6)
    dial.go(9, 60e6)
    assert.deepEqual([dial.index, dial.zone.snapPoints, dial.zone.wrap], [2, [0, -10, -20], undefined])
  })
})

test('Every new row stops under a press, jumps for less motion, and leaves its finger if it is disabled', () => {
  for (const make of [
    options => new CardCarousel({ count: 5, isLooping: true, axis: 'y', ...options }),
    options => new Pager({ count: 5, size: 300, axis: 'y', ...options }), options => new Dial({ count: 9, ...options }),
  ]) {
    const row = make()
    row.go(1, 0)
    const drawn = row.draw(96_000)
    row.handle(at(90, 'press'))
    assert.ok(row.isHeld)
    assert.equal(row.offset(900_000), drawn)
    row.handle(at(900, 'release'))
    near(row.offset(60e6), row.target, 1e-6)
    row.handle(at(60_000, 'begin', { y: -10 }))
    row.handle(at(60_010, 'update', { y: -90 }))
    row.isDisabled = true
    row.handle(at(60_020, 'end', { y: -200, vy: -3000 }))
    assert.deepEqual([row.isHeld, row.index], [false, 1])
    const quiet = make({ reducesMotion: true, spring: Spring.bouncy })
    quiet.go(1, 0)
    assert.deepEqual([quiet.offset(0), quiet.isMoving(0)], [quiet.target, false])
  }
})
