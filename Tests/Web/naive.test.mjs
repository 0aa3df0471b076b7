// The naive side of two stages: for each mistake, a stroke that the engine decides otherwise, and one that is equal.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  BottomSheet, CardCarousel, CardDeck, Dial, DismissibleCard, DismissibleSheet, Spring, SpringCard, SwipeCard,
} from '../../Sources/Web/flick.js'
import { Easing, easeOut, linear } from '../../Sources/Web/gallery/naive/easing.js'
import { mistakes } from '../../Sources/Web/gallery/naive/mistakes.js'
import { makeNaive } from '../../Sources/Web/gallery/naive/naive.js'
import { Relay, level } from '../../Sources/Web/gallery/naive/relay.js'
import { comparisonOf, outcomeOf } from '../../Sources/Web/gallery/naive/comparison.js'
import { resultOf } from '../../Sources/Web/gallery/result.js'
import { Finger, stroke } from './finger.mjs'
import { at, near } from './kit.mjs'

const still = { reducesMotion: false }
const carousel = (options = {}) => new CardCarousel({ count: 7, ...still, ...options })
const card = (options = {}) => new DismissibleCard({ ...still, ...options })
const NAMES = Object.keys(mistakes)

/** Plays a stroke to a naive interaction and to the engine's; returns both results. */
function results(make, names, positions, options = {}) {
  const real = make()
  const naive = makeNaive(make(), names)
  const finger = new Finger([real, naive], options)
  finger.play(positions, options)
  return { naive: resultOf(naive), flickd: resultOf(real), finger }
}

/** The changes of velocity of the drawn content from frame to frame, in px/s, within a time in ms. */
function jolts(frames, side, from, to) {
  const drawn = frames.filter(({ time }) => time >= from && time <= to).map(({ offsets }) => offsets[side])
  const velocities = drawn.slice(1).map((offset, number) => (offset - drawn[number]) * 60)
  return velocities.slice(1).map((velocity, number) => Math.abs(velocity - velocities[number]))
}

describe('A mistake decides otherwise than flickd', () => {
  for (const [words, make, name, positions, expected, options] of [
    ['distance only loses a flick of a carousel', carousel, 'distance', stroke({ x: -110 }, 100), [0, 1]],
    ['distance only loses a flick of a card', card, 'distance', stroke({ y: 100 }, 90), [null, 'down']],
    ['distance only loses a flick of a sheet', () => new BottomSheet(still), 'distance', stroke({ y: -120 }, 100),
      [0, 1]],
    ['distance only loses a flick on a projected sheet', () => new DismissibleSheet(still), 'distance',
      stroke({ y: 100 }, 120), [null, 'down']],
    ['distance only loses a pull of a spring card', () => new SpringCard(still), 'distance', stroke({ y: 150 }, 80),
      [null, 'down']],
    ['distance only loses a throw to the side', () => new SwipeCard(still), 'distance', stroke({ x: 80 }, 60),
      [null, 'right']],
    ['distance only turns a dial no further than the finger', () => new Dial({ count: 24, ...still }), 'distance',
      stroke({ y: -120 }, 120), [3, 9]],
    ['one card a swipe needs 140 px', carousel, 'one-card', stroke({ x: -130 }, 140), [0, 1]],
    ['one card a swipe loses the second card of a throw', carousel, 'one-card', stroke({ x: -160 }, 80), [1, 2]],
    ['one card a swipe loses the third card of a slow drag', carousel, 'one-card', stroke({ x: -900 }, 3000), [1, 3]],
    ['the last two points are those before a rest', card, 'last-two-points', stroke({ y: 110 }, 100), ['down', null],
      { resting: 500 }],
    ['linear tracking projects nothing', carousel, 'linear', stroke({ x: -110 }, 100), [0, 1]],
  ]) {
    test(words, () => {
      const { naive, flickd } = results(make, name, positions, options)
      assert.deepEqual([naive, flickd], expected)
    })
  }

  test('the last two points throw the content of a finger that rests and jitters by 1 px at 1000 Hz', () => {
    const rest = [...stroke({ y: 60 }, 600)]
    for (let ms = 601; ms <= 901; ms++) rest.push([ms, { x: 0, y: 60 + ms % 2 }])
    const { naive, flickd } = results(card, 'last-two-points', rest)
    assert.deepEqual([naive, flickd], ['down', null])
  })

  test('distance only loses a flick of a deck', () => {
    const deck = results(() => new CardDeck({ count: 5, ...still }), 'distance', stroke({ x: 70 }, 60))
    assert.deepEqual([deck.naive, deck.flickd], [0, 1])
  })
})

describe('A mistake decides as flickd', () => {
  /** A hand that slows down before it lifts. */
  const calmly = { curve: part => 1 - (1 - part) ** 3 }
  const drags = [
    ['of a carousel to the next card', carousel, stroke({ x: -200 }, 1500, calmly), 1],
    ['of a card', card, stroke({ y: 260 }, 1500, calmly), 'down'],
    ['of a sheet to its half height', () => new BottomSheet(still), stroke({ y: -240 }, 1500, calmly), 1],
    ['of a deck', () => new CardDeck({ count: 5, ...still }), stroke({ x: 180 }, 1200, calmly), 1],
    ['of a dial by four values', () => new Dial({ count: 24, ...still }), stroke({ y: -170 }, 1500, calmly), 4],
    ['in a carousel without an end', () => carousel({ isLooping: true }), stroke({ x: 200 }, 1500, calmly), 6],
  ]
  for (const [words, make, positions, expected] of drags) {
    for (const name of NAMES.filter(name => name !== 'one-card' || make() instanceof CardCarousel)) {
      test(`after a plain long drag ${words}: ${name}`, () => {
        const { naive, flickd } = results(make, name, positions, { resting: 200 })
        assert.deepEqual([naive, flickd], [expected, expected])
      })
    }
  }

  test('after a flick, if only the motion is wrong', () => {
    const { naive, flickd } = results(carousel, 'ease-out', stroke({ x: -110 }, 100))
    assert.deepEqual([naive, flickd], [1, 1])
  })

  test('all mistakes of a page at once still follow a plain drag', () => {
    const all = ['distance', 'linear', 'ease-out']
    const { naive, flickd } = results(card, all, stroke({ y: 260 }, 1500, calmly), { resting: 200 })
    assert.deepEqual([naive, flickd], ['down', 'down'])
  })
})

describe('The motion of a mistake', () => {
  test('linear tracking is 40 to 80 px behind a finger at 800 px/s, and the engine is not behind it', () => {
    const [real, naive] = [card(), makeNaive(card(), 'linear')]
    const finger = new Finger([real, naive])
    finger.land()
    finger.move(stroke({ y: 320 }, 400))
    const time = finger.time * 1000
    // The finger moved by the slop of 10 px before the swipe began.
    near(real.offset(time), 310, 1e-6)
    const behind = real.offset(time) - naive.offset(time)
    assert.ok(behind > 40 && behind <= 80, `${behind} px behind`)
  })

  test('linear tracking follows beyond the end without resistance; the engine resists', () => {
    const [real, naive] = [carousel(), makeNaive(carousel(), 'linear')]
    const finger = new Finger([real, naive])
    finger.land()
    finger.move(stroke({ x: 210 }, 1000))
    finger.wait(300)
    const time = finger.time * 1000
    near(naive.offset(time), 200, 1e-6)
    near(real.offset(time), real.content.band.displacement(200), 1e-6)
    assert.ok(real.offset(time) < 85)
  })

  test('an ease-out stutters when a finger catches it, and the engine does not', () => {
    const [real, naive] = [carousel(), makeNaive(carousel(), 'ease-out')]
    const finger = new Finger([real, naive])
    finger.play(stroke({ x: -110 }, 100), { after: 120 })
    // A second finger lands on both stages in flight, and drags on at about the speed of the content.
    const caught = finger.time
    const speed = -real.content.velocity(caught * 1000)
    finger.last = { x: 0, y: 0 }
    finger.land()
    finger.wait(32)
    const before = [real, naive].map(({ content }) => content.draw(finger.time * 1000))
    finger.move(stroke({ x: -speed * 0.16 }, 160, { period: 4 }))
    finger.lift()
    // The engine stops the content at the landing; the other one flies on, and then jumps to its target.
    const [mine, theirs] = [0, 1].map(side => Math.max(...jolts(finger.frames, side, caught + 34, caught + 190)))
    const [start, target] = [before[1], -296]
    assert.ok(Math.abs(target - start) > 40, 'the content was far from its target')
    assert.ok(theirs > 1500, `${theirs} px/s in one frame`)
    assert.ok(mine < theirs / 3, `${mine} px/s`)
  })

  test('an ease-out changes the speed at the lift, and the engine keeps it', () => {
    const [real, naive] = [card(), makeNaive(card(), 'ease-out')]
    const finger = new Finger([real, naive])
    finger.play(stroke({ y: 100 }, 100, { period: 4 }), { after: 100 })
    const lift = 1100
    const velocities = [real, naive].map(({ content }) => content.velocity(lift * 1000 + 1))
    near(velocities[0], 1000, 60)
    // 800 px in 0.3 s, whatever the finger did.
    assert.ok(velocities[1] > 3500, `${velocities[1]} px/s`)
  })

  test('a transition takes its whole duration, however short the distance is', () => {
    const naive = makeNaive(carousel(), 'ease-out')
    naive.go(1, 0)
    assert.ok(naive.isMoving(299_999) && !naive.isMoving(300_001))
    near(naive.offset(300_000), -296, 1e-9)
  })

  test('a deck has the motion of the mistake on each of its cards', () => {
    const deck = makeNaive(new CardDeck({ count: 3, ...still }), 'ease-out')
    for (const number of [0, 1]) {
      assert.ok(deck.top.spring instanceof Easing)
      deck.go('right', number * 1e6)
      deck.draw(number * 1e6 + 400_000)
    }
    assert.equal(deck.index, 2)
    assert.ok(deck.undo(3e6))
    assert.equal(deck.index, 1)
  })

  test('content without bounds keeps its freedom when the stage has another size', () => {
    const naive = makeNaive(carousel(), 'linear')
    naive.resize({ width: 400 }, 0)
    assert.deepEqual(naive.content.bounds, [-2496, 0])
    naive.put(6)
    naive.handle(at(1, 'begin', { x: -10 }))
    naive.handle(at(17, 'update', { x: -510 }))
    assert.equal(naive.offset(200_000), -2996)
  })
})

describe('An easing', () => {
  test('has the points of the curves of CSS', () => {
    for (const [curve, part, expected] of [
      [linear, 0.3, 0.3], [easeOut, 0.25, 0.378], [easeOut, 0.5, 0.685],
    ]) near(curve(part), expected, 1e-3)
  })

  test('has the velocity of its own offsets', () => {
    const easing = new Easing(0.3)
    const start = { displacement: -200, velocity: 5000 }
    for (const time of [0.01, 0.1, 0.2, 0.29]) {
      const [a, b] = [time - 1e-4, time + 1e-4].map(moment => easing.state(moment, start).displacement)
      near(easing.state(time, start).velocity, (b - a) / 2e-4, 2)
    }
    assert.deepEqual(easing.state(0.3, start), { displacement: 0, velocity: 0 })
  })
})

describe('A relay', () => {
  const made = () => {
    const zones = []
    const flick = {
      zone(element, options, listener) {
        zones.push({ element, options, listener })
        return { name: options.name, element, offset: 0, update() {}, remove() {} }
      },
    }
    return { zones, relay: new Relay(flick) }
  }

  test('hands each press and each swipe of the real zone to both stages in one call', () => {
    const { zones, relay } = made()
    const heard = []
    relay.naive.zone('left', { name: 'b' }, swipe => heard.push(['naive', swipe]))
    relay.real.zone('right', { name: 'a' }, swipe => heard.push(['real', swipe]))
    assert.deepEqual(zones.map(({ element }) => element), ['right'])
    for (const phase of ['press', 'begin', 'update', 'end']) {
      const swipe = at(1, phase)
      zones[0].listener(swipe)
      assert.deepEqual(heard.splice(0), [['real', swipe], ['naive', swipe]])
    }
  })

  test('moves the offset of the naive zone, and forgets the zone', () => {
    const { zones, relay } = made()
    let count = 0
    const zone = relay.naive.zone('left', { name: 'b', offset: 5 }, () => count++)
    relay.real.zone('right', { name: 'a' }, () => {})
    assert.equal(zone.offset, 5)
    zone.update(-296)
    assert.equal(zone.offset, -296)
    zones[0].listener(at(1, 'begin'))
    zone.remove()
    zones[0].listener(at(2, 'end'))
    assert.equal(count, 1)
  })

  test('brings the naive stage level with the other one', () => {
    const { naive, flickd, finger } = results(carousel, 'distance', stroke({ x: -110 }, 100))
    assert.notEqual(naive, flickd)
    const [real, other] = finger.interactions
    level(other, real, 9e6)
    assert.equal(other.index, real.index)
    assert.ok(other.isMoving(9e6))

    const decks = [0, 1].map(() => new CardDeck({ count: 9, ...still }))
    for (const time of [0, 1e6, 2e6]) decks[0].go('left', time)
    level(decks[1], decks[0], 3e6)
    assert.deepEqual([decks[1].index, decks[1].side(2)], [3, 'left'])
    level(decks[1], new CardDeck({ count: 9, index: 1, ...still }), 4e6)
    assert.equal(decks[1].index, 1)
  })
})

describe('The comparison of two stages', () => {
  const mm = { name: 'mm', per: 25.4 / 163 }
  /** What two stages do with a stroke, as a page shows it. */
  function compare(make, name, positions, unit, options = {}) {
    const [real, naive] = [make(), makeNaive(make(), name)]
    const before = [naive, real].map(resultOf)
    let end = null
    const finger = new Finger([real, naive], { heard: swipe => { if (swipe.phase === 'end') end = swipe } })
    finger.play(positions, options)
    return comparisonOf(end, { naive: outcomeOf(naive, before[0]), flickd: outcomeOf(real, before[1]) }, unit)
  }

  test('names both, with the numbers that decided', () => {
    const flick = compare(card, 'distance', stroke({ y: 136 }, 100, { period: 4 }), mm)
    assert.deepEqual(flick, {
      naive: 'returns', flickd: 'flick, 212 mm/s, needs 125', isSame: false,
      text: 'naive: returns · flickd: flick, 212 mm/s, needs 125',
    })
    assert.equal(compare(card, 'distance', stroke({ y: 260 }, 2000), undefined, { resting: 200 }).text,
      'naive: leaves down · flickd: drag, 260 px, needs 200')
    assert.equal(compare(card, 'distance', stroke({ y: 90 }, 2000), undefined, { resting: 200 }).text,
      'naive: returns · flickd: returns, 90 px, needs 200')
    assert.equal(compare(card, 'distance', stroke({ y: -120 }, 80)).text,
      'naive: returns · flickd: returns, flick up')
  })

  test('names the place of content with snap points', () => {
    assert.match(compare(carousel, 'one-card', stroke({ x: -160 }, 80)).text,
      /^naive: card 2 · flickd: card 3, flick, 2,0\d\d px\/s, needs 800$/)
    assert.equal(compare(carousel, 'distance', stroke({ x: -200 }, 2000), mm, { resting: 200 }).text,
      'naive: card 2 · flickd: card 2, drag')
    assert.equal(compare(carousel, 'distance', stroke({ x: -50 }, 2000), mm, { resting: 200 }).text,
      'naive: returns · flickd: returns')
  })

  test('names a cancelled swipe', () => {
    const outcomes = { naive: 'returns', flickd: 'returns' }
    assert.equal(comparisonOf(at(1, 'cancel'), outcomes).text, 'naive: returns · flickd: cancelled')
  })

  test('names where the card of a deck went', () => {
    const deck = new CardDeck({ count: 3, ...still })
    assert.equal(outcomeOf(deck, 0), 'returns')
    deck.go('left', 0)
    assert.equal(outcomeOf(deck, 0), 'leaves left')
  })
})

describe('The table of mistakes', () => {
  test('names each mistake, says in one sentence why it is wrong, and which seed warns of it', () => {
    assert.deepEqual(NAMES, ['distance', 'one-card', 'last-two-points', 'linear', 'ease-out'])
    for (const { title, why, seeds } of Object.values(mistakes)) {
      assert.match(title, /^[A-Z]/)
      assert.match(why, /^[A-Z][^.]+\.$/)
      for (const seed of seeds) assert.match(seed, /^00[0-4]$/)
    }
  })

  test('keeps a spring of the engine for a mistake that only decides', () => {
    assert.ok(makeNaive(card(), 'distance').spring instanceof Spring)
  })
})
