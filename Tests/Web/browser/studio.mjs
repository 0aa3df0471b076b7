// The page of `flickctl studio` while the command plays a recording: decisions, replays, and the looks on each screen.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkWithAxe, isAxeMissing } from './axe.mjs'
import { finger, framesOf, later } from './fingers.mjs'
import { boxOf, openEmpty } from './kit.mjs'
import { contrasts, installColors } from './measures.mjs'
import { recordingOf } from './recording.mjs'
import { Service } from './service.mjs'

const PANEL = { width: 1366, height: 768 }
/** A flick to the left, a slow drag that returns, and a flick down with two fingers. */
const fingers = [
  finger([[-300, 10, 160]], { x: 900, y: 300 }),
  ...later([finger([[90, 0, 500], [0, 0, 300]], { x: 300, y: 400 })], 700),
  ...later([finger([[0, 260, 150]], { x: 500, y: 200 }), finger([[0, 260, 150]], { x: 580, y: 210 })], 2000),
]

/** Sizes with the least target and the least text, in px. */
const sizes = [
  { look: { width: 360, height: 640 }, target: 44, text: 14 },
  { look: { width: 640, height: 360 }, target: 44, text: 14 },
  { look: { width: 768, height: 1024 }, target: 44, text: 14 },
  { look: { width: 1080, height: 1920 }, target: 80, text: 20 },
  { look: { width: 1920, height: 1080 }, target: 80, text: 20 },
  { look: { width: 3840, height: 2160 }, target: 160, text: 40 },
]

/** Script in a frame with ten contacts, as a multiple of the script that only draws as many trails. */
const MOST_SCRIPT = 4

/** Ten fingers that move in circles of their own for `seconds`, at 240 Hz. */
const circles = seconds => Array.from({ length: 10 }, (_, number) => {
  const samples = Array.from({ length: 240 * seconds }, (_, index) => {
    const [time, angle] = [(index + 1) * 1000 / 240, index / 60 + number]
    return { time, x: 60 * Math.cos(angle), y: 60 * Math.sin(angle) }
  })
  const [x, y] = [120 + 230 * (number % 5), 200 + 330 * Math.floor(number / 5)]
  return { at: 0, x, y, samples, end: 'lifted', lost: null }
})

/** Runs a test with a page that has received all decisions. */
async function withStudio(look, check) {
  await withRecording(fingers, look, async page => {
    await page.until('the recording is over',
      () => document.querySelectorAll('.decision').length === 3)
    await page.frames()
    await check(page)
  })
}

/** Runs a test with a page that has just begun to receive the recording of these fingers. */
async function withRecording(fingers, look, check) {
  const service = await Service.studio(recordingOf(framesOf(fingers), PANEL, 300))
  const page = await openEmpty({ touch: true, ...look })
  try {
    await page.visit(service.url)
    await check(page)
    assert.deepEqual(page.complaints, [])
  } finally {
    await page.close()
    await service.stop()
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

for (const { look, target, text } of sizes) {
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
  test('shows the decisions of the recording, the newest first, with their margins', () =>
    withStudio({ width: 1920, height: 1080 }, async page => {
      const rows = await page.evaluate(() => [...document.querySelectorAll('.decision')].map(row =>
        ['.what', '.why'].map(part => row.querySelector(part).textContent)))
      assert.deepEqual(rows.map(([what]) => what), ['flick down: commit', 'drag right: return', 'flick left: commit'])
      assert.match(rows[0][1], /^2 fingers, by distance/)
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

  test('needs little more script for ten contacts at 240 Hz than a page that only draws their trails', t =>
    withRecording(circles(9), { width: 1920, height: 1080 }, async page => {
      await page.until('ten trails are long', () =>
        studio.live.trails.contacts.length === 10
        && studio.live.trails.contacts.every(({ trail }) => trail.length > 200))
      await page.evaluate(() => {
        window.drawn = 0
        const { draw } = studio.live
        studio.live.draw = function () {
          drawn++
          draw.call(this)
        }
        // The calibration: trails as long, in as many strokes, and nothing else.
        window.calibrate = frames => new Promise(resolve => {
          const canvas = document.querySelector('#live canvas').cloneNode()
          Object.assign(canvas, { width: 1100, height: 700 })
          const context = canvas.getContext('2d')
          const trails = studio.live.trails.contacts.map(({ trail }) => trail.map(([x, y]) => [5 * x, 5 * y]))
          const frame = () => {
            context.clearRect(0, 0, canvas.width, canvas.height)
            for (const trail of trails) {
              context.beginPath()
              for (const [x, y] of trail) context.lineTo(x, y)
              context.stroke()
              context.beginPath()
              context.arc(...trail.at(-1), 20, 0, 2 * Math.PI)
              context.fill()
            }
            frames-- > 0 ? requestAnimationFrame(frame) : resolve()
          }
          requestAnimationFrame(frame)
        })
      })
      const taken = { studio: [], calibration: [] }
      for (let round = 0; round < 5; round++) {
        const [before, drawn] = [await page.counts(), await page.evaluate(() => window.drawn)]
        await page.evaluate(() => new Promise(resolve => { setTimeout(resolve, 800) }))
        const frames = await page.evaluate(() => window.drawn) - drawn
        assert.ok(frames > 5, `${frames} frames`)
        taken.studio.push(((await page.counts()).ScriptDuration - before.ScriptDuration) / frames)
      }
      await page.until('the fingers are up', () => studio.live.trails.contacts.every(({ isDown }) => !isDown))
      // The trails stay for a moment; then nothing else draws.
      for (let round = 0; round < 5; round++) {
        const before = await page.counts()
        await page.evaluate(() => calibrate(40))
        taken.calibration.push(((await page.counts()).ScriptDuration - before.ScriptDuration) / 41)
      }
      const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
      const [script, calibration] = [median(taken.studio), median(taken.calibration)]
      const [micros, least] = [script, calibration].map(seconds => (1e6 * seconds).toFixed(0))
      const words = `${micros} µs of script a frame, ${least} µs to draw only`
      t.diagnostic(`${words}: ${(script / calibration).toFixed(2)} times`)
      assert.ok(script <= MOST_SCRIPT * calibration, words)
    }))

  test('replays a swipe by touch alone: play, scrub, close', () =>
    withStudio({ width: 1080, height: 1920 }, async page => {
      await touch(page, 'li:nth-child(3) > .decision')
      await page.until('the replay plays', () => document.querySelector('#replay').open && studio.live.film.isPlaying)
      const what = await page.evaluate(() => document.querySelector('#replay .what').textContent)
      assert.match(what, /^flick left: commit/)
      await page.evaluate(() => {
        const time = document.querySelector('.time')
        time.value = time.max
        time.dispatchEvent(new Event('input'))
      })
      const { fit, met } = await page.evaluate(() => ({
        fit: document.querySelector('.fit').textContent,
        met: [...document.querySelectorAll('#replay .criterion')].map(({ dataset }) => dataset.met),
      }))
      assert.match(fit, /^Speed by the fit: [\d,.]+ mm\/s from \d+ samples in \d+ ms, confidence (1\.00|0\.9\d)$/)
      assert.deepEqual(met, ['true', 'true'])
      await touch(page, '#replay [value=play]')
      await page.until('it plays again', () => studio.live.film.isPlaying)
      await touch(page, '#replay [value=close]')
      await page.until('it is closed', () => !document.querySelector('#replay').open)
      assert.equal(await page.evaluate(() => studio.live.film.isPlaying), false)
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
