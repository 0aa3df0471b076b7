// flickd plays fingers, and the page reaches the state that flickd decided.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { later } from './fingers.mjs'
import { NAMES, SURFACE, drawnAt, fingersOf, heard, openSeven, playTo, stateOf } from './kit.mjs'
import { readStrokes } from './material.mjs'
import { scenarios } from './scenarios.mjs'
import { endings, positionOf, stateBy } from './outcomes.mjs'

/** The scenarios that can be played together, because no two use the same thing. */
const rounds = []
for (const name of NAMES) {
  scenarios[name].forEach((scenario, number) => { (rounds[number] ??= []).push({ name, ...scenario }) })
}

/** Compares the page with the expected state of a scenario and with the lines of flickd. */
async function hold(page, { name, words, swipes, to, raw = {}, naive = false, ends = swipes.length }, lines) {
  const said = endings(name, lines)
  assert.ok(ends === 0 ? said.length === 0 : said.length >= ends, `flickd reports ${said.length} swipes of ${name}`)
  const state = await stateOf(page, name)
  assert.deepEqual(state, stateBy(name, lines, naive), 'the page is where flickd’s lines lead')
  if (to) assert.deepEqual(state, to, words)
  const { decision = {}, ...last } = said.at(-1) ?? {}
  for (const [field, value] of Object.entries(raw)) {
    assert.deepEqual(field in decision ? decision[field] : last[field], value, `flickd’s own ${field}`)
  }
  const position = positionOf(name, state)
  const drawn = await drawnAt(page, name)
  assert.ok(Math.hypot(drawn.x - position.x, drawn.y - position.y) <= 0.1, `drawn at ${drawn.x}, ${drawn.y}`)
  const received = await page.evaluate(name => received.filter(({ zone }) => zone === name), name)
  const finished = received.filter(({ phase }) => phase === 'end' || phase === 'cancel')
  assert.equal(finished.length, said.length)
  for (const { panelId, driver, level } of received) {
    assert.deepEqual([panelId, driver, level], ['replay:fingers.evemu', 'flickd', 'positions'])
  }
}

describe('Seven interactions, driven by flickd', () => {
  let page
  before(async () => { page = await openSeven() })
  after(() => page.close())

  test('shows all seven interactions at once on a large panel', async () => {
    const bottom = await page.evaluate(() => document.documentElement.scrollHeight)
    assert.ok(bottom <= SURFACE.height, `${bottom} px high`)
  })

  for (const [number, round] of rounds.entries()) {
    describe(`in round ${number + 1}`, () => {
      let lines
      before(async () => {
        const naive = round.filter(scenario => scenario.naive).map(({ name }) => name)
        lines = heard(await playTo(page, await fingersOf(page, round), { naive }))
      })
      for (const scenario of round) {
        test(`${scenario.name}: ${scenario.words}`, () => hold(page, scenario, lines))
      }
    })
  }

  test('follows two people who swipe at once on different things', async () => {
    const carousel = await fingersOf(page, [{ name: 'carousel', swipes: [scenarios.carousel[0].swipes[0]] }])
    const spring = await fingersOf(page, [{ name: 'spring', swipes: [scenarios.spring[0].swipes[0]] }])
    const lines = heard(await playTo(page, [...carousel, ...spring]))
    assert.deepEqual(stateBy('carousel', lines), { index: 1 })
    assert.deepEqual(await stateOf(page, 'carousel'), { index: 1 })
    assert.deepEqual(await stateOf(page, 'spring'), stateBy('spring', lines))
    assert.deepEqual(stateBy('spring', lines), { dismissed: true })
  })

  test('continues content that was caught in flight from its drawn position', async () => {
    const scenario = { name: 'carousel', ...scenarios.carousel.find(({ pause }) => pause) }
    const all = await playTo(page, await fingersOf(page, [scenario]))
    const second = all.findIndex(({ line }) => line.phase === 'begin' && line.swipe_id !== firstSwipe(all))
    const asked = all.slice(second).find(({ direction, line }) => direction === 'said' && line.request === 'update')
    assert.ok(asked, 'the page sends the offset of its content')
    assert.ok(asked.line.offset < -150 && asked.line.offset > -592, `${asked.line.offset}`)
    const reply = all.find(({ line }) => line.type === 'reply' && line.id === asked.line.id)
    assert.equal(reply.line.ok, true)
  })

  test('returns the thing if flickd ends before a finger lifts', async () => {
    const fingers = await fingersOf(page, [{ name: 'sheet', swipes: scenarios.sheet[0].swipes }])
    const lines = heard(await playTo(page, fingers.map(one => ({ ...one, end: 'never' }))))
    assert.deepEqual(await stateOf(page, 'sheet'), { detent: 0, offset: 0 })
    assert.deepEqual(stateBy('sheet', lines), { detent: 0, offset: 0 })
    assert.equal(await page.evaluate(() => seven.last('sheet').reason), 'unplugged')
  })

  const { strokes, isAbsent } = readStrokes()
  for (const { words, name, stroke, to, raw } of strokes) {
    test(`${name}: ${words}`, { skip: isAbsent && 'no recordings: see `make recordings`' }, async () => {
      const scenario = { name, words, swipes: [stroke()], to, raw }
      await hold(page, scenario, heard(await playTo(page, await fingersOf(page, [scenario]))))
    })
  }
})

describe('Seven interactions in a window that shows a part of them', () => {
  const surface = { width: 1280, height: 800 }
  let page
  before(async () => { page = await openSeven(surface) })
  after(() => page.close())

  for (const name of ['carousel', 'drag', 'spring']) {
    test(`sends its zones again if it is scrolled to ${name}`, async () => {
      await page.evaluate(name => {
        document.querySelector(`#${name} .stage`).scrollIntoView({ block: 'center', behavior: 'instant' })
      }, name)
      const scenario = { name, ...scenarios[name][0] }
      await hold(page, scenario, heard(await playTo(page, await fingersOf(page, [scenario]), { surface })))
    })
  }

  test('updates its zones also while flickd drives it', async () => {
    await page.evaluate(() => { scrollTo({ top: 0, behavior: 'instant' }) })
    const scroll = () => page.evaluate(() => {
      document.querySelector('#side .stage').scrollIntoView({ block: 'center', behavior: 'instant' })
    })
    await scroll()
    const scenario = { name: 'side', ...scenarios.side[0] }
    const fingers = await fingersOf(page, [scenario])
    await page.evaluate(() => { scrollTo({ top: 0, behavior: 'instant' }) })
    const during = async () => {
      await page.until('flickd drives it', () => seven.flick.driver === 'flickd')
      await scroll()
    }
    await hold(page, scenario, heard(await playTo(page, later(fingers, 2500), { surface, during })))
  })
})

const firstSwipe = lines => lines.find(({ line }) => line.phase === 'begin').line.swipe_id
