// A deck of cards, pull to refresh, and a throw to corners; Tests/FlickInteractionsTests/DeckTests.swift tests the
// same of FlickClient.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { CardDeck, CornerThrow, PullToRefresh, RubberBand, SwipeCard, Swipe } from '../../Sources/Web/flick.js'
import { Zone } from '../../Sources/Web/flick/zone.js'
import { at, near } from './kit.mjs'

const cases = JSON.parse(readFileSync(new URL('../Cases/decisions.json', import.meta.url), 'utf8'))

describe('A deck', () => {
  /** Swipes the top card to the right in 60 ms, from `ms`. */
  const swipeRight = (deck, ms, id = 1) => {
    deck.handle(at(ms, 'begin', { x: 12, vx: 1050, id }))
    return deck.handle(at(ms + 60, 'end', { x: 80, vx: 1050, id }))
  }

  test('reports the side to which a swipe sends its top card', () => {
    const deck = new CardDeck({ count: 2 })
    assert.equal(deck.handle(at(0, 'begin', { x: 12 })), null)
    assert.deepEqual([deck.meant(at(10, 'update', { x: -150 })), deck.index], ['left', 0])
    assert.equal(deck.handle(at(20, 'end', { x: -150 })), 'left')
    assert.equal(swipeRight(deck, 30, 2), 'right')
    assert.deepEqual([deck.index, deck.isEmpty, deck.top, deck.side(0), deck.side(1)], [2, true, null, 'left', 'right'])
    assert.equal(swipeRight(deck, 200, 3), null)
    deck.go('left', 300_000)
    assert.deepEqual([deck.index, deck.offset(300_000), deck.meant(at(0, 'end'))], [2, 0, null])
    deck.count = 3
    assert.deepEqual([deck.isEmpty, deck.top.side], [false, null])
  })

  test('decides as its top card alone', () => {
    for (const row of cases.leaving.filter(({ interaction }) => interaction === 'SwipeCard')) {
      const deck = new CardDeck({ count: 3, ...row.options })
      const { t, v } = row
      const line = {
        type: 'swipe', phase: 'end', swipe_id: 1, t_us: 1e6, translation: { x: t, y: 0 }, velocity: { x: v, y: 0 },
        predicted_end_translation: { x: t + v / 4, y: 0 }, zone: null,
      }
      const evaluated = { ...line, ...new Zone('deck', deck.zone).evaluate(1, 'end', line.translation, line.velocity) }
      for (const one of [line, evaluated]) assert.equal(deck.meant(new Swipe(one)), row.side, row.name)
      assert.equal(deck.handle(new Swipe(line)), row.side, row.name)
      assert.equal(deck.index, Number(row.side !== null))
    }
    assert.deepEqual(new CardDeck({ count: 1 }).zone, new SwipeCard().zone)
  })

  test('lets the next cards follow without a step, as several cards leave and return', () => {
    const deck = new CardDeck({ count: 9 })
    let last = null
    let moved = 0
    const frame = ms => {
      deck.draw(ms * 1000)
      const poses = Array.from({ length: 9 }, (_, card) => deck.pose(card, ms * 1000))
      for (const [card, pose] of poses.entries()) {
        if (last === null) break
        // At 3,000 px a second and 60 Hz, a card below passes a step of the stack in two frames.
        assert.ok(Math.abs(pose.scale - last[card].scale) < 0.05, `${card} at ${ms}: ${pose.scale} ${last[card].scale}`)
        assert.ok(Math.abs(pose.x - last[card].x) < 60, `${card} at ${ms}`)
        assert.ok(pose.isVisible || pose.scale <= 0.9 || Math.abs(pose.x) > 399, `${card} at ${ms} is hidden too early`)
        moved += Math.abs(pose.scale - last[card].scale)
      }
      last = poses
    }
    for (let ms = 0; ms < 2000; ms += 16) {
      if (ms % 160 === 0 && ms < 640) deck.handle(at(ms, 'begin', { x: 12, id: ms }))
      if (ms % 160 > 0 && ms % 160 < 96 && ms < 640) {
        deck.handle(at(ms, 'update', { x: 12 + ms % 160 * 1.5, vx: 1500, id: ms - ms % 160 }))
      }
      if (ms % 160 === 96 && ms < 640) deck.handle(at(ms, 'end', { x: 156, vx: 1500, id: ms - 96 }))
      if (ms === 720 || ms === 800) assert.ok(deck.undo(ms * 1000))
      frame(ms)
    }
    assert.equal(deck.index, 2)
    assert.ok(moved > 0.5 && !deck.isMoving(2e6))
    assert.deepEqual([2, 3, 4, 5].map(card => deck.depth(card, 3e6)), [0, 1, 2, 3])
    assert.deepEqual(deck.pose(3, 3e6), { x: 0, y: 14, scale: 0.94, rotation: 0, isVisible: true })
    assert.deepEqual(deck.pose(0, 3e6), { x: 400, y: 0, scale: 1, rotation: 8, isVisible: false })
  })

  test('raises the next card with the displacement of the top card, in both directions', () => {
    const deck = new CardDeck({ count: 3 })
    deck.handle(at(0, 'begin', { x: -10 }))
    const depths = []
    for (const x of [-10, -35, -60, -110, -200, -35]) {
      deck.handle(at(10, 'update', { x }))
      depths.push(deck.depth(1, 10_000))
    }
    const expected = [0, 0.25, 0.5, 1, 1, 0.25].map(part => 1 - part * part * (3 - 2 * part))
    for (const [number, depth] of depths.entries()) near(depth, expected[number], 1e-9)
    deck.handle(at(20, 'cancel', { x: -35 }))
    near(deck.depth(1, 60e6), 1, 1e-9)
  })

  test('brings the last card back from where it is', () => {
    const deck = new CardDeck({ count: 3, index: 1 })
    deck.go('left', 0)
    const flying = deck.pose(1, 100_000).x
    assert.ok(flying < -20 && flying > -400)
    assert.ok(deck.undo(100_000))
    near(deck.pose(1, 100_000).x, flying, 1e-9)
    assert.deepEqual([deck.index, deck.side(1)], [1, null])
    near(deck.pose(1, 60e6).x, 0, 1e-6)
    // A card that left before the deck was made has no side: it comes from the right.
    assert.ok(deck.undo(60e6))
    near(deck.pose(0, 60e6).x, 400, 1e-6)
    assert.equal(deck.undo(60e6), false)
    // A finger stops the returning card.
    const drawn = deck.draw(60.1e6)
    deck.handle(at(60_100, 'press'))
    assert.ok(deck.isHeld)
    assert.equal(deck.offset(61e6), drawn)
    deck.handle(at(61_000, 'release'))
    near(deck.offset(120e6), 0, 1e-6)
  })

  test('ignores the rest of a swipe whose card it sent away', () => {
    const deck = new CardDeck({ count: 5 })
    deck.handle(at(0, 'begin', { x: 10 }))
    deck.handle(at(10, 'update', { x: 40 }))
    deck.go('left', 20_000)
    deck.handle(at(30, 'update', { x: 90 }))
    assert.equal(deck.handle(at(40, 'end', { x: 300, vx: 3000 })), null)
    assert.deepEqual([deck.index, deck.offset(50_000), deck.side(0)], [1, 0, 'left'])
    deck.handle(at(60, 'begin', { x: 10, id: 2 }))
    deck.handle(at(70, 'update', { x: 90, id: 2 }))
    deck.isDisabled = true
    assert.equal(deck.handle(at(80, 'end', { x: 300, id: 2 })), null)
    near(deck.offset(60e6), 0, 1e-6)
    deck.put('right')
    assert.deepEqual([deck.index, deck.isMoving(90_000), deck.side(1)], [2, true, 'right'])
  })

  test('returns a held card under the one that comes back', () => {
    const deck = new CardDeck({ count: 5 })
    deck.put('left')
    deck.handle(at(0, 'begin', { x: 10 }))
    deck.handle(at(10, 'update', { x: 60 }))
    const depth = deck.depth(2, 20_000)
    deck.undo(20_000)
    near(deck.depth(2, 20_000), depth, 1e-9)
    assert.equal(deck.handle(at(30, 'end', { x: 300, vx: 3000 })), null)
    assert.deepEqual([deck.index, deck.isHeld], [0, false])
    near(deck.pose(1, 60e6).x, 0, 1e-6)
    near(deck.depth(2, 60e6), 2, 1e-9)
  })

  test('jumps for users who prefer less motion', () => {
    const deck = new CardDeck({ count: 5, reducesMotion: true })
    assert.equal(swipeRight(deck, 0), 'right')
    assert.deepEqual([deck.isMoving(60_000), deck.depth(1, 60_000), deck.pose(0, 60_000).isVisible], [false, 0, false])
    deck.undo(100_000)
    assert.deepEqual([deck.isMoving(100_000), deck.pose(0, 100_000).x], [false, 0])
  })
})

describe('Pull to refresh', () => {
  const pull = (refresh, y, vy = 0, ms = 0, id = 1) => {
    refresh.handle(at(ms, 'begin', { y: 10, id }))
    refresh.handle(at(ms + 10, 'update', { y, vy, id }))
    return refresh.handle(at(ms + 20, 'end', { y, vy, id }))
  }

  test('refreshes as stated, by a zone and without a zone', () => {
    assert.ok(cases.refreshes.length >= 60)
    for (const { threshold, extent, t, v, isRefreshing } of cases.refreshes) {
      const line = {
        type: 'swipe', phase: 'end', swipe_id: 1, t_us: 1e6, translation: { x: 0, y: t }, velocity: { x: 0, y: v },
        predicted_end_translation: { x: 0, y: t + v / 4 }, zone: null,
      }
      const { zone } = new PullToRefresh({ threshold, extent })
      const evaluated = { ...line, ...new Zone('list', zone).evaluate(1, 'end', line.translation, line.velocity) }
      for (const one of [line, evaluated]) {
        const refresh = new PullToRefresh({ threshold, extent })
        assert.equal(refresh.meant(new Swipe(one)), isRefreshing, `${t} at ${v}`)
        assert.equal(refresh.handle(new Swipe(one)), isRefreshing, `${t} at ${v}`)
        near(refresh.offset(60e6), isRefreshing ? threshold : 0, 1e-6)
      }
    }
  })

  test('shows its state, rests at the threshold, and returns when it has finished', () => {
    const refresh = new PullToRefresh()
    const { distance } = refresh.zone
    near(distance, 155, 0.5, 'docs/web.md')
    assert.equal(refresh.state, 'resting')
    refresh.handle(at(0, 'begin', { y: 10 }))
    assert.deepEqual([refresh.state, refresh.progress(0)], ['pulled', 0])
    refresh.handle(at(10, 'update', { y: distance + 1 }))
    assert.deepEqual([refresh.state, refresh.isReady], ['ready', true])
    near(refresh.offset(10_000), new RubberBand(256).displacement(distance - 9), 1e-9)
    refresh.handle(at(20, 'update', { y: 40 }))
    assert.equal(refresh.state, 'pulled')
    assert.equal(refresh.handle(at(30, 'end', { y: distance + 30 })), true)
    assert.deepEqual([refresh.state, refresh.isRefreshing], ['refreshing', true])
    near(refresh.offset(60e6), 64, 1e-6)
    near(refresh.progress(60e6), 1, 1e-6)
    assert.equal(pull(refresh, 400, 0, 60_000, 2), false, 'it refreshes already')
    assert.deepEqual([pull(refresh, 20, 0, 60_100, 3), pull(refresh, -90, -900, 60_200, 4)], [false, false])
    assert.equal(refresh.state, 'refreshing')
    near(refresh.offset(61e6), 64, 0.5)
    refresh.finish(61e6)
    assert.equal(refresh.state, 'resting')
    near(refresh.offset(120e6), 0, 1e-6)
  })

  test('does not follow upwards, and does not refresh by a flick', () => {
    const refresh = new PullToRefresh()
    refresh.handle(at(0, 'begin', { y: -12 }))
    refresh.handle(at(10, 'update', { y: -300, vy: -2000 }))
    assert.equal(refresh.offset(10_000), 0)
    assert.equal(refresh.handle(at(20, 'end', { y: -300, vy: -2000 })), false)
    assert.equal(refresh.offset(60e6), 0)
    assert.equal(pull(refresh, 100, 5000, 60_000, 2), false)
  })

  test('stays in the hand if the refresh ends, and goes without a finger', () => {
    const refresh = new PullToRefresh()
    refresh.go(true, 0)
    near(refresh.offset(60e6), 64, 1e-6)
    refresh.handle(at(60_000, 'begin', { y: 10 }))
    refresh.handle(at(60_010, 'update', { y: 60 }))
    const held = refresh.offset(60.01e6)
    refresh.finish(60.02e6)
    assert.deepEqual([refresh.offset(60.02e6), refresh.state], [held, 'pulled'])
    refresh.handle(at(60_030, 'cancel', { y: 60 }))
    near(refresh.offset(120e6), 0, 1e-6)
    refresh.put(true)
    assert.equal(refresh.offset(0), 64)
    refresh.finish(0)
    // A finish under a press must not end at the threshold.
    refresh.draw(64_000)
    refresh.go(true, 64_000)
    refresh.handle(at(80, 'press'))
    refresh.finish(90_000)
    refresh.handle(at(100, 'release'))
    near(refresh.offset(60e6), 0, 1e-6)
    refresh.isDisabled = true
    assert.equal(pull(refresh, 400, 0, 60_000, 3), false)
  })

  test('refuses a threshold that the rubber band does not reach', () => {
    for (const threshold of [0, -1, 300, NaN]) {
      assert.throws(() => new PullToRefresh({ threshold, extent: 300 }), /^RangeError: the threshold is .*: use/)
    }
  })
})

describe('A card that is thrown to a corner', () => {
  const rectangle = { x: -100, y: 20, width: 900, height: 400 }

  test('flies to the stated corner', () => {
    assert.ok(cases.corners.length >= 40)
    for (const row of cases.corners) {
      const card = new CornerThrow({ rectangle: row.rectangle, corner: row.begin })
      const swipe = at(100, 'end', { x: row.t.x, y: row.t.y, vx: row.v.x, vy: row.v.y })
      assert.equal(card.meant(swipe), row.corner, JSON.stringify(row))
      card.handle(swipe)
      assert.equal(card.corner, row.corner)
      near(card.offset(60e6).x, row.corner.endsWith('left') ? -100 : 800, 1e-6)
      near(card.offset(60e6).y, row.corner.startsWith('top') ? 20 : 420, 1e-6)
    }
  })

  test('moves freely, beyond the rectangle as on a rubber band, and returns after a cancel', () => {
    const card = new CornerThrow({ rectangle, corner: 'top_left', extent: 90 })
    card.handle(at(0, 'begin', { x: 6, y: 8 }))
    assert.deepEqual(card.offset(0), { x: -100, y: 20 })
    card.handle(at(10, 'update', { x: 106, y: -92 }))
    near(card.offset(0).x, 0, 1e-9)
    near(card.offset(0).y, 20 + new RubberBand(90).displacement(-100), 1e-9)
    card.handle(at(20, 'cancel', { x: 500, y: 300 }))
    assert.equal(card.corner, 'top_left')
    near(card.offset(60e6).x, -100, 1e-6)
  })

  test('stops under a press, goes and is put, and follows another rectangle', () => {
    const card = new CornerThrow({ rectangle })
    assert.deepEqual([card.corner, card.target], ['bottom_right', { x: 800, y: 420 }])
    card.go('top_left', 0)
    const drawn = card.draw(64_000)
    card.handle(at(60, 'press'))
    assert.deepEqual([card.offset(900_000), card.isHeld], [drawn, true])
    card.handle(at(900, 'release'))
    near(card.offset(60e6).y, 20, 1e-6)
    card.resize({ ...rectangle, x: 0 }, 60e6)
    near(card.offset(60e6).x, -100, 1e-6)
    near(card.offset(120e6).x, 0, 1e-6)
    card.put('bottom_left')
    assert.deepEqual(card.offset(0), { x: 0, y: 420 })
    card.handle(at(0, 'begin', { x: 10 }))
    card.isDisabled = true
    card.handle(at(10, 'end', { x: 900 }))
    assert.deepEqual([card.corner, card.isHeld], ['bottom_left', false])
    const quiet = new CornerThrow({ rectangle, reducesMotion: true })
    quiet.go('top_right', 0)
    assert.deepEqual([quiet.offset(0), quiet.isMoving(0)], [{ x: 800, y: 20 }, false])
  })
})
