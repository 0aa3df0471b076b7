// The cost of interactions: layouts and styles while something moves, and no work at rest.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { finger } from './fingers.mjs'
import { fingersOf, openSeven, playTo, prepare } from './kit.mjs'
import { compareScript, scriptOf } from './script.mjs'

/** Script in a frame with three interactions, as a multiple of the script that only moves three elements. */
const MAX_SCRIPT = 3
/** A begin and an end lay out their texts and what the texts move; a frame lays out nothing. */
const MAX_LAYOUTS = 12

describe('Seven interactions', () => {
  test('needs no more layouts for many frames than for few', async t => {
    const page = await openSeven()
    await page.evaluate(() => {
      new MutationObserver(() => { drawn++ })
        .observe(document.querySelector('#carousel .thing'), { attributes: true, attributeFilter: ['style'] })
    })
    const drag = async lasting => {
      await prepare(page)
      await page.evaluate(() => { window.drawn = 0 })
      const before = await page.counts()
      const swipes = [[finger([[-100, 0, lasting], [60, 0, lasting]])]]
      await playTo(page, await fingersOf(page, [{ name: 'carousel', swipes }]))
      const after = await page.counts()
      const grown = name => after[name] - before[name]
      return {
        frames: await page.evaluate(() => drawn), layouts: grown('LayoutCount'), styles: grown('RecalcStyleCount'),
        script: grown('ScriptDuration') * 1000,
      }
    }
    await drag(200)
    const [short, long] = [await drag(200), await drag(2000)]
    const more = long.frames - short.frames
    t.diagnostic(`${short.frames} and ${long.frames} frames: ${short.layouts} and ${long.layouts} layouts, `
      + `${short.styles} and ${long.styles} times styles`)
    t.diagnostic(`script ${(long.script / long.frames).toFixed(2)} ms a frame, of 16.7`)
    assert.ok(more > 20, `${more} frames more`)
    assert.ok(long.layouts <= MAX_LAYOUTS, `${long.layouts} layouts`)
    assert.ok(long.layouts - short.layouts <= 3, `${long.layouts} layouts after ${short.layouts}`)
    // A transform changes the style: once a frame, and no more.
    assert.ok(long.styles <= 1.2 * long.frames + 30, `${long.styles} times styles in ${long.frames} frames`)
    await page.close()
  })

  test('needs little more script for three interactions than for moving their elements', async t => {
    const page = await openSeven({ hash: '#bridge=none' })
    /** Moves three elements for 60 frames: first held by a finger, then in flight. */
    const move = async kind => {
      const offsets = await page.evaluate(async kind => {
        const { BottomSheet, CardCarousel, SwipeCard } = await import('/flick.js')
        const interactions = [new CardCarousel({ count: 9 }), new BottomSheet(), new SwipeCard()]
        const things = interactions.map(() => document.body.appendChild(document.createElement('div')))
        for (const thing of things) thing.style.position = 'fixed'
        const put = (thing, offset) => { thing.style.transform = `translate3d(${offset}px, 0, 0)` }
        const swipe = (phase, displacement, time) => {
          const [translation, velocity] = [{ x: displacement, y: displacement }, { x: 400, y: 400 }]
          const end = { x: displacement + 100, y: displacement + 100 }
          return {
            phase, id: 1, time, translation, velocity, slop: 10, predictedEndTranslation: end,
            decisiveVelocity: velocity, decisiveEndTranslation: end,
          }
        }
        const start = performance.now() * 1000
        const draw = frame => {
          // A late frame draws the same as one in time.
          const time = start + frame * 16_667
          const [phase, displacement] = [frame === 0 ? 'begin' : frame < 30 ? 'update' : 'end', 12 + 6 * frame]
          for (const [index, thing] of things.entries()) {
            if (kind === 'calibration') {
              put(thing, displacement + index)
              continue
            }
            if (frame <= 30) interactions[index].handle(swipe(phase, displacement, time))
            put(thing, interactions[index].draw(time))
          }
        }
        // Chromium counts the script of a frame's callback, but not what follows a promise.
        for (let frame = 0; frame < 60; frame++) {
          await new Promise(done => {
            requestAnimationFrame(() => {
              draw(frame)
              done()
            })
          })
        }
        for (const thing of things) thing.remove()
        return interactions.map(interaction => interaction.offset())
      }, kind)
      // All three are in flight, away from where they began, or none was touched.
      for (const offset of offsets) assert.equal(offset !== 0, kind === 'interactions')
    }
    const run = kind => () => scriptOf(page, () => move(kind))
    await compareScript(t, page, {
      maxRatio: MAX_SCRIPT, frames: 60, measured: run('interactions'), calibration: run('calibration'),
    })
    await page.close()
  })

  test('does no work at rest', async () => {
    const page = await openSeven()
    await prepare(page)
    const swipes = [[finger([[-100, 0, 100]])]]
    await playTo(page, await fingersOf(page, [{ name: 'carousel', swipes }]))
    await page.evaluate(() => {
      window.asked = 0
      const { requestAnimationFrame: ask } = window
      window.requestAnimationFrame = draw => {
        asked++
        return ask(draw)
      }
    })
    const before = await page.counts()
    for (let count = 0; count < 40; count++) await page.evaluate(() => new Promise(done => { setTimeout(done, 10) }))
    const after = await page.counts()
    assert.equal(await page.evaluate(() => asked), 0)
    assert.equal(after.LayoutCount, before.LayoutCount)
    assert.equal(after.RecalcStyleCount, before.RecalcStyleCount)
    await page.close()
  })
})
