// The parts of the show that need no document: pictures, words, and the order of cards.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { CardCarousel } from '../../Sources/Web/flick/row.js'
import { SwipeCard } from '../../Sources/Web/flick/leaving.js'
import { Swipe } from '../../Sources/Web/flick/swipe.js'
import { dialOf, houseOf, pictureOf, planOf, rooms } from '../../Sources/Web/gallery/art/art.js'
import { kinds } from '../../Sources/Web/gallery/art/pictures.js'
import { random } from '../../Sources/Web/gallery/art/random.js'
import { mix } from '../../Sources/Web/gallery/art/svg.js'
import { exhibits, photos, stops } from '../../Sources/Web/gallery/museum.js'
import { HOURS, wordsOf } from '../../Sources/Web/gallery/stages/light.js'
import { numberAt } from '../../Sources/Web/gallery/stages/tour.js'
import { explanationOf, unitOf } from '../../Sources/Web/gallery/words.js'

const luminance = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16) / 255)
  .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0)
const contrast = (one, other) => {
  const [high, low] = [one, other].map(luminance).sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

describe('The pictures of the show', () => {
  test('are the same every time, and different from each other', () => {
    const digests = [...exhibits, ...stops, ...photos].map(one => {
      const drawn = pictureOf(one)
      assert.equal(pictureOf(one), drawn)
      return createHash('sha256').update(drawn).digest('hex')
    })
    assert.equal(new Set(digests).size, digests.length)
  })

  test('are drawn from each kind, in finite numbers, without styles and addresses', () => {
    const all = [...exhibits, ...stops, ...photos]
    assert.deepEqual(new Set(all.map(({ kind }) => kind)), new Set(Object.keys(kinds)))
    for (const drawn of [...all.map(pictureOf), planOf(), planOf(true), dialOf(), houseOf()]) {
      assert.doesNotMatch(drawn, /NaN|Infinity|undefined|style=|https?:|<script/)
      assert.ok(drawn.length < 50_000, `${drawn.length} characters`)
    }
  })

  test('show moons, suns and lights whole on the narrowest stage, and moons and suns on the lowest', () => {
    const alignments = { Min: 0, Mid: 0.5, Max: 1 }
    const isWhole = (drawn, width, height) => {
      const [, x, y] = drawn.match(/preserveAspectRatio="x(\w{3})Y(\w{3}) slice"/)
      const [left, top] = [alignments[x] * (1000 - width), alignments[y] * (1000 - height)]
      const discs = [...drawn.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="#\w+">/g)]
      const main = discs.map(disc => disc.slice(1).map(Number)).filter(([, , r]) => r >= 40)
      assert.ok(main.length >= 1)
      const isIn = (middle, r, from, length) => middle - r >= from && middle + r <= from + length
      return main.every(([x, y, r]) => isIn(x, r, left, width) && isIn(y, r, top, height))
    }
    const all = [...exhibits, ...stops, ...photos]
    for (const one of all.filter(({ kind }) => kind === 'tide' || kind === 'strata')) {
      assert.ok(isWhole(pictureOf(one), 355, 1000), `${one.title} on a narrow stage`)
      assert.ok(isWhole(pictureOf(one), 1000, 333), `${one.title} on a low stage`)
    }
    for (const one of all.filter(({ kind }) => kind === 'beams')) {
      assert.ok(isWhole(pictureOf(one), 400, 1000), `${one.title} on a narrow stage`)
    }
  })

  test('show the whole museum, and its sky and water on all sides of it', () => {
    const drawn = houseOf()
    assert.match(drawn, /viewBox="100 120 800 700" preserveAspectRatio="xMidYMid meet"/)
    const rects = [...drawn.matchAll(/<rect x="(-?\d+)" width="(\d+)" y="(-?\d+)" height="(\d+)"/g)]
      .map(([, ...numbers]) => numbers.map(Number))
    const [sky, water] = rects
    assert.equal(rects.length, 2)
    assert.equal(sky[2] + sky[3], water[2])
    for (const [x, width] of rects) assert.ok(x <= -1900 && x + width >= 2900)
    assert.ok(sky[2] <= -1900 && water[2] + water[3] >= 2600)
  })

  test('come from numbers that are spread evenly from 0 to 1', () => {
    const next = random(1)
    const numbers = Array.from({ length: 10_000 }, () => next())
    assert.ok(numbers.every(number => number >= 0 && number < 1))
    const counts = Array.from({ length: 10 }, (_, tenth) => numbers.filter(one => Math.floor(one * 10) === tenth).length)
    assert.ok(counts.every(count => count > 900 && count < 1100), counts.join())
  })

  test('mix the colours of a row', () => {
    assert.deepEqual([0, 0.25, 1, 2].map(part => mix(['#000000', '#ffffff', '#ff0000'], part)),
      ['#000000', '#808080', '#ff0000', '#ff0000'])
  })

  test('have texts with a contrast of 4.5 to their ground', () => {
    for (const { title, ground, ink } of [...exhibits, ...stops]) {
      assert.ok(contrast(ground, ink) >= 4.5, `${title}: ${contrast(ground, ink)}`)
    }
  })

  test('have a room in both plans for each exhibit', () => {
    assert.equal(rooms.length, exhibits.length)
    for (const [isHigh, width, height] of [[false, 600, 420], [true, 420, 600]]) {
      const drawn = planOf(isHigh)
      assert.ok(drawn.includes(`viewBox="0 0 ${width} ${height}"`))
      const boxes = [...drawn.matchAll(/<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)">/g)]
      assert.equal(boxes.length, rooms.length)
      for (const [x, y, w, h] of boxes.map(box => box.slice(1).map(Number))) {
        assert.ok(x >= 20 && y >= 20 && x + w <= width - 20 && y + h <= height - 20, `${x} ${y} ${w} ${h}`)
      }
    }
  })
})

test('The tokens have a contrast of 4.5 for text and 3 for marks, light and dark', () => {
  const css = readFileSync(new URL('../../Sources/Web/design/tokens.css', import.meta.url), 'utf8')
  const values = block => Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]))
  const [light, dark] = [...css.matchAll(/:root \{([\s\S]*?)\n\s*\}/g)].map(([, block]) => values(block)).filter(({ ink }) => ink)
  for (const theme of [light, { ...light, ...dark }]) {
    const pairs = ['ink', 'muted', 'accent', 'yes', 'no'].flatMap(text => [[text, 'card', 4.5], [text, 'paper', 4.5]])
    for (const [one, other, least] of [...pairs, ['on-accent', 'accent', 4.5], ['line', 'card', 3], ['accent', 'well', 3]]) {
      assert.ok(contrast(theme[one], theme[other]) >= least, `${one} on ${other}: ${contrast(theme[one], theme[other])}`)
    }
  }
})

describe('A stage of the show', () => {
  test('shows five cards of an endless deck, of which the two before the top one may still leave', () => {
    for (const top of [0, 1, 4, 5, 6, 123]) {
      const shown = [0, 1, 2, 3, 4].map(index => numberAt(index, top))
      assert.deepEqual([...shown].sort((a, b) => a - b), [-2, -1, 0, 1, 2].map(step => top + step))
      for (const [index, number] of shown.entries()) assert.equal(((number % 5) + 5) % 5, index)
    }
  })

  test('has words for each hour', () => {
    assert.equal(wordsOf(0), '00:00, night')
    assert.equal(wordsOf(12), '12:00, high light')
    assert.equal(new Set(Array.from({ length: HOURS }, (_, hour) => wordsOf(hour))).size, HOURS)
  })
})

describe('An explanation of the show', () => {
  const mm = unitOf({ width_mm: 480, scale: 'edid' }, 1920)
  const decided = (decision, more = {}) => new Swipe({
    phase: 'end', swipe_id: 1, translation: { x: 0, y: 0 }, t_us: 0,
    decision: { kind: 'drag', commit: false, by: [], direction: 'right', ...decision }, ...more,
  })
  const card = new SwipeCard()

  test('has millimetres if the size of the panel is known, and pixels if not', () => {
    assert.deepEqual(mm, { name: 'mm', per: 0.25 })
    for (const panel of [null, { width_mm: 480, scale: 'assumed' }, { width_mm: null, scale: 'kernel' }]) {
      assert.deepEqual(unitOf(panel, 1920), { name: 'px', per: 1 })
    }
  })

  test('reports the speed of a flick, and what was enough', () => {
    const swipe = decided({ kind: 'flick', commit: true, by: ['velocity'], speed: 848, speed_threshold: 500 })
    assert.deepEqual(explanationOf(card, swipe, 'Kept', mm), { head: 'Kept', why: 'Flick: 212 mm/s, at least 125', how: 'yes' })
  })

  test('reports the distance of a drag, and what was enough', () => {
    const swipe = decided({ commit: true, by: ['distance'], distance: 120, distance_threshold: 96 })
    assert.deepEqual(explanationOf(card, swipe, 'Kept', mm), { head: 'Kept', why: 'Drag: 30 mm, at least 24', how: 'yes' })
  })

  test('reports what a swipe that returns lacked', () => {
    const why = (decision, more) => explanationOf(card, decided(decision, more), '', mm)
    assert.deepEqual(why({ distance: 72, distance_threshold: 96 }), {
      head: 'It returns', why: 'too slow, and 18 of the 24 mm needed', how: 'no',
    })
    assert.equal(why({ no_commit: 'end_of_range' }).why, 'there is nothing further in this direction')
    assert.equal(why({ no_commit: 'short_travel', travel: 16 }).why, '4 mm could be a tap')
    assert.equal(why({ no_commit: 'direction', kind: 'flick' }).why, 'the finger flicked it back')
    assert.equal(why({ no_commit: 'direction', direction: 'up' }).why, 'it may not go up')
    assert.equal(why({}, { phase: 'cancel', reason: 'palm' }).why, 'the swipe was cancelled (palm)')
  })

  test('reports where content would have landed between its snap points', () => {
    const row = new CardCarousel({ count: 3, width: 384, spacing: 16 })
    const snapped = (decision, x, index) => decided(decision, {
      translation: { x, y: 0 }, predicted_end_translation: { x: x - 40, y: 0 },
      zone: { name: 'row', snap: { from: 0, index, steps: index, offset: -400 * index } },
    })
    assert.equal(explanationOf(row, snapped({}, -80, 0), '', mm).why, 'it would land at 30 mm, and 50 are needed')
    assert.equal(explanationOf(row, snapped({ commit: true, by: ['predicted'] }, -180, 1), 'Two', mm).why,
      'Drag: it would land at 55 mm, at least 50')
    assert.equal(explanationOf(row, snapped({ commit: true, by: ['distance'] }, -240, 1), 'Two', mm).why,
      'Drag: 60 mm, at least 50')
  })
})
