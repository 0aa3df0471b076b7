// The elements whose content leaves in Chromium: cards, decks and sheets, by touch, keys, wheel and buttons.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cards, events, indexOf, open, page, pageOf, settled, stroke, usePages, wheel } from './elements-stage.mjs'
import { boxOf } from './kit.mjs'

const PAGES = {
  '/dismiss': pageOf(`<flick-dismiss id="down" aria-label="A message" style="height: 150px">down
    <button slot="close">Close</button></flick-dismiss>
    <flick-dismiss id="side" axis="x" aria-label="A task" style="height: 150px">sideways</flick-dismiss>`),
  '/sheet': pageOf(`<button id="opener">open</button><flick-sheet detents="0 -200 -400" aria-label="Rooms">
    <ul>${'<li>room</li>'.repeat(60)}</ul></flick-sheet>`),
  '/list': pageOf(`<flick-sheet index="1" detents="0 -200 -400" aria-label="Rooms"><button id="early">early</button>
    <ul>${'<li>room</li>'.repeat(40)}</ul><button id="late">late</button></flick-sheet>`),
  '/modal': pageOf(`<button id="opener">open</button><flick-sheet is-modal detents="0 -300" aria-label="Rooms">
    <button>inside</button></flick-sheet>`),
  '/deck': pageOf(`<flick-deck aria-label="Suggestions" style="height: 300px">${cards(4)}</flick-deck>`),
}

describe('flick-dismiss', () => {
  usePages(PAGES)

  test('reports a card that a finger has dismissed after it has left', async () => {
    await open('/dismiss')
    await stroke('#down', [0, 120, 80])
    await page.until('it is reported', () => received.some(({ type }) => type === 'dismiss'))
    const found = await page.evaluate(() => {
      const down = document.getElementById('down')
      return {
        direction: received.find(({ type }) => type === 'dismiss').direction, isDismissed: down.isDismissed,
        visibility: getComputedStyle(down.shadowRoot.querySelector('[part=card]')).visibility,
        isFar: down.interaction.offset() >= innerHeight - down.getBoundingClientRect().top,
        scrollable: document.documentElement.scrollHeight - innerHeight,
      }
    })
    assert.deepEqual(found, { direction: 'down', isDismissed: true, visibility: 'hidden', isFar: true, scrollable: 0 })
    await page.evaluate(() => document.getElementById('down').go(null))
    await settled('#down')
    assert.equal(await page.evaluate(() => document.getElementById('down').inert), false)
  })

  test('leaves by keys, by the trackpad and by a button', async () => {
    await open('/dismiss', { touch: false })
    const gone = async id => {
      await page.until(`${id} has left`, id => received.some(({ type }) => type === 'dismiss') && document.getElementById(id).inert, id)
      const [{ direction }] = await events('dismiss')
      await page.evaluate(id => {
        received.length = 0
        document.getElementById(id).put(null)
      }, id)
      await page.frames()
      return direction
    }
    await page.evaluate(() => document.getElementById('down').focus())
    await page.key('Escape')
    assert.equal(await gone('down'), 'down')
    await page.evaluate(() => document.querySelector('[slot=close]').click())
    assert.equal(await gone('down'), 'down')
    await page.evaluate(() => document.getElementById('side').focus())
    await page.key('ArrowRight')
    assert.equal(await gone('side'), 'right')
    await wheel('#side', Array(10).fill([20, 0]))
    assert.equal(await gone('side'), 'left')
  })

  test('leaves the page to scroll with the wheel over a card that leaves downwards', async () => {
    await open('/dismiss', { touch: false, height: 200 })
    await wheel('#down', [[0, 100]])
    await page.until('the page has scrolled', () => scrollY > 30)
    await wheel('#down', [[0, -100]])
    await page.until('the page has scrolled back', () => scrollY < 10)
    assert.equal(await page.evaluate(() => document.getElementById('down').isDismissed), false)
  })
})

describe('flick-sheet', () => {
  usePages(PAGES)
  const topOf = () => page.evaluate(() =>
    Math.round(document.querySelector('flick-sheet').shadowRoot.querySelector('[part=sheet]').getBoundingClientRect().top))

  test('opens by its index, rises and scrolls by one finger, and closes by keys', async () => {
    await open('/sheet')
    assert.equal(await topOf(), 800)
    await page.evaluate(() => { document.querySelector('flick-sheet').index = 1 })
    await settled('flick-sheet')
    await page.frames()
    assert.deepEqual([await topOf(), (await events('change')).length], [600, 0])
    assert.equal((await boxOf(page, 'flick-sheet')).height, 200)
    await stroke('flick-sheet', [0, -120, 80])
    await settled('flick-sheet')
    await page.frames()
    assert.equal(await topOf(), 400)
    await stroke('flick-sheet', [0, -100, 300], [0, 0, 200])
    await settled('flick-sheet')
    assert.ok(Math.abs(await page.evaluate(() => document.querySelector('flick-sheet').interaction.scroll()) - 90) < 2)
    await page.evaluate(() => document.querySelector('flick-sheet').shadowRoot.querySelector('[part=handle]').focus())
    await page.key('ArrowDown')
    await settled('flick-sheet')
    await page.key('Home')
    await page.until('it is reported', () => received.some(({ type }) => type === 'dismiss'))
    assert.equal(await topOf(), 800)
    assert.deepEqual((await events('change')).map(({ index }) => index), [2, 1, 0])
  })

  test('scrolls its list by page keys, and to what gets the focus', async () => {
    await open('/list')
    const sheet = () => page.evaluate(() => {
      const { interaction } = document.querySelector('flick-sheet')
      const { top, bottom } = document.activeElement.getBoundingClientRect()
      return { scroll: Math.round(interaction.scroll()), index: interaction.index, isSeen: top >= 400 && bottom <= 800 }
    })
    await page.evaluate(() => document.querySelector('flick-sheet').shadowRoot.querySelector('[part=handle]').focus())
    await page.key('PageDown')
    await settled('flick-sheet')
    assert.deepEqual([(await sheet()).index, (await sheet()).scroll], [2, 160])
    await page.evaluate(() => document.querySelector('flick-sheet').put(1))
    await page.evaluate(() => document.getElementById('late').focus())
    await settled('flick-sheet')
    await page.frames()
    const late = await sheet()
    assert.deepEqual([late.index, late.isSeen], [2, true])
    await page.evaluate(() => document.getElementById('early').focus())
    await settled('flick-sheet')
    await page.frames()
    assert.ok((await sheet()).isSeen)
  })

  test('is a dialog of the browser if it is modal', async () => {
    await open('/modal')
    const dialog = () => page.evaluate(() => {
      const dialog = document.querySelector('flick-sheet').shadowRoot.querySelector('dialog')
      return { isOpen: dialog.open, name: dialog.getAttribute('aria-label'), isModal: dialog.matches(':modal') }
    })
    assert.deepEqual(await dialog(), { isOpen: false, name: 'Rooms', isModal: false })
    await page.evaluate(() => {
      document.getElementById('opener').focus()
      document.querySelector('flick-sheet').index = 1
    })
    await settled('flick-sheet')
    await page.frames()
    assert.deepEqual(await dialog(), { isOpen: true, name: 'Rooms', isModal: true })
    assert.equal(await topOf(), 500)
    await page.key('Escape')
    await page.until('it has left', () => received.some(({ type }) => type === 'dismiss'))
    assert.deepEqual([(await dialog()).isOpen, await indexOf('flick-sheet')], [false, 0])
    assert.equal(await page.evaluate(() => document.activeElement.id), 'opener')
    await page.evaluate(() => { document.querySelector('flick-sheet').index = 1 })
    await settled('flick-sheet')
    await stroke('flick-sheet', [0, 150, 80])
    await page.until('it has left by a finger', () => received.filter(({ type }) => type === 'dismiss').length === 2)
    await page.evaluate(() => { document.querySelector('flick-sheet').index = 1 })
    await settled('flick-sheet')
    await page.click(300, 100)
    await page.until('it has left by its backdrop', () => received.filter(({ type }) => type === 'dismiss').length === 3)
  })

  test('stays open and modal at another position in the page', async () => {
    await open('/modal')
    await page.evaluate(() => { document.querySelector('flick-sheet').index = 1 })
    await settled('flick-sheet')
    await page.evaluate(() => { document.body.append(document.querySelector('flick-sheet')) })
    await page.frames()
    const isModal = await page.evaluate(() =>
      document.querySelector('flick-sheet').shadowRoot.querySelector('dialog').matches(':modal'))
    assert.deepEqual([isModal, await indexOf('flick-sheet'), await topOf()], [true, 1, 500])
  })

  test('has heights in parts of the window', async () => {
    await open('/sheet')
    await page.evaluate(() => {
      const sheet = document.querySelector('flick-sheet')
      sheet.detents = '0 -50% -90%'
      sheet.put(1)
    })
    await page.frames()
    assert.equal(await topOf(), 400)
    await page.look({ width: 320, height: 500, touch: true })
    await page.until('it is half as high', () => document.querySelector('flick-sheet').getBoundingClientRect().height === 250)
  })
})

describe('flick-deck', () => {
  usePages(PAGES)
  const seen = () => page.evaluate(() => [...document.querySelectorAll('article')].map(card =>
    card.style.visibility !== 'hidden'))

  test('sends its top card to a side by touch, by keys and by the trackpad, and brings it back', async () => {
    await open('/deck')
    assert.deepEqual(await seen(), [true, true, true, false])
    await stroke('flick-deck', [-150, 0, 80])
    await settled('flick-deck')
    await page.frames()
    assert.deepEqual(await seen(), [false, true, true, true])
    await page.evaluate(() => document.querySelector('flick-deck').focus())
    await page.key('ArrowRight')
    await settled('flick-deck')
    await wheel('flick-deck', Array(8).fill([25, 0]))
    await page.until('the third card has left', () => document.querySelector('flick-deck').index === 3)
    await settled('flick-deck')
    assert.deepEqual((await events('change')).map(({ index, direction }) => [index, direction]),
      [[1, 'left'], [2, 'right'], [3, 'left']])
    await page.key('Backspace')
    await settled('flick-deck')
    assert.deepEqual((await events('change')).at(-1), { type: 'change', name: 'flick-deck', index: 2, direction: null })
    await page.frames()
    assert.deepEqual(await seen(), [false, false, true, true])
    const inert = await page.evaluate(() => [...document.querySelectorAll('article')].map(({ inert }) => inert))
    assert.deepEqual(inert, [true, true, false, true])
    const card = await boxOf(page, 'article:nth-child(3)')
    assert.deepEqual([card.x, card.width], [0, 600])
  })

  test('shows another index at once, and only its top card is not inert', async () => {
    await open('/deck')
    await page.evaluate(() => { document.querySelector('flick-deck').index = 2 })
    await page.frames()
    assert.deepEqual(await seen(), [false, false, true, true])
    const inert = await page.evaluate(() => [...document.querySelectorAll('article')].map(({ inert }) => inert))
    assert.deepEqual([inert, await events('change')], [[true, true, false, true], []])
  })
})
