// Several fingers on the elements in Chromium, without flickd: a thumb that rests, and a finger that lands in mid-drag.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cards, events, indexOf, middleOf, open, page, pageOf, settled, usePages } from './elements-stage.mjs'
import { finger, framesOf, moved } from './fingers.mjs'

const VALUES = Array.from({ length: 12 }, (_, value) => `<div>${value}</div>`).join('')
/** For each element: its attributes and content, and the direction of a drag. */
const ELEMENTS = {
  'flick-carousel': ['', cards(4), { x: -1 }],
  'flick-pager': ['', cards(3), { x: -1 }],
  'flick-dial': ['', VALUES, { y: -1 }],
  'flick-deck': ['', cards(3), { x: -1 }],
  'flick-dismiss': ['', 'text', { y: 1 }],
  'flick-sheet': ['index="1" detents="0 -150 -400"', 'text', { y: -1 }],
  'flick-corner': ['', '<div style="width: 300px; height: 300px">text</div>', { x: -1 }],
}
const OWN_SIZE = ['flick-sheet', 'flick-corner']
const PAGES = Object.fromEntries(Object.entries(ELEMENTS).map(([name, [attributes, content]]) => [`/${name}`,
  pageOf(`<${name} ${attributes} aria-label="One" ${OWN_SIZE.includes(name) ? '' : 'style="height: 400px"'}>${content}</${name}>`)]))

/** Opens the page of an element and records its held frames: {offset, translation, time}, lengths along the drag. */
async function record(name) {
  const { x = 0, y = 0 } = ELEMENTS[name][2]
  await open(`/${name}`)
  await page.evaluate((name, axis, sign) => {
    const element = document.querySelector(name)
    const { draw } = element
    window.drawn = []
    let translation = 0
    element.addEventListener('swipe', ({ detail }) => { translation = detail.translation[axis] * sign })
    element.draw = (offset, time) => {
      draw.call(element, offset, time)
      const { interaction } = element
      if (time === undefined || !interaction.isHeld) return
      const drawn = interaction.pose ? interaction.pose(0, time).x : offset[axis] ?? offset
      window.drawn.push({ offset: drawn * sign, translation, time })
    }
  }, name, x ? 'x' : 'y', x || y)
  return { along: length => [x * length, y * length], touched: name === 'flick-corner' ? `${name} > *` : name }
}

describe('A second finger in mid-drag', () => {
  usePages(PAGES)

  const stays = [
    ['and moves against the drag', -60, 500], ['for 40 ms', 0, 40], ['until both lift', 0, 560], ['and moves with the drag', 100, 500],
  ]
  for (const name of Object.keys(ELEMENTS)) {
    for (const [words, moves, lasting] of name === 'flick-carousel' ? stays : stays.slice(0, 1)) {
      test(`neither stops nor moves a ${name} if it stays ${words}`, async () => {
        const { along, touched } = await record(name)
        const { x, y } = await middleOf(touched)
        const drag = finger([[...along(200), 800], [0, 0, 100]])
        const second = finger([[...along(moves), lasting]], { at: 350, x: 60, y: 60 })
        await page.touch(framesOf(moved([drag, second], x, y)))
        await settled(name)
        const held = await page.evaluate(() => drawn)
        assert.ok(held.length > 20, `${held.length} frames`)
        for (const [index, { offset, translation, time }] of held.entries()) {
          const before = held[index - 1]
          // The content follows without the slop of 10 px.
          const lag = offset - held[0].offset - (translation - held[0].translation)
          assert.ok(Math.abs(lag) <= 1, `frame ${index} is ${lag} px from its finger`)
          if (!before) continue
          const step = offset - before.offset
          assert.ok(step >= -0.01 && step <= (time - before.time) / 1000, `frame ${index} has a step of ${step} px`)
        }
        assert.ok(held.at(-1).offset - held[0].offset > 150, 'it follows to the end')
        assert.deepEqual((await events('swipe')).map(({ phase }) => phase).filter(phase => phase !== 'update'), ['begin', 'end'])
      })
    }
  }
})

describe('A thumb that rests', () => {
  usePages(PAGES)

  for (const [name, result] of [
    ['flick-carousel', ({ index }) => index === 1], ['flick-pager', ({ index }) => index === 1],
    ['flick-dial', ({ index }) => index > 0], ['flick-deck', ({ index }) => index === 1],
    ['flick-dismiss', ({ side }) => side === 'down'], ['flick-sheet', ({ index }) => index > 0],
  ]) {
    test(`lets a flick beside it commit on a ${name}`, async () => {
      const { along, touched } = await record(name)
      const { x, y } = await middleOf(touched)
      const thumb = finger([[0, 0, 900]], { x: -60, y: 50 })
      const flick = finger([[...along(150), 90]], { at: 400, x: 40, y: 0 })
      await page.touch(framesOf(moved([thumb, flick], x, y)))
      await settled(name)
      assert.ok(await page.evaluate((name, result) => (0, eval)(result)(document.querySelector(name)), name, `(${result})`))
      assert.deepEqual((await events('swipe')).map(({ phase }) => phase).filter(phase => phase !== 'update'), ['begin', 'end'])
    })
  }

  test('lets a flick beside it commit although the thumb has slid beyond the slop, without a jump', async () => {
    await record('flick-carousel')
    const { x, y } = await middleOf('flick-carousel')
    const thumb = finger([[-30, 0, 60], [0, 0, 1200]], { x: -60, y: 50 })
    const flick = finger([[-160, 0, 160]], { at: 700, x: 60 })
    await page.touch(framesOf(moved([thumb, flick], x, y)))
    await settled('flick-carousel')
    assert.equal(await indexOf('flick-carousel'), 1)
    const phases = (await events('swipe')).map(({ phase }) => phase).filter(phase => phase !== 'update')
    assert.deepEqual(phases, ['begin', 'cancel', 'begin', 'end'])
    const held = await page.evaluate(() => drawn)
    for (const [index, { offset, time }] of held.entries()) {
      if (index === 0) continue
      const step = offset - held[index - 1].offset
      // The flick moves by 1 px in a ms, and a frame can show the events of two.
      assert.ok(step >= -1 && step <= (time - held[index - 1].time) / 1000 + 17, `frame ${index} has a step of ${step} px`)
    }
  })

  test('lets several flicks beside it pass several cards', async () => {
    await record('flick-carousel')
    const { x, y } = await middleOf('flick-carousel')
    const thumb = finger([[0, 0, 2400]], { x: -60, y: 50 })
    const flicks = [0, 1, 2].map(number => finger([[-150, 0, 90]], { at: 400 + 600 * number, x: 40, y: 0 }))
    await page.touch(framesOf(moved([thumb, ...flicks], x, y)))
    await settled('flick-carousel')
    assert.equal(await indexOf('flick-carousel'), 3)
  })
})
