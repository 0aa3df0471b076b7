// The cases of Tests/Cases/decisions.json, which Tests/FlickInteractionsTests/DecisionCaseTests.swift reads too.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as flick from '../../Sources/Web/flick.js'
import { TurnDetector } from '../../Sources/Web/flick/track.js'
import { Zone } from '../../Sources/Web/flick/zone.js'

const cases = JSON.parse(readFileSync(new URL('../Cases/decisions.json', import.meta.url), 'utf8'))

/** The end of a swipe along the axis of an interaction's zone; decided by the zone if `isOfZone`. */
function end(thing, { t, v, begin }, isOfZone) {
  const { axis } = thing.zone
  const pair = along => axis === 'x' ? { x: along, y: 1 } : { x: 1, y: along }
  const line = {
    type: 'swipe', phase: 'end', swipe_id: 2, t_us: 60e6, translation: pair(t), velocity: pair(v), zone: null,
    predicted_end_translation: pair(t + 0.25 * v),
  }
  if (isOfZone) {
    const zone = new Zone('content', { ...thing.zone, offset: begin === undefined ? 0 : thing.points.offset(begin) })
    Object.assign(line, zone.evaluate(2, 'end', line.translation, line.velocity))
  }
  return new flick.Swipe(line)
}

describe('One decision', () => {
  test('dismisses as stated, by a zone and without a zone', () => {
    assert.ok(cases.leaving.length >= 800)
    for (const row of cases.leaving) {
      for (const isOfZone of [false, true]) {
        const thing = new flick[row.interaction](row.options)
        const swipe = end(thing, row, isOfZone)
        assert.equal(thing.meant(swipe), row.side, `${row.interaction}: ${row.name}, ${isOfZone}`)
        thing.handle(swipe)
        assert.equal(thing.side, row.side, `${row.interaction}: ${row.name}, ${isOfZone}`)
      }
    }
  })

  test('selects the stated snap point, by a zone and without a zone', () => {
    assert.ok(cases.snapping.length >= 400)
    for (const row of cases.snapping) {
      for (const isOfZone of [false, true]) {
        const thing = new flick[row.interaction](row.options)
        thing.go(row.begin, 0)
        assert.equal(thing.index, row.begin)
        const swipe = end(thing, row, isOfZone)
        assert.equal(thing.meant(swipe), row.index, `${row.interaction}: ${row.name}, ${isOfZone}`)
        thing.handle(swipe)
        assert.equal(thing.index, row.index, `${row.interaction}: ${row.name}, ${isOfZone}`)
        assert.ok(Number.isFinite(thing.offset(70e6)))
      }
    }
  })

  test('counts a velocity against the displacement only if the finger went back, as stated', () => {
    assert.ok(cases.paths.length >= 800)
    for (const row of cases.paths) {
      const turns = { x: new TurnDetector(), y: new TurnDetector() }
      for (const [x, y] of row.path) { turns.x.report(x, 10); turns.y.report(y, 10) }
      const [[x, y], [vx, vy]] = [row.path.at(-1), row.v]
      const retreat = { x: turns.x.retreat(x), y: turns.y.retreat(y) }
      assert.deepEqual(retreat, row.retreat, row.name)
      const zone = new Zone('content', { ...row.options, flickMinTravel: 40 })
      const { decision, zone: { snap, spring } } =
        zone.evaluate(2, 'end', { x, y }, { x: vx, y: vy }, row.travel, retreat)
      const { kind, direction, commit, no_commit: noCommit, recoil = null } = decision
      const stated = ['kind', 'direction', 'commit', 'noCommit', 'recoil'].map(key => row[key])
      assert.deepEqual([kind, direction, commit, noCommit, recoil], stated, row.name)
      assert.ok(decision.speed === row.speed, `${row.name}: speed ${decision.speed}`)
      if (row.index !== undefined) {
        assert.equal(snap.index, row.index, row.name)
        assert.ok(spring.initial_velocity === row.initialVelocity, row.name)
      }
      // The reader of the line uses the same velocity.
      const swipe = new flick.Swipe({ phase: 'end', translation: { x, y }, velocity: { x: vx, y: vy }, decision })
      const axis = ['left', 'right'].includes(direction) ? 'x' : 'y'
      if (row.options.reversal !== 'ignore') assert.equal(Math.abs(swipe.decisiveVelocity[axis]), row.speed, row.name)
    }
  })

  test('measures the finger, also if the finger caught the content in flight', () => {
    const card = new flick.DismissibleCard()
    card.content.release(0, 0, flick.Spring.standard, 0)
    card.content.put(150)
    const swipe = end(card, { t: 100, v: 0 }, false)
    assert.equal(card.meant(swipe), null)
    assert.equal(card.meant(end(card, { t: 100, v: 0 }, true)), null)
  })

  test('has the reversal and the speed of each interaction in its zone', () => {
    for (const name of ['DismissibleCard', 'DismissibleSheet', 'SwipeCard', 'SpringCard']) {
      const { zone } = new flick[name]({ reversal: 'ignore', speedThreshold: 500 })
      assert.deepEqual([zone.reversal, zone.velocity], ['ignore', 500], name)
      assert.deepEqual(new flick[name]().zone.reversal, 'follow')
    }
  })
})

describe('An empty list of snap points', () => {
  test('has one answer: the current one', () => {
    const points = new flick.SnapPoints([])
    assert.deepEqual(
      [points.count, points.target(-500, -900, 3), points.nearest(9), points.nearest(9, 1, 2), points.index(2)],
      [0, 3, 0, 2, 2])
    assert.deepEqual([points.offset(2), points.progress(-100, 2)], [0, 0])
  })

  test('makes no zone with snap points', () => {
    for (const thing of [new flick.BottomSheet({ detents: [] }), new flick.CardCarousel({ count: 0 }), new flick.CardCarousel({ count: 65 })]) {
      assert.equal(new Zone('content', thing.zone).snapPoints, null)
    }
    const { zone } = new flick.CardCarousel({ count: 64 })
    assert.equal(new Zone('content', zone).snapPoints.count, 64)
    assert.throws(() => new flick.SnapPoints(Array(65).fill(0)), RangeError)
  })
})
