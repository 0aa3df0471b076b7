// The drawn frames of the show under the browser's own touches: no jump at the begin, a release that goes on with the
// velocity of the finger, a rest at the target, and little script.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Flight } from '../../../Sources/Web/flick.js'
import { finger, framesOf, moved } from './fingers.mjs'
import { boxOf, openShow } from './kit.mjs'
import { compareScript, scriptOf } from './script.mjs'

const LOOK = { width: 1920, height: 1080, touch: true, hash: '#bridge=none' }
/**
 * Script with three stages under fingers, as a multiple of the script that only moves as many elements, when each event
 * is followed by one frame. It contains the recognition of the pointer events, which flickd does otherwise; cost.mjs has
 * a bound without it.
 */
const MAX_SCRIPT = 5

/** For each stage what it moves, where a finger lands as parts of the view, and its axis with a sign. */
const stages = [
  { name: 'exhibits', at: [0.6, 0.3], heading: { x: -1 } },
  { name: 'about', at: [0.5, 0.9], heading: { y: -1 } },
  { name: 'tour', at: [0.4, 0.4], heading: { x: 1 } },
  { name: 'photos', at: [0.5, 0.3], heading: { y: 1 } },
  { name: 'plan', at: [0.5, 0.9], heading: { y: -1 } },
  { name: 'light', at: [0.6, 0.5], heading: { x: -1 } },
]

async function framesIn(page, name, [x, y], steps) {
  const box = await boxOf(page, `.${name}-view`)
  return framesOf(moved([finger(steps)], box.x + x * box.width, box.y + y * box.height))
}

/** Records the offset that the elements of a stage show in each frame, and whether a finger holds the content. */
const record = (page, name) => page.evaluate(name => {
  const shows = {
    // The first poster, card and picture are those that leave.
    exhibits: () => moved('#hero .poster').m41, about: () => moved('#hero .sheet').m42,
    tour: () => moved('#tour .card').m41, photos: () => moved('#photos .photo').m42,
    plan: () => moved('#plan .sheet').m42,
    light: ({ count, step }) => {
      const [, degrees] = document.querySelector('.disc').style.transform.match(/rotate\((.*)deg\)/)
      return Number(degrees) / 360 * count * step
    },
  }
  const moved = selector => new DOMMatrix(document.querySelector(selector).style.transform)
  const frames = window.drawn = []
  let before = null
  requestAnimationFrame(function frame(time) {
    if (window.drawn !== frames) return
    const interaction = show.stages[name].interaction
    // This runs before the page draws: it sees what the frame before shows.
    if (before) frames.push({ ...before, offset: shows[name](interaction) })
    before = { time, isHeld: interaction.isHeld }
    requestAnimationFrame(frame)
  })
}, name)
const atRest = async page => {
  await page.until('everything rests', () => show.isSettled)
  await page.frames()
}

describe('The drawn frames of the show', () => {
  let page
  before(async () => { page = await openShow(LOOK) })
  after(() => page.close())

  for (const { name, at, heading } of stages) {
    test(`have no jump, and go on with the velocity of the finger: ${name}`, async () => {
      const axis = heading.x ? 'x' : 'y'
      const direction = heading.x ?? heading.y
      const along = length => axis === 'x' ? [direction * length, 0] : [0, direction * length]
      await page.evaluate(() => show.reset())
      await page.frames()
      await record(page, name)
      await page.frames()
      await page.evaluate(() => { drawn.length = 0 })

      const slow = await framesIn(page, name, at, [[...along(40), 400]])
      await page.touchInFrames(slow.slice(0, -1))
      await page.frames()
      const held = await page.evaluate(() => drawn.map(({ offset }) => offset))
      const steps = held.slice(1).map((offset, index) => Math.abs(offset - held[index]))
      assert.ok(Math.max(...steps) <= 6, `steps ${steps.map(step => step.toFixed(1))}`)
      // The slop is not part of the movement.
      assert.ok(Math.abs(held.at(-1) - held[0] - 30 * direction) <= 1.5, `${held[0]} → ${held.at(-1)}`)
      await page.touch(slow.slice(-1).map(frame => ({ ...frame, time: 0 })))
      await atRest(page)

      await page.evaluate(() => { drawn.length = 0 })
      await page.touch(await framesIn(page, name, at, [[...along(130), 90]]))
      await page.until('the flick has ended', name => show.stages[name].ends >= 2, name)
      await atRest(page)
      const { frames, velocity, target } = await page.evaluate((name, axis) => {
        const { exit, content } = show.stages[name].interaction
        return { frames: drawn, velocity: show.stages[name].last.velocity[axis], target: exit ?? content.start }
      }, name, axis)
      const first = frames.findIndex(({ isHeld }, index) => index > 0 && !isHeld && frames[index - 1].isHeld)
      assert.ok(first > 0, 'a finger held it')
      const [last, free] = [frames[first - 1], frames[first]]
      const seconds = (free.time - last.time) / 1000
      const flight = new Flight(last.offset, target, velocity)
      const words = `${last.offset} → ${free.offset} in ${seconds} s at ${velocity}, to ${target}`
      assert.ok(Math.abs(free.offset - flight.offset(seconds)) <= 0.2 * Math.abs(velocity) * seconds + 2, words)
    })
  }

  test('need little more script for three fingers than elements that a page moves itself', async t => {
    const three = stages.filter(({ name }) => ['exhibits', 'tour', 'photos'].includes(name))
    await page.evaluate(() => {
      window.drawn = null
      show.reset()
    })
    await page.frames()
    /** Three fingers at once, which move in each frame. */
    const fingers = []
    for (const { name, at: [x, y], heading } of three) {
      const box = await boxOf(page, `.${name}-view`)
      const steps = [1, -1].map(sign => [70 * sign * (heading.x ?? 0), 70 * sign * (heading.y ?? 0), 250])
      fingers.push(...moved([finger(steps)], box.x + x * box.width, box.y + y * box.height))
    }
    const frames = framesOf(fingers)
    const touch = () => scriptOf(page, () => page.touchInFrames(frames))
    /** As many elements over the stages as the stages move, which follow their fingers and nothing else. */
    const cover = () => page.evaluate(names => {
      const counts = { exhibits: '#hero .poster', tour: '#tour .card', photos: '#photos .photo:not([data-depth="2"])' }
      window.covers = names.map(name => {
        const { x, y, width, height } = document.querySelector(`.${name}-view`).getBoundingClientRect()
        const cover = document.body.appendChild(document.createElement('div'))
        const things = [...document.querySelectorAll(counts[name])]
          .map(() => cover.appendChild(document.createElement('div')))
        Object.assign(cover.style, {
          position: 'fixed', left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`, zIndex: 99,
          touchAction: 'none',
        })
        let [start, offset, request] = [null, 0, null]
        const draw = () => {
          for (const thing of things) thing.style.transform = `translate3d(${offset}px, ${offset}px, 0)`
          request = null
        }
        cover.addEventListener('pointerdown', event => { start = event })
        cover.addEventListener('pointermove', event => {
          if (!start) return
          offset = event.clientX - start.clientX + event.clientY - start.clientY
          request ??= requestAnimationFrame(draw)
        })
        return cover
      })
    }, three.map(({ name }) => name))
    const uncover = () => page.evaluate(() => { for (const one of covers) one.remove() })
    await compareScript(t, page, {
      maxRatio: MAX_SCRIPT, frames: frames.length, rounds: 3,
      async measured() {
        const seconds = await touch()
        await atRest(page)
        return seconds
      },
      async calibration() {
        await cover()
        const seconds = await touch()
        await uncover()
        return seconds
      },
    })
  })
})
