// The rooms of the studio from start to end: the real `flickctl studio` reads a touchscreen of umockdev, and Chromium
// shows the page on the display under it. With $FLICKD_WALKS=all on every size, else on one.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { marginOf } from '../../../Sources/Web/replay/criteria.js'
import { numberOf } from '../../../Sources/Web/design/elements.js'
import { ending, finger, framesOf, later } from './fingers.mjs'
import { boxOf, openEmpty } from './kit.mjs'
import { MILLIMETRES } from './recording.mjs'
import { Service, built } from './service.mjs'
import { Touchscreen } from './touchscreen.mjs'
import { pause } from './waiting.mjs'

const every = process.env.FLICKD_WALKS === 'all'
const [tall, wide] = [{ width: 1080, height: 1920 }, { width: 1920, height: 1080 }]
const looks = every
  ? [tall, wide, { width: 3840, height: 2160 }, { width: 360, height: 640 }]
    .flatMap(look => [false, true].map(dark => ({ ...look, dark })))
  : [wide]
const skip = !process.env.CI && !existsSync('/usr/bin/umockdev-wrapper')
  && 'umockdev is not there: `packaging/deps.sh test` installs it'

/** Runs a walk with a page of the studio, which shows a room. */
async function withStudio(look, room, words, walk) {
  const touchscreen = await Touchscreen.start(look)
  const service = await Service.studio(null, touchscreen, ...words)
  const page = await openEmpty({ touch: true, ...look })
  try {
    await page.visit(service.url)
    await page.until('the page is greeted', () => !document.querySelector('.rooms').hidden)
    await touch(page, `.rooms [value=${room}]`)
    // The room ignores fingers just after it has appeared.
    await pause(700)
    await walk(page, touchscreen)
    assert.deepEqual(page.complaints, [])
  } finally {
    await page.close()
    await service.stop()
    touchscreen.stop()
  }
}

/** Touches the middle of an element. */
async function touch(page, selector) {
  const { x, y, width, height } = await boxOf(page, selector)
  await page.touch(framesOf([finger([[0, 0, 40]], { x: x + width / 2, y: y + height / 2 })]))
}

/** `count` fingers, one after the other every `period` ms. */
const repeated = (count, period, make) =>
  Array.from({ length: count }, (_, number) => later([make(number)].flat(), number * period)).flat()

/** What a person does at each station, on a display of this size. */
function exercises({ width, height }) {
  const at = (x, y) => ({ x: x * width, y: y * height })
  const slow = (dx, dy, start) => finger([[dx * width, dy * height, 4000]], start)
  return {
    resting: [finger(Array.from({ length: 14 }, (_, number) => [number % 2 ? 1 : -1, 0, 400]), at(0.5, 0.5))],
    taps: repeated(11, 300, () => finger([[0, 0, 60]], at(0.45, 0.45))),
    horizontal: [slow(0.88, 0, at(0.06, 0.4))],
    vertical: [slow(0, 0.84, at(0.4, 0.08))],
    diagonal: [finger([[0.7 * Math.min(width, height), 0.7 * Math.min(width, height), 4000]], at(0.15, 0.1))],
    swipes: repeated(8, 700, () => finger([[-0.4 * width, 0, 180]], at(0.7, 0.5))),
    edges: [
      finger([[-0.2 * width, 0, 500]], at(0.2, 0.4)), ...later([finger([[0, -0.2 * height, 500]], at(0.5, 0.2))], 900),
      ...later([finger([[0.2 * width, 0, 500]], at(0.8, 0.4))], 1800),
      ...later([finger([[0, 0.2 * height, 500]], at(0.5, 0.8))], 2700),
    ],
    'two-fingers': repeated(3, 3600, () => [
      finger([[0, 0, 2400]], at(0.3, 0.4)), ...later([finger([[0.2 * width, 0, 1400]], at(0.42, 0.4))], 800),
    ]),
    drumming: repeated(30, 180, number => finger([[0, 0, 90]], at(0.4 + number % 2 * 0.14, 0.4))),
    'many-fingers': repeated(10, 10, number => finger([[0, 0, 1500]], at(0.1 + number * 0.08, 0.4 + number % 2 * 0.1))),
  }
}

/** Walks through every station; taps each target in its middle. */
async function walkStations(page, touchscreen, look, warp) {
  const exercise = exercises(look)
  let before = null
  for (;;) {
    const { state, word, target } = await page.evaluate(() => {
      const room = document.querySelector('#measure')
      const { x, y, width, height } = room.querySelector('.cross').getBoundingClientRect()
      return {
        state: room.dataset.state, target: width > 0 ? { x: x + width / 2, y: y + height / 2 } : null,
        word: room.querySelector('.steps [data-state=asked]')?.textContent.split(':')[0],
      }
    })
    if (state === 'over') return
    if (word === 'targets' && target) {
      touchscreen.play([finger([[0, 0, 80]], target)], warp)
      await pause(600)
    } else if (word !== before && exercise[word]) {
      touchscreen.play(exercise[word], warp)
    }
    before = word
    await pause(100)
  }
}

/** The rows of the results: [what was measured, the first number]. */
const rowsOf = page => page.evaluate(() => [...document.querySelectorAll('#measure .results tbody tr')].map(row => {
  const [name, value] = [...row.children].map(cell => cell.textContent)
  return [name.toLowerCase(), parseFloat(value)]
}))

/** The numbers of `flickctl measure` for the saved recordings, by the name of their row. */
function measured(folder) {
  const files = readdirSync(folder).filter(name => name.endsWith('.evemu'))
  // Without the page, the targets are an exercise without a name.
  const words = files.map(name => (name === 'targets.evemu' ? '' : name.replace('.evemu', '=')) + join(folder, name))
  const { results: [{ metrics }] } = JSON.parse(execFileSync(join(built, 'flickctl'), ['measure', '--json', ...words]))
  return metrics.filter(({ value }) => value !== null).map(({ metric, axis, value }) =>
    [metric.replaceAll('_', ' ') + (axis && axis !== 'both' ? `, ${axis}` : ''), value])
}

/** A flick, a slow drag and a swipe of two fingers, on a display of this size; and how their decisions read. */
function strokes({ width, height }) {
  const at = (x, y) => ({ x: x * width, y: y * height })
  const up = [[0, -0.3 * height, 120]]
  return [
    ['flick left: commit', [finger([[-0.5 * width, 0, 110]], at(0.8, 0.5))]],
    ['drag right: return', [finger([[60, 0, 900], [0, 0, 600]], at(0.3, 0.5))]],
    ['flick up: commit', [finger(up, at(0.4, 0.7)), finger(up, at(0.55, 0.7))]],
  ]
}

/** The newest decision of the room Live: [what, distance, speed]. */
const newest = page => page.evaluate(() => ['.what', '.far', '.fast']
  .map(part => document.querySelector('.decision')?.querySelector(part)?.textContent))

/** Swipes on the panel before a page that shows it: each decision has the numbers that flickctl sends. */
async function walkLive(page, touchscreen, look) {
  for (const [what, fingers] of strokes(look)) {
    touchscreen.play(fingers)
    if (what === 'drag right: return') {
      await page.until('the swipe is judged while it moves', () =>
        document.querySelector('#live .meant').textContent === 'drag right: would return now')
    }
    await page.until(what, what => document.querySelector('.decision .what')?.textContent === what, what)
    const { distance, distance_threshold: far, speed, speed_threshold: fast } = lastOf(page, 'decision').decision
    assert.deepEqual(await newest(page), [
      what, `${numberOf(distance)} mm ${marginOf(distance, far)}`, `${numberOf(speed)} mm/s ${marginOf(speed, fast)}`,
    ])
    const [[dx, dy]] = fingers[0].steps
    assert.ok(Math.abs(distance - Math.hypot(dx, dy) * MILLIMETRES) < 0.2, `${what}: ${distance} mm`)
    await pause(400)
  }
  await replaySlowly(page)
}

/** The last message of a type that the page received. */
const lastOf = (page, type) => page.lines.findLast(({ direction, line }) => direction === 'heard' && line.type === type).line

/** Plays the first swipe again, by touch, and closes it. */
async function replaySlowly(page) {
  await page.evaluate(() => document.querySelector('.decisions li:last-child').scrollIntoView())
  const speed = await page.evaluate(() => document.querySelector('.decisions li:last-child .fast').textContent)
  await touch(page, '.decisions li:last-child > .decision')
  await page.until('the replay is open', () => document.querySelector('#replay').open)
  await page.until('it has played to the lift', () => !studio.live.film.player.isPlaying)
  const fit = await page.evaluate(() => document.querySelector('#replay .fit').textContent)
  assert.ok(fit.startsWith(`Speed by the fit: ${speed.split(' ')[0]} mm/s from `), `${fit}; ${speed}`)
  await touch(page, '#replay [value=close]')
  await page.until('it is closed', () => !document.querySelector('#replay').open)
}

describe('The studio on a touchscreen', { skip, concurrency: 2 }, () => {
  for (const look of looks) {
    const words = `${look.width} × ${look.height}${look.dark ? ', dark' : ''}`
    test(`shows each swipe and its decision, with its numbers (${words})`, () =>
      withStudio(look, 'live', [], (page, touchscreen) => walkLive(page, touchscreen, look)))

    test(`measures the panel, with the numbers of flickctl measure (${words})`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'flick-measured-'))
      try {
        await withStudio(look, 'measure', ['--save', folder], async (page, touchscreen) => {
          await touch(page, '#measure [value=begin]')
          await walkStations(page, touchscreen, look, touchscreen.warp({ offset: 2, rotation: 1 }))
          await page.until('the report is there', () => !document.querySelector('#measure .save').hidden)
          const rows = await rowsOf(page)
          const number = name => rows.find(([one]) => one === name)?.[1]
          for (const [name, planted] of [['target offset, x', 2], ['target rotation', 1]]) {
            assert.ok(Math.abs(number(name) - planted) <= 0.1 * planted, `${name}: ${number(name)}`)
          }
          const expected = measured(folder)
          assert.ok(expected.length > 20, `${expected.length} numbers`)
          for (const [name, value] of expected) {
            const shown = rows.filter(([one]) => one === name).map(([, number]) => number)
            const isShown = shown.some(number => Math.abs(number - value) <= 0.006 * Math.max(1, Math.abs(value)))
            assert.ok(isShown, `${name}: ${shown}, and flickctl measure says ${value}`)
          }
        })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })

    test(`tunes the rule for five people, who feel the proposal (${words})`, async () => {
      await withStudio(look, 'tune', [], async (page, touchscreen) => {
        await touch(page, '#tune .idle [value=begin]')
        await walkTries(page, touchscreen, look)
        await page.until('the proposal is there', () => document.querySelector('#tune .thresholds tbody tr') !== null)
        const rates = await page.evaluate(() => [...document.querySelectorAll('#tune .rates tbody tr')]
          .map(row => [...row.children].map(cell => cell.textContent)))
        const [, before, after] = rates.find(([name]) => name === 'drags that return')
        assert.ok(parseInt(after) < parseInt(before), `${before}, then ${after}`)
        await feel(page, touchscreen)
      })
    })
  }
})

/** Makes every try: flicks, drags and taps as people do them. */
async function walkTries(page, touchscreen, { width }) {
  for (let number = 0; ; number++) {
    const { state, request, field } = await page.evaluate(() => {
      const section = [...document.querySelectorAll('#tune > section')].find(one => one.checkVisibility())
      const box = section.querySelector('.field')?.getBoundingClientRect()
      return {
        state: section.dataset.state, request: section.querySelector('.request')?.textContent ?? '',
        field: box && { x: box.x + box.width / 2, y: box.y + box.height / 2 },
      }
    })
    if (state === 'over') return
    if (state === 'ready') {
      await touch(page, '#tune .ready [value=proceed]')
      await page.until('the person is asked', () => document.querySelector('#tune .asked').checkVisibility())
      continue
    }
    const long = Math.min(0.35 * width, 100 + number % 7 * 20)
    const [kind] = ['flick', 'drag', 'tap', 'scroll'].filter(word => request.startsWith(word))
    if (!kind) {
      // The page has not drawn it yet.
      await pause(50)
      continue
    }
    const steps = {
      flick: [[-long, 0, 110]], drag: [[-long, 0, 400], [0, 0, 150]], tap: [[0, 0, 60]], scroll: [[0, -60, 200]],
    }[kind]
    const fingers = [finger(steps, field)]
    touchscreen.play(fingers)
    await pause(ending(fingers) + 150)
  }
}

/** Swipes the row of cards with the proposed rule. */
async function feel(page, touchscreen) {
  await page.evaluate(() => document.querySelector('#tune .cards').scrollIntoView({ block: 'center' }))
  await page.frames()
  await touch(page, '#tune [value=proposed]')
  await page.until('the proposed rule is in force', () =>
    document.querySelector('#tune [value=proposed]').ariaPressed === 'true')
  const { x, y, width, height } = await boxOf(page, '#tune .cards')
  // The page reports the new position of the row first.
  await pause(500)
  touchscreen.play([finger([[-0.3 * width, 0, 110]], { x: x + width / 2, y: y + height / 2 })])
  await page.until('the swipe is felt', () => /^Next card by (both rules|the proposed rule)/.test(
    document.querySelector('#tune .felt').textContent))
}
