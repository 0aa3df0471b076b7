// Slow motion in the show: the last swipe again, with the numbers of its decision.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { numberOf } from '../../../Sources/Web/design/elements.js'
import { checkWithAxe, isAxeMissing } from './axe.mjs'
import { finger, framesOf, moved } from './fingers.mjs'
import { boxOf, openShow, theService } from './kit.mjs'
import { contrasts, installColors } from './measures.mjs'
import { recordingOf } from './recording.mjs'
import { PATIENCE } from './waiting.mjs'

const LOOK = { width: 1920, height: 1080, touch: true }

/** A flick on each stage as [x, y, ms], where it lands in its view, and what it moves. */
const flicks = [
  { name: 'exhibits', at: [0.6, 0.3], step: [-150, 0, 120], moving: '.poster' },
  { name: 'about', at: [0.5, 0.85], step: [0, -120, 110], moving: '.sheet' },
  { name: 'tour', at: [0.4, 0.5], step: [120, 0, 100], moving: '.card' },
  { name: 'photos', at: [0.5, 0.3], step: [0, 140, 110], moving: '.photo' },
  { name: 'plan', at: [0.5, 0.8], step: [0, -100, 100], moving: '.sheet' },
  { name: 'light', at: [0.6, 0.5], step: [-120, 0, 100], moving: '.disc' },
]

async function framesIn(page, selector, [x, y], steps) {
  const box = await boxOf(page, selector)
  return framesOf(moved([finger(steps)], box.x + x * box.width, box.y + y * box.height))
}

const openSlow = page => page.evaluate(() => {
  if (show.slow.isOpen) show.slow.close()
  show.slow.open()
  show.slow.player.show(0)
})
const showPart = (page, part) => page.evaluate(part => show.slow.player.show(part * show.slow.player.slider.max), part)
const closeSlow = page => page.evaluate(() => show.slow.close())
/** Everything rests, and the last frame is drawn. */
async function atRest(page) {
  await page.until('everything rests', () => show.isSettled)
  await page.frames()
}

/** Plays a finger in a view of the show, and waits until everything rests. */
async function swipe(page, name, at, steps) {
  await page.evaluate(() => { if (show.slow.isOpen) show.slow.close() })
  const ends = await page.evaluate(name => show.stages[name].ends, name)
  await page.touch(await framesIn(page, `.${name}-view`, at, steps))
  await page.until('the swipe has ended', (name, ends) => show.stages[name].ends > ends, name, ends)
  await atRest(page)
}

/** The text of the decision, and the values of the criteria by their names. */
const factsOf = page => page.evaluate(() => ({
  phase: document.querySelector('.slow .phase').textContent,
  decided: document.querySelector('.slow .decided').textContent,
  values: Object.fromEntries([...document.querySelectorAll('.bars li')].map(row =>
    [row.firstElementChild.textContent, row.querySelector('.value').textContent])),
}))

/** The transforms of what a stage moves: in the show, or in the copy. */
const transforms = (page, root, moving) => page.evaluate((root, moving) =>
  [...document.querySelectorAll(`${root} ${moving}`)].map(({ style }) => style.transform), root, moving)

describe('Slow motion in the show', () => {
  let page
  before(async () => { page = await openShow({ ...LOOK, hash: '#bridge=none' }) })
  after(() => page.close())

  test('plays an example before anyone has touched the page', async () => {
    await openSlow(page)
    await showPart(page, 1)
    const { phase, decided, values } = await factsOf(page)
    assert.match(decided, /^Two Lighthouses\. Flick: [\d,]+ px\/s, at least 800$/)
    assert.equal(phase, 'It was a flick')
    assert.match(values['how fast'], /^[\d,]+ px\/s, needs 800$/)
    const title = await page.evaluate(() => document.querySelector('.slow .of').textContent)
    assert.match(title, /^An example, ten times slower: [\d,]+ ms$/)
    await closeSlow(page)
    assert.deepEqual(await page.evaluate(() => show.states.exhibits), { index: 0 })
  })

  for (const { name, at, step, moving } of flicks) {
    test(`ends where the content is, with the numbers of the decision: ${name}`, async () => {
      await page.evaluate(() => show.reset())
      await swipe(page, name, at, [step])
      const [notice, line] = await page.evaluate(name =>
        [document.querySelector(`[data-notice=${name}]`).textContent, show.stages[name].last.line], name)
      const root = `#${{ exhibits: 'hero', about: 'hero' }[name] ?? name}`
      const rests = await transforms(page, root, moving)
      await openSlow(page)
      const begin = await factsOf(page)
      assert.deepEqual([begin.phase, begin.decided], ['The finger is down', 'touched, not a swipe yet'])
      await showPart(page, 1)
      const { decided, values } = await factsOf(page)
      assert.equal(decided, notice)
      const { decision } = line
      assert.equal(values['how fast'], `${numberOf(decision.speed)} px/s, needs ${numberOf(decision.speed_threshold)}`)
      if (!line.zone.snap) {
        assert.equal(values['how far'], `${numberOf(decision.distance)} px, needs ${numberOf(decision.distance_threshold)}`)
      }
      const drawn = await transforms(page, '.slow', moving)
      if (name === 'tour' || name === 'photos') {
        // In the show the card has come back under the pile; in the replay it is where it left.
        assert.match(drawn[0], name === 'tour' ? /translate3d\(\d{3,}/ : /translate3d\(0(px)?, \d{3,}/)
      } else assertNear(drawn, rests)
      assert.equal(await page.evaluate(() => document.querySelector('.slow pre').textContent), JSON.stringify(line))
      await closeSlow(page)
    })
  }

  test('draws the finger where it was, and the arrow as long as its speed', async () => {
    await page.evaluate(() => show.reset())
    await swipe(page, 'exhibits', [0.6, 0.3], [[-400, 0, 1000]])
    await openSlow(page)
    await page.evaluate(() => show.slow.player.show(500))
    const { finger, arrow, scale, width } = await page.evaluate(() => {
      const number = (name, key) => Number(document.querySelector(`.overlay .${name}`).getAttribute(key))
      const view = document.querySelector('.frame .exhibits-view')
      const [frame, box] = [document.querySelector('.frame'), view].map(one => one.getBoundingClientRect())
      const scale = box.width / view.offsetWidth
      return {
        scale, width: view.offsetWidth, finger: (number('finger', 'cx') - (box.left - frame.left)) / scale,
        arrow: (number('arrow', 'x2') - number('arrow', 'x1')) / scale,
      }
    })
    assert.ok(scale > 0.5)
    // After half a second of −400 px/s; the arrow is the displacement of a tenth of a second.
    assert.ok(Math.abs(finger - (0.6 * width - 200)) < 12, `the finger is at ${finger} of ${width}`)
    assert.ok(Math.abs(arrow + 40) < 4, `the arrow is ${arrow} px long`)
    await closeSlow(page)
  })

  test('shows both stages of a pair, each with its own end', async () => {
    await page.evaluate(() => {
      show.compare.open()
      document.querySelector('.choices [value=distance]').click()
    })
    await page.frames()
    await page.touch(await framesIn(page, '.side.flickd .panel', [0.6, 0.5], [[-110, 0, 90]]))
    await page.until('both have decided', () => show.compare.pair.comparison && show.compare.pair.isSettled)
    await page.evaluate(() => document.querySelector('.compare [value=slow]').click())
    await showPart(page, 1)
    assert.match((await factsOf(page)).decided, /^naive: returns · flickd: room 2, flick, [\d,]+ px\/s, needs 800$/)
    const fronts = await page.evaluate(() => [...document.querySelectorAll('.frame')].map(frame => {
      const { left, width } = frame.querySelector('.exhibits-view').getBoundingClientRect()
      const posters = [...frame.querySelectorAll('.poster')].map(one => one.getBoundingClientRect())
      return posters.findIndex(box => box.left <= left + width / 2 && box.right >= left + width / 2)
    }))
    assert.deepEqual(fronts, [0, 1])
    await closeSlow(page)
    await page.evaluate(() => show.compare.close())
  })

  test('has the words on the swipe that it plays, of a pair and of one stage', async () => {
    await page.evaluate(() => {
      show.compare.open()
      document.querySelector('.choices [value=distance]').click()
      document.querySelector('.compare [value=slow]').click()
      show.slow.player.show(show.slow.player.slider.max)
    })
    // The last swipe is still that of the pair before; a new one in the show has its own words.
    assert.match((await factsOf(page)).decided, /^naive: /)
    await closeSlow(page)
    await page.evaluate(() => show.compare.close())
    await swipe(page, 'photos', [0.5, 0.3], [[0, 140, 110]])
    await openSlow(page)
    await showPart(page, 1)
    assert.match((await factsOf(page)).decided, /^Put away\. Flick: /)
    await closeSlow(page)
  })

  test('plays by itself, goes to any moment with the slider, and closes by its button and by Escape', async () => {
    await page.evaluate(() => show.slow.open())
    await page.until('it plays', () => show.slow.player.isPlaying && Number(show.slow.player.slider.value) > 0)
    await page.evaluate(() => show.slow.player.slider.focus())
    await page.key('End')
    const decided = () => document.querySelector('.slow .decided').textContent
    await page.until('it stands at the end', () => !show.slow.player.isPlaying)
    assert.match(await page.evaluate(decided), /^Put away\. Flick: /)
    const { x, y } = await boxOf(page, '.slow [value=play]')
    await page.click(x + 20, y + 20)
    await page.until('it plays again', () => show.slow.player.isPlaying)
    await page.until('it has begun again', () => !document.querySelector('.slow .decided b'))
    await page.key('Escape')
    await page.until('it is closed', () => !show.slow.isOpen && !show.slow.player.isPlaying)
    await page.evaluate(() => show.slow.open())
    const close = await boxOf(page, '.slow [value=close]')
    await page.click(close.x + 20, close.y + 20)
    await page.until('it is closed', () => !show.slow.isOpen)
    assert.ok(await page.evaluate(() => document.querySelector('.exhibits-view').clientWidth > 0))
  })

  test('stands still at the decision for those who prefer less motion', async () => {
    const calm = await openShow({ ...LOOK, reduced: true, hash: '#bridge=none' })
    await calm.evaluate(() => show.slow.open())
    await calm.frames()
    assert.equal(await calm.evaluate(() => show.slow.player.isPlaying), false)
    assert.match((await factsOf(calm)).decided, /Flick/)
    await calm.close()
  })

  test('closes after a time without a touch, and the ghost waits meanwhile', async () => {
    const quiet = await openShow({ ...LOOK, hash: '#bridge=none&rest=400' })
    const states = await quiet.evaluate(async () => {
      show.slow.open()
      const states = new Set()
      while (show.slow.isOpen) {
        states.add(show.haunt.state)
        await new Promise(done => { setTimeout(done, 20) })
      }
      return [...states]
    })
    assert.deepEqual(states, ['waiting'])
    await quiet.close()
  })
})

test('Slow motion shows a swipe of flickd in mm, with the line as flickd sent it', async () => {
  const page = await openShow(LOOK)
  const frames = await framesIn(page, '.exhibits-view', [0.6, 0.3], [[-150, 0, 120]])
  let ends = 0
  for (let lead = 600; lead <= 4800 && ends === 0; lead *= 2) {
    await theService().play(recordingOf(frames, LOOK, lead), PATIENCE + lead + 200)
    await atRest(page)
    ends = await page.evaluate(() => show.stages.exhibits.ends)
  }
  await openSlow(page)
  await showPart(page, 1)
  const { decided, values } = await factsOf(page)
  assert.match(decided, /^.+\. Flick: \d+ mm\/s, at least 125$/)
  assert.match(values['how fast'], /^\d+ mm\/s, needs 125$/)
  const { line } = page.lines.filter(({ line }) => line.type === 'swipe' && line.phase === 'end' && line.zone).at(-1)
  const shown = JSON.parse(await page.evaluate(() => document.querySelector('.slow pre').textContent))
  for (const key of ['decision', 'estimate', 'zone', 'seq', 'swipe_id']) assert.deepEqual(shown[key], line[key], key)
  await page.close()
})

/** The same transforms, in which the numbers differ by at most one: the spring rests within half a pixel. */
function assertNear(drawn, expected) {
  const numbers = text => [...text.matchAll(/-?[\d.]+(?=px|deg)/g)].map(([number]) => Number(number))
  assert.equal(drawn.length, expected.length)
  for (const [index, text] of drawn.entries()) {
    const [here, there] = [text, expected[index]].map(numbers)
    const isNear = here.length === there.length && here.every((number, index) => Math.abs(number - there[index]) <= 1)
    assert.ok(isNear, `${text} instead of ${expected[index]}`)
  }
}

/** What is wrong with the layout of the dialog. */
function layout() {
  const dialog = document.querySelector('.slow')
  const seen = element => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 0
  const inside = element => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
  }
  const parts = ':scope > :is(h2, p, div, input), .facts > :is(p, ul, details), .facts summary'
  const texts = [...dialog.querySelectorAll(parts)].filter(seen)
  const least = [...dialog.querySelectorAll('button, summary, input')].filter(seen).map(one => one.offsetHeight)
  return {
    fits: dialog.scrollWidth <= dialog.clientWidth && dialog.scrollHeight <= dialog.clientHeight,
    beyond: texts.filter(one => !inside(one)).map(one => one.className || one.tagName), least: Math.min(...least),
  }
}

test('Slow motion fits on each size, can be read, and is without a finding of axe-core', async () => {
  const page = await openShow({ width: 360, height: 640, touch: true, hash: '#bridge=none' })
  await page.evaluate(installColors)
  for (const [width, height, dark] of [
    [360, 640, false], [640, 360, true], [1080, 1920, true], [1920, 1080, false], [3840, 2160, true],
  ]) {
    await page.look({ width, height, dark, touch: true })
    await page.frames()
    await openSlow(page)
    for (const isOpen of [false, true]) {
      await page.evaluate(isOpen => { show.slow.parts.drawer.open = isOpen }, isOpen)
      await showPart(page, 0.6)
      await page.frames()
      const { fits, beyond, least } = await page.evaluate(layout)
      assert.deepEqual([fits, beyond], [true, []], `${width} × ${height}, numbers ${isOpen ? 'open' : 'closed'}`)
      assert.ok(least >= 44, `a target of ${least} px`)
      assert.deepEqual((await page.evaluate(contrasts)).filter(({ ratio, least }) => ratio < least), [])
    }
    if (!isAxeMissing) await checkWithAxe(page)
    await closeSlow(page)
  }
  await page.close()
})
