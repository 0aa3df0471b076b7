// The page of `flickctl studio` while the command plays a recording: decisions, replays, and the looks on each screen.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { marginOf } from '../../../Sources/Web/replay/criteria.js'
import { numberOf } from '../../../Sources/Web/design/elements.js'
import { GREETING, liveAt } from '../measuring.mjs'
import { checkWithAxe, isAxeMissing } from './axe.mjs'
import { finger, framesOf, later } from './fingers.mjs'
import { boxOf, openEmpty } from './kit.mjs'
import { contrasts, installColors } from './measures.mjs'
import { recordingOf } from './recording.mjs'
import { SIZES, checkScript, openRoom } from './room.mjs'
import { Service, built } from './service.mjs'

const PANEL = { width: 1366, height: 768 }
/** A flick to the left, a slow drag that returns, and a flick down with two fingers. */
const fingers = [
  finger([[-300, 10, 160]], { x: 900, y: 300 }),
  ...later([finger([[90, 0, 500], [0, 0, 300]], { x: 300, y: 400 })], 700),
  ...later([finger([[0, 260, 150]], { x: 500, y: 200 }), finger([[0, 260, 150]], { x: 580, y: 210 })], 2000),
]

/** Runs a test with a page that has received all decisions. */
async function withStudio(look, check) {
  const service = await Service.studio(recordingOf(framesOf(fingers), PANEL, 300))
  const page = await openEmpty({ touch: true, ...look })
  try {
    await page.visit(service.url)
    await page.until('the recording is over',
      () => document.querySelectorAll('.decision').length === 3)
    await page.frames()
    await check(page)
    assert.deepEqual(page.complaints, [])
  } finally {
    await page.close()
    await service.stop()
  }
}

/** The ends of the swipes that `flickctl replay` prints for the recording, the newest first. */
function replayed() {
  const folder = mkdtempSync(join(tmpdir(), 'flick-replayed-'))
  try {
    const file = join(folder, 'fingers.evemu')
    writeFileSync(file, recordingOf(framesOf(fingers), PANEL, 300))
    const lines = execFileSync(join(built, 'flickctl'), ['replay', file], { encoding: 'utf8' }).trim().split('\n')
    return lines.map(line => JSON.parse(line)).filter(({ phase }) => phase === 'end').reverse()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Touches the middle of an element. */
async function touch(page, selector) {
  const { x, y, width, height } = await boxOf(page, selector)
  await page.touch(framesOf([finger([[0, 0, 40]], { x: x + width / 2, y: y + height / 2 })]))
}

/** What is too small, cut or beyond the screen. */
function layout() {
  const seen = element => element.checkVisibility({ visibilityProperty: true })
  const top = document.querySelector('dialog[open]') ?? document.body
  const cut = [...top.querySelectorAll('h1, h2, p, span, b, button')].filter(element =>
    seen(element) && !element.matches('.said') && element.clientWidth > 0
    && element.scrollWidth > element.clientWidth + 1)
  // A panel hides what is higher than itself; its list may scroll.
  const hidden = [...top.querySelectorAll('.panel')].filter(element =>
    seen(element) && element.scrollHeight > element.clientHeight + 1)
  const targets = [...top.querySelectorAll('button, input')].filter(seen)
    .map(element => [element.textContent || element.className, element.getBoundingClientRect().height])
  const texts = [...top.querySelectorAll('h1, h2, p, span, b, button, label')].filter(seen)
    .map(element => parseFloat(getComputedStyle(element).fontSize))
  const { width, height } = top.querySelector('canvas').getBoundingClientRect()
  return {
    wide: document.documentElement.scrollWidth,
    cut: [...cut, ...hidden].map(element => element.textContent.slice(0, 60)),
    targets, text: Math.min(...texts), canvas: Math.min(width, height),
  }
}

async function checkLayout(page, look, target, text, what) {
  const found = await page.evaluate(layout)
  assert.ok(found.wide <= look.width, `${what}: ${found.wide} px wide`)
  assert.deepEqual(found.cut, [], what)
  assert.deepEqual(found.targets.filter(([, high]) => high < target - 1), [], what)
  assert.ok(found.text >= text - 0.01, `${what}: text of ${found.text} px`)
  assert.ok(found.canvas >= 0.2 * Math.min(look.width, look.height), `${what}: a canvas of ${found.canvas} px`)
  const faint = (await page.evaluate(contrasts)).filter(({ ratio, least }) => ratio < least)
  assert.deepEqual(faint, [], what)
}

for (const { look, target, text } of SIZES) {
  for (const dark of [false, true]) {
    const size = `${look.width} × ${look.height}`
    test(`The studio fits on ${size} in ${dark ? 'dark' : 'light'} colours, and can be read`, () =>
      withStudio({ ...look, dark, reduced: true }, async page => {
        await page.evaluate(installColors)
        await checkLayout(page, look, target, text, 'live')
        await page.evaluate(() => document.querySelector('.decision').click())
        await page.until('the replay is open', () => document.querySelector('#replay').open)
        await checkLayout(page, look, target, text, 'the replay')
      }))
  }
}

describe('The studio', () => {
  test('shows the decisions of the recording, the newest first, with the numbers of flickctl replay', () =>
    withStudio({ width: 1920, height: 1080 }, async page => {
      const rows = await page.evaluate(() => [...document.querySelectorAll('.decision')].map(row =>
        ['.what', '.why'].map(part => row.querySelector(part).textContent)))
      assert.deepEqual(rows.map(([what]) => what), ['flick down: commit', 'drag right: return', 'flick left: commit'])
      assert.match(rows[0][1], /^2 fingers, by distance/)
      const numbers = await page.evaluate(() => [...document.querySelectorAll('.decision')].map(row =>
        ['.far', '.fast'].map(part => row.querySelector(part).textContent)))
      assert.deepEqual(numbers, replayed().map(({ decision }) => [
        `${numberOf(decision.distance)} mm ${marginOf(decision.distance, decision.distance_threshold)}`,
        `${numberOf(decision.speed)} mm/s ${marginOf(decision.speed, decision.speed_threshold)}`,
      ]))
      const { criteria, meant } = await page.evaluate(() => ({
        criteria: document.querySelectorAll('#live .criterion').length,
        meant: document.querySelector('.meant').textContent,
      }))
      assert.deepEqual([criteria, meant], [2, 'flick down, 2 fingers: commit, by distance and speed'])
    }))

  test('draws the trail of a finger on the map', () =>
    withStudio({ width: 1366, height: 768 }, async page => {
      const colors = await page.evaluate(() => {
        const canvas = document.querySelector('#live canvas')
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
        return new Set(new Uint32Array(data.buffer)).size
      })
      // The glass, its border, and the trail with its smooth edges.
      assert.ok(colors > 4, `${colors} colours`)
    }))

  test('needs little script a frame for ten contacts at 240 Hz', async t => {
    const cases = JSON.parse(readFileSync(new URL('../../Cases/studio.json', import.meta.url), 'utf8'))
    const { swipes: [swipe] } = cases.find(({ swipes }) => swipes?.length > 0)
    const page = await openRoom('live', { width: 1920, height: 1080 }, GREETING, liveAt(0))
    /** Four positions of each contact, and a swipe of all of them. */
    const linesOf = (round, frame) => {
      const decision = { ...swipe.decision, distance: frame / 2, speed: 3 * frame, travel: frame / 2 }
      return [{ ...liveAt(frame, 10), swipes: [{ ...swipe, fingers: 10, decision }] }]
    }
    await checkScript(t, page, '#live canvas', linesOf)
    assert.deepEqual(page.complaints, [])
    await page.close()
  })

  test('replays a swipe by touch alone: play, scrub, close', () =>
    withStudio({ width: 1080, height: 1920 }, async page => {
      await touch(page, 'li:nth-child(3) > .decision')
      await page.until('the replay plays', () => document.querySelector('#replay').open && studio.live.film.player.isPlaying)
      const what = await page.evaluate(() => document.querySelector('#replay .what').textContent)
      assert.match(what, /^flick left: commit/)
      await page.evaluate(() => {
        const time = document.querySelector('#replay .time')
        time.value = time.max
        time.dispatchEvent(new Event('input'))
      })
      const { fit, met } = await page.evaluate(() => ({
        fit: document.querySelector('#replay .fit').textContent,
        met: [...document.querySelectorAll('#replay .criterion')].map(({ dataset }) => dataset.met),
      }))
      assert.match(fit, /^Speed by the fit: [\d,.]+ mm\/s from \d+ samples in \d+ ms, confidence (1\.00|0\.9\d)$/)
      assert.deepEqual(met, ['true', 'true'])
      await touch(page, '#replay [value=play]')
      await page.until('it plays again', () => studio.live.film.player.isPlaying)
      await touch(page, '#replay [value=close]')
      await page.until('it is closed', () => !document.querySelector('#replay').open)
      assert.equal(await page.evaluate(() => studio.live.film.player.isPlaying), false)
    }))

  test('has everything again after a reload, and removes the token from its address', () =>
    withStudio({ width: 1366, height: 768 }, async page => {
      assert.equal(await page.evaluate(() => location.hash), '')
      await page.reload()
      await page.until('the decisions are back', () => document.querySelectorAll('.decision').length === 3)
      assert.equal(await page.evaluate(() => document.querySelector('#link').textContent), 'connected')
    }))

  test('is without a finding of axe-core',
    { skip: isAxeMissing }, () =>
      withStudio({ width: 1366, height: 768, reduced: true }, async page => {
        for (const isReplay of [false, true]) {
          if (isReplay) {
            await page.evaluate(() => document.querySelector('.decision').click())
            await page.until('the replay is open', () => document.querySelector('#replay').open)
          }
          await checkWithAxe(page)
        }
      }))
})
