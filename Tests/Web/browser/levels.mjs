// Pages at levels below positions: real touches of the browser, and the same fingers played by
// flickd.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { framesOf } from './fingers.mjs'
import { fingersOf, heard, openSeven, playTo, stateOf } from './kit.mjs'
import { scenarios } from './scenarios.mjs'
import { Service } from './service.mjs'
import { until } from './waiting.mjs'

/**
 * Attempts to make the browser and flickd report one finger at once, as on a kiosk; a busy machine
 * may miss some.
 */
const ATTEMPTS = 5
/**
 * How long a finger rests after it lands, in ms: in this time the browser must report it before
 * flickd does.
 */
const STILL = 60

/** The scenario to play for each interaction. */
const chosen = [['carousel', 0], ['sheet', 1], ['dismiss', 0], ['projected', 1], ['side', 1], ['spring', 0]]

const still = swipes => swipes.map(swipe => swipe.map(one => ({ ...one, steps: [[0, 0, STILL], ...one.steps] })))

function describeLevel(level, isPlayedWell, hold) {
  describe(`Seven interactions at level ${level}`, () => {
    let page, through
    before(async () => {
      through = await Service.start(level)
      page = await openSeven({ through, touch: true })
    })
    after(async () => {
      await page.close()
      await through.stop()
    })

    for (const [name, number] of chosen) {
      const { words, swipes, to } = scenarios[name][number]
      test(`${name}: ${words}`, async () => {
        const fingers = await fingersOf(page, [{ name, swipes: still(swipes) }])
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          const from = page.lines.length
          const during = async lead => {
            await until('flickd is there', () => page.lines.slice(from).some(({ line }) => line.panels?.length))
            await page.touch(framesOf(fingers), Date.now() + lead - 10)
          }
          const lines = heard(await playTo(page, fingers, { during, through }))
          const received = await page.evaluate(() => received.filter(({ phase }) => phase === 'end'))
          if (!isPlayedWell(received)) continue
          hold(received, name, lines)
          assert.deepEqual(await stateOf(page, name), to)
          return
        }
        assert.fail(`in ${ATTEMPTS} attempts flickd and the browser never reported the finger at once`)
      })
    }
  })
}

const only = (received, panelId) => received.filter(one => one.panelId === panelId)
const played = 'replay:fingers.evemu'

describeLevel('motion', received => received.some(({ zone }) => zone !== null), (received, name, lines) => {
  assert.deepEqual(received, [{ zone: name, phase: 'end', panelId: played, driver: 'flickd', level: 'motion' }])
  const [end] = lines.filter(({ phase }) => phase === 'end')
  // At this level the line has no position, and the page requested no zone.
  assert.equal(end.start, undefined)
  assert.equal(end.zone, null)
})

describeLevel('decisions', () => true, (received, name, lines) => {
  assert.deepEqual(only(received, 'browser').map(({ zone, driver }) => [zone, driver]), [[name, 'pointer']])
  assert.deepEqual(only(received, played).map(({ zone }) => zone), [null])
  assert.ok(lines.every(({ type, phase, translation }) =>
    type !== 'swipe' || (/^(end|cancel)$/.test(phase) && translation === undefined)))
})
