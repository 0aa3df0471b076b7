// How content feels under the browser's own touches. Each of these tests failed before the content
// model: content popped, flew on under a finger, lurched at the release, or snapped.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { CardCarousel, Flight, RubberBand } from '../../../Sources/Web/flick.js'
import { finger, framesOf } from './fingers.mjs'
import { drawnAt, fingersOf, openSeven, prepare } from './kit.mjs'

describe('Under touches, content', () => {
  let page
  /** Lifts the finger that a test holds down; a test that fails must not leave it to the next one. */
  let lift = async () => {}
  before(async () => { page = await openSeven({ hash: '#bridge=none', touch: true }) })
  after(() => page.close())
  beforeEach(() => prepare(page))
  afterEach(() => lift())

  const framesOn = async (name, ...swipes) =>
    framesOf(await fingersOf(page, [{ name, swipes: swipes.map(steps => [finger(steps)]), pause: 150 }]))
  /** Plays all frames but the last, the lift. */
  async function hold(frames) {
    await page.touch(frames.slice(0, -1))
    lift = async () => {
      lift = async () => {}
      await page.touch(frames.slice(-1).map(frame => ({ ...frame, time: 0 })))
    }
    await page.frames()
  }
  const atRest = () => page.until('everything has come to rest', () => seven.isSettled)

  /** Records each drawn frame of a demo: its time in ms, offsets, opacity and scroll. */
  const record = name => page.evaluate(name => {
    const thing = document.querySelector(`#${name} .thing`)
    const list = thing.querySelector('.list ul')
    const frames = window.drawn = []
    let before = null
    let isHeld = false
    requestAnimationFrame(function frame(time) {
      // Another record has begun.
      if (window.drawn !== frames) return
      requestAnimationFrame(frame)
      // The demo is at rest when the record begins, so it draws after this: here is what the frame before shows.
      const { e, f } = new DOMMatrix(thing.style.transform)
      const scroll = list ? -new DOMMatrix(list.style.transform).f : 0
      const opacity = thing.style.opacity === '' ? 1 : Number(thing.style.opacity)
      if (before !== null) frames.push({ time: before, x: e, y: f, opacity, scroll, isHeld })
      before = time
      isHeld = seven.isHeld(name)
    })
  }, name)
  const drawn = async () => {
    await page.frames()
    return page.evaluate(() => window.drawn)
  }
  const last = async () => (await drawn()).at(-1)

  test('does not jump after a push against its bound', async () => {
    await record('dismiss')
    await page.touch(await framesOn('dismiss', [[0, -160, 80]]))
    await atRest()
    for (const { y } of await drawn()) assert.equal(y, 0)
  })

  test('starts from rest when a swipe begins', async () => {
    await record('carousel')
    await hold(await framesOn('carousel', [[-40, 0, 400]]))
    const xs = [0, ...(await drawn()).map(({ x }) => x)]
    const steps = xs.slice(1).map((x, index) => Math.abs(x - xs[index]))
    assert.ok(Math.max(...steps) <= 6, `steps ${steps.map(step => step.toFixed(1))}`)
    assert.ok(Math.abs(xs.at(-1) + 30) <= 1, `${xs.at(-1)}`)
    await lift()
    await atRest()
  })

  test('stops under a finger, and goes on when the finger lifts', async () => {
    const frames = await framesOn('carousel', [[-200, 0, 100]], [[0, 0, 400]])
    const landing = frames.findLastIndex(({ touches }) => touches[0].change === 'landed')
    await page.touch(frames.slice(0, landing))
    // The finger lands 150 ms after the lift, when the row is in full flight.
    await hold(frames.slice(landing).map(frame => ({ ...frame, time: frame.time - frames[landing].time })))
    const held = []
    for (let count = 0; count < 8; count++) {
      held.push((await drawnAt(page, 'carousel')).x)
      await page.frames()
    }
    const isSettled = await page.evaluate(() => seven.isSettled)
    assert.ok(!isSettled && Math.max(...held) - Math.min(...held) <= 1, `${held}`)
    assert.ok(held.every(x => x % 296 !== 0), 'the row was caught in flight')
    await lift()
    await atRest()
    await page.frames()
    const { x } = await drawnAt(page, 'carousel')
    assert.ok(x !== held[0] && Math.abs(x % 296) < 0.01, `${x}`)
  })

  test('continues at the release with the motion that was drawn', async () => {
    await record('carousel')
    await page.touch(await framesOn('carousel', [[-250, 0, 200]]))
    await atRest()
    const frames = await drawn()
    const first = frames.findIndex(({ isHeld }, index) => index > 0 && !isHeld && frames[index - 1].isHeld)
    assert.ok(first > 1, 'a finger held it')
    const [before, free] = [frames[first - 1], frames[first]]
    const { spring } = new CardCarousel({ count: 5 })
    const seconds = (free.time - before.time) / 1000
    const velocity = await page.evaluate(() => seven.last('carousel').velocity.x)
    const flight = new Flight(before.x, frames.at(-1).x, velocity, spring)
    const words = `${before.x} → ${free.x} in ${seconds} s at ${velocity}`
    assert.ok(Math.abs(free.x - flight.offset(seconds)) <= 0.2 * Math.abs(velocity) * seconds + 1, words)
  })

  test('fades without a step, and stays readable', async () => {
    await record('dismiss')
    await hold(await framesOn('dismiss', [[0, 300, 900]]))
    const opacities = [1, ...(await drawn()).map(({ opacity }) => opacity)]
    const steps = opacities.slice(1).map((opacity, index) => Math.abs(opacity - opacities[index]))
    assert.ok(Math.max(...steps) < 0.15, `${steps.map(step => step.toFixed(2))}`)
    assert.equal(opacities.at(-1), 0.7)
    await lift()
    await atRest()
  })

  test('follows beyond its end as a rubber band', async () => {
    await record('carousel')
    await hold(await framesOn('carousel', [[200, 0, 300]]))
    const { x } = await last()
    assert.ok(Math.abs(x - new RubberBand(280).displacement(190)) <= 2, `${x}`)
    await lift()
    await atRest()
    assert.equal((await last()).x, 0)
  })

  test('scrolls the list of the open sheet and lowers the sheet by one finger, without losing a pixel', async () => {
    await page.touch(await framesOn('sheet', [[0, -200, 60]]))
    await page.until('it is open', () => seven.states.sheet.detent === 2 && seven.isSettled)
    await record('sheet')
    await page.touch(await framesOn('sheet', [[0, -160, 300], [0, 0, 200]]))
    await atRest()
    const { y, scroll } = await last()
    assert.equal(y, -600)
    assert.ok(Math.abs(scroll - 150) <= 0.5, `the list is scrolled by ${scroll}`)
    await record('sheet')
    await hold(await framesOn('sheet', [[0, 310, 600]]))
    const frames = await drawn()
    const both = frames.map(({ y, scroll }) => y - scroll)
    for (const [index, displacement] of both.entries()) {
      if (index > 0) assert.ok(displacement >= both[index - 1] - 0.02, 'the displacement is monotonic')
    }
    assert.ok(frames.every(({ y, scroll }) => Math.abs(scroll) < 0.01 || Math.abs(y + 600) < 0.01), 'one moves at a time')
    assert.ok(Math.abs(both.at(-1) - (-600 - scroll + 300)) <= 0.5, `${both.at(-1)}`)
    await lift()
    await atRest()
  })
})
