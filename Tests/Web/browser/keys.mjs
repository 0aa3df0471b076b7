// Every interaction with keys only, as a keyboard or a switch sends them.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { NAMES, drawnAt, openGallery, prepare, tellsOf } from './kit.mjs'
import { placeOf } from './verdicts.mjs'

/** Keys in order, each with the resulting state. */
const stories = {
  carousel: [
    ['ArrowRight', { index: 1 }], ['ArrowLeft', { index: 0 }], ['ArrowLeft', { index: 0 }], ['End', { index: 4 }],
    ['ArrowRight', { index: 4 }], ['Home', { index: 0 }], ['Enter', { index: 1 }], [' ', { index: 2 }],
  ],
  sheet: [
    ['ArrowUp', { detent: 1, offset: -300 }], ['End', { detent: 2, offset: -600 }],
    ['ArrowDown', { detent: 1, offset: -300 }], ['Home', { detent: 0, offset: 0 }],
    ['Enter', { detent: 1, offset: -300 }],
  ],
  dismiss: [
    ['ArrowUp', { dismissed: false }], ['ArrowDown', { dismissed: true }], ['Escape', { dismissed: false }],
    ['Enter', { dismissed: true }], ['Enter', { dismissed: false }], [' ', { dismissed: true }],
  ],
  projected: [['ArrowDown', { dismissed: true }], ['ArrowUp', { dismissed: false }], ['Enter', { dismissed: true }]],
  drag: [['ArrowRight', { lifted: false }], ['ArrowUp', { lifted: false }], ['Enter', { lifted: false }]],
  side: [
    ['ArrowLeft', { side: 'left', dismissed: true }], ['Escape', { side: null, dismissed: false }],
    ['ArrowRight', { side: 'right', dismissed: true }], ['Enter', { side: null, dismissed: false }],
    ['Enter', { side: 'right', dismissed: true }],
  ],
  spring: [['ArrowDown', { dismissed: true }], ['Escape', { dismissed: false }]],
}

describe('The bench with a keyboard', () => {
  let page
  before(async () => { page = await openGallery({ width: 1280, height: 800 }) })
  after(() => page.close())
  beforeEach(() => prepare(page))

  /** Moves the focus to the top: Tab continues from the last focused element. */
  const toTheTop = () => page.evaluate(() => {
    const heading = document.querySelector('h1')
    heading.tabIndex = -1
    heading.focus()
    heading.removeAttribute('tabindex')
  })

  /** Presses Tab until an element has the focus. */
  async function tabTo(words, body, ...values) {
    await toTheTop()
    for (let count = 0; count < 60; count++) {
      await page.key('Tab')
      if (await page.evaluate(body, ...values)) return
    }
    assert.fail(`Tab never came to ${words}`)
  }
  const tabToStage = name =>
    tabTo(`the stage of ${name}`, name => document.activeElement.matches(`#${name} .stage`), name)

  for (const name of NAMES) {
    test(`does with ${name} all that a finger does`, async () => {
      await tabToStage(name)
      const top = await page.evaluate(() => scrollY)
      for (const [key, state] of stories[name]) {
        await page.key(key)
        // Each key also works while the previous key's animation runs.
        assert.deepEqual((await tellsOf(page, name)).state, state, key)
        const value = await page.evaluate(name => {
          const stage = document.querySelector(`#${name} .stage`)
          return { now: stage.getAttribute('aria-valuenow'), text: stage.getAttribute('aria-valuetext') }
        }, name)
        const place = state.index ?? state.detent
        if (place !== undefined) assert.ok(value.now === String(place) && value.text, JSON.stringify(value))
      }
      assert.equal(await page.evaluate(() => scrollY), top, 'its keys do not scroll the page')
      await page.until('it comes to rest', () => gallery.isSettled)
      await page.frames()
      const place = placeOf(name, stories[name].at(-1)[1])
      const drawn = await drawnAt(page, name)
      assert.ok(Math.hypot(drawn.x - place.x, drawn.y - place.y) <= 0.1, `drawn at ${drawn.x}, ${drawn.y}`)
    })
  }

  test('restores a dismissed thing by its button, and moves the focus to the thing', async () => {
    await tabToStage('dismiss')
    await page.key('Enter')
    await tabTo('the button', () => document.activeElement.matches('#dismiss button'))
    await page.key(' ')
    assert.deepEqual((await tellsOf(page, 'dismiss')).state, { dismissed: false })
    assert.ok(await page.evaluate(() => document.activeElement.matches('#dismiss .stage')))
  })

  test('switches the naive rule on and off', async () => {
    await tabTo('a switch', () => document.activeElement.matches('#sheet input'))
    const isOn = () => page.evaluate(() => document.activeElement.checked)
    await page.key(' ')
    assert.equal(await isOn(), true)
    await page.key(' ')
    assert.equal(await isOn(), false)
  })

  test('leads Tab through every element and out again, in both directions', async () => {
    const stops = async shift => {
      const found = []
      await toTheTop()
      for (let count = 0; count < 40; count++) {
        await page.key('Tab', { shift })
        const stop = await page.evaluate(() => {
          const { activeElement: one } = document
          return one === document.body ? null : `${one.closest('.demo')?.id} ${one.tagName}`
        })
        if (stop === null || found.includes(stop)) break
        found.push(stop)
      }
      return found
    }
    const forwards = await stops(false)
    assert.deepEqual(forwards, [...NAMES.flatMap(name => [`${name} DIV`, `${name} INPUT`]), 'undefined A'])
    await page.evaluate(() => { document.querySelector('#spring input').focus() })
    for (let count = 0; count < 13; count++) await page.key('Tab', { shift: true })
    assert.ok(await page.evaluate(() => document.activeElement.matches('#carousel .stage')))
  })
})
