// The cases of Tests/Cases/decisions.json on the elements in Chromium. Each release goes to the listener of the
// element's own zone. The result, the events, ARIA and what is drawn at rest must be as stated. Each case is played
// twice: decided by the zone, as flickd does, and without a zone.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { installPlayer } from './case-player.mjs'
import { open, page, pageOf, usePages } from './elements-stage.mjs'

const cases = JSON.parse(readFileSync(new URL('../../Cases/decisions.json', import.meta.url), 'utf8'))
const WINDOW = { width: 1280, height: 800 }
const TAGS = { CardCarousel: 'flick-carousel', Pager: 'flick-pager', Dial: 'flick-dial' }
const PARTS = { CardCarousel: 'article', Pager: 'section', Dial: 'div' }

const near = (found, stated, words) =>
  assert.ok(Math.abs(found - stated) < 0.01, `${words}: ${found} is not ${stated}`)
const kebab = name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const attributesOf = options => Object.entries(options).map(([name, value]) => `${kebab(name)}="${value}"`).join(' ')
/** The cases of an interaction, in groups with the same options. */
function groupsOf(list, interaction) {
  const groups = new Map()
  for (const one of list.filter(one => one.interaction === interaction)) {
    const key = JSON.stringify(one.options)
    groups.set(key, [...groups.get(key) ?? [], one])
  }
  return [...groups.values()]
}

/** A row with the sizes of its cases: cards of 280 px with gaps of 16 px, as many in view as stated. */
function rowOf({ interaction, options: { count, size, isRightToLeft, ...options } }) {
  const axis = options.axis ?? (interaction === 'Dial' ? 'y' : 'x')
  const length = { CardCarousel: 296 * (options.perView ?? 1) - 16, Pager: size, Dial: 200 }[interaction]
  const [width, height] = axis === 'x' ? [length, 100] : [200, length]
  const [tag, part] = [TAGS[interaction], PARTS[interaction]]
  if (interaction === 'CardCarousel') options.width = 280
  return `<${tag} ${attributesOf(options)} ${isRightToLeft ? 'dir="rtl"' : ''} aria-label="Row"
    style="width: ${width}px; height: ${height}px">
    ${Array.from({ length: count }, (_, number) => `<${part}>value ${number}</${part}>`).join('')}</${tag}>`
}

/** Plays cases to one element; returns what it found, each case without and with a zone. */
const play = (kind, list) => page.evaluate((kind, list) => list.map(one =>
  [false, true].map(isOfZone => player.release(kind, one, isOfZone))), kind, list)
const make = html => page.evaluate(html => player.make(html), html)

/** Checks a row at rest: the front part is drawn in front, and only the parts in view are not inert. */
function checkRow({ interaction, options }, found, { begin, index }, words) {
  const { count, perView = 1 } = options
  const change = index === begin ? [] : [`change ${index}`]
  assert.deepEqual(found.events, ['swipe begin', 'swipe end', ...change], words)
  assert.deepEqual([found.index, found.count], [index, count], words)
  if (count === 0) return
  near(found.start, interaction === 'Dial' ? 80 : 0, `${words}: the start of the front part`)
  near(found.size, { CardCarousel: 280, Pager: options.size, Dial: 40 }[interaction], words)
  if (index !== begin) assert.equal(found.status, `${index + 1} of ${count}`, words)
  if (interaction === 'Dial') {
    assert.deepEqual(found.value, [`${index}`, `${count - 1}`, `value ${index}`], words)
  } else {
    const seen = Array.from({ length: Math.min(perView, count) }, (_, position) => (index + position) % count)
    assert.deepEqual(found.seen, seen.toSorted((a, b) => a - b), `${words}: the parts in view`)
  }
}

/** Checks where a card was drawn last: out of the window on a side, or where it was. */
function checkBox({ left, top, right, bottom }, side, words) {
  const seen = `${words}: ${JSON.stringify({ left, top, right, bottom })}`
  // A frame before its end, the flight of a card is within half a pixel of its target.
  if (side === 'left') assert.ok(right <= 1, seen)
  else if (side === 'right') assert.ok(left >= WINDOW.width - 1, seen)
  else if (side === 'down') assert.ok(top >= WINDOW.height - 1, seen)
  else assert.ok(Math.abs(left - 100) < 0.01 && Math.abs(top) < 0.01, seen)
}

describe('The elements with the cases of the engine', () => {
  usePages({ '/': pageOf('') })
  const begin = async () => {
    await open('/', WINDOW)
    await page.evaluate(() => { document.body.innerHTML = '<main></main>' })
    await page.evaluate(installPlayer)
  }

  test('select the stated part of a row at the stated target', async () => {
    await begin()
    let count = 0
    for (const [number, row] of cases.rows.entries()) {
      const { interaction, options, snapPoints = null, maxSteps = null, wrap = null } = row
      const zone = await make(rowOf(row))
      const axis = options.axis ?? (interaction === 'Dial' ? 'y' : 'x')
      const strokes = cases.strokes.filter(({ row }) => row === number)
      // A flick at the threshold speed reaches the next page, which is more than 400 px away.
      const projection = interaction === 'Pager' ? options.size / 2 / 800 : 0.25
      assert.deepEqual(zone, { snapPoints, maxSteps, wrap, axis, projection }, `the zone of ${JSON.stringify(row)}`)
      for (const [position, pair] of (await play('row', strokes)).entries()) {
        for (const [isOfZone, found] of pair.entries()) {
          const words = `${interaction} ${JSON.stringify({ options, ...strokes[position], isOfZone })}`
          near(found.target, strokes[position].target, words)
          checkRow(row, found, strokes[position], words)
          count++
        }
      }
    }
    assert.equal(count, 2 * cases.strokes.length)
  })

  test('go to the stated part, and draw each part in the round of the view', async () => {
    await begin()
    for (const [number, row] of cases.rows.entries()) {
      const goes = cases.goes.filter(({ row }) => row === number)
      await make(rowOf(row))
      const results = await page.evaluate(goes => goes.map(one => player.go('row', one)), goes)
      for (const [position, { events, index, target, shifts }] of results.entries()) {
        const words = JSON.stringify({ ...row, ...goes[position] })
        // Only a user causes an event.
        assert.deepEqual([events, index], [[], goes[position].index], words)
        near(target, goes[position].target, words)
        for (const [part, stated] of goes[position].drawn.entries()) {
          assert.ok(stated.some(one => Math.abs(one - shifts[part]) < 0.01), `${words}: ${part} at ${shifts[part]}`)
        }
      }
    }
  })

  test('select the stated card at a tie and beyond the ends', async () => {
    await begin()
    for (const list of groupsOf(cases.snapping, 'CardCarousel')) {
      await make(rowOf(list[0]))
      for (const [position, pair] of (await play('row', list)).entries()) {
        for (const [isOfZone, found] of pair.entries()) {
          const words = `${JSON.stringify({ ...list[position], isOfZone })}`
          near(found.target, -296 * list[position].index, words)
          checkRow(list[position], found, list[position], words)
        }
      }
    }
  })

  test('move a sheet to the stated height', async () => {
    await begin()
    for (const list of groupsOf(cases.snapping, 'BottomSheet')) {
      const { detents } = list[0].options
      await make(`<flick-sheet detents="${detents.join(' ')}" aria-label="Sheet">text</flick-sheet>`)
      for (const [position, pair] of (await play('sheet', list)).entries()) {
        for (const [isOfZone, found] of pair.entries()) {
          const { begin, index } = list[position]
          const words = `${JSON.stringify({ ...list[position], isOfZone })}`
          const offset = detents[index] ?? 0
          const change = index === begin ? [] : [`change ${index}`, ...offset < 0 ? [] : ['dismiss down']]
          assert.deepEqual(found.events, ['swipe begin', 'swipe end', ...change], words)
          assert.deepEqual([found.index, found.value, found.isInert], [index, `${index}`, offset >= 0], words)
          near(found.offset, offset, words)
          near(found.height, Math.max(-offset, 0), words)
        }
      }
    }
  })

  for (const [interaction, axis] of [['DismissibleCard', 'y'], ['SwipeCard', 'x']]) {
    test(`dismiss a card as stated along ${axis}`, async () => {
      await begin()
      for (const list of groupsOf(cases.leaving, interaction)) {
        await make(`<flick-dismiss axis="${axis}" ${attributesOf(list[0].options)} aria-label="Card"
          style="position: absolute; left: 100px; top: 0; width: 300px; height: 400px">text</flick-dismiss>`)
        for (const [position, pair] of (await play('dismiss', list)).entries()) {
          for (const [isOfZone, { events, box, ...found }] of pair.entries()) {
            const { side } = list[position]
            const words = `${interaction} ${JSON.stringify({ ...list[position], isOfZone })}`
            const isDismissed = side !== null
            assert.deepEqual(events, ['swipe begin', 'swipe end', ...isDismissed ? [`dismiss ${side}`] : []], words)
            assert.deepEqual(found, { side, isDismissed, isInert: isDismissed }, words)
            checkBox(box, side, words)
          }
        }
      }
    })
  }

  test('send the top card of a deck to the stated side', async () => {
    await begin()
    for (const list of groupsOf(cases.leaving, 'SwipeCard')) {
      await make(`<flick-deck ${attributesOf(list[0].options)} aria-label="Deck"
        style="position: absolute; left: 100px; top: 0; width: 300px; height: 400px">
        ${'<article>card</article>'.repeat(5)}</flick-deck>`)
      for (const [position, pair] of (await play('deck', list)).entries()) {
        for (const [isOfZone, { events, box, status, ...found }] of pair.entries()) {
          const { side } = list[position]
          const words = `${JSON.stringify({ ...list[position], isOfZone })}`
          const index = Number(side !== null)
          assert.deepEqual(events, ['swipe begin', 'swipe end', ...index ? [`change 1 ${side}`] : []], words)
          assert.deepEqual(found, { index, side, seen: [index], visible: [index, index + 1, index + 2] }, words)
          if (index) assert.equal(status, '2 of 5', words)
          checkBox(box, side, words)
        }
      }
    }
  })
})
