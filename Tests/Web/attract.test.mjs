// Attract mode: its deadlines, the touch that ends it, and the decisions on its strokes by the engine's own rule.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BottomSheet, CardCarousel, CardDeck, Dial, DismissibleCard, SwipeCard } from '../../Sources/Web/flick.js'
import { Attract } from '../../Sources/Web/gallery/attract.js'
import { GhostClient } from '../../Sources/Web/gallery/ghost.js'
import { resultOf } from '../../Sources/Web/gallery/result.js'
import { strokesFor } from '../../Sources/Web/gallery/strokes.js'
import { at } from './kit.mjs'

const still = { reducesMotion: false }

/** A ghost on one stage, with the interaction bound as `bind` does it. */
function stageOf(interaction, size) {
  const real = { listener: null, offset: interaction.zone.offset ?? 0 }
  const heard = []
  const ghosts = new GhostClient({
    zone(element, { name }, listener) {
      real.listener = listener
      return { name, element, get offset() { return real.offset }, update: to => { real.offset = to }, remove() {} }
    },
  })
  const element = { clientWidth: size.width, clientHeight: size.height }
  const zone = ghosts.zone(element, { name: 'stage', ...interaction.zone }, swipe => {
    heard.push(swipe)
    interaction.handle(swipe)
    if (swipe.phase === 'begin' && interaction.points) zone.update(interaction.content.start)
  })
  return { ghosts, heard, real, stage: { name: 'stage', interaction, ...size } }
}

/** Plays one stroke to its end in frames of 16 ms; returns the swipe that ended. */
function play(interaction, kind, size) {
  const { ghosts, heard, stage } = stageOf(interaction, size)
  const stroke = strokesFor(stage).find(one => one.kind === kind)
  if (!stroke) return null
  const attract = new Attract({ strokes: round => round === 0 ? stroke : null, after: 0, pause: 0 })
  for (let time = 1000; heard.at(-1)?.phase !== 'end'; time += 16) {
    assert.ok(time < 20_000, 'the stroke ends')
    ghosts.feed(attract.advance(time).feed)
  }
  return { end: heard.at(-1), heard, result: resultOf(interaction) }
}

const square = size => ({ width: size, height: size })
const mm = 1920 / 510
const made = [
  ['a card', () => new DismissibleCard(still), null, 'down'],
  ['a card with thresholds in mm', () => new DismissibleCard({
    distanceThreshold: 31.2 * mm, speedThreshold: 124.7 * mm, ...still,
  }), null, 'down'],
  ['a card to the side', () => new SwipeCard(still), null, 'right'],
  ['a deck', () => new CardDeck({ count: 5, ...still }), 0, 1],
  ['a carousel', size => new CardCarousel({ count: 5, width: size * 0.8, ...still }), 0, 1],
  ['the last card of a carousel', size => new CardCarousel({ count: 3, index: 2, width: size * 0.8, ...still }), 2, 1],
  ['a bottom sheet', size => new BottomSheet({ detents: [0, -size / 3, -size / 1.5], ...still }), 0, 1],
]

describe('The strokes of the ghost hand', () => {
  for (const size of [300, 480, 720, 1080, 2000]) {
    for (const [words, make, rest, goal] of made) {
      test(`move ${words} on a stage of ${size} px as stated`, () => {
        const flick = play(make(size), 'flick', square(size))
        const { decision } = flick.end
        // On a small stage, a flick passes more than one snap point.
        const isBeyond = size < 720 && flick.end.snap && (flick.result - goal) * (goal - rest) > 0
        assert.ok(flick.result === goal || isBeyond, `${flick.result}`)
        assert.equal(decision.kind, 'flick')
        assert.ok(!decision.by.includes('distance'), decision.by.join())
        const drag = play(make(size), 'drag', square(size))
        assert.equal(drag.result, goal)
        assert.equal(drag.end.decision.kind, 'drag')
        const back = play(make(size), 'return', square(size))
        assert.equal(back.result, rest)
        assert.equal(back.end.decision.kind, 'drag')
      })
    }
  }

  test('turn a dial further by a flick than the finger', () => {
    const dial = () => new Dial({ count: 24, step: 40, ...still })
    const flick = play(dial(), 'flick', square(400))
    assert.ok(flick.result > 2 && flick.end.decision.kind === 'flick')
    assert.equal(play(dial(), 'return', square(400)).result, 0)
  })

  test('leave out a drag for which a stage is too small', () => {
    const kinds = strokesFor({ name: 'a', interaction: new DismissibleCard(still), ...square(200) })
    assert.deepEqual(kinds.map(({ kind }) => kind), ['flick', 'return'])
  })

  test('press before they begin, and have ids of their own', () => {
    const { heard } = play(new DismissibleCard(still), 'flick', square(600))
    assert.deepEqual(heard.map(({ phase }) => phase).filter(phase => phase !== 'update'), ['press', 'begin', 'end'])
    assert.ok(heard.slice(1).every(({ id }) => id <= -1_000_000))
  })
})

/** Attract mode on a stage with one card, at the time 0. */
function attracted(options = {}) {
  const interaction = new DismissibleCard(still)
  const { ghosts, heard, real, stage } = stageOf(interaction, square(600))
  const [, drag] = strokesFor(stage)
  const attract = new Attract({ strokes: () => drag, ...options })
  ghosts.admits = swipe => attract.admits(swipe)
  const advance = time => {
    const { feed, next } = attract.advance(time)
    ghosts.feed(feed)
    return next
  }
  /** Plays until the ghost holds the card. */
  const start = () => { for (let time = 20_000; time <= 20_320; time += 16) advance(time) }
  return { attract, advance, start, heard, interaction, real }
}

describe('Attract mode', () => {
  test('begins 20 s after the last touch, key or wheel', () => {
    const { attract, advance } = attracted()
    assert.equal(advance(0), 20_000)
    attract.activity(5000)
    assert.equal(advance(5000), 25_000)
    attract.down(1, 6000)
    assert.equal(advance(40_000), null)
    attract.up(1, 41_000)
    assert.equal(advance(41_000), 61_000)
    advance(60_999)
    assert.equal(attract.state, 'waiting')
    advance(61_000)
    assert.deepEqual([attract.state, attract.hand(61_000).isDown], ['playing', true])
  })

  test('ends at once at a touch, which moves nothing until it lifts', () => {
    const { attract, advance, start, heard, interaction, real } = attracted()
    start()
    assert.ok(interaction.isHeld)
    assert.equal(attract.down(7, 20_330), true)
    assert.deepEqual([attract.state, attract.hand(20_330)], ['swallowing', null])
    assert.equal(advance(20_330), null)
    assert.deepEqual([heard.at(-1).phase, interaction.isHeld, interaction.side], ['cancel', false, null])
    const count = heard.length
    const flick = { y: 300, vy: 2000, id: 3 }
    for (const phase of ['press', 'begin', 'update', 'end']) real.listener(at(20_400, phase, flick))
    assert.ok(attract.move() && attract.down(8, 20_450) && attract.up(8, 20_460))
    assert.equal(attract.state, 'swallowing')
    assert.equal(attract.up(7, 20_500), true)
    assert.equal(heard.length, count)
    assert.equal(attract.state, 'waiting')
    assert.equal(advance(20_500), 40_500)
    // The next touch is a touch as any other.
    assert.equal(attract.down(9, 20_700), false)
    real.listener(at(20_800, 'begin', { y: 12, id: 4 }))
    assert.equal(heard.length, count + 1)
  })

  test('swallows a swipe that flickd reports after its finger has lifted', () => {
    const { attract, start, advance, heard, real } = attracted()
    start()
    attract.down(7, 20_330)
    attract.up(7, 20_400)
    advance(20_400)
    const count = heard.length
    const late = at(20_410, 'begin', { y: 40, id: 3 })
    late.duration = 75_000
    real.listener(late)
    real.listener(at(20_420, 'end', { y: 90, vy: 2000, id: 3 }))
    assert.equal(heard.length, count)
  })

  test('swallows the swipe of a panel without touches in the browser', () => {
    const { attract, start, advance, heard, real } = attracted()
    start()
    real.listener(at(20_330, 'begin', { y: 12, id: 3 }))
    advance(20_330)
    assert.equal(heard.at(-1).phase, 'cancel')
    assert.ok(heard.at(-1).id < 0)
    assert.equal(attract.state, 'swallowing')
    real.listener(at(20_400, 'end', { y: 300, vy: 900, id: 3 }))
    assert.deepEqual([attract.state, heard.at(-1).phase], ['waiting', 'cancel'])
  })

  test('ends at a key, which does what it always does', () => {
    const { attract, start, advance, interaction } = attracted()
    start()
    attract.activity(20_330)
    assert.equal(attract.state, 'waiting')
    assert.equal(advance(20_330), 40_330)
    assert.equal(interaction.isHeld, false)
  })

  test('shows a still hint if the user prefers less motion', () => {
    const { attract, advance, heard } = attracted({ isReduced: true })
    assert.equal(advance(20_000), null)
    assert.deepEqual([attract.state, attract.hand(20_000), heard.length], ['hint', null, 0])
    assert.equal(attract.down(1, 21_000), false)
    assert.equal(attract.state, 'waiting')
  })

  test('pauses while the page is hidden, and waits again afterwards', () => {
    const { attract, advance, start, interaction } = attracted()
    start()
    attract.hide()
    assert.equal(advance(20_330), null)
    assert.equal(interaction.isHeld, false)
    assert.equal(advance(90_000), null)
    attract.show(90_000)
    assert.equal(advance(90_000), 110_000)
  })

  test('admits touches again after a tap, and after a page was hidden under a finger', () => {
    const { attract, start, advance, real, heard } = attracted()
    start()
    real.listener(at(20_330, 'press'))
    assert.equal(attract.state, 'swallowing')
    real.listener(at(20_360, 'release'))
    assert.equal(attract.state, 'waiting')
    for (let time = 40_400; time <= 40_720; time += 16) advance(time)
    assert.equal(attract.down(1, 40_730), true)
    attract.hide()
    attract.show(50_000)
    const begin = at(51_000, 'begin', { y: 12, id: 9 })
    real.listener(begin)
    assert.equal(heard.at(-1), begin)
    assert.equal(attract.down(2, 52_000), false)
  })

  test('plays one stroke after the other, with a pause between them', () => {
    const { attract, advance, heard } = attracted()
    for (let time = 20_000; heard.filter(({ phase }) => phase === 'end').length < 1; time += 16) advance(time)
    const end = heard.at(-1).time / 1000
    assert.equal(attract.hand(end), null)
    assert.equal(attract.advance(end).next, end + 2500)
  })
})
