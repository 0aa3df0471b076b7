// <flick-corner> in Chromium: throws, keys, its button, its zone, and other sizes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { events, open, page, pageOf, settled, stroke, usePages } from './elements-stage.mjs'
import { boxOf } from './kit.mjs'

const CORNER = `<flick-corner aria-label="Video"><div id="card" style="width: 120px; height: 80px">video</div></flick-corner>`
const PAGES = {
  '/window': pageOf(CORNER),
  '/rtl': pageOf(CORNER, 'rtl'),
  '/box': pageOf(`<div style="position: relative; width: 400px; height: 300px">
    ${CORNER.replace('<flick-corner', '<flick-corner style="position: absolute; inset: 0" corner="top_left"')}</div>`),
  '/button': pageOf(`<button id="below" style="height: 100px; width: 100px">below</button>
    <flick-corner aria-label="Video" corner="middle"><div id="card" style="width: 120px">video</div>
    <button slot="next">Move</button></flick-corner>`),
}
const MARGIN = 16
/** Where the card is: the corner, if it is exactly there. */
const whereIn = async ({ width, height }) => {
  await settled('flick-corner')
  await page.frames()
  const { x, y, width: own, height: high } = await boxOf(page, '#card')
  const vertical = { [MARGIN]: 'top', [height - high - MARGIN]: 'bottom' }[y]
  const horizontal = { [MARGIN]: 'left', [width - own - MARGIN]: 'right' }[x]
  return vertical && horizontal ? `${vertical}_${horizontal}` : `${x} ${y}`
}
const SIZE = { width: 600, height: 800 }
const where = () => whereIn(SIZE)
const corners = async () => (await events('change')).map(({ corner }) => corner)
const zoneBox = () => page.evaluate(() => {
  const { x, y, width, height } = document.querySelector('flick-corner').binding.zone.element.getBoundingClientRect()
  return { x, y, width, height }
})

describe('flick-corner', () => {
  usePages(PAGES)

  for (const path of ['/window', '/rtl']) {
    test(`flies to the corner to which a finger throws it (${path})`, async () => {
      await open(path)
      assert.equal(await where(), 'bottom_right')
      assert.deepEqual(await zoneBox(), await boxOf(page, '#card'))
      await stroke('#card', [-150, 0, 80])
      assert.equal(await where(), 'bottom_left')
      await stroke('#card', [20, -150, 80])
      assert.equal(await where(), 'top_left')
      await stroke('#card', [420, 600, 700], [0, 0, 150])
      assert.equal(await where(), 'bottom_right')
      await stroke('#card', [-100, -50, 400], [0, 0, 150])
      assert.equal(await where(), 'bottom_right')
      assert.deepEqual(await corners(), ['bottom_left', 'top_left', 'bottom_right'])
      assert.deepEqual(await zoneBox(), await boxOf(page, '#card'))
    })
  }

  test('follows a finger that catches it in flight', async () => {
    await open('/window')
    await page.evaluate(async () => {
      const { Spring } = await import('/flick.js')
      const corner = document.querySelector('flick-corner')
      // Slow enough for the finger to land on the card.
      corner.spring = new Spring({ duration: 8 })
      corner.go('top_left')
      corner.spring = Spring.standard
    })
    await page.until('it is on its way', () => document.getElementById('card').getBoundingClientRect().y < 680)
    const { x, y } = await boxOf(page, '#card')
    assert.ok(x > MARGIN && y > MARGIN, `${x} ${y}`)
    await stroke('#card', [0, 0, 100], [0, 150, 80])
    assert.match(await where(), /^bottom_/)
  })

  test('moves by keys and by its button, and leaves the rest of its area to the page', async () => {
    await open('/button', { touch: false })
    const isThere = () => page.evaluate(() => document.querySelector('flick-corner').corner)
    assert.equal(await isThere(), 'bottom_right', 'an unknown corner is the default')
    await page.key('Tab')
    await page.key('Tab')
    assert.equal(await page.evaluate(() => document.activeElement.localName), 'flick-corner')
    for (const [key, corner] of [
      ['ArrowLeft', 'bottom_left'], ['ArrowLeft', 'bottom_left'], ['ArrowUp', 'top_left'], ['ArrowRight', 'top_right'],
    ]) {
      await page.key(key)
      assert.equal(await isThere(), corner, key)
      await settled('flick-corner')
    }
    await page.evaluate(() => document.querySelector('[slot=next]').click())
    assert.equal(await isThere(), 'bottom_right')
    assert.deepEqual(await corners(), ['bottom_left', 'top_left', 'top_right', 'bottom_right'])
    assert.equal(await page.evaluate(() =>
      document.querySelector('flick-corner').shadowRoot.querySelector('[role=status]').textContent), 'bottom right')
    await settled('flick-corner')
    const below = await page.evaluate(() => {
      const { x, y } = document.getElementById('below').getBoundingClientRect()
      return document.elementFromPoint(x + 50, y + 50).id
    })
    assert.equal(below, 'below')
  })

  test('stays in its corner, without an event, with another size of the window, of its area or of its card', async () => {
    await open('/window')
    await page.evaluate(() => document.querySelector('flick-corner').put('top_right'))
    for (const [width, height] of [[320, 640], [3840, 2160], [600, 800]]) {
      await page.look({ width, height, touch: true })
      await page.frames()
      await page.frames()
      assert.equal(await whereIn({ width, height }), 'top_right', `${width} px`)
    }
    await page.evaluate(() => { document.querySelector('flick-corner').corner = 'bottom_right' })
    assert.equal(await where(), 'bottom_right')
    await page.evaluate(() => { document.getElementById('card').style.width = '200px' })
    await page.frames()
    assert.equal(await where(), 'bottom_right')
    assert.deepEqual(await corners(), [])
  })

  test('reaches the other side of a 4K screen by a flick, in every direction', async () => {
    const size = { width: 3840, height: 2160 }
    await open('/window', size)
    for (const [steps, corner] of [
      [[-150, 0, 80], 'bottom_left'], [[0, -150, 80], 'top_left'], [[150, 0, 80], 'top_right'], [[0, 150, 80], 'bottom_right'],
      [[-150, -100, 80], 'top_left'],
    ]) {
      await stroke('#card', steps)
      assert.equal(await whereIn(size), corner)
    }
  })

  test('flies within an element of the page', async () => {
    await open('/box')
    const box = async () => {
      await settled('flick-corner')
      await page.frames()
      const [card, area] = [await boxOf(page, '#card'), await boxOf(page, 'flick-corner')]
      return [card.x - area.x, card.y - area.y]
    }
    assert.deepEqual(await box(), [0, 0])
    await stroke('#card', [150, 0, 80])
    assert.deepEqual(await box(), [280, 0])
    await page.evaluate(() => document.querySelector('flick-corner').setAttribute('corner', 'bottom_left'))
    assert.deepEqual(await box(), [0, 220])
    await page.evaluate(() => { document.querySelector('flick-corner').extent = 60 })
    await page.frames()
    assert.deepEqual(await box(), [0, 220])
  })
})
