// The room Tune of the studio's page, with scripted messages: what the page shows and requests at each step.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { liveAt } from '../measuring.mjs'
import { checkWithAxe, isAxeMissing } from './axe.mjs'
import { finger, framesOf } from './fingers.mjs'
import { boxOf } from './kit.mjs'
import { contrasts, installColors } from './measures.mjs'
import { SIZES, checkScript, openRoom, requestsOf, say } from './room.mjs'
import { until } from './waiting.mjs'

const cases = JSON.parse(readFileSync(new URL('../../Cases/studio.json', import.meta.url), 'utf8'))
const of = type => cases.filter(message => message.type === type)
const studio = { ...of('studio')[0], rooms: ['live', 'tune'], private: [] }
const calm = { type: 'live', dropped: 0, contacts: [], swipes: [] }
const touched = { ...of('live').find(({ contacts }) => contacts.some(({ down }) => down)) }
const tune = of('tune')
const idle = tune.find(({ state }) => state === 'idle')
const ready = tune.find(({ state }) => state === 'ready')
const asked = tune.find(({ state, last }) => state === 'asked' && last?.counted)
const over = tune.find(({ state }) => state === 'over')
const full = of('proposal').find(({ settings }) => settings !== null)
const none = of('proposal').find(({ settings }) => settings === null)
const feel = of('feel').find(({ swipe }) => swipe === null)

/** Runs a test in the room Tune, before its first step. */
async function withRoom(look, check) {
  const page = await openRoom('tune', { reduced: true, ...look }, studio, idle, calm)
  try {
    await check(page)
    assert.deepEqual(page.complaints, [])
  } finally {
    await page.close()
  }
}

/** What the page requested of the room since the last call, without its fields. */
const requests = page => requestsOf(page, 'tune')
const steps = async page => (await requests(page)).filter(one => one.do !== 'field')
  .map(({ request, ...rest }) => rest)

/** Touches the middle of an element. */
async function touch(page, selector) {
  await page.evaluate(selector => document.querySelector(selector).scrollIntoView({ block: 'center' }), selector)
  const { x, y, width, height } = await boxOf(page, selector)
  await page.touch(framesOf([finger([[0, 0, 40]], { x: x + width / 2, y: y + height / 2 })]))
  await page.frames()
}

const text = (page, selector) =>
  page.evaluate(selector => document.querySelector(`#tune ${selector}`).textContent, selector)
const seen = page => page.evaluate(() =>
  [...document.querySelectorAll('#tune > section')].filter(one => one.checkVisibility()).map(one => one.dataset.state))

describe('The room Tune', () => {
  test('chooses the number of people by touch, and begins', () =>
    withRoom({ width: 1080, height: 1920 }, async page => {
      assert.deepEqual(await seen(page), ['idle'])
      assert.equal(await text(page, '.people'), '5')
      for (let count = 0; count < 6; count++) await touch(page, '.stepper [value=more]')
      assert.equal(await text(page, '.people'), '9')
      for (let count = 0; count < 7; count++) await touch(page, '.stepper [value=less]')
      assert.equal(await text(page, '.people'), '2')
      assert.match(await text(page, '.need'), /needs 5 people/)
      await touch(page, '.idle [value=begin]')
      assert.deepEqual(await steps(page), [{ do: 'begin', people: 2 }])
      await say(page, ready, calm)
      assert.equal(await text(page, '.ready .main'), `Person ${ready.people[ready.person]}: begin`)
      await touch(page, '.ready .main')
      assert.deepEqual(await steps(page), [{ do: 'proceed' }])
    }))

  test('shows the request, the counted tries and the last one, and sends each wish', () =>
    withRoom({ width: 1920, height: 1080 }, async page => {
      await say(page, asked, calm)
      assert.deepEqual(await seen(page), ['asked'])
      assert.equal(await text(page, '.request'), asked.exercise.request)
      const done = await page.evaluate(() => document.querySelectorAll('.dots [data-done=true]').length)
      assert.deepEqual([done, await page.evaluate(() => document.querySelectorAll('.dots i').length)],
        [asked.exercise.done, asked.exercise.tries])
      assert.equal(await text(page, '.asked .last'), `✓ ${asked.last.text}`)
      await say(page, { ...asked, last: { text: 'not counted: once more', counted: false } }, calm)
      assert.equal(await text(page, '.asked .last'), '✗ not counted: once more')
      await requests(page)
      for (const word of ['undo', 'proceed', 'finish']) {
        await touch(page, `.asked [value=${word}]`)
        assert.deepEqual(await steps(page), [{ do: word }])
      }
    }))

  test('reports its field in fractions of the display, and none in another room', () =>
    withRoom({ width: 1080, height: 1920 }, async page => {
      const fields = async () => (await requests(page)).filter(one => one.do === 'field').map(({ field }) => field)
      await fields()
      await say(page, asked, calm)
      const { x, y, width, height } = await boxOf(page, '.field')
      const [[left, top, wide, high]] = await fields()
      for (const [found, expected] of [
        [left, x / 1080], [top, y / 1920], [wide, width / 1080], [high, height / 1920],
      ]) assert.ok(Math.abs(found - expected) < 0.001, `${found} ${expected}`)
      await say(page, asked, calm)
      assert.deepEqual(await fields(), [], 'the same field is sent once')
      await page.evaluate(() => studio.show('live'))
      assert.deepEqual(await fields(), [[]])
      await page.evaluate(() => studio.show('tune'))
      assert.equal((await fields())[0].length, 4)
      await say(page, over, full, feel, calm)
      const [row] = (await fields()).slice(-1)
      assert.ok(row.length === 4 || row.length === 0)
      // With a mouse, the page is beside the touchscreen: each touch of the panel is a try.
      await page.click(2, 2)
      await say(page, asked, calm)
      assert.deepEqual((await fields()).at(-1), [0, 0, 1, 1])
    }))

  test('reports the row of cards where it is shown, also after a touch and a scroll', () =>
    withRoom({ width: 360, height: 640 }, async page => {
      await say(page, over, full, feel, calm)
      await touch(page, '.rules [value=proposed]')
      await say(page, { ...feel, rule: 'proposed' }, calm)
      const { field: [left, top, wide, high] } = (await requests(page)).findLast(one => one.do === 'field')
      const { x, y, width, height } = await boxOf(page, '.cards')
      for (const [found, expected] of [
        [left, x / 360], [top, y / 640], [wide, width / 360], [high, height / 640],
      ]) assert.ok(Math.abs(found - expected) < 0.001, `${found} ${expected}`)
    }))

  test('leads back to the proposal from the choice of new people', () =>
    withRoom({ width: 1080, height: 1920 }, async page => {
      assert.equal(await page.evaluate(() => document.querySelector('#tune [value=back]').checkVisibility()), false)
      await say(page, over, full, feel, calm)
      await touch(page, '.over [value=again]')
      assert.deepEqual(await seen(page), ['idle'])
      await touch(page, '.idle [value=back]')
      assert.deepEqual(await seen(page), ['over'])
    }))

  test('moves nothing while a finger is down', () =>
    withRoom({ width: 360, height: 640 }, async page => {
      await say(page, asked, calm)
      const before = await boxOf(page, '.field')
      const long = { text: '123.4 mm, 1234 mm/s at the lift: no commit, short travel', counted: true }
      await say(page, { ...asked, exercise: { ...asked.exercise, done: 7 }, last: long }, calm)
      assert.deepEqual(await boxOf(page, '.field'), before)
      await say(page, ready, touched)
      assert.deepEqual(await seen(page), ['asked'])
      assert.deepEqual(await boxOf(page, '.field'), before)
      await say(page, calm)
      assert.deepEqual(await seen(page), ['ready'])
    }))

  test('shows the numbers of the proposal, and the tries that change', () =>
    withRoom({ width: 1920, height: 1080 }, async page => {
      await say(page, over, full, feel, calm)
      const cells = selector => page.evaluate(selector => [...document.querySelectorAll(`${selector} tbody tr`)]
        .map(row => [...row.cells].map(cell => cell.textContent)), selector)
      const [, speed] = await cells('.thresholds')
      const [, { present, proposed }] = full.thresholds
      assert.deepEqual(speed.slice(0, 3),
        ['speed, mm/s', `${Math.round(present)}`, `→ ${Math.round(proposed)}`])
      const rates = await cells('.rates')
      assert.deepEqual(rates.map(([name]) => name), full.rates.map(({ name }) => name))
      for (const [index, { present, proposed }] of full.rates.entries()) {
        const [, before, after] = rates[index]
        assert.ok(before.startsWith(`${present.n} of ${present.of}, ${present.percent}`), before)
        assert.ok(after.startsWith(`${proposed.n} of ${proposed.of}, ${proposed.percent}`), after)
      }
      assert.equal(await page.evaluate(() => document.querySelectorAll('.changed li').length), full.changed.length)
      assert.equal(await text(page, '.settings'), full.settings)
      assert.equal(await text(page, '.command'), full.command)
      await requests(page)
      await touch(page, '.over [value=undo]')
      assert.deepEqual(await steps(page), [{ do: 'undo' }])
      await touch(page, '.over [value=again]')
      assert.deepEqual(await seen(page), ['idle'])
    }))

  test('says why there is no proposal, and shows the present error rates', () =>
    withRoom({ width: 360, height: 640 }, async page => {
      await say(page, over, none, { ...feel, has_proposal: false }, calm)
      assert.equal(await text(page, '.title'), 'No proposal')
      const why = await page.evaluate(() => [...document.querySelectorAll('.why li')].map(one => one.textContent))
      assert.deepEqual(why, none.why)
      assert.equal(await page.evaluate(() => document.querySelector('[value=proposed]').disabled), true)
      assert.equal(await page.evaluate(() => document.querySelector('.write').checkVisibility()), false)
    }))

  test('saves the report of the session that is over, and shows why flickctl did not save it', () =>
    withRoom({ width: 1280, height: 720 }, async page => {
      const isSeen = selector => page.evaluate(selector =>
        document.querySelector(`#tune ${selector}`).checkVisibility(), selector)
      await say(page, over, { ...none, report: null }, { ...feel, has_proposal: false }, calm)
      assert.deepEqual([await isSeen('.save'), await isSeen('.unsaved')], [false, false])
      await say(page, asked, calm)
      await say(page, over, full, feel, calm)
      assert.deepEqual([await isSeen('.save'), await isSeen('.unsaved')], [true, false])
      const folder = mkdtempSync(join(tmpdir(), 'flick-report-'))
      try {
        await page.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
        await touch(page, '#tune .save')
        await until('the report is saved', () => existsSync(join(folder, 'report.html')))
        assert.equal(readFileSync(join(folder, 'report.html'), 'utf8'), full.report.page)
      } finally {
        rmSync(folder, { recursive: true })
      }
      await say(page, over, none, { ...feel, has_proposal: false }, calm)
      assert.deepEqual([await isSeen('.save'), await text(page, '.unsaved')], [true, none.report.note])
    }))

  test('moves the cards with the finger, and goes on by the decision of the rule in force', () =>
    withRoom({ width: 1080, height: 1920 }, async page => {
      await say(page, over, full, feel, calm)
      const middle = () => page.evaluate(() => studio.tune.row.index)
      const shift = () => page.evaluate(() => {
        const card = [...document.querySelectorAll('.cards .card')].find(one => one.textContent === '1')
        return new DOMMatrix(getComputedStyle(card).transform).e
      })
      const swipe = {
        number: 1, x: -20, direction: 'left', commit: false, ended: false, cancelled: false,
        present: { commit: false, kind: 'drag' }, proposed: { commit: true, kind: 'flick' },
      }
      await say(page, { ...feel, swipe }, calm)
      // 20 mm of the 217 mm that the display is wide.
      assert.ok(Math.abs(await shift() + 20 / 217 * 1080) < 1, `${await shift()}`)
      await say(page, { ...feel, swipe: { ...swipe, ended: true } }, calm)
      assert.equal(await middle(), 0)
      assert.equal(await text(page, '.felt'), 'Back by the present rule; next card by the proposed one')
      await touch(page, '.rules [value=proposed]')
      assert.deepEqual(await steps(page), [{ do: 'feel', rule: 'proposed' }])
      const chosen = { ...feel, rule: 'proposed' }
      await say(page, chosen, calm)
      assert.equal(await page.evaluate(() => document.querySelector('[value=proposed]').ariaPressed), 'true')
      const next = { ...swipe, number: 2, commit: true, ended: true }
      await say(page, { ...chosen, swipe: next }, { ...chosen, swipe: { ...next, number: 3 } }, calm)
      assert.equal(await middle(), 2)
      await say(page, { ...chosen, swipe: { ...next, direction: 'right' } }, calm)
      assert.equal(await middle(), 1)
      assert.equal(await text(page, '.felt'), 'Next card by the proposed rule; back by the present one')
    }))

  test('has everything again after a reconnection, and reports its field again', () =>
    withRoom({ width: 1080, height: 1920 }, async page => {
      await say(page, asked, calm)
      await requests(page)
      await say(page, studio, asked, calm)
      const [{ field }] = await requests(page)
      assert.equal(field.length, 4)
      assert.deepEqual(await seen(page), ['asked'])
    }))

  test('needs little script a frame while ten contacts move on the row of cards', t =>
    withRoom({ width: 1920, height: 1080 }, async page => {
      await say(page, over, full, feel, calm)
      /** Ten contacts, and the swipe that the row follows. */
      const linesOf = (round, frame) => {
        const swipe = {
          number: round + 10, x: -frame / 2, direction: 'left', commit: false, ended: false, cancelled: false,
          present: { commit: false, kind: 'drag' }, proposed: { commit: true, kind: 'flick' },
        }
        return [{ ...feel, swipe }, liveAt(frame, 10)]
      }
      await checkScript(t, page, '#live canvas', linesOf)
    }))

  test('is without a finding of axe-core',
    { skip: isAxeMissing }, () =>
      withRoom({ width: 1366, height: 768 }, async page => {
        for (const lines of [[idle], [ready], [asked], [over, full, feel], [over, none, feel]]) {
          await say(page, ...lines, calm)
          await checkWithAxe(page)
        }
      }))
})

/** What is too small, cut or beyond the screen, and the share of the exercise field. */
function layout() {
  const room = document.querySelector('#tune')
  const isSeen = element => element.checkVisibility({ visibilityProperty: true })
  const all = selector => [...room.querySelectorAll(selector)].filter(isSeen)
  const cut = all('h2, h3, h4, p, li, span, b, button, a, td, th, pre').filter(element =>
    element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1 && !element.closest('.cards'))
  const field = room.querySelector('.field').getBoundingClientRect()
  return {
    wide: Math.max(document.documentElement.scrollWidth, ...all('.over').map(one => one.scrollWidth)),
    cut: cut.map(element => element.textContent.slice(0, 60)),
    targets: all('button, a').map(one => [one.textContent, one.getBoundingClientRect().height]),
    text: Math.min(...all('h2, h3, h4, p, li, span, b, button, a, td, th, pre').map(one =>
      parseFloat(getComputedStyle(one).fontSize))),
    field: field.width * field.height / innerWidth / innerHeight,
    outside: all('.asked button, .idle button, .ready button').filter(one =>
      one.getBoundingClientRect().bottom > innerHeight + 1).map(one => one.textContent),
  }
}

for (const { look, target, text } of SIZES) {
  for (const dark of [false, true]) {
    const size = `${look.width} × ${look.height}`
    test(`The room Tune fits on ${size} in ${dark ? 'dark' : 'light'} colours, and can be read`, () =>
      withRoom({ ...look, dark }, async page => {
        await page.evaluate(installColors)
        for (const lines of [[idle], [ready], [asked], [over, full, feel], [over, none, feel]]) {
          await say(page, ...lines, calm)
          const what = lines[0].state
          const found = await page.evaluate(layout)
          assert.ok(found.wide <= look.width, `${what}: ${found.wide} px wide`)
          assert.deepEqual(found.cut, [], what)
          assert.deepEqual(found.targets.filter(([, high]) => high < target - 1), [], what)
          assert.ok(found.text >= text - 0.01, `${what}: text of ${found.text} px`)
          // On a phone held across, the page scrolls.
          if (look.height > 500) assert.deepEqual(found.outside, [], what)
          if (what === 'asked') assert.ok(found.field >= 0.3, `a field of ${found.field} of the display`)
          const faint = (await page.evaluate(contrasts)).filter(({ ratio, least }) => ratio < least)
          assert.deepEqual(faint, [], what)
        }
      }))
  }
}
