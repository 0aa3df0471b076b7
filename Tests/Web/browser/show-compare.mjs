// Side by side in the show: one finger moves both stages, and the page shows where a mistake decides otherwise.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkWithAxe, isAxeMissing } from './axe.mjs'
import { ending, finger, framesOf, moved } from './fingers.mjs'
import { boxOf, openShow, theService } from './kit.mjs'
import { contrasts, installColors } from './measures.mjs'
import { recordingOf } from './recording.mjs'
import { PATIENCE, until } from './waiting.mjs'

const LOOK = { width: 1920, height: 1080, touch: true }

/** For each mistake what a finger does, as [x, y, ms], where both stages then are, and the comparison. */
const cases = [
  {
    mistake: 'distance', steps: [[-110, 0, 90]], naive: { index: 0 }, flickd: { index: 1 },
    text: /^naive: returns · flickd: room 2, flick, 1,[12]\d\d px\/s, needs 800$/,
  },
  {
    mistake: 'one-card', steps: [[-130, 0, 110]], naive: { index: 0 }, flickd: { index: 1 },
    text: /^naive: returns · flickd: room 2, flick, 1,[12]\d\d px\/s, needs 800$/,
  },
  {
    mistake: 'last-two-points', steps: [[0, 110, 100], [0, 0, 500]],
    naive: { index: 1, dismissed: false }, flickd: { index: 0, dismissed: false },
    text: /^naive: leaves down · flickd: returns, 110 px, needs 200$/,
  },
  {
    mistake: 'linear', steps: [[0, -80, 90]], naive: { detent: 0 }, flickd: { detent: 1 },
    text: /^naive: returns · flickd: half open, flick, [89]\d\d px\/s, needs 800$/,
  },
  {
    mistake: 'ease-out', steps: [[90, 0, 80]], naive: { index: 1, kept: 1 }, flickd: { index: 1, kept: 1 },
    text: /^naive: leaves right · flickd: flick, 1,[01]\d\d px\/s, needs 800$/,
  },
]

async function framesOn(page, side, steps) {
  const { x, y, width, height } = await boxOf(page, `.side.${side} .panel`)
  return framesOf(moved([finger(steps)], x + width / 2, y + height / 2))
}

async function choose(page, mistake) {
  await page.evaluate(mistake => {
    if (!show.compare.isOpen) show.compare.open()
    document.querySelector(`.choices [value=${mistake}]`).click()
  }, mistake)
  await page.frames()
}

const statesOf = page => page.evaluate(() => show.compare.pair.states)
const lineOf = page => page.evaluate(() => ({
  text: ['naive', 'mark', 'flickd'].map(name => document.querySelector(`.pair .${name}`)?.textContent).join(''),
  badge: document.querySelector('.pair .badge')?.textContent.trim(), how: document.querySelector('.pair').dataset.how,
}))

/** Waits until both stages rest and still show their own results. */
const bothRest = page => page.until('both stages rest', () => show.compare.pair.comparison && show.compare.pair.isSettled)
const areLevel = page => page.until('both stages are level', () => {
  const { states, isSettled } = show.compare.pair
  return isSettled && JSON.stringify(states.naive) === JSON.stringify(states.flickd)
})

describe('Side by side in the show', () => {
  let page
  before(async () => {
    page = await openShow(LOOK)
    const { x, y, width, height } = await boxOf(page, '#side-by-side')
    assert.ok(Math.min(width, height) >= 44)
    await page.click(x + width / 2, y + height / 2)
    await page.until('the dialog is open', () => show.compare.isOpen)
  })
  after(() => page.close())

  test('moves both stages by one finger that flickd plays, and shows both outcomes in mm', async () => {
    const [{ steps, naive, flickd }] = cases
    let lines = []
    for (let lead = 600; lead <= 4800 && lines.length === 0; lead *= 2) {
      await choose(page, 'distance')
      const frames = await framesOn(page, 'naive', steps)
      const from = page.lines.length
      await theService().play(recordingOf(frames, LOOK, lead), PATIENCE + lead + ending([finger(steps)]))
      await until('the page receives the end of flickd', () =>
        page.lines.slice(from).some(({ line }) => line.type === 'bridge' && line.state === 'disconnected'))
      lines = page.lines.slice(from).filter(({ line }) => line.type === 'swipe' && line.phase === 'end' && line.zone)
    }
    assert.deepEqual(lines.map(({ line }) => line.zone.name), ['both-exhibits'])
    assert.equal(lines[0].line.zone.snap.index, flickd.index)
    const { text, badge, how } = await lineOf(page)
    assert.match(text, /^naive: returns · flickd: room 2, flick, 1\d\d mm\/s, needs 125$/)
    assert.deepEqual([badge, how], ['Different', 'differ'])
    assert.deepEqual(await page.evaluate(() => show.compare.pair.real.last.zone), 'both-exhibits')
    await areLevel(page)
    assert.deepEqual((await statesOf(page)).naive, { ...naive, index: 1 })
  })

  for (const { mistake, steps, naive, flickd, text } of cases) {
    test(`shows what this mistake decides: ${mistake}`, async () => {
      await choose(page, mistake)
      await page.touch(await framesOn(page, mistake === 'linear' ? 'flickd' : 'naive', steps))
      await page.until('both stages have their own results', expected =>
        show.compare.pair.comparison && show.compare.pair.isSettled
        && JSON.stringify(show.compare.pair.states) === JSON.stringify(expected), { naive, flickd })
      const line = await lineOf(page)
      assert.match(line.text, text)
      assert.equal(line.badge, mistake === 'ease-out' ? 'The same' : 'Different')
      if (mistake !== 'last-two-points') return
      // The closed picture comes back.
      await areLevel(page)
      assert.deepEqual((await statesOf(page)).naive, flickd)
    })
  }

  test('moves both stages by keys, which only the right stage has', async () => {
    for (const [mistake, key, focus, state] of [
      ['distance', 'ArrowLeft', '.ring', { index: 6 }],
      ['last-two-points', 'ArrowDown', '.photos-view', { index: 1, dismissed: false }],
      ['linear', 'ArrowUp', '.handle', { detent: 1 }], ['ease-out', 'ArrowLeft', '.tour-view', { index: 1, kept: 0 }],
    ]) {
      await choose(page, mistake)
      assert.ok(await page.evaluate(() => document.querySelector('.side.naive .panel').inert))
      await page.evaluate(focus => document.querySelector(`.side.flickd ${focus}`).focus(), focus)
      await page.key(key)
      await page.until('both are there', state => show.compare.pair.isSettled
        && Object.values(show.compare.pair.states).every(one => JSON.stringify(one) === JSON.stringify(state)), state)
    }
  })

  test('changes only transforms on both sides while a finger moves', async () => {
    await choose(page, 'distance')
    const frames = await framesOn(page, 'flickd', [[60, 0, 300]])
    const before = await page.counts()
    await page.touch(frames.slice(0, -1))
    const after = await page.counts()
    await page.touch(frames.slice(-1))
    await bothRest(page)
    assert.ok(after.LayoutCount - before.LayoutCount <= 4, `${after.LayoutCount - before.LayoutCount} layouts`)
  })

  test('closes by Escape, also where a picture has this key, and by its button', async () => {
    await choose(page, 'last-two-points')
    await page.evaluate(() => document.querySelector('.side.flickd .photos-view').focus())
    await page.key('Escape')
    await page.until('it is closed', () => !show.compare.isOpen && show.compare.pair === null)
    await choose(page, 'distance')
    const { x, y } = await boxOf(page, '.compare [value=close]')
    await page.click(x + 20, y + 20)
    await page.until('the show is back', () =>
      !show.compare.isOpen && document.querySelector('.exhibits-view').clientWidth > 0)
  })

  test('shows both stages if it opens again before the event of its closing', async () => {
    await choose(page, 'distance')
    const shown = await page.evaluate(() => new Promise(seen => {
      show.compare.dialog.addEventListener('close', () => {
        const panels = [...document.querySelectorAll('.both .panel')].filter(one => one.clientWidth > 0).length
        seen({ panels, isMarked: 'compares' in document.documentElement.dataset })
      }, { once: true })
      show.compare.close()
      show.compare.open()
    }))
    assert.deepEqual(shown, { panels: 2, isMarked: true })
    await page.evaluate(() => show.compare.close())
  })

  test('closes after a time without a touch', async () => {
    const quiet = await openShow({ ...LOOK, hash: '#bridge=none&rest=300' })
    const start = await quiet.evaluate(() => { show.compare.open(); return performance.now() })
    await quiet.until('it is closed', () => !show.compare.isOpen)
    assert.ok(await quiet.evaluate(start => performance.now() - start, start) >= 900)
    await quiet.close()
  })
})

/** What is wrong with the layout of the dialog. */
function layout() {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.querySelector('.compare')
  const texts = [...document.querySelectorAll('.compare > :is(h2, p), .side > h3, .pair span')]
  const cut = texts.filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0
    || one.getBoundingClientRect().bottom > innerHeight).map(({ textContent }) => textContent)
  const stages = [...document.querySelectorAll('.side .panel')].map(one => {
    const { left, right, top, bottom, width, height } = one.getBoundingClientRect()
    return { width, height, isIn: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight }
  })
  const least = Math.min(...[...document.querySelectorAll('.compare button')].map(one => one.offsetHeight))
  return { fits: scrollWidth <= clientWidth && scrollHeight <= clientHeight, cut, stages, least }
}

test('Side by side fits on each size, can be read, and is without a finding of axe-core', async () => {
  const page = await openShow({ width: 360, height: 640, touch: true, hash: '#bridge=none' })
  await page.evaluate(installColors)
  for (const [width, height, dark] of [[360, 640, false], [1080, 1920, true], [1920, 1080, false]]) {
    await page.look({ width, height, dark, touch: true })
    await page.frames()
    await choose(page, 'distance')
    const share = width / 1920
    await page.touch(await framesOn(page, 'flickd', [[-160 * share - 30, 0, 100 * Math.min(share + 0.4, 1)]]))
    await bothRest(page)
    const { fits, cut, stages, least } = await page.evaluate(layout)
    assert.ok(fits)
    assert.deepEqual(cut, [])
    const [one, other] = stages
    assert.ok(one.isIn && other.isIn)
    assert.deepEqual([one.width, one.height], [other.width, other.height])
    assert.ok(least >= 44)
    assert.deepEqual((await page.evaluate(contrasts)).filter(({ ratio, least }) => ratio < least), [])
    if (!isAxeMissing) await checkWithAxe(page)
  }
  await page.close()
})
