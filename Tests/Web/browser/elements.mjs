// The elements with parts in a row in Chromium: touch, keys, wheel, right-to-left, other sizes, changes under a finger.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  cards, events, indexOf, middleOf, open, page, pageOf, settled, shown, stroke, usePages, wheel,
} from './elements-stage.mjs'
import { finger, framesOf, moved } from './fingers.mjs'
import { boxOf } from './kit.mjs'

const PAGES = {
  '/carousel': pageOf(`<flick-carousel aria-label="Cards" style="height: 200px">${cards(5)}</flick-carousel>`),
  '/rtl': pageOf(`<flick-carousel aria-label="Cards" style="height: 200px">${cards(5)}</flick-carousel>`, 'rtl'),
  '/column': pageOf(`<flick-carousel axis="y" aria-label="Cards" style="height: 400px">${cards(5)}</flick-carousel>
    <div style="height: 3000px">below</div>`),
  '/loop': pageOf(`<flick-carousel is-looping per-view="2" aria-label="Cards" style="height: 200px">${cards(5)}
    <button slot="next">Next</button></flick-carousel>`),
  '/pager': pageOf(`<flick-pager aria-label="Pages" style="height: 400px"><section>first</section>
    <section><flick-carousel id="inner" axis="y" aria-label="Inner" style="height: 400px">${cards(4)}</flick-carousel></section>
    <section>third</section></flick-pager>`),
  '/dial': pageOf(`<flick-dial aria-label="Hour" style="height: 200px">
    ${Array.from({ length: 12 }, (_, hour) => `<div>${hour + 1}</div>`).join('')}</flick-dial>`),
}

describe('flick-carousel', () => {
  usePages(PAGES)

  for (const [words, path, steps, back] of [
    ['a row', '/carousel', [-150, 0, 110], 'ArrowLeft'], ['a row from right to left', '/rtl', [150, 0, 110], 'ArrowRight'],
    ['a column', '/column', [0, -150, 110], 'ArrowUp'],
  ]) {
    test(`moves ${words} by touch and by keys`, async () => {
      await open(path)
      assert.equal(await shown('flick-carousel'), 0)
      await stroke('flick-carousel', steps)
      await settled('flick-carousel')
      await page.frames()
      assert.deepEqual([await indexOf('flick-carousel'), await shown('flick-carousel')], [1, 1])
      assert.deepEqual((await events('change')).map(({ index }) => index), [1])
      await page.evaluate(() => document.querySelector('flick-carousel').focus())
      for (const [key, index] of [['End', 4], [back, 3], ['Home', 0]]) {
        await page.key(key)
        await settled('flick-carousel')
        await page.frames()
        assert.deepEqual([await indexOf('flick-carousel'), await shown('flick-carousel')], [index, index], key)
      }
      assert.deepEqual((await events('change')).map(({ index }) => index), [1, 4, 3, 0])
    })
  }

  test('moves by the pixels of a trackpad, and by a card for each notch of a wheel', async () => {
    await open('/column', { touch: false })
    await wheel('flick-carousel', Array(12).fill([0, 25]))
    await settled('flick-carousel')
    await page.until('the wheel is over', () => document.querySelector('flick-carousel').index === 1)
    await wheel('flick-carousel', [[0, 120]])
    await page.until('it is at the third card', () => document.querySelector('flick-carousel').index === 2)
    assert.equal(await page.evaluate(() => scrollY), 0)
  })

  test('leaves the wheel to the page at its end', async () => {
    await open('/column', { touch: false })
    await page.evaluate(() => document.querySelector('flick-carousel').put(4))
    await page.frames()
    await wheel('flick-carousel', [[0, 120], [0, 120]])
    await page.until('the page has scrolled', () => scrollY > 50)
    assert.equal(await indexOf('flick-carousel'), 4)
  })

  test('keeps its card in front when it gets another size, from 320 px to 4K', async () => {
    await open('/carousel')
    await page.evaluate(() => document.querySelector('flick-carousel').put(3))
    for (const [width, height] of [[320, 640], [3840, 2160], [1280, 800]]) {
      await page.look({ width, height, touch: true })
      await page.frames()
      await page.frames()
      assert.equal(await shown('flick-carousel'), 3, `${width} px`)
      const card = await boxOf(page, 'article:nth-child(4)')
      assert.ok(Math.abs(card.x) < 1 && Math.abs(card.width - width) < 1, JSON.stringify(card))
    }
  })

  test('keeps its card in front when the page changes its direction of writing', async () => {
    await open('/carousel')
    await page.evaluate(() => document.querySelector('flick-carousel').put(2))
    await page.frames()
    await page.evaluate(() => { document.documentElement.dir = 'rtl' })
    await page.frames()
    assert.equal(await shown('flick-carousel'), 2)
    await stroke('flick-carousel', [150, 0, 110])
    await settled('flick-carousel')
    await page.frames()
    assert.deepEqual([await indexOf('flick-carousel'), await shown('flick-carousel')], [3, 3])
  })

  test('follows a finger while cards and attributes change', async () => {
    await open('/carousel')
    const { x, y } = await middleOf('flick-carousel')
    const frames = framesOf(moved([finger([[-250, 0, 500], [-50, 0, 40]])], x, y))
    await page.touch(frames.slice(0, 30))
    await page.evaluate(() => {
      const carousel = document.querySelector('flick-carousel')
      carousel.append(document.createElement('article'), document.createElement('article'))
      carousel.spacing = 40
      carousel.setAttribute('per-view', 2)
    })
    await page.touch(frames.slice(30).map(frame => ({ ...frame, time: frame.time - frames[30].time })))
    await settled('flick-carousel')
    assert.equal((await events('swipe')).at(-1).phase, 'end')
    assert.ok(await indexOf('flick-carousel') >= 1)
    const { count, stride } = await page.evaluate(() => {
      const { count, interaction } = document.querySelector('flick-carousel')
      return { count, stride: interaction.stride }
    })
    assert.deepEqual([count, stride], [7, 320])
    await page.evaluate(() => { document.querySelector('flick-carousel').replaceChildren() })
    await page.frames()
    assert.equal(await page.evaluate(() => document.querySelector('flick-carousel').count), 0)
  })

  test('takes only the cards in view into the order of the focus', async () => {
    await open('/carousel')
    const focused = async () => page.evaluate(() => document.activeElement.textContent)
    await page.key('Tab')
    assert.equal(await page.evaluate(() => document.activeElement.localName), 'flick-carousel')
    await page.key('Tab')
    assert.equal(await focused(), 'in 1')
    await page.key('Tab')
    assert.notEqual(await focused(), 'in 2')
    const labels = await page.evaluate(() => [...document.querySelectorAll('article')].map(card =>
      `${card.getAttribute('aria-label')}${card.inert ? ' inert' : ''}`))
    assert.deepEqual(labels, ['1 of 5', '2 of 5 inert', '3 of 5 inert', '4 of 5 inert', '5 of 5 inert'])
  })
})

describe('flick-carousel in a loop', () => {
  usePages(PAGES)
  const lefts = () => page.evaluate(() => [...document.querySelectorAll('article')].map(card =>
    Math.round(card.getBoundingClientRect().left)))

  test('shows two cards, and goes on from the last one to the first', async () => {
    await open('/loop')
    assert.deepEqual((await lefts()).slice(0, 2), [0, 308])
    await page.evaluate(() => document.querySelector('flick-carousel').put(4))
    await page.frames()
    const [first, , , , last] = await lefts()
    assert.deepEqual([last, first], [0, 308])
    await stroke('flick-carousel', [-100, 0, 100])
    await settled('flick-carousel')
    await page.frames()
    assert.equal(await indexOf('flick-carousel'), 0)
    await page.evaluate(() => document.querySelector('[slot=next]').click())
    await settled('flick-carousel')
    await page.frames()
    assert.deepEqual((await lefts()).slice(1, 3), [0, 308])
    assert.deepEqual((await events('change')).map(({ index }) => index), [0, 1])
  })
})

describe('flick-pager', () => {
  usePages(PAGES)

  test('turns one page by touch, by keys and by the wheel', async () => {
    await open('/pager', { touch: true })
    await stroke('flick-pager', [-250, 0, 60])
    await settled('flick-pager')
    assert.equal(await indexOf('flick-pager'), 1)
    await page.evaluate(() => document.querySelector('flick-pager').focus())
    await page.key('ArrowRight')
    await settled('flick-pager')
    assert.equal(await indexOf('flick-pager'), 2)
    await wheel('flick-pager', Array(50).fill([-49, 0]))
    await settled('flick-pager')
    await page.frames()
    assert.deepEqual([await indexOf('flick-pager'), await shown('flick-pager')], [1, 1])
  })

  test('leaves swipes of the other axis to the element on its page, and a press stops both', async () => {
    await open('/pager')
    await page.evaluate(() => document.querySelector('flick-pager').put(1))
    await page.frames()
    await stroke('flick-pager', [0, -150, 110])
    await settled('#inner')
    assert.deepEqual([await indexOf('flick-pager'), await indexOf('#inner')], [1, 1])
    await page.evaluate(() => document.querySelector('flick-pager').go(0))
    const { x, y } = await middleOf('flick-pager')
    const [down, ...others] = framesOf(moved([finger([[0, 0, 300]])], x, y))
    await new Promise(resolve => setTimeout(resolve, 120))
    await page.touch([down])
    const where = () => page.evaluate(() => document.getElementById('inner').getBoundingClientRect().left)
    await page.frames()
    const caught = await where()
    await page.frames()
    assert.equal(await where(), caught)
    assert.ok(caught > 0 && caught < 600, `${caught}`)
    await page.touch(others)
    await settled('flick-pager')
    assert.equal(await indexOf('flick-pager'), 0)
  })
})

describe('flick-dial', () => {
  usePages(PAGES)
  const middle = () => page.evaluate(() => {
    const box = document.querySelector('flick-dial').getBoundingClientRect()
    const y = box.y + box.height / 2
    return [...document.querySelectorAll('flick-dial > div')].find(value => {
      const { top, bottom } = value.getBoundingClientRect()
      return top < y && bottom > y
    })?.textContent
  })
  const value = () => page.evaluate(() => {
    const { attributes } = document.querySelector('flick-dial')
    return ['role', 'aria-valuenow', 'aria-valuetext'].map(name => attributes[name].value)
  })

  test('turns to a value by touch, by keys and by the wheel, beyond its ends', async () => {
    await open('/dial')
    assert.equal(await middle(), '1')
    await stroke('flick-dial', [0, 50, 400], [0, 0, 120])
    await settled('flick-dial')
    await page.frames()
    assert.deepEqual([await middle(), await value()], ['12', ['spinbutton', '11', '12']])
    await page.evaluate(() => document.querySelector('flick-dial').focus())
    await page.key('ArrowUp')
    await settled('flick-dial')
    await page.frames()
    assert.deepEqual([await middle(), await indexOf('flick-dial')], ['1', 0])
    await wheel('flick-dial', [[0, 120], [0, 120]])
    await settled('flick-dial')
    await page.frames()
    assert.deepEqual([await middle(), await indexOf('flick-dial')], ['3', 2])
  })
})
