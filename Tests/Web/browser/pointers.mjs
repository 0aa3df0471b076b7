// Real touches of the browser. Without a bridge the page decides them; with flickd they do not
// count twice.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { finger, framesOf } from './fingers.mjs'
import { drawnAt, fingersOf, heard, middleOf, openSeven, playTo, prepare, stateOf } from './kit.mjs'
import { scenarios } from './scenarios.mjs'
import { positionOf, stateBy } from './outcomes.mjs'
import { until } from './waiting.mjs'

const chosen = [
  ['carousel', 'a flick brings the next card'], ['carousel', 'a throw passes a card'],
  ['carousel', 'a short slow drag leaves the card'], ['carousel', 'a slow drag past the middle brings the next'],
  ['carousel', 'pulled over and flicked back it keeps its card'],
  ['carousel', 'a flick back returns to the card before'],
  ['carousel', 'a finger that rests before it lifts has no velocity'],
  ['carousel', 'by the naive rule the flick is lost'],
  ['sheet', 'a flick opens it half'], ['sheet', 'pulled up and flicked down it stays'],
  ['dismiss', 'a short fast flick is enough'], ['dismiss', 'a long slow pull is enough'],
  ['dismiss', 'pulled down and flicked up it stays'], ['projected', 'it leaves if it would land past the middle'],
  ['projected', 'the same distance more slowly is not enough'], ['drag', 'it springs back after a throw'],
  ['side', 'to the left as well'], ['side', 'a short fast flick is enough'],
  ['spring', 'it leaves if it would land past 500 px'], ['spring', 'a soft pull returns'],
]

describe('Seven interactions without a bridge', () => {
  let page
  before(async () => { page = await openSeven({ hash: '#bridge=none', touch: true }) })
  after(() => page.close())

  test('reports that the browser’s pointer events drive it', async () => {
    const said = await page.evaluate(() => [seven.flick.driver, document.getElementById('driver').textContent])
    assert.deepEqual(said, ['pointer', 'without flickd, the browser decides'])
  })

  for (const [name, words] of chosen) {
    test(`${name}: ${words}`, async () => {
      const scenario = { name, ...scenarios[name].find(one => one.words === words) }
      await prepare(page, scenario.naive ? [name] : [])
      await page.touch(framesOf(await fingersOf(page, [scenario])))
      await page.until('all swipes have ended', (name, ends) =>
        received.filter(one => one.zone === name && one.phase === 'end').length === ends, name, scenario.swipes.length)
      await page.until('everything has come to rest', () => seven.isSettled)
      const state = await stateOf(page, name)
      assert.deepEqual(state, scenario.to)
      await page.frames()
      const position = positionOf(name, state)
      const drawn = await drawnAt(page, name)
      assert.ok(Math.hypot(drawn.x - position.x, drawn.y - position.y) <= 0.1, `drawn at ${drawn.x}, ${drawn.y}`)
      const drivers = await page.evaluate(() => received.map(({ driver, panelId }) => `${driver} ${panelId}`))
      assert.deepEqual([...new Set(drivers)], ['pointer browser'])
    })
  }

  test('keeps a swipe if a second finger lands on the same thing', async () => {
    await prepare(page)
    const late = scenarios.carousel.find(({ words }) => words.startsWith('a second finger that comes late'))
    await page.touch(framesOf(await fingersOf(page, [{ name: 'carousel', ...late }])))
    await page.until('it has ended', () => received.some(({ phase }) => phase === 'end'))
    await page.until('everything has come to rest', () => seven.isSettled)
    assert.deepEqual(await stateOf(page, 'carousel'), { index: 1 })
    const phases = await page.evaluate(() => received.map(({ phase }) => phase).filter(phase => phase !== 'update'))
    assert.deepEqual(phases, ['begin', 'end'])
  })
})

describe('Seven interactions in a small window', () => {
  let page
  before(async () => { page = await openSeven({ hash: '#bridge=none', touch: true, width: 420, height: 700 }) })
  after(() => page.close())

  const scrolled = () => page.evaluate(() => scrollY)
  const framesOn = async (name, steps) => framesOf(await fingersOf(page, [{ name, swipes: [[finger(steps)]] }]))
  const stroke = async (name, steps) => page.touch(await framesOn(name, steps))

  test('scrolls the page if a finger moves across the axis of a thing', async () => {
    await page.evaluate(() => { scrollTo(0, 0) })
    await stroke('carousel', [[0, -150, 200], [0, 0, 100]])
    await page.until('the page has scrolled', () => scrollY > 50)
    assert.equal(await drawnAt(page, 'carousel').then(({ x }) => x), 0)
    assert.deepEqual(await stateOf(page, 'carousel'), { index: 0 })
  })

  test('moves a thing along its axis without scrolling', async () => {
    await page.evaluate(() => { scrollTo(0, document.querySelector('#dismiss .stage').offsetTop - 100) })
    const top = await scrolled()
    await prepare(page)
    await stroke('dismiss', [[0, 100, 80]])
    await page.until('it has gone', () => seven.states.dismiss.dismissed)
    assert.equal(await scrolled(), top)
  })

  test('knows the effect of a release while a finger is down', async () => {
    await page.evaluate(() => { scrollTo(0, 0) })
    await prepare(page)
    const frames = await framesOn('carousel', [[-200, 0, 900]])
    await page.touch(frames.slice(0, -1))
    await page.frames()
    assert.deepEqual([await page.evaluate(() => seven.meant('carousel')), await stateOf(page, 'carousel')], [1, { index: 0 }])
    await page.touch(frames.slice(-1))
    await page.until('everything has come to rest', () => seven.isSettled)
    assert.deepEqual(await stateOf(page, 'carousel'), { index: 1 })
  })
})

describe('A finger that the browser and flickd both report', () => {
  test('counts once, as flickd reports it', async () => {
    const page = await openSeven({ touch: true })
    const scenario = { name: 'carousel', ...scenarios.carousel[1] }
    const fingers = await fingersOf(page, [scenario])
    const from = page.lines.length
    const isHeard = () => page.lines.slice(from).some(({ line }) => line.type === 'state' && line.panels.length)
    const during = async () => {
      await until('the page is connected to flickd', isHeard)
      await page.until('flickd drives it', () => seven.flick.driver === 'flickd')
      await page.touch(framesOf(fingers))
    }
    const lines = heard(await playTo(page, fingers, { during }))
    const seen = await page.evaluate(() => received.filter(({ phase }) => phase === 'end'))
    assert.deepEqual(seen.map(({ zone, panelId }) => [zone, panelId]), [['carousel', 'replay:fingers.evemu']])
    assert.deepEqual(await stateOf(page, 'carousel'), stateBy('carousel', lines))
    assert.deepEqual(stateBy('carousel', lines), scenario.to)
    await page.close()
  })

  test('leaves a mouse to the browser while flickd drives the page', async () => {
    const page = await openSeven()
    const { x, y } = await middleOf(page, 'dismiss')
    const mouse = (type, dy) => page.send('Input.dispatchMouseEvent', {
      type, x, y: y + dy, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1,
    })
    const during = async () => {
      await page.until('flickd drives it', () => seven.flick.driver === 'flickd')
      await mouse('mousePressed', 0)
      for (let dy = 10; dy <= 250; dy += 10) await mouse('mouseMoved', dy)
      await mouse('mouseReleased', 250)
      await page.until('it has gone', () => seven.states.dismiss.dismissed)
    }
    await playTo(page, await fingersOf(page, [{ name: 'drag', swipes: scenarios.drag[1].swipes }]), { during })
    const seen = await page.evaluate(() => received.filter(({ zone, phase }) => zone === 'dismiss' && phase === 'end'))
    assert.deepEqual(seen.map(({ panelId }) => panelId), ['browser'])
    await page.close()
  })
})
