import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Zone } from '../../Sources/Web/flick/zone.js'
import { Swipe } from '../../Sources/Web/flick/swipe.js'
import {
  BottomSheet, CardCarousel, DismissibleCard, DismissibleSheet, SpringCard, SwipeCard,
} from '../../Sources/Web/flick.js'
import { near } from './kit.mjs'

// The rows of Tests/PipelineTests/IOSContentTests.swift: t and v along the axis, from an offset;
// commit, by, direction, index.
const carousel = [
  ['100 that predict 350 arrive at the next', -100, -1000, 0, true, 'predicted', 'left', 1],
  ['100 alone stay', -100, 0, 0, false, '', 'left', 0],
  ['100 on, but thrown back, stay', -100, 1000, 0, false, '', 'right', 0],
  ['a throw passes two', -100, -1700, 0, true, 'predicted', 'left', 2],
  ['a throw beyond the last ends there', -200, -9000, -888, true, 'distance', 'left', 4],
  ['a throw before the first ends there', 100, 5000, 0, false, '', 'right', 0],
  ['a slow movement of more than half commits', -149, 0, 0, true, 'distance', 'left', 1],
  ['a slow movement of half returns', -148, 0, 0, false, '', 'left', 0],
]
const sheet = [
  ['40 % and a hard flick commit', -120, -1000, 0, true, 'predicted', 'up', 1],
  ['40 % alone return', -120, 0, 0, false, '', 'up', 0],
  ['40 % and a soft push return', -120, -100, 0, false, '', 'up', 0],
  ['60 % alone arrive', -180, 0, 0, true, 'distance', 'up', 1],
  ['60 % and a flick back return', -180, 1000, 0, false, '', 'down', 0],
  ['a fast flick from the bottom opens it wholly', -150, -1400, 0, true, 'predicted', 'up', 2],
  ['a flick down from half closes it', 60, 900, -300, true, 'predicted', 'down', 0],
  ['a drag that stops near half stays there', 60, 0, -300, false, '', 'down', 1],
]
const cards = [
  ['80 fast go', 80, 1000, true, 'velocity', 'down'], ['80 slow return', 80, 100, false, '', 'down'],
  ['60 % of 400, slowly, commit', 240, 0, true, 'distance', 'down'],
  ['40 % of 400, slowly, return', 160, 0, false, '', 'down'],
  ['a fast 100, which the distance alone loses, go', 100, 1200, true, 'velocity', 'down'],
  ['far and fast commit by both', 240, 1000, true, 'distance velocity', 'down'],
  ['pulled down, then flicked up, returns', 240, -1000, false, 'velocity', 'up'],
  ['pulled down, then drifting up, commits', 240, -200, true, 'distance', 'down'],
  ['flicked up returns', -80, -1000, false, 'velocity', 'up'],
  ['pulled up, then flicked down, commits', -30, 1000, true, 'velocity', 'down'],
  ['just over 200 go', 200.1, 0, true, 'distance', 'down'],
  ['just under 200 return', 199.9, 799.9, false, '', 'down'],
  ['just over 800/s go', 80, 800.1, true, 'velocity', 'down'],
]
const halfSheet = [
  ['100 at 500 come to rest past half', 100, 500, true, 'predicted', 'down'],
  ['100 at 300 do not', 100, 300, false, '', 'down'], ['a drag past half commits', 201, 0, true, 'predicted', 'down'],
  ['a drag past half that is pushed back returns', 210, -100, false, '', 'down'],
]
const sideways = [
  ['101 to the right leave', 101, 0, true, 'distance', 'right'], ['101 to the left leave', -101, 0, true, 'distance', 'left'],
  ['99 return', 99, 0, false, '', 'right'], ['99 leave if fast', 99, 2000, true, 'velocity', 'right'],
]
const springCard = [
  ['201 go', 201, 0, true, 'distance', 'down'], ['100 that predict 501 go', 100, 1604, true, 'predicted', 'down'],
  ['100 that predict 499 return', 100, 1596, false, '', 'down'],
]

/** A line for a swipe along the zone's axis. */
function lineOf(zone, phase, t, v, id = 1, travel = undefined) {
  const pair = along => zone.axis === 'x' ? { x: along, y: 1.5 } : { x: 1.5, y: along }
  const line = {
    type: 'swipe', phase, swipe_id: id, t_us: 1_000_000, translation: pair(t), velocity: pair(v),
    predicted_end_translation: pair(t + zone.projection * v),
  }
  return Object.assign(line, zone.evaluate(id, phase, line.translation, line.velocity, travel))
}

describe('The rule on iOS content', () => {
  for (const [make, rows] of [[at => new CardCarousel({ count: 5 }), carousel], [() => new BottomSheet(), sheet]]) {
    for (const [name, t, v, from, commit, by, direction, index] of rows) {
      test(`has the expected decision: ${name}`, () => {
        const thing = make()
        const zone = new Zone('content', { ...thing.zone, offset: from })
        const { decision, zone: { snap, spring } } = lineOf(zone, 'end', t, v)
        assert.equal(decision.commit, commit)
        assert.equal(decision.by.join(' '), by)
        assert.equal(decision.direction, direction)
        assert.equal(decision.kind, Math.abs(v) > 800 ? 'flick' : 'drag')
        assert.equal(snap.index, index)
        near(spring.initial_velocity, v, 1e-9)
        // The interaction follows the zone's result, and computes the same result without it.
        for (const isOfZone of [true, false]) {
          const content = make()
          content.go(content.points.nearest(from), 0)
          const line = lineOf(new Zone('content', { ...content.zone, offset: from }), 'end', t, v)
          if (!isOfZone) line.zone = null
          content.handle(new Swipe(line, 60e6))
          assert.equal(content.index, index)
        }
      })
    }
  }

  for (const [make, rows] of [
    [() => new DismissibleCard(), cards], [() => new DismissibleSheet(), halfSheet], [() => new SwipeCard(), sideways],
    [() => new SpringCard(), springCard],
  ]) {
    for (const [name, t, v, commit, by, direction] of rows) {
      test(`has the expected decision: ${name}`, () => {
        const thing = make()
        const line = lineOf(new Zone('content', thing.zone), 'end', t, v)
        const { decision } = line
        assert.equal(decision.commit, commit)
        assert.equal(decision.by.join(' '), by)
        assert.equal(decision.direction, direction)
        thing.handle(new Swipe(line))
        assert.equal(thing.isDismissed, commit)
        if (commit) assert.equal(thing.side, direction)
      })
    }
  }

  test('ignores a flick without the velocity', () => {
    for (const [name, t, v, from, , by] of [...carousel, ...sheet].filter(row => row[5] === 'predicted')) {
      const make = () => carousel.some(row => row[0] === name) ? new CardCarousel({ count: 5 }) : new BottomSheet()
      const thing = make()
      thing.go(thing.points.nearest(from), 0)
      const before = thing.index
      thing.handle(new Swipe(lineOf(new Zone('content', { ...thing.zone, offset: from }), 'end', t, v), 60e6).withoutVelocity())
      assert.equal(thing.index, before, name)
    }
  })

  test('returns to the start after a cancel', () => {
    const thing = new CardCarousel({ count: 5 })
    const zone = new Zone('content', thing.zone)
    lineOf(zone, 'begin', -20, -900)
    const { decision, zone: { snap, spring } } = lineOf(zone, 'cancel', -250, -2000)
    assert.equal(decision, undefined)
    assert.deepEqual({ index: snap.index, offset: snap.offset, velocity: spring.initial_velocity }, { index: 0, offset: 0, velocity: 0 })
  })

  test('uses the position at which content is caught in flight', () => {
    const zone = new Zone('content', { axis: 'x', snapPoints: [0, -296, -592] })
    lineOf(zone, 'begin', -11, 0)
    zone.move(-200)
    assert.equal(lineOf(zone, 'end', -11, 0).zone.snap.index, 1)
    zone.settle(1, { snap: { offset: -296 } })
    assert.equal(lineOf(zone, 'begin', -11, 0, 2).zone.snap.from, 1)
  })

  test('moves to the far end with only a spring, and back without a commit', () => {
    const zone = new Zone('content', { axis: 'x', spring: { duration: 0.5, bounce: 0.15 } })
    zone.extent = () => 300
    const go = (swipe, phase, t, v) => {
      lineOf(zone, 'begin', Math.sign(t) * 11, v, swipe)
      const { spring } = lineOf(zone, phase, t, v, swipe).zone
      zone.settle(swipe, { spring })
      return [spring.target, spring.initial_velocity]
    }
    assert.deepEqual(go(1, 'end', 60, 1000), [300, 1000])
    assert.deepEqual(go(2, 'end', -60, -100), [300, -100])
    assert.deepEqual(go(3, 'cancel', -260, -1000), [300, 0])
    assert.deepEqual(go(4, 'end', -260, 0), [0, 0])
    zone.move(70)
    assert.deepEqual(go(5, 'end', 60, 1000), [300, 1000])
    const asked = zone.request({ x: 0, y: 0, width: 300, height: 100 })
    assert.deepEqual([asked.offset, asked.spring.duration_us, asked.snap_points], [300, 500_000, undefined])
    const plain = new Zone('plain', { axis: 'x' })
    assert.equal(lineOf(plain, 'end', 260, 0).zone.spring, undefined)
  })

  test('passes no snap point in a forbidden direction', () => {
    const zone = new Zone('content', { axis: 'x', snapPoints: [0, -296], directions: ['right'] })
    const { decision, zone: { snap } } = lineOf(zone, 'end', -200, -2000)
    assert.equal(snap.index, 0)
    assert.equal(decision.commit, false)
  })

  test('ignores the velocity of a swipe that travelled too little, in 6 mm or the zone\'s own minimum', () => {
    const end = (zone, travel) => lineOf(zone, 'end', 30, 1000, 1, travel)
    const { decision } = end(new Zone('content', { axis: 'y', spring: {} }), 30)
    assert.deepEqual(
      [decision.kind, decision.commit, decision.speed, decision.no_commit, decision.travel_threshold.toFixed(3)],
      ['drag', false, 0, 'short_travel', '38.504'])
    assert.equal(end(new Zone('content', { axis: 'y', spring: {} }), 30).zone.spring.initial_velocity, 0)
    assert.equal(end(new Zone('content', { axis: 'y', flickMinTravel: 30 }), 30).decision.commit, true)
    assert.equal(end(new Zone('content', { axis: 'y' }), 38.6).decision.no_commit, null)
    const asked = new Zone('content', { axis: 'y', flickMinTravel: 30 }).request({ x: 0, y: 0, width: 9, height: 9 })
    assert.equal(asked.flick_min_travel, 30)
    // Without a zone, an interaction ignores the velocity too.
    const line = end(new Zone('content', new DismissibleCard().zone), 30)
    const card = new DismissibleCard()
    card.handle(new Swipe({ ...line, zone: null }))
    assert.equal(card.isDismissed, false)
  })

  test('names the first reason not to commit', () => {
    const cards = { axis: 'x', snapPoints: [0, -296, -592] }
    for (const [options, t, v, travel, reason] of [
      [{ axis: 'x' }, 201, 0, 201, null], [{ axis: 'x' }, 199, 0, 199, 'below_thresholds'],
      [{ axis: 'x' }, 0, 0, 12, 'direction'], [{ axis: 'x', directions: ['left'] }, 30, 900, 30, 'direction'],
      [{ axis: 'x' }, 30, 900, 30, 'short_travel'], [{ axis: 'x' }, 30, 700, 30, 'below_thresholds'],
      [cards, 100, 3000, 100, 'end_of_range'], [cards, -100, 0, 100, 'below_thresholds'],
      [cards, -20, -1432, 20, 'short_travel'], [{ ...cards, offset: -592 }, -20, 0, 20, 'end_of_range'],
      [{ ...cards, wrap: 888 }, 100, 0, 100, 'below_thresholds'], [cards, -100, -1000, 100, null],
    ]) assert.equal(lineOf(new Zone('content', options), 'end', t, v, 1, travel).decision.no_commit, reason)
    assert.ok(!('no_commit' in lineOf(new Zone('content', cards), 'update', -20, 0).decision))
  })

  test('reports the predicted end only with its criterion', () => {
    const { decision } = lineOf(new Zone('content', { axis: 'x', commitIf: ['predicted'], predicted: 300 }), 'end', -100, -400)
    assert.deepEqual([decision.predicted, decision.predicted_threshold], [200, 300])
    assert.ok(!('predicted' in lineOf(new Zone('content', { axis: 'x' }), 'end', -100, -400).decision))
  })

  test('ignores a reversal if specified', () => {
    const zone = new Zone('content', { axis: 'y', reversal: 'ignore' })
    const { decision } = lineOf(zone, 'end', 240, -1000)
    assert.equal(decision.direction, 'down')
    assert.equal(decision.speed, -1000)
    assert.deepEqual(decision.by, ['distance'])
  })
})
