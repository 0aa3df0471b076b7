// What each interaction does beside its decision; Tests/FlickInteractionsTests/FeelTests.swift tests the same of
// FlickClient. Each of the first tests failed before the content model: content popped, lurched or snapped.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as flick from '../../Sources/Web/flick.js'
import { at, near } from './kit.mjs'

const { BottomSheet, CardCarousel, DismissibleCard, DraggableCard, RubberBand, SwipeCard } = flick

const frames = (thing, from, count, ms = 16) => Array.from({ length: count }, (_, frame) => thing.draw((from + frame * ms) * 1000))

describe('Content under a finger', () => {
  test('starts from rest when a swipe begins', () => {
    const row = new CardCarousel({ count: 5 })
    row.handle(at(0, 'begin', { x: -12, vx: -100 }))
    near(row.draw(0), -2, 1e-9)
    row.handle(at(16, 'update', { x: -13.6, vx: -100 }))
    near(row.draw(16_000), -3.6, 1e-9)
    const kept = new CardCarousel({ count: 5, keepsSlop: true })
    kept.handle(at(0, 'begin', { x: -12 }))
    assert.equal(kept.offset(0), -12)
  })

  test('does not jump after a push against its bound', () => {
    const card = new DismissibleCard()
    card.handle(at(0, 'begin', { y: -12, vy: -2000 }))
    card.handle(at(40, 'update', { y: -90, vy: -2000 }))
    card.handle(at(80, 'end', { y: -160, vy: -2000 }))
    assert.deepEqual(new Set(frames(card, 80, 30)), new Set([0]))
  })

  test('stops under a press, and goes on after it', () => {
    const row = new CardCarousel({ count: 5 })
    row.go(3, 0)
    const drawn = row.draw(96_000)
    row.handle(at(90, 'press'))
    assert.ok(row.content.isHeld && !row.isMoving(200_000))
    assert.deepEqual(new Set(frames(row, 112, 20)), new Set([drawn]))
    row.handle(at(500, 'release'))
    assert.ok(row.isMoving(510_000))
    near(row.offset(60e6), -888, 1e-6)
    assert.equal(row.index, 3)
  })

  test('continues with the step of the frames before the release', () => {
    const row = new CardCarousel({ count: 5 })
    const steps = []
    let last = 0
    const frame = ms => {
      const offset = row.draw(ms * 1000)
      steps.push(offset - last)
      last = offset
    }
    // Lines arrive 10 ms after the finger moved, at 1,250 px a second.
    row.handle(at(0, 'begin', { x: -10, vx: -1250 }))
    for (let ms = 16; ms <= 96; ms += 16) {
      for (const moved of [ms - 16, ms - 8]) row.handle(at(moved, 'update', { x: -10 - 1.25 * moved, vx: -1250 }))
      frame(ms)
    }
    row.handle(at(100, 'end', { x: -135, vx: -1250 }))
    frame(112)
    near(steps.at(-2), -20, 1e-9)
    // The spring itself adds half of its acceleration, for its target is far away.
    const target = row.content.start
    const pull = flick.Spring.standard.stiffness * Math.abs(target - last) * 0.016 ** 2 / 2
    near(steps.at(-1), -20, 0.2 * 20 + pull)
  })

  test('fades without a step, and stays readable', () => {
    const card = new DismissibleCard()
    card.handle(at(0, 'begin', { y: 10 }))
    let last = 1
    for (let y = 0; y <= 400; y += 0.5) {
      card.handle(at(y + 1, 'update', { y: 10 + y }))
      const opacity = card.opacity(0)
      assert.ok(opacity <= last && last - opacity < 0.004 && opacity >= 0.7, `${opacity} at ${y} px`)
      last = opacity
    }
    near(last, 0.7, 1e-9)
  })

  test('leaves sideways by its speed too', () => {
    const card = new SwipeCard()
    card.handle(at(0, 'begin', { x: 12, vx: 1050 }))
    card.handle(at(60, 'end', { x: 80, vx: 1050 }))
    assert.equal(card.side, 'right')
  })

  test('follows beyond its ends as a rubber band', () => {
    const row = new CardCarousel({ count: 5 })
    row.handle(at(0, 'begin', { x: 10 }))
    row.handle(at(16, 'update', { x: 210, vx: 900 }))
    near(row.draw(16_000), new RubberBand(280).displacement(200), 1e-9)
    near(row.content.velocity(0), 900 * new RubberBand(280).slope(200), 1e-9)
    row.handle(at(20, 'end', { x: 210, vx: 0 }))
    near(row.offset(60e6), 0, 1e-6)
  })

  test('may be drawn where the finger will be', () => {
    const row = new CardCarousel({ count: 5, looksAhead: true })
    row.handle(at(0, 'begin', { x: -10, vx: -1000, ahead: { x: -26, y: 0 } }))
    near(row.draw(0), -16, 1e-9)
    row.handle(at(16, 'update', { x: -26, vx: -1000, ahead: { x: -42, y: 0 } }))
    near(row.draw(16_000), -32, 1e-9)
    row.handle(at(24, 'end', { x: -34, vx: -1000 }))
    const pull = flick.Spring.standard.stiffness * 300 * 0.016 ** 2 / 2
    near(row.draw(32_000), -48, 0.2 * 16 + pull)
  })
})

describe('An interaction', () => {
  test('moves by go and put, and returns after a cancel', () => {
    const card = new SwipeCard()
    card.go('left', 0)
    assert.ok(card.isDismissed && card.isMoving(100_000))
    card.put(null)
    assert.deepEqual([card.isDismissed, card.offset(100_000)], [false, 0])
    card.handle(at(200, 'begin', { x: 10 }))
    card.handle(at(210, 'update', { x: 210 }))
    card.cancel(220_000)
    card.handle(at(230, 'end', { x: 310, vx: 2000 }))
    assert.deepEqual([card.isDismissed, card.content.isHeld], [false, false])
    near(card.offset(60e6), 0, 1e-6)
  })

  test('ignores fingers while it is disabled, and leaves the one that holds it', () => {
    for (const thing of [new DismissibleCard(), new DraggableCard(), new BottomSheet()]) {
      thing.handle(at(0, 'begin', { y: 10 }))
      thing.handle(at(10, 'update', { y: 90 }))
      thing.isDisabled = true
      thing.handle(at(20, 'end', { y: 300, vy: 3000 }))
      thing.handle(at(30, 'press'))
      const { offset } = { offset: thing.offset(60e12) }
      near(offset.y ?? offset, 0, 1e-6)
      assert.ok(!(thing.content ?? thing.y).isHeld)
    }
  })

  test('jumps for users who prefer less motion', () => {
    const sheet = new BottomSheet({ reducesMotion: true })
    sheet.handle(at(0, 'begin', { y: -10 }))
    sheet.handle(at(300, 'end', { y: -200 }))
    assert.deepEqual([sheet.index, sheet.offset(300_000), sheet.isMoving(300_000)], [1, -300, false])
    sheet.go(2, 400_000)
    assert.equal(sheet.offset(400_000), -600)
  })

  test('scrolls the list of the highest sheet by the same finger', () => {
    const sheet = new BottomSheet({ index: 1, scrollable: 500 })
    const both = time => [sheet.offset(time), sheet.scroll(time)]
    sheet.handle(at(0, 'begin', { y: -10 }))
    sheet.handle(at(10, 'update', { y: -310 }))
    assert.deepEqual(both(10_000), [-600, 0])
    sheet.handle(at(20, 'update', { y: -430 }))
    assert.deepEqual(both(20_000), [-600, 120])
    sheet.handle(at(30, 'end', { y: -430, vy: -400 }))
    assert.equal(sheet.index, 2)
    // UIScrollView: 0.4995 s at 400 px a second, with 18.1 % of the way after a tenth of a second.
    near(sheet.scroll(60e6), 319.8, 0.1)
    near(sheet.scroll(130_000), 120 + 199.8 * 0.1814, 0.5)
    sheet.handle(at(70_000, 'begin', { y: 10, id: 2 }))
    sheet.handle(at(70_010, 'update', { y: 369.8, id: 2 }))
    near(sheet.offset(70.01e6), -560, 0.1)
    assert.equal(sheet.scroll(70.01e6), 0)
    sheet.handle(at(70_020, 'cancel', { y: 369.8, id: 2 }))
    sheet.scrollTo(80, 80e6)
    // A key has no momentum: the list is there within a second, not after four and a half.
    near(sheet.scroll(81e6), 80, 0.5)
    near(sheet.scroll(140e6), 80, 1e-6)
    sheet.resize({ scrollable: 40 }, 140e6)
    near(sheet.scroll(200e6), 40, 1e-6)
  })

  test('rests between cards if the row is free', () => {
    const row = new CardCarousel({ count: 5, isFree: true })
    row.handle(at(0, 'begin', { x: -10 }))
    row.handle(at(100, 'end', { x: -110, vx: -600 }))
    near(row.offset(60e6), -100 - 600 * flick.projectionTime(0.998), 1e-6)
    assert.deepEqual([row.index, row.zone.snapPoints], [1, undefined])
    row.handle(at(60_000, 'begin', { x: 10, id: 2 }))
    row.handle(at(60_100, 'end', { x: 110, vx: 9000, id: 2 }))
    near(row.offset(160e6), 0, 1e-6)
  })

  test('survives other sizes, also none', () => {
    const row = new CardCarousel({ count: 5 })
    row.put(4)
    row.resize({ count: 2 }, 0)
    assert.deepEqual([row.index, row.zone.snapPoints], [1, [-0, -296].map(Math.abs).map(one => -one || 0)])
    near(row.offset(0), -1184, 1e-9)
    near(row.offset(60e6), -296, 1e-6)
    row.resize({ count: 0 }, 60e6)
    row.handle(at(70_000, 'begin', { x: -10 }))
    row.handle(at(70_100, 'end', { x: -400, vx: -3000 }))
    assert.equal(row.index, 0)
    near(row.offset(160e6), 0, 1e-6)
    row.resize({ count: 3, width: 100 }, 160e6)
    assert.deepEqual(row.zone.snapPoints, [0, -116, -232])
    row.resize({ spacing: 8 }, 160e6)
    assert.deepEqual(row.zone.snapPoints, [0, -108, -216])
    const sheet = new flick.DismissibleSheet({ height: 0 })
    sheet.handle(at(0, 'end', { y: 30 }))
    assert.ok(Number.isFinite(sheet.offset(60e6)))
  })
})

describe('A draggable card', () => {
  test('is lifted on a spring, under a press too', () => {
    const card = new DraggableCard(DraggableCard.floating)
    card.go({ x: 200, y: -100 }, 0)
    const drawn = card.draw(64_000)
    card.handle(at(60, 'press'))
    assert.ok(card.isLifted)
    assert.deepEqual(card.offset(500_000), drawn)
    near(card.shadow(60e6).opacity, 0.3, 1e-9)
    near(card.scale(60e6), 1.03, 1e-9)
    assert.ok(card.scale(80_000) > 1 && card.scale(80_000) < 1.03)
    assert.equal(card.zIndex(60e6), 1)
    card.handle(at(500, 'release'))
    assert.equal(card.zIndex(510_000), 1)
    near(card.offset(60e6).x, 200, 1e-6)
    assert.equal(card.zIndex(60e6), 0)
  })
})
