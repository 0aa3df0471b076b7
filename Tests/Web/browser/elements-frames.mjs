// What each element draws under real touches of Chromium, from 320 px to 4K and in both directions of writing: no jump at
// the begin, a release that goes on with the velocity of the finger, and a rest exactly at the target.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Flight, Spring } from '../../../Sources/Web/flick.js'
import { cards, middleOf, open, page, pageOf, settled, usePages } from './elements-stage.mjs'
import { finger, framesOf, moved } from './fingers.mjs'

const VALUES = Array.from({ length: 12 }, (_, value) => `<div>${value}</div>`).join('')
/** For each element: its content, the direction of a swipe, and the result of a flick of 150 px. */
const ELEMENTS = [
  ['flick-carousel', '', cards(4), { x: -1 }, ({ index }) => index >= 1],
  ['flick-carousel', 'axis="y"', cards(4), { y: -1 }, ({ index }) => index >= 1],
  ['flick-carousel', 'is-looping per-view="2"', cards(5), { x: -1 }, ({ index }) => index >= 1],
  ['flick-pager', '', cards(3), { x: -1 }, ({ index }) => index === 1],
  ['flick-dial', '', VALUES, { y: -1 }, ({ index }) => index >= 4],
  ['flick-deck', '', cards(3), { x: -1 }, ({ index, interaction }) => index === 1 && interaction.side(0) === 'left'],
  ['flick-dismiss', '', 'text', { y: 1 }, ({ side }) => side === 'down'],
  ['flick-dismiss', 'axis="x"', 'text', { x: 1 }, ({ side }) => side === 'right'],
  ['flick-sheet', 'index="1" detents="0 -150 -300"', 'text', { y: -1 }, ({ index }) => index === 2],
  // A flick alone refreshes nothing. Its offset is that of the finger, before the rubber band.
  ['flick-refresh', '', 'text', { y: 1 }, ({ isRefreshing }) => !isRefreshing],
  ['flick-corner', '', '<div style="width: 100px; height: 80px">text</div>', { x: -1 }, ({ corner }) => corner === 'bottom_left'],
  ['flick-corner', 'corner="top_left"', '<div style="width: 100px; height: 80px">text</div>', { y: 1 },
    ({ corner }) => corner === 'bottom_left'],
]
/** The elements whose content moves to the other side from right to left. */
const MIRRORED = ['flick-carousel', 'flick-pager']
const OWN_SIZE = ['flick-sheet', 'flick-corner']
/** The element that a finger touches. */
const touched = name => name === 'flick-corner' ? `${name} > *` : name
const SIZES = [[320, 640], [1280, 800], [3840, 2160]]
const slug = (name, attributes, dir) => `/${name}${attributes.replace(/\W+/g, '-')}-${dir}`
const PAGES = Object.fromEntries(ELEMENTS.flatMap(([name, attributes, content]) => ['ltr', 'rtl'].map(dir => [
  slug(name, attributes, dir),
  pageOf(`<${name} ${attributes} aria-label="One" ${OWN_SIZE.includes(name) ? '' : 'style="height: 300px"'}>${content}</${name}>`,
    dir),
])))

/** Records each drawn frame, and the last swipe. */
const record = (name, axis) => page.evaluate((name, axis) => {
  const element = document.querySelector(name)
  const { draw } = element
  window.drawn = []
  window.last = null
  window.offsetNow = (offset, time) => {
    const { interaction } = element
    // In a deck, the first card is the one that moves.
    if (interaction.pose) return interaction.pose(0, time).x
    if (interaction.threshold) return interaction.content.offset(time)
    return offset[axis] ?? offset
  }
  element.draw = (offset, time) => {
    draw.call(element, offset, time)
    const { interaction } = element
    if (time === undefined) return
    drawn.push({ offset: offsetNow(offset, time), time, isHeld: interaction.isHeld })
  }
  element.addEventListener('swipe', ({ detail: { phase, velocity } }) => { window.last = { phase, velocity } })
}, name, axis)

describe('The drawn frames of', () => {
  usePages(PAGES)

  for (const [name, attributes, , heading, isThere] of ELEMENTS) {
    for (const dir of MIRRORED.includes(name) && heading.x ? ['ltr', 'rtl'] : ['ltr']) {
      test(`<${`${name} ${attributes}`.trim()}> have no jump, ${dir}`, async () => {
        const sign = dir === 'rtl' ? -1 : 1
        const along = length => [sign * length * (heading.x ?? 0), length * (heading.y ?? 0)]
        const axis = heading.x ? 'x' : 'y'
        const direction = sign * (heading.x ?? heading.y)
        for (const [width, height] of SIZES) {
          const words = `${width} × ${height}`
          await page?.close()
          await open(slug(name, attributes, dir), { width, height })
          await record(name, axis)
          const { x, y } = await middleOf(touched(name))
          const start = await page.evaluate(name => offsetNow(document.querySelector(name).interaction.offset()), name)

          const slow = framesOf(moved([finger([[...along(40), 400]])], x, y))
          await page.touch(slow.slice(0, -1))
          await page.frames()
          const held = await page.evaluate(() => drawn.filter(({ isHeld }) => isHeld).map(({ offset }) => offset))
          const steps = held.map((offset, index) => Math.abs(offset - (index ? held[index - 1] : start)))
          assert.ok(Math.max(...steps) <= 6, `${words}: steps ${steps.map(step => step.toFixed(1))}`)
          assert.ok(Math.abs(held.at(-1) - start - 30 * direction) <= 1, `${words}: ${held.at(-1)}`)
          await page.touch(slow.slice(-1).map(frame => ({ ...frame, time: 0 })))
          await settled(name)
          await page.frames()

          await page.evaluate(() => { drawn.length = 0 })
          await page.touch(framesOf(moved([finger([[...along(150), 80]])], x, y)))
          await settled(name)
          await page.frames()
          const { frames, target, result, velocity } = await page.evaluate((name, axis, isThere) => {
            const element = document.querySelector(name)
            const { target, pose } = element.interaction
            return {
              frames: drawn, velocity: last.velocity, target: pose ? drawn.at(-1).offset : target[axis] ?? target,
              result: (0, eval)(isThere)(element),
            }
          }, name, axis, `(${isThere})`)
          assert.ok(result, `${words}: the result of the flick`)
          const first = frames.findIndex(({ isHeld }, index) => index > 0 && !isHeld && frames[index - 1].isHeld)
          // A deck takes its next card at once, so its first free frame follows the last held one too.
          assert.ok(first > 0, `${words}: a finger held it`)
          const [before, free] = [frames[first - 1], frames[first]]
          const seconds = (free.time - before.time) / 1e6
          const speed = velocity[axis]
          const flight = new Flight(before.offset, target, speed, Spring.standard)
          const difference = Math.abs(free.offset - flight.offset(seconds))
          assert.ok(difference <= 0.2 * Math.abs(speed) * seconds + 1,
            `${words}: ${before.offset} → ${free.offset} in ${seconds} s at ${speed}, to ${target}`)
          assert.equal(frames.at(-1).offset, target, `${words}: at rest`)
        }
      })
    }
  }
})
