// The room Measure of the studio's page, with the messages of Tests/Web/measuring.mjs instead of `flickctl studio`.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  GREETING, PANEL, READY, REPORT, SIDE, STATIONS, askedAt, coverageOf, liveAt, overWith,
} from '../measuring.mjs'
import { checkWithAxe, isAxeMissing } from './axe.mjs'
import { finger, framesOf } from './fingers.mjs'
import { boxOf } from './kit.mjs'
import { contrasts, installColors } from './measures.mjs'
import { SIZES, checkScript, openRoom, requestsOf, say, tap } from './room.mjs'
import { pause, until } from './waiting.mjs'

/** Longer than buttons ignore fingers after a change, in ms. */
const CALM = 700

/** The station with the longest request. */
const LONGEST = 9
const SWIPES = STATIONS.findIndex(([word]) => word === 'swipes')
/** The reason with which flickctl ends. */
const GONE = 'the panel is gone: plug it in, and run flickctl studio again'
const TARGETS = STATIONS.findIndex(([word]) => word === 'targets')

const openMeasure = look => openRoom('measure', look, GREETING, coverageOf([], { isReset: true }), READY, liveAt(0))

/** Opens the room, checks it, and closes it without a complaint of the browser. */
async function withMeasure(look, check) {
  const page = await openMeasure(look)
  try {
    await check(page)
    assert.deepEqual(page.complaints, [])
  } finally {
    await page.close()
  }
}

/** Taps the link of the report, and returns the saved page. */
async function savedReport(page) {
  const folder = mkdtempSync(join(tmpdir(), 'flick-report-'))
  try {
    await page.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
    await pause(CALM)
    await tap(page, '.save')
    await until('the report is saved', () => existsSync(join(folder, 'report.html')))
    return readFileSync(join(folder, 'report.html'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What is too small, cut, covered or beyond the screen. */
function layout() {
  const seen = element => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sofar, .steps')
  const all = selector => [...document.querySelectorAll(selector)].filter(seen)
  const top = document.querySelector('.aim').checkVisibility() ? document.querySelector('.exercise') : document.body
  const box = element => element.getBoundingClientRect()
  const texts = all('h1, h2, h3, p, li, th, td, button, a, pre').filter(element => element.textContent.trim() !== '')
  const isForReaders = element => getComputedStyle(element.closest('thead') ?? element).clipPath !== 'none'
  const cut = texts.filter(element => element.clientWidth > 1 && !isForReaders(element)
    && (element.scrollWidth > element.clientWidth + 1 || box(element).left < 0 || box(element).right > innerWidth + 1))
  const pressed = all('button, a').filter(element => top.contains(element))
  const covered = pressed.filter(element => {
    const { left, top, width, height } = box(element)
    if (top + height > innerHeight || top < 0) return !element.closest('.results')
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  const canvas = document.querySelector('#measure .cells')
  return {
    wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight,
    cut: cut.map(element => element.textContent.slice(0, 60)), covered: covered.map(({ textContent }) => textContent),
    targets: pressed.map(element => [element.textContent, box(element).height]),
    text: Math.min(...texts.map(element => parseFloat(getComputedStyle(element).fontSize))),
    canvas: canvas.checkVisibility() ? [canvas.clientWidth, canvas.clientHeight] : null,
  }
}

/** Whether all buttons and texts are in view, and none is within 5 px of the target. */
function isClear() {
  const { left, right, top, bottom } = document.querySelector('.cross').getBoundingClientRect()
  return [...document.querySelectorAll('.exercise button, .exercise .ask')].every(element => {
    const box = element.getBoundingClientRect()
    const isApart = box.right < left - 5 || box.left > right + 5 || box.bottom < top - 5 || box.top > bottom + 5
    return isApart && box.top >= 0 && box.bottom <= innerHeight
  })
}

/** A window of this size on a larger display. */
async function checkWindow(page, size) {
  await page.send('Emulation.setDeviceMetricsOverride', {
    ...size, deviceScaleFactor: 1, mobile: false, screenWidth: 1920, screenHeight: 1080, positionX: 700,
    positionY: 400,
  })
  await requestsOf(page, 'measure')
  for (let target = 0; target < 9; target++) {
    await say(page, askedAt(TARGETS, { target }), liveAt(target))
    assert.ok(await page.evaluate(isClear), `target ${target}`)
    if (target > 0) continue
    const [{ targets }] = await requestsOf(page, 'measure')
    const { x, y, width, height } = await boxOf(page, '.cross')
    const { left, top, text } = await page.evaluate(() => ({
      left: screenX + Math.max(0, (outerWidth - innerWidth) / 2),
      top: screenY + outerHeight - innerHeight - Math.max(0, (outerWidth - innerWidth) / 2),
      text: document.querySelector('.far').checkVisibility() && document.querySelector('.far').textContent,
    }))
    assert.ok(Math.abs(targets[0][0] * 1920 - left - (x + width / 2)) < 0.1, `${targets[0]} ${left} ${x}`)
    assert.ok(Math.abs(targets[0][1] * 1080 - top - (y + height / 2)) < 0.1, `${targets[0]} ${top} ${y}`)
    assert.equal(text, 'Not in full screen: the accuracy is an estimate.')
  }
  await say(page, askedAt(0), liveAt(10))
  assert.equal(await page.evaluate(() => document.querySelector('.far').checkVisibility()), false)
}

async function checkLayout(page, look, target, text, what) {
  await page.frames()
  const found = await page.evaluate(layout)
  assert.ok(found.wide <= look.width && found.high <= look.height, `${what}: ${found.wide} × ${found.high}`)
  assert.deepEqual([found.cut, found.covered], [[], []], what)
  assert.deepEqual(found.targets.filter(([, high]) => high < target - 1), [], what)
  assert.ok(found.text >= text - 0.01, `${what}: text of ${found.text} px`)
  const faint = (await page.evaluate(contrasts)).filter(({ ratio, least }) => ratio < least)
  assert.deepEqual(faint, [], what)
  return found
}

for (const { look, target, text } of SIZES) {
  for (const dark of [false, true]) {
    const size = `${look.width} × ${look.height}`
    test(`The room Measure fits on ${size} in ${dark ? 'dark' : 'light'} colours, and can be read`, () =>
      withMeasure({ ...look, dark, reduced: true }, async page => {
        await page.evaluate(installColors)
        await checkLayout(page, look, target, text, 'before it begins')
        await say(page, coverageOf([4, 5, 6], { hasDead: true }), askedAt(LONGEST, { elapsed: 59.9, contacts: 10 }),
          liveAt(1, 10))
        const { canvas: [wide, high] } = await checkLayout(page, look, target, text, 'an exercise')
        assert.ok(wide * high >= 0.3 * look.width * look.height, `a map of ${wide} × ${high} px`)
        await say(page, askedAt(SWIPES, { elapsed: 59.9, contacts: 10, counted: 4 }), liveAt(1, 10))
        await checkLayout(page, look, target, text, 'an exercise that counts')
        for (const index of [0, 4, 8]) {
          await say(page, askedAt(TARGETS, { target: index }), liveAt(2))
          await checkLayout(page, look, target, text, `target ${index}`)
        }
        await say(page, overWith([4]), REPORT, liveAt(3))
        await checkLayout(page, look, target, text, 'the results')
        await page.evaluate(gone => hangUp(1011, gone), GONE)
        await checkLayout(page, look, target, text, 'the results without a panel')
      }))
  }
}

describe('The room Measure', () => {
  test('is walked from begin to the report by touch alone', () =>
    withMeasure({ width: 1080, height: 1920 }, async page => {
      const request = async selector => {
        await pause(CALM)
        await tap(page, selector)
        await page.until('the page has requested', () => asked.some(({ request }) => request === 'measure'))
        return (await requestsOf(page, 'measure')).map(one => [one.do, one.station])
      }
      await requestsOf(page, 'measure')
      assert.deepEqual(await request('#measure .intro button'), [['begin', undefined]])
      await page.until('it fills the screen', () => document.fullscreenElement !== null)
      for (const [index, [word, words]] of STATIONS.entries()) {
        await say(page, askedAt(index, { elapsed: index, target: word === 'targets' ? 0 : null }), liveAt(index))
        const shown = await page.evaluate(() => ['.count', '.request', '.seconds', '.down']
          .map(part => document.querySelector(`.exercise ${part}`).textContent))
        const more = word === 'targets' ? ', target 1 of 9' : ''
        assert.deepEqual(shown, [
          `Exercise ${index + 1} of 12${more}`, `${words[0].toUpperCase()}${words.slice(1)}.`, `waits ${60 - index} s more`,
          'no finger down',
        ])
        if (word === 'targets') {
          const [{ do: step, targets }] = await requestsOf(page, 'measure')
          assert.deepEqual([step, targets.length], ['targets', 9])
        }
      }
      assert.deepEqual(await request('[value=skip]'), [['skip', 12]])
      assert.deepEqual(await request('[value=again]'), [['again', 12]])
      assert.deepEqual(await request('[value=end]'), [['end', 12]])
      await say(page, overWith(), REPORT, liveAt(20))
      await page.until('it leaves the full screen', () => document.fullscreenElement === null)
      assert.deepEqual(await request('.results [value=begin]'), [['begin', undefined]])
    }))

  test('draws each target where the display has it, reports it, and keeps buttons away from it', () =>
    withMeasure({ width: 1280, height: 720 }, async page => {
      await requestsOf(page, 'measure')
      for (let target = 0; target < 9; target++) {
        await say(page, askedAt(TARGETS, { target }), liveAt(target))
        const { x, y, width, height } = await boxOf(page, '.cross')
        const fraction = [[0.1, 0.5, 0.9][target % 3], [0.1, 0.5, 0.9][Math.floor(target / 3)]]
        const away = [(x + width / 2) / 1280 - fraction[0], (y + height / 2) / 720 - fraction[1]]
        assert.ok(away.every(part => Math.abs(part) < 0.001), `${target}: ${away}`)
        const size = 12 * 1280 / PANEL.width
        assert.ok(Math.abs(width - size) < 0.5 && Math.abs(height - size) < 0.5, `${width} × ${height}`)
        assert.ok(await page.evaluate(isClear), `target ${target}`)
      }
      const requests = await requestsOf(page, 'measure')
      // The targets of one size of the window are reported once.
      assert.deepEqual(requests.map(one => one.do), ['targets'])
      assert.deepEqual(requests[0].targets[5], [0.9, 0.5])
      assert.equal(await page.evaluate(() => document.querySelector('.far').hidden), true)
    }))

  for (const size of [{ width: 640, height: 360 }, { width: 1280, height: 720 }, { width: 600, height: 900 }]) {
    test(`reports where a window of ${size.width} × ${size.height} draws the targets, as an estimate`, () =>
      withMeasure(size, page => checkWindow(page, size)))
  }

  test('reports the targets again to flickctl after a lost connection, and shows the loss above them', () =>
    withMeasure({ width: 1280, height: 720 }, async page => {
      await say(page, askedAt(TARGETS, { target: 1 }), liveAt(1))
      await requestsOf(page, 'measure')
      await page.evaluate(() => hangUp())
      const { chip, isOnTop } = await page.evaluate(() => {
        const element = document.querySelector('#link')
        const { left, top, width, height } = element.getBoundingClientRect()
        const found = document.elementFromPoint(left + width / 2, top + height / 2)
        return { chip: element.textContent, isOnTop: found === element }
      })
      assert.deepEqual([chip, isOnTop], ['not connected: flickctl studio does not answer', true])
      await page.until('the page is connected again', () => asked.some(({ request }) => request === 'live'))
      await say(page, GREETING, askedAt(TARGETS, { target: 1 }), liveAt(2))
      assert.deepEqual((await requestsOf(page, 'measure')).map(one => one.do), ['targets'])
    }))

  test('ignores a button that a hand meets: with a second finger down, and just after a change', () =>
    withMeasure({ width: 1280, height: 720 }, async page => {
      await say(page, askedAt(0), liveAt(0))
      await requestsOf(page, 'measure')
      const middle = async selector => {
        const { x, y, width, height } = await boxOf(page, selector)
        return { x: x + width / 2, y: y + height / 2 }
      }
      await tap(page, '[value=end]')
      await pause(CALM)
      const [end, map] = [await middle('[value=end]'), await middle('.map')]
      await page.touch(framesOf([finger([[0, 0, 300]], map), finger([[0, 0, 40]], { ...end, at: 100 })]))
      await page.frames()
      assert.deepEqual(await requestsOf(page, 'measure'), [])
      await tap(page, '[value=end]')
      await page.until('the button works', () => asked.some(one => one.do === 'end'))
    }))

  test('neither moves, scrolls nor selects under a finger on the map', () =>
    withMeasure({ width: 360, height: 640 }, async page => {
      await say(page, askedAt(LONGEST), liveAt(0))
      const positions = () => page.evaluate(() => [
        scrollX, scrollY, visualViewport.scale, String(getSelection()),
        ...[...document.querySelectorAll('.map, .actions button, .request')].map(element =>
          JSON.stringify(element.getBoundingClientRect())),
      ])
      const before = await positions()
      const { x, y, width, height } = await boxOf(page, '.map')
      const from = { x: x + width / 2, y: y + height / 2 }
      const beside = { ...from, x: from.x + 30 }
      await page.touch(framesOf([finger([[0, -150, 200]], from), finger([[60, 150, 200]], beside)]))
      for (let frame = 1; frame < 5; frame++) {
        await say(page, askedAt(LONGEST, { elapsed: 9.7 * frame, contacts: frame }), liveAt(frame, 2))
      }
      assert.deepEqual(await positions(), before)
      const isPrevented = await page.evaluate(() =>
        !document.querySelector('.map').dispatchEvent(new Event('contextmenu', { bubbles: true, cancelable: true })))
      assert.ok(isPrevented, 'a resting finger opens no menu')
    }))

  test('fills the cells that fingers cover, and marks dead ones, also after a resize', () =>
    withMeasure({ width: 1280, height: 720 }, async page => {
      await say(page, coverageOf([3]), askedAt(4), liveAt(0))
      await say(page, coverageOf([20], { hasDead: true }), askedAt(4), liveAt(1))
      /** The colour in the middle of a cell: its name by the tokens. */
      const colorAt = (column, row) => page.evaluate(({ column, row, columns, rows, width, height }) => {
        const canvas = document.querySelector('.cells')
        const scale = Math.min(canvas.clientWidth / (width + 4), canvas.clientHeight / (height + 4))
        const x = (canvas.clientWidth - (width + 4) * scale) / 2 + (2 + (column + 0.5) * width / columns) * scale
        const y = (canvas.clientHeight - (height + 4) * scale) / 2 + (2 + (row + 0.5) * height / rows) * scale
        // A copy is read, because a canvas that is often read is drawn in another way.
        const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height })
        const probe = copy.getContext('2d', { willReadFrequently: true })
        probe.drawImage(canvas, 0, 0)
        const side = 6
        const { data } = probe.getImageData(x - side / 2, y - side / 2, side, side)
        const seen = new Set()
        for (const name of ['well', 'covered', 'no', 'card']) {
          probe.fillStyle = getComputedStyle(canvas).getPropertyValue(`--${name}`)
          probe.fillRect(0, 0, 1, 1)
          const [r, g, b] = probe.getImageData(0, 0, 1, 1).data
          for (let at = 0; at < data.length; at += 4) {
            if (Math.abs(data[at] - r) + Math.abs(data[at + 1] - g) + Math.abs(data[at + 2] - b) < 6) seen.add(name)
          }
        }
        return [...seen].join()
      }, { column, row, ...SIDE, width: PANEL.width, height: PANEL.height })
      const colors = async () => [await colorAt(10, 3), await colorAt(10, 20), await colorAt(10, 10),
        await colorAt(44, 3), await colorAt(45, 30)]
      const expected = ['covered', 'covered', 'well', 'no,card', 'no,card']
      assert.deepEqual(await colors(), expected)
      assert.equal(await page.evaluate(() => document.querySelector('.legend .dead').checkVisibility()), true)
      await page.look({ width: 1600, height: 900, touch: true })
      await page.frames()
      await page.frames()
      assert.deepEqual(await colors(), expected)
      await say(page, coverageOf([], { isReset: true }), askedAt(0), liveAt(2))
      assert.deepEqual(await colors(), ['well', 'well', 'well', 'well', 'well'])
    }))

  test('shows the numbers and the grades of the messages, while they come in and at the end', () =>
    withMeasure({ width: 1920, height: 1080 }, async page => {
      const rows = table => page.evaluate(table => [...document.querySelectorAll(`${table} tbody tr`)].map(row => [
        row.dataset.metric, row.dataset.axis, row.querySelector('.value').textContent,
        ...[...row.querySelectorAll('.grade')].map(cell => `${cell.dataset.source} ${cell.dataset.grade}`
          + ` ${cell.querySelector('.word').textContent}`),
      ]), table)
      const measured = results => results.filter(({ value }) => value !== null)
      const expected = results => measured(results).map(({ metric, axis, shown, grades }) => [
        metric, axis, shown, ...['w8', 'w10', 'chromeos'].map(source => {
          const grade = grades.find(one => one.source === source)?.grade
          return `${source} ${grade ?? 'none'} ${grade?.replace('_', ' ') ?? 'no limit'}`
        }),
      ])
      for (const index of [5, 8, 12]) {
        const message = index < 12 ? askedAt(index) : { ...askedAt(11), results: overWith().results }
        await say(page, message, liveAt(index))
        assert.deepEqual((await rows('.sofar')).toSorted(), expected(message.results).toSorted())
      }
      // A metric gets more samples while the person continues.
      const more = overWith().results
      const rate = more.find(({ metric }) => metric === 'report_rate')
      Object.assign(rate, { value: 96, shown: '96 Hz' }).grades[0].grade = 'fail'
      await say(page, { ...askedAt(11), results: more }, liveAt(13))
      assert.deepEqual((await rows('.sofar')).toSorted(), expected(more).toSorted())
      const first = (await rows('.sofar'))[0][0]
      assert.equal(first, overWith().results.findLast(({ value }) => value !== null).metric)
      const over = overWith()
      over.results[0].shown = '3'
      await say(page, over, REPORT, liveAt(20))
      const ended = await rows('.results')
      assert.deepEqual(ended.toSorted(), expected(over.results).toSorted())
      const fails = ended.map(row => row.some(cell => / fail /.test(cell)))
      assert.deepEqual(fails, fails.toSorted((one, other) => other - one), 'what fails comes first')
      const limits = table => page.evaluate(table => [...document.querySelectorAll(`${table} tbody tr`)].map(row => [
        row.dataset.metric, row.dataset.axis,
        ...[...row.querySelectorAll('.grade')].map(cell => ['.bound', '.judged']
          .map(part => cell.querySelector(part)?.textContent).join(' ')),
      ]), table)
      const expectedLimits = measured(over.results).map(({ metric, axis, grades }) => [
        metric, axis, ...['w8', 'w10', 'chromeos'].map(source => {
          const { limit = '', judged = null } = grades.find(one => one.source === source) ?? {}
          return `${limit} ${judged ?? ''}`
        }),
      ])
      assert.deepEqual((await limits('.results')).toSorted(), expectedLimits.toSorted())
      assert.ok(expectedLimits.flat().includes('≤ 0.5 mm 0.18 mm'))
      assert.equal(await page.evaluate(() => document.querySelector('.sofar .bound')), null)
      const summary = await page.evaluate(() => ['.summary', '.besides'].map(part =>
        document.querySelector(part).textContent))
      assert.match(summary[0], /^✗ Fails limits of 5 metrics: .*report rate/)
      assert.match(summary[1], /^Marginal: tap repeatability\. Not measured: drumroll, /)
      const { missing, tallies } = await page.evaluate(() => ({
        missing: [...document.querySelectorAll('.missing li')].map(({ textContent }) => textContent),
        tallies: [...document.querySelectorAll('.tallies li')].map(item =>
          [...item.children].map(({ textContent }) => textContent).join(' ')),
      }))
      assert.deepEqual(missing, [
        'Drumroll: no finger drummed: do the station drumming',
        'Latency: a recording cannot show when the finger touched the glass',
        'Stated size: the visible area of the display is unknown: add --display',
      ])
      assert.equal(tallies[2], 'ChromeOS 1 fail 1 marginal 7 pass')
      // Results that flickctl no longer sends are gone.
      await say(page, { ...askedAt(6), results: [] }, liveAt(21))
      assert.deepEqual(await rows('.sofar'), [])
    }))

  test('saves the report that it has received, and shows settings and command', () =>
    withMeasure({ width: 1280, height: 720 }, async page => {
      await say(page, overWith(), liveAt(1))
      assert.equal(await page.evaluate(() => document.querySelector('.save').checkVisibility()), false)
      await say(page, REPORT, liveAt(2))
      const found = await page.evaluate(() => {
        const text = part => document.querySelector(`.settings ${part}`).textContent
        return { lines: text('.lines'), command: text('.command') }
      })
      assert.deepEqual(found, { lines: REPORT.settings, command: REPORT.command })
      assert.equal(await savedReport(page), REPORT.page)
      const words = () => page.evaluate(() => [...document.querySelectorAll('.settings > *')]
        .filter(element => element.checkVisibility()).map(({ textContent }) => textContent))
      const note = 'the panel has no vendor id: copy the lines'
      await say(page, overWith(), { ...REPORT, command: '', note }, liveAt(3))
      assert.deepEqual(await words(), [
        'Settings for flickd', REPORT.settings, 'An administrator must add them to the configuration.', note,
      ])
      await say(page, overWith(), { ...REPORT, settings: '', command: '' }, liveAt(4))
      assert.deepEqual(await words(), ['Settings for flickd', 'This panel needs no changed settings.'])
    }))

  test('keeps the results, the report and the reason when the panel is gone', () =>
    withMeasure({ width: 1280, height: 720 }, async page => {
      await say(page, askedAt(4), liveAt(1))
      await say(page, overWith(), REPORT, liveAt(2))
      await page.evaluate(gone => hangUp(1011, gone), GONE)
      const chip = () => page.evaluate(() => document.querySelector('#link').textContent)
      assert.equal(await chip(), `not connected: ${GONE}`)
      await page.until('the page tries again', () => asked.at(-1).request === 'live')
      await page.evaluate(() => hangUp())
      assert.equal(await chip(), `not connected: ${GONE}`)
      assert.equal(await page.evaluate(() => document.querySelector('.results .grades').checkVisibility()), true)
      assert.equal(await savedReport(page), REPORT.page)
    }))

  test('shows how many repetitions a station has counted, if it counts', () =>
    withMeasure({ width: 1280, height: 720 }, async page => {
      const shown = () => page.evaluate(() => document.querySelector('.counted').textContent)
      await say(page, askedAt(SWIPES, { counted: 3 }), liveAt(0))
      assert.equal(await shown(), '3 of 5 counted')
      await say(page, askedAt(LONGEST), liveAt(1))
      assert.equal(await shown(), '')
    }))

  test('sends the station that is on the screen, although a message of the next one has come', () =>
    withMeasure({ width: 1280, height: 720 }, async page => {
      await say(page, askedAt(6), liveAt(0))
      await pause(CALM)
      await requestsOf(page, 'measure')
      await page.evaluate(next => {
        say(next)
        document.querySelector('[value=skip]').click()
      }, askedAt(7))
      assert.deepEqual((await requestsOf(page, 'measure')).map(one => [one.do, one.station]), [['skip', 7]])
    }))

  test('is without a finding of axe-core, and shows the focus',
    { skip: isAxeMissing }, () =>
      withMeasure({ width: 1366, height: 768, reduced: true }, async page => {
        const steps = [
          [], [askedAt(7, { contacts: 2, elapsed: 3 })], [askedAt(TARGETS, { target: 3 })], [overWith(), REPORT],
        ]
        for (const [number, messages] of steps.entries()) {
          if (number > 0) await say(page, ...messages, liveAt(number))
          await checkWithAxe(page)
          await page.evaluate(() => document.activeElement?.blur())
          await page.key('Tab')
          const { outlineStyle, outlineWidth } = await page.evaluate(() => {
            const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
            return { outlineStyle, outlineWidth }
          })
          assert.ok(outlineStyle === 'solid' && parseFloat(outlineWidth) >= 3, `step ${number}: ${outlineWidth}`)
        }
      }))

  test('needs little script a frame while ten contacts cover the map', async t => {
    const page = await openMeasure({ width: 1920, height: 1080 })
    await say(page, askedAt(7), liveAt(0))
    /** New cells, a clock and ten contacts. */
    const linesOf = (round, frame) => [
      { ...coverageOf([]), new: Array.from({ length: 10 }, (_, cell) => (frame * 10 + cell + round * 600) % 2584) },
      askedAt(7, { elapsed: frame / 60, contacts: 10 }), liveAt(frame, 10),
    ]
    await checkScript(t, page, '#measure .fingers', linesOf)
    assert.deepEqual(page.complaints, [])
    await page.close()
  })
})
